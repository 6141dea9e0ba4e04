"""The keys of one statement to terms: what is missing, misspelt or of the wrong sort becomes a finding."""

from __future__ import annotations

from attrs import frozen

from interpreter.model import draft as d
from interpreter.model import terms as t
from interpreter.model.draft import Path
from interpreter.model.findings import Finding, keys, unknown
from interpreter.model.looking import Scope
from interpreter.model.resolve_terms import TermResolver
from interpreter.model.terms import Term

_TRAILING = {"from", "for", "with", "in", "while"}
_SINGULAR = {
    "dice": "pool of dice",
    "windows": "window",
    "roles": "role",
    "pawns": "pawn",
    "tracks": "track",
    "counters": "counter",
}


def value_of(s: d.Statement, key: str) -> d.Text | list[str] | dict[str, d.Text] | None:
    """What a statement says under a key of the document."""
    found: d.Text | list[str] | dict[str, d.Text] | None = getattr(
        s, key.replace("-", "_") + ("_" if key in _TRAILING else "")
    )
    return found


@frozen
class KeyReader:
    """Reads the keys of the statements of one ruleset."""

    terms: TermResolver

    def optional(self, s: d.Statement, key: str, scope: Scope, *types: str) -> Term | None:
        """The expression under a key, if the key is there."""
        text = value_of(s, key)
        return None if text is None else self.terms.term(text, (*s.path, key), scope, *types)  # type: ignore[arg-type]

    def required(self, s: d.Statement, key: str, scope: Scope, *types: str) -> Term:
        """The expression under a key that the verb needs."""
        found = self.optional(s, key, scope, *types)
        if found is None:
            self.terms.names.add(Finding("R0302", (*s.path, s.verb), {"key": key, "verb": s.verb}, on_key=True))
            return t.Broken()
        return found

    def amount(self, s: d.Statement, scope: Scope) -> Term:
        """How many; one if nothing is said."""
        return t.Number(1) if s.count is None else self.required(s, "count", scope, "number")

    def zone(self, s: d.Statement, key: str, scope: Scope) -> t.ZoneOf:
        """A zone under a key that the verb needs."""
        found = self.required(s, key, scope, "zone")
        return found if isinstance(found, t.ZoneOf) else t.ZoneOf("", None)

    def known(self, s: d.Statement, key: str, group: str) -> str:
        """A declared name that is the whole value of a key."""
        return self.reference(group, str(value_of(s, key)), (*s.path, key), _SINGULAR[group])

    def reference(self, group: str, word: str, path: Path, what: str) -> str:
        """A declared name."""
        found = getattr(self.terms.draft, group)
        known = keys(found, (group,))
        self.terms.names.use(group, word)
        if word not in known:
            self.terms.names.add(unknown(what, word, known, path))
        return word

    def faces(self, s: d.Statement, pool: str, scope: Scope) -> tuple[Term, ...]:
        """The faces that `showing` lists: named ones, or chosen ones."""
        if pool not in self.terms.draft.dice:
            return ()
        found = []
        for index, word in enumerate(s.showing):
            found.append(self.terms.face(word, (*s.path, "showing", str(index)), scope, pool))
        return tuple(found)

    def chosen_dice(self, s: d.Statement, pool: str, scope: Scope) -> t.Variable | None:
        """The choice of dice, or of one die, that `which` names."""
        if s.which is None:
            return None
        kinds = ("picked", f"face {pool}")
        known = {name: path for kind in kinds for name, path in scope.of_type(kind).items()}
        if s.which not in known:
            self.terms.names.add(unknown("choice of dice", s.which, known, (*s.path, "which")))
        kind, _, of = scope.variables.get(s.which, "picked").partition(" ")
        return t.Variable(s.which, kind, of)
