"""A part of a condition to what a reason can show of it: its words, its value, and what of the table made it so."""

from __future__ import annotations

from interpreter.compiler.context import Context
from interpreter.compiler.from_terms import Names
from interpreter.compiler.words import words
from interpreter.engine.program import Read, Seen
from interpreter.engine.reasons import NO_OWNER
from interpreter.model import terms as t
from interpreter.model.reading import tables_read
from interpreter.model.terms import Term, type_of
from interpreter.model.walking import inside


def see(c: Context, term: Term, names: Names) -> Seen:
    """What a condition looks at; players are looked at as a set, and without what options have decided."""
    type_ = type_of(term)
    term = c.writer.unfolded(term) if type_ == "players" and not isinstance(term, t.ValueOf) else term
    write = c.writer.bits if type_ == "players" else c.writer.text
    text = c.writer.noting(lambda: write(term, names))
    return Seen(words(term), text, type_, tuple(dict.fromkeys(_reads(c, term, names))))


def _reads(c: Context, term: Term, names: Names) -> list[Read]:
    """Things of players and places whose owner can be told from here."""
    found = tables_read(c.ruleset, c.writer.unfolded(term))
    return [Read(kind, name, _owner(c, owner, names)) for kind, name, owner in found]


def _owner(c: Context, owner: Term | None, names: Names) -> str | None:
    if owner is None:
        return None
    variables = (part.name for part in inside(owner) if isinstance(part, t.Variable))
    return c.writer.text(owner, names) if all(name in names for name in variables) else str(NO_OWNER)
