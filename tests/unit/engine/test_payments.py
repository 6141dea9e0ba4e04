"""Payments against the plain definition: every multiset of cards is tried, and every way to lay them at dice."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from interpreter.engine.payments import ALL, Meeting, Ways, sparing

FACES = 4
Asked = tuple[list[Meeting], tuple[int, ...], list[int], int, tuple[int, ...]]
Card = tuple[tuple[int, ...], int, bool]  # the faces that it meets, how many dice of one face, whether it is paid
_faces = st.lists(st.integers(0, FACES - 1), max_size=2, unique=True).map(tuple)
_specs = st.tuples(_faces, st.sampled_from([1, 1, 2, ALL]), _faces, st.booleans())


@st.composite
def _asked(draw: Callable[..., Any]) -> Asked:
    specs = draw(st.lists(_specs, min_size=1, max_size=4))
    meetings = [Meeting(kind, *spec) for kind, spec in enumerate(specs)]
    few = st.lists(st.integers(0, 2), min_size=len(specs), max_size=len(specs))
    dice = tuple(sorted(draw(st.lists(st.integers(0, FACES - 1), max_size=4))))
    return meetings, dice, draw(few), draw(st.integers(0, 2)), tuple(draw(few))


@given(asked=_asked(), free=st.sampled_from([frozenset(), frozenset({0})]), fewest=st.booleans())
def test_every_minimal_payment_is_found(asked: Asked, free: frozenset[int], fewest: bool) -> None:  # noqa: FBT001
    meetings, dice, counts, jokers, lent = asked
    ways = Ways(meetings, free, fewest=fewest)
    assert ways[dice, jokers, lent](counts, 0) == _by_definition(asked, free, fewest=fewest)


@given(asked=_asked(), kinds=st.frozensets(st.integers(0, 3)))
def test_payments_without_some_cards_are_those_of_somebody_who_has_none(asked: Asked, kinds: frozenset[int]) -> None:
    meetings, dice, counts, jokers, lent = asked
    fewer = [0 if kind in kinds else count for kind, count in enumerate(counts)]
    ways = Ways(meetings, frozenset(), fewest=False)[dice, jokers, lent]
    assert sparing(kinds)(ways(counts, 0)) == ways(fewer, 0)


def test_what_was_found_for_one_hand_is_not_found_for_another() -> None:
    ways = Ways([Meeting(0, (0,), 1), Meeting(1, (0, 1), 1)], frozenset(), fewest=False)
    assert ways[0, 1]([1, 1], 0) == ((0, 1),)
    assert ways[0, 1]([9, 9, 0, 2], 2) == ((1, 1),)
    assert ways[(0, 1), 0, (0, 0)]([1, 1], 0) == ((0, 1),)


def _by_definition(asked: Asked, free: frozenset[int], *, fewest: bool) -> tuple[tuple[int, ...], ...]:
    meetings, dice, counts, jokers, lent = asked
    needs = [die for die in dice if die not in free]
    helpers = [(m.helps, m.covers, False) for m in meetings for _ in range(lent[m.kind])]
    held = [m.kind for m in meetings if m.pays for _ in range(counts[m.kind])]
    paid = {cards for size in range(len(held) + 1) for cards in combinations(held, size)}
    cards = {way: [(meetings[k].faces, meetings[k].covers, True) for k in way] + helpers for way in paid}
    meets = {way for way in paid if _are_met(needs, cards[way], jokers)}
    if fewest:
        return tuple(sorted(way for way in meets if len(way) == min(map(len, meets))))
    return tuple(sorted(way for way in meets if not any(_without(way, i) in meets for i in range(len(way)))))


def _without(way: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*way[:index], *way[index + 1 :])


def _are_met(needs: list[int], cards: list[Card], jokers: int) -> bool:
    if not needs or not cards:
        return not needs
    (faces, covers, is_paid), *others = cards
    if _are_met(needs, others, jokers):
        return True
    for face in set(needs):
        if face in faces:
            met = [n for n in needs if n in faces] if covers == ALL else [n for n in needs if n == face][:covers]
            if _are_met(_taken(needs, met), others, jokers):
                return True
        elif is_paid and jokers and _are_met(_taken(needs, [face]), others, jokers - 1):
            return True
    return False


def _taken(needs: list[int], met: list[int]) -> list[int]:
    left = list(needs)
    for die in met:
        left.remove(die)
    return left
