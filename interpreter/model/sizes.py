"""Expressions to how much each is with all that it names: what is made of itself, too deep or too much is a finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from graphlib import CycleError, TopologicalSorter

from attrs import Factory, frozen

from interpreter.budgets import most, variable
from interpreter.model import draft as d
from interpreter.model import rules as r
from interpreter.model import terms as t
from interpreter.model.draft import Path
from interpreter.model.findings import Finding
from interpreter.model.terms import Term, type_of
from interpreter.model.walking import inside, parts
from interpreter.texts import Words

LEVELS = 60
WRITTEN_OUT = 16  # what a set holds at most whose members the compiler writes out one by one
_WHAT = {"parts": Words("parts of all expressions"), "looks": Words("looks at something")}
_HUGE = 10**18  # enough to be too much
_Key = tuple[str, str]  # the group and the name of what others may name: a value, a zone with room, a demand


@frozen
class _Size:
    """`parts` stand in the program, `looks` are taken whenever it is worked out, so many `levels` below each other."""

    parts: int = 1
    looks: int = 1
    levels: int = 1

    def with_inside(self, inner: _Size) -> _Size:
        """Of a term in each place of which another one may stand."""
        return _Size(
            min(self.parts * inner.parts, _HUGE), min(self.looks * inner.looks, _HUGE), self.levels + inner.levels
        )


def oversized(ruleset: r.Ruleset, resolved: Iterable[tuple[Path, Term]]) -> Iterator[Finding]:
    """What is wrong with how the expressions of a ruleset name each other; `resolved` are all of them."""
    named = dict(_named(ruleset))
    order = TopologicalSorter({key: dict.fromkeys(_uses(terms)) for key, terms in named.items()})
    try:
        keys = tuple(order.static_order())
    except CycleError as circle:
        *names, _ = (name for _, name in circle.args[1])
        yield Finding("R0210", _path(circle.args[1][0]), {"word": names[0], "circle": ", ".join(reversed(names))})
        return
    sizes = _Sizes(ruleset.draft)
    for key in keys:
        sizes.known[key] = sizes.together(named.get(key, ()))
    yield from _too_much([(path, sizes.of(term)) for path, term in resolved])


def _too_much(sizes: Sequence[tuple[Path, _Size]]) -> Iterator[Finding]:
    """The first expression that is too deep, and the first that is too much: others are it, too, because of it."""
    total = 0
    for path, size in sizes:
        total += size.parts
        if size.levels > LEVELS:
            yield Finding("R0211", path, {"most": str(LEVELS)})
            return
        for budget, found in (("parts", total), ("looks", size.looks)):
            if found > most(budget):
                words = {"what": _WHAT[budget], "most": str(most(budget)), "variable": variable(budget)}
                yield Finding("R0212", path, words)
                return


def _named(ruleset: r.Ruleset) -> Iterator[tuple[_Key, tuple[Term, ...]]]:
    """What an expression may name, with the expressions that it is made of."""
    for name, value in ruleset.values.items():
        yield ("values", name), (value.term,)
    for name, room in ruleset.rooms.items():
        yield ("zones", name), (room,)
    for name, demand in ruleset.demands.items():
        ignored = ruleset.ignored.get(demand.pool, {}).values()
        terms = (demand.fewest, demand.jokers, *demand.needs.values(), *ignored)
        yield ("demands", name), tuple(term for term in terms if term is not None)


def _path(key: _Key) -> Path:
    part = {"values": ("is",), "zones": ("room",)}
    return (*key, *part.get(key[0], ()))


def _uses(terms: Iterable[Term]) -> Iterator[_Key]:
    for term in terms:
        for part in inside(term):
            match part:
                case t.ValueOf(value=name):
                    yield "values", name
                case t.Room(zone=zone):
                    yield "zones", zone.zone
                case t.Payable(demand=name):
                    yield "demands", name


@frozen
class _Sizes:
    """The sizes of terms; `known` are those of what they name."""

    draft: d.Draft
    known: dict[_Key, _Size] = Factory(dict)

    def of(self, term: Term) -> _Size:
        """The size of one term."""
        match term:
            case t.ValueOf(value=name, argument=argument):
                value = self.known.get(("values", name), _Size())
                return value if argument is None else value.with_inside(self.of(argument))
            case t.Room(zone=zone):
                return self.known.get(("zones", zone.zone), _Size()).with_inside(self.of(zone))
            case t.Payable(demand=name, zone=zone):
                return self.known.get(("demands", name), _Size()).with_inside(self.of(zone))
            case t.Quantified() | t.Those() | t.Gathered():
                return self._for_each(term.among, term.body)
            case _:
                return self.together(parts(term))

    def together(self, terms: Iterable[Term]) -> _Size:
        """The size of something that these stand in."""
        sizes = [self.of(term) for term in terms]
        return _Size(
            min(1 + sum(size.parts for size in sizes), _HUGE),
            min(1 + sum(size.looks for size in sizes), _HUGE),
            1 + max((size.levels for size in sizes), default=0),
        )

    def _for_each(self, among: Term, body: Term) -> _Size:
        members, inner, many = self.of(among), self.of(body), self._many(among)
        return _Size(
            min(1 + members.parts + inner.parts * (many if many <= WRITTEN_OUT else 1), _HUGE),
            min(1 + members.looks + inner.looks * many, _HUGE),
            1 + max(members.levels, inner.levels),
        )

    def _many(self, among: Term) -> int:
        """How much is looked at one by one, at most."""
        match among:
            case t.ZoneOf(zone=zone):
                holds = self.draft.zones[zone].holds
                return sum(card.type == holds for card in self.draft.cards.values())
            case t.Showing(pool=pool):
                return len(self.draft.dice[pool].faces)
            case _:
                return len(self.draft.places) if type_of(among) == "places" else self.draft.players.to
