"""What every expression of a ruleset is resolved against, and the names that stand in fixed positions of it."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import Factory, frozen

from interpreter.expressions import tree as e
from interpreter.model import terms as t
from interpreter.model.draft import Draft, Path
from interpreter.model.findings import Declared, Finding, Names, declared, entries, keys, unknown
from interpreter.model.terms import Term, type_of
from interpreter.texts import Words, one_of


@frozen
class Scope:
    """The names that the statements around bind: name -> type."""

    variables: Mapping[str, str] = Factory(dict)
    declared: Declared = Factory(dict)

    def bind(self, name: str, type_: str, path: Path | None = None) -> Scope:
        """The scope with one more name, which is given at the path."""
        return Scope({**self.variables, name: type_}, {**self.declared, name: path})

    def of_type(self, type_: str) -> Declared:
        """The names of one type."""
        return {name: self.declared.get(name) for name, kind in self.variables.items() if kind == type_}


WORDS = {
    "number": Words("a number"),
    "condition": Words("a condition"),
    "player": Words("a player"),
    "players": Words("a set of players"),
    "place": Words("a place"),
    "places": Words("a set of places"),
    "zone": Words("a zone"),
    "dice": Words("dice"),
    "card": Words("a kind of card"),
    "face": Words("a face of the dice"),
    "cards": Words("chosen cards"),
    "picked": Words("chosen dice"),
    "unknown": Words("anything"),
}


@frozen
class Looking:
    """One expression of a draft, at a path, with the names that are bound around it."""

    draft: Draft
    names: Names
    value_types: Mapping[str, str]
    path: Path
    scope: Scope

    def resolve(self, node: e.Expression) -> Term:
        """The term of an expression."""
        raise NotImplementedError

    def _variable(self, name: str) -> t.Variable:
        """A bound name; of cards and faces the scope says of which type or pool, too."""
        kind, _, of = self.scope.variables[name].partition(" ")
        return t.Variable(name, kind, of)

    def _card_kind(self, name: str) -> t.CardKind:
        self._use("cards", name)
        return t.CardKind(name, self.draft.cards[name].type)

    def _bound(self, node: e.Expression, kind: str) -> str | None:
        """Of which pool a bound face is, of which type a bound card; None for anything else."""
        if not isinstance(node, e.Name) or node.id not in self.scope.variables:
            return None
        variable = self._variable(node.id)
        return variable.of if variable.type == kind else None

    # names in fixed positions

    def _declared(self, node: e.Expression, what: str, group: str) -> str | None:
        known = declared(getattr(self.draft, group))
        if isinstance(node, e.Name) and node.id in known:
            self._use(group, node.id)
            return node.id
        self._unknown_word(what, shown_name(node), node.place, known)
        return None

    def _card(self, node: e.Expression, zone: str) -> str | None:
        holds = self.draft.zones[zone].holds
        known = declared({name: card for name, card in self.draft.cards.items() if card.type == holds})
        if isinstance(node, e.Name) and node.id in known:
            self._use("cards", node.id)
            return node.id
        self._unknown_word(Words("card that lies in {zone}", zone=zone), shown_name(node), node.place, known)
        return None

    def card_of(self, node: e.Expression, holds: str, zone: str | None = None) -> Term:
        """A kind of card of one type: by its name, or a bound one."""
        if self._bound(node, "card") == holds and isinstance(node, e.Name):
            return self._variable(node.id)
        known = declared({name: card for name, card in self.draft.cards.items() if card.type == holds})
        if isinstance(node, e.Name) and node.id in known:
            return self._card_kind(node.id)
        what = Words("card that lies in {zone}", zone=zone) if zone else Words("card of type {type}", type=holds)
        return self._unknown_word(what, shown_name(node), node.place, {**known, **self._bound_names("card", holds)})

    def face(self, node: e.Expression, pool: str) -> Term:
        """A face of a pool: by its name, or a bound one."""
        if self._bound(node, "face") == pool and isinstance(node, e.Name):
            return self._variable(node.id)
        if pool not in self.draft.dice:  # said where the pool is named
            return t.Broken()
        path = ("dice", pool, "faces")
        known = keys(self.draft.dice[pool].faces, path)
        if isinstance(node, e.Name) and node.id in known:
            self._use(*path, node.id)
            return t.FaceKind(node.id, pool)
        what = Words("face of {pool}", pool=pool)
        return self._unknown_word(what, shown_name(node), node.place, {**known, **self._bound_names("face", pool)})

    def _bound_names(self, kind: str, of: str) -> Declared:
        """Names of this kind, and of several of it."""
        kinds = (f"{kind} {of}", f"{kind}s", f"{kind}s {of}", "picked", f"picked {of}")
        return {k: self.scope.declared.get(k) for k, v in self.scope.variables.items() if v in kinds}

    def _attribute(self, node: e.Expression) -> str | None:
        known = entries(self.draft.attributes.cards, ("attributes", "cards"))
        if isinstance(node, e.Name) and node.id in known:
            self._use(*(known[node.id] or ()))
            return node.id
        self._unknown_word("number that cards carry", shown_name(node), node.place, known)
        return None

    # helpers

    def typed(self, node: e.Expression, *expected: str) -> Term:
        """The term of an expression that must be of one of these types."""
        term = self.resolve(node)
        return self._expect(term, node.place, *expected)

    def _expect(self, term: Term, place: e.Place, *expected: str) -> Term:
        found = type_of(term)
        if found in (*expected, "unknown"):
            return term
        words = one_of(WORDS[x] for x in expected)
        return self._wrong("R0201", place, {"expected": words, "found": WORDS[found]})

    def _use(self, *path: str) -> None:
        self.names.use(*path)

    def _unknown(self, what: str, node: e.Name, known: Declared) -> Term:
        return self._unknown_word(what, node.id, node.place, known)

    def _unknown_word(self, what: str, word: str, place: e.Place, known: Declared) -> Term:
        finding = unknown(what, word, known, self.path, (place.start, place.end))
        self.names.add(finding)
        return t.Broken()

    def _wrong(self, code: str, place: e.Place, values: Mapping[str, str]) -> Term:
        self.names.add(Finding(code, self.path, values, place.start, place.end))
        return t.Broken()


def shown_name(node: e.Expression) -> str:
    """The word of an expression that is one."""
    return node.id if isinstance(node, e.Name | e.Option) else Words("this")
