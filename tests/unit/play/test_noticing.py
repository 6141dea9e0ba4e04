from __future__ import annotations

import pytest

from interpreter.engine.entries import Choosing, Event
from interpreter.play.noticing import noticeable

START = {
    "roles": {"first": []},
    "pawns": {"ship": "port"},
    "tracks": {"way": ["port", "sea"]},
    "dice": {"die": []},
    "counters": {"turn": 0, "points": {"Ada": 0, "Bruno": 3}, "hidden": None},
}
CHOICE = Choosing("steps.ask", "Ada", ("go",), "go", "go")


def event(what: str, **data: object) -> Event:
    return Event("steps.some", "", what, data)


IDLE = [
    event("role", of="first", to=[]),
    event("pawn", of="ship", to="port"),
    event("lay", of="way", to=["port", "sea"]),
    event("count", of="turn", owner=None, to=0),
    event("count", of="points", owner="Bruno", to=3),
    event("clear", dice="die"),
    event("dice", dice="die", faces=[]),
    event("play", count=0, cards=[]),
]
BUSY = [
    event("role", of="first", to=["Ada"]),
    event("pawn", of="ship", to="sea"),
    event("lay", of="way", to=["sea"]),
    event("count", of="turn", owner=None, to=1),
    event("count", of="points", owner="Ada", to=3),
    event("count", of="hidden", owner="Ada", to=0),
    event("roll", dice="die", faces=["six"]),
    event("play", count=1, cards=["owl"]),
]


@pytest.mark.parametrize("idle", IDLE)
def test_what_sets_a_thing_to_what_it_was_is_left_out(idle: Event) -> None:
    assert list(noticeable(START, [idle, CHOICE], 0)) == [CHOICE]


@pytest.mark.parametrize("busy", BUSY)
def test_what_makes_a_difference_is_told(busy: Event) -> None:
    assert list(noticeable(START, [CHOICE, busy], 0)) == [CHOICE, busy]


@pytest.mark.parametrize("busy", BUSY[:6])
def test_the_same_once_more_makes_none_even_if_it_was_told_before(busy: Event) -> None:
    assert list(noticeable(START, [busy, CHOICE, busy], 1)) == [CHOICE]


def test_the_same_roll_once_more_is_another_roll() -> None:
    roll, clear = event("roll", dice="die", faces=["six"]), event("clear", dice="die")

    assert list(noticeable(START, [roll, roll, clear, clear], 0)) == [roll, roll, clear]
