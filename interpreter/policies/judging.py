"""The answers of a turn and how good each is in one world to how good each is over many, and to the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add

from interpreter.policies.turn import Turn
from interpreter.policies.worlds import NoWorldError, World

Value = tuple[float, ...]
Judge = Callable[[World, int, int], Value]
"""How good an answer is in a world for a seat: what counts first, then what decides between equal ones."""


def judged(turn: Turn, worlds: int, judge: Judge) -> list[Value]:
    """How good each answer is, summed over so many worlds; those that cannot be played on count for none of them."""
    sums: list[Value] = [()] * turn.count
    for world in turn.worlds(worlds):
        try:
            values = [judge(world, index, turn.seat) for index in range(turn.count)]
        except NoWorldError:
            continue
        sums = [_added(total, value) for total, value in zip(sums, values, strict=True)]
    return sums


def _added(total: Value, value: Value) -> Value:
    return tuple(map(add, total, value)) if total else value


def best(turn: Turn, values: Sequence[Value]) -> int:
    """The index of the best value; of equal ones any."""
    most = max(values)
    found = [index for index, value in enumerate(values) if value == most]
    return found[int(turn.draw() * len(found))]
