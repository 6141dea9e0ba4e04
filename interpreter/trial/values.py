"""A subject and a written value to what the words of the value mean there, or to what is wrong with them."""

from __future__ import annotations

import re
from collections import Counter

from attrs import evolve

from interpreter.scenario import tree as t
from interpreter.scenario import writing
from interpreter.source.diagnostics import SourceError, error
from interpreter.trial import vocabulary as n
from interpreter.trial.collecting import Collector
from interpreter.trial.vocabulary import Vocabulary

_WHOLE = re.compile("-?[0-9]{1,18}")
STATES_OF_A_GAME = ("over", "running")


def items_of(value: t.Value) -> tuple[t.Item, ...]:
    """The things that a value names."""
    return value.items if isinstance(value, t.Items | t.Only | t.Some | t.Without) else ()


def each_item(value: t.Value) -> tuple[t.Item, ...]:
    """The things that a value names, one by one: `2 pawn` is two of them."""
    return tuple(evolve(item, count=1) for item in items_of(value) for _ in range(item.count))


def meanings(vocabulary: Vocabulary, ref: n.Ref, item: t.Item) -> tuple[int, ...]:
    """The things, by index, that a word may mean as part of a subject.

    Raises:
        SourceError: It means nothing there.
    """
    if item.of is not None and not isinstance(ref, n.ZoneRef):
        raise SourceError([error("P0110", item.span, word=item.name.text, of=item.of.text)])
    match ref:
        case n.ZoneRef(zone=zone_id, owner=owner):
            zone = vocabulary.box.zones[zone_id]
            return (vocabulary.card(item, zone.holds, owner if zone.of == "place" else None),)
        case n.RoleRef() | n.WinnersRef():
            return (vocabulary.seat(item.name),)
        case n.PoolRef(pool=pool):
            return vocabulary.dice([item], pool)[:1]
        case _:
            return (vocabulary.place(item.name),)


def named(vocabulary: Vocabulary, ref: n.Ref, value: t.Value) -> Counter[int]:
    """How many a value names of each thing, by index.

    Raises:
        SourceError: A word means nothing there.
    """
    found: Counter[int] = Counter()
    for item in items_of(value):
        found[meanings(vocabulary, ref, item)[0]] += item.count
    return found


def agrees(there: Counter[int], things: Counter[int], value: t.Some | t.Without) -> bool:
    """Whether at least these things, or none of them, are there."""
    if isinstance(value, t.Some):
        return there >= things
    return not any(there[thing] for thing in things)


def check_value(vocabulary: Vocabulary, ref: n.Ref, value: t.Value) -> None:
    """Whether all words of a value mean something for a subject.

    Raises:
        SourceError: Some do not; carries all.
    """
    match ref:
        case n.CounterRef() | n.ScoreRef():
            _check_number(value)
        case n.GameRef():
            _check_game(value)
        case _:
            wrong = Collector()
            for item in items_of(value):
                wrong.attempt(meanings, vocabulary, ref, item)
            wrong.finish()


def _check_number(value: t.Value) -> None:
    match value:
        case t.Limit() | t.Items(items=(t.Item(count=1, of=None),)) if _is_number(value):
            return
        case _:
            raise SourceError([error("E0109", value.span, word=writing.value(value))])


def _is_number(value: t.Value) -> bool:
    return isinstance(value, t.Limit) or bool(_WHOLE.fullmatch(items_of(value)[0].name.text))


def _check_game(value: t.Value) -> None:
    match value:
        case t.Items(items=(t.Item(name=name, count=1, of=None),)):
            if name.text not in STATES_OF_A_GAME:
                raise n.unknown("E0110", name, STATES_OF_A_GAME)
        case _:
            allowed = ", ".join(STATES_OF_A_GAME)
            raise SourceError([error("E0110", value.span, word=writing.value(value), allowed=allowed)])
