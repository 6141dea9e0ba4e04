"""A ruleset to what each of its rules reads: the parts that stand in the rule itself, by its path."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from interpreter.model import rules as r
from interpreter.model import terms as t
from interpreter.model.walking import fields_backwards, inside

_REMEMBERED = 16
Parts = Mapping[r.Path, tuple[object, ...]]

_LOOKS_AT: Mapping[type, tuple[str, str]] = {  # what of the table, and the field with its name
    t.ZoneOf: ("zone", "zone"),
    t.CounterOf: ("counter", "counter"),
    t.RolePlayer: ("role", "role"),
    t.RoleSet: ("role", "role"),
    t.PawnSpace: ("pawn", "pawn"),
    t.NextSpace: ("pawn", "pawn"),
    t.Through: ("pawn", "pawn"),
    t.AtLast: ("pawn", "pawn"),
    t.TrackSpaces: ("track", "track"),
    t.FirstSpace: ("track", "track"),
    t.LastSpace: ("track", "track"),
    t.CountDice: ("dice", "pool"),
    t.SumDice: ("dice", "pool"),
    t.Showing: ("dice", "pool"),
}


@lru_cache(_REMEMBERED)
def parts_by_rule(ruleset: r.Ruleset) -> Parts:
    """For each path of a rule the statements, choices and terms that stand there, not what has a path of its own."""
    found: defaultdict[r.Path, list[object]] = defaultdict(list)
    for path, part in _declared(ruleset):
        _collect(part, path, found)
    for block in (ruleset.setup, ruleset.steps, ruleset.actions, ruleset.plays, ruleset.invariants):
        _collect(block, (), found)
    return {path: tuple(parts) for path, parts in found.items()}


def options_read(ruleset: r.Ruleset, parts: Iterable[object]) -> Iterator[str]:
    """The options that parts of a rule read, also by way of declared values."""
    for part in with_values(ruleset, parts):
        if isinstance(part, t.OptionIs | t.OptionNumber):
            yield part.option


def with_values(ruleset: r.Ruleset, parts: Iterable[object]) -> Iterator[object]:
    """Parts, and those of the values and rooms that they name; each value once."""
    seen: set[tuple[str, str]] = set()
    open_ = list(parts)
    while open_:
        part = open_.pop(0)
        yield part
        name = _named(part)
        if name is not None and name not in seen:
            seen.add(name)
            term = ruleset.values[name[1]].term if name[0] == "values" else ruleset.rooms.get(name[1])
            open_ += _flat(term)


def tables_read(ruleset: r.Ruleset, term: t.Term) -> Iterator[tuple[str, str, t.Term | None]]:
    """What of the table a term looks at, also by way of declared values: kind, name, and whose it is."""
    for part in with_values(ruleset, inside(term)):
        kind, field = _LOOKS_AT.get(type(part), ("", ""))
        if isinstance(part, t.Payable):
            yield "dice", ruleset.demands[part.demand].pool, None
        elif kind:
            yield kind, getattr(part, field), getattr(part, "owner", None)


def _named(part: object) -> tuple[str, str] | None:
    """The declared value or room that a part asks for."""
    if isinstance(part, t.ValueOf):
        return "values", part.value
    return ("rooms", part.zone.zone) if isinstance(part, t.Room) else None


def _declared(ruleset: r.Ruleset) -> Iterator[tuple[r.Path, object]]:
    """What stands outside of the course of play."""
    for name, value in ruleset.values.items():
        yield ("values", name), value.term
    for name, term in ruleset.rooms.items():
        yield ("zones", name, "room"), term
    for name, demand in ruleset.demands.items():
        yield ("demands", name), demand
    yield ("scoring", "score"), ruleset.score
    yield ("scoring", "ties"), ruleset.ties


def _flat(value: object) -> list[object]:
    found: defaultdict[r.Path, list[object]] = defaultdict(list)
    _collect(value, (), found)
    return found[()]


def _collect(value: object, path: r.Path, found: defaultdict[r.Path, list[object]]) -> None:
    """Put every part of a value to the path of the rule in which it stands."""
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple | list):
        for item in value:
            _collect(item, path, found)
    elif (fields := fields_backwards(type(value))) is not None:  # type: ignore[arg-type]  # classes can be hashed
        path = path_of(value) or path
        found[path].append(value)
        for field in reversed(fields):
            _collect(getattr(value, field), path, found)


def path_of(value: object) -> r.Path | None:
    """The path of what is a rule of its own."""
    head = getattr(value, "head", None)
    found = head.path if isinstance(head, r.Head) else getattr(value, "path", None)
    return found if isinstance(found, tuple) else None
