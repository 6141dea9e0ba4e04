from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from interpreter.engine.conservation import Conservation
from interpreter.engine.contents import contents_of
from interpreter.engine.knowledge import Knowledge, known_to_all, learn, possible
from interpreter.engine.machine import Machine, Runner
from interpreter.engine.state import State
from interpreter.engine.unseen import Spot, Unseen, unseen
from interpreter.engine.views import as_text, position, view
from interpreter.library import load_ruleset, runner_of

FISH = Path(__file__).parents[2] / "games" / "rulesets" / "fish"
NAMES = ("Ada", "Bruno", "Cara")
CARP, EEL, PIKE, BOOT = range(4)


@pytest.fixture(scope="module")
def fish() -> Runner:
    return runner_of(load_ruleset(FISH), 3)


@pytest.fixture
def state(fish: Runner) -> State:
    """Ada holds carp, carp, eel; Bruno carp, eel, pike; Cara boot; the rest lies in the pond."""
    found = Machine.position(fish).state
    found.z_hand[:] = [2, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 1]
    found.z_pond = (CARP,) * 5 + (EEL,) * 2 + (PIKE,)
    return found


def know(
    fish: Runner, state: State, seat: int, least: tuple[int, ...] = (0, 0, 0, 0), denied: Iterable[int] = ()
) -> None:
    learn(fish.program.box, state, fish.program.box.zones["hand"], seat, Knowledge(least, frozenset(denied)))


def hidden(fish: Runner, state: State, seat: int, owner: int) -> Unseen:
    box = fish.program.box
    return unseen(box, state, seat, list(contents_of(box, state, box.zones["hand"]))[owner])


# ---- what is known --------------------------------------------------------------------------------------------------


def test_nothing_is_known_at_first(fish: Runner, state: State) -> None:
    box = fish.program.box

    assert all(known_to_all(box, state, box.zones["hand"], seat).is_empty for seat in range(3))
    assert known_to_all(box, state, box.zones["pond"], None).is_empty


def test_what_is_learnt_adds_up_and_belongs_to_one_owner(fish: Runner, state: State) -> None:
    know(fish, state, 1, (1, 0, 0, 0))
    know(fish, state, 1, (0, 1, 0, 0), {BOOT})

    box = fish.program.box
    assert known_to_all(box, state, box.zones["hand"], 1) == Knowledge((1, 1, 0, 0), frozenset({BOOT}))
    assert known_to_all(box, state, box.zones["hand"], 0).is_empty
    assert (state.k_hand[4:8], state.n_hand[4:8]) == ([1, 1, 0, 0], [0, 0, 0, 1])


@pytest.mark.parametrize(
    ("counts", "fits"),
    [
        ((1, 0, 0, 0), True),
        ((8, 4, 0, 1), True),
        ((0, 1, 0, 0), False),
        ((1, 0, 1, 0), False),
        ((9, 0, 0, 0), False),
        ((1, 0, 0, -1), False),
    ],
)
def test_what_could_lie_there(fish: Runner, counts: tuple[int, ...], fits: bool) -> None:  # noqa: FBT001  # a table
    knowledge = Knowledge((1, 0, 0, 0), frozenset({PIKE}))

    assert possible(fish.program.box, fish.program.box.zones["hand"], counts, knowledge) is fits


# ---- faults ---------------------------------------------------------------------------------------------------------


def test_what_is_known_and_true_is_sound(fish: Runner, state: State) -> None:
    know(fish, state, 1, (1, 1, 0, 0), {BOOT})

    assert list(Conservation(fish.program).table_faults(state)) == []


@pytest.mark.parametrize(
    ("least", "denied", "fault"),
    [
        ((2, 0, 0, 0), set(), "2 of carp are known to lie in hand 1, but 1 do"),
        ((0, 0, 0, 0), {PIKE}, "no pike is known to lie in hand 1, but 1 do"),
    ],
)
def test_what_is_known_must_be_true(
    fish: Runner, state: State, least: tuple[int, ...], denied: set[int], fault: str
) -> None:
    know(fish, state, 1, least, denied)

    assert list(Conservation(fish.program).table_faults(state)) == [fault]


def test_nobody_knows_less_than_nothing(fish: Runner, state: State) -> None:
    state.k_hand[0] = -1

    assert list(Conservation(fish.program).table_faults(state)) == ["-1 of carp are known to lie in hand 0"]


# ---- views ----------------------------------------------------------------------------------------------------------


def zone_of(table: dict[str, object], owner: str) -> dict[str, object]:
    zones: list[dict[str, object]] = table["zones"]  # type: ignore[assignment]  # plain data
    return next(zone for zone in zones if zone["owner"] == owner)


def test_a_view_shows_what_everybody_knows(fish: Runner, state: State) -> None:
    know(fish, state, 0, (2, 1, 0, 0), {PIKE, BOOT})
    seen, own = view(fish.program, state, 1, NAMES), view(fish.program, state, 0, NAMES)
    known = {"carp": 2, "eel": 1}

    assert zone_of(seen, "Ada") == {
        "zone": "hand",
        "owner": "Ada",
        "count": 3,
        "known": known,
        "denied": ["pike", "boot"],
    }
    assert zone_of(own, "Ada") == {
        "zone": "hand",
        "owner": "Ada",
        "count": 3,
        "cards": {"carp": 2, "eel": 1},
        "known_to_all": known,
        "denied_to_all": ["pike", "boot"],
    }
    assert zone_of(position(fish.program, state, NAMES), "Ada") == zone_of(own, "Ada")
    assert "\nhand of Ada: 3 cards; known: 2 of carp, eel; none: pike, boot\n" in as_text(seen)
    assert "\nhand of Ada: 2 of carp, eel; all know: 2 of carp, eel; all know none: pike, boot\n" in as_text(own)


def test_a_view_says_nothing_where_nothing_is_known(fish: Runner, state: State) -> None:
    know(fish, state, 0, denied={PIKE})

    assert "known" not in zone_of(view(fish.program, state, 1, NAMES), "Ada")
    assert set(zone_of(view(fish.program, state, 1, NAMES), "Bruno")) == {"zone", "owner", "count", "cards"}
    assert "\nhand of Ada: 3 cards; none: pike\n" in as_text(view(fish.program, state, 1, NAMES))
    assert "\nhand of Cara: 1 card\n" in as_text(view(fish.program, state, 1, NAMES))


# ---- what else could be ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("least", "could"),
    [
        ((3, 0, 0, 0), True),
        ((0, 2, 1, 0), True),
        ((0, 0, 0, 1), True),  # Cara's one boot might be his
        ((0, 0, 3, 0), False),  # the box has two
        ((2, 2, 0, 0), False),  # he has three cards
        ((0, 3, 0, 0), True),
        ((0, 4, 0, 0), False),  # Ada sees one of the four herself
    ],
)
def test_what_a_hand_could_hold(fish: Runner, state: State, least: tuple[int, ...], could: bool) -> None:  # noqa: FBT001
    assert hidden(fish, state, 0, 1).could_hold(Knowledge(least)) is could


def test_what_lies_elsewhere_for_sure_lies_not_here(fish: Runner, state: State) -> None:
    know(fish, state, 2, (0, 0, 0, 1))

    assert not hidden(fish, state, 0, 1).could_hold(Knowledge((0, 0, 0, 1)))
    assert not hidden(fish, state, 0, 2).could_differ()
    assert hidden(fish, state, 0, 1).could_differ()


def test_who_denies_all_else_is_known(fish: Runner, state: State) -> None:
    know(fish, state, 2, denied={CARP, EEL, PIKE})

    assert not hidden(fish, state, 0, 2).could_differ()
    assert not hidden(fish, state, 0, 1).could_hold(Knowledge((0, 0, 0, 1)))


def test_what_nobody_else_can_have(fish: Runner, state: State) -> None:
    """The pond is empty, and Cara has no carp: the carps that Ada does not see are Bruno's."""
    state.z_pond, state.x_catch = (), [5, 2, 1, 0]
    know(fish, state, 2, denied={CARP})

    assert hidden(fish, state, 0, 1).could_differ()
    state.x_catch, state.z_shore = [0, 0, 0, 0], [5, 2, 1, 0]
    assert not hidden(fish, state, 0, 1).could_hold(Knowledge((0, 0, 0, 0), frozenset({CARP})))
    assert hidden(fish, state, 0, 1).could_hold(Knowledge((0, 0, 0, 0), frozenset({PIKE})))


def spots() -> st.SearchStrategy[list[Spot]]:
    known = st.builds(
        Knowledge, st.tuples(*[st.integers(0, 1)] * 3), st.frozensets(st.integers(0, 2), max_size=2)
    )
    return st.lists(st.builds(Spot, st.integers(0, 3), known), min_size=1, max_size=3)


def deals(supply: tuple[int, ...], left: list[Spot]) -> set[tuple[int, ...]]:
    """What the first of the spots can hold, by trying everything."""
    if not left:
        return set() if any(supply) else {()}
    first, *rest = left
    hands = product(*(range(n + 1) for n in supply))
    fitting = (hand for hand in hands if sum(hand) == first.size and first.knowledge.allows(hand))
    return {hand for hand in fitting if deals(tuple(n - m for n, m in zip(supply, hand, strict=True)), rest)}


@given(spots(), st.data())
def test_what_can_be_dealt_is_what_can_be_found_by_trying(all_spots: list[Spot], data: st.DataObject) -> None:
    total = sum(spot.size for spot in all_spots)
    cards = data.draw(st.lists(st.integers(0, 2), min_size=total, max_size=total))
    supply = tuple(cards.count(kind) for kind in range(3))
    first, *others = all_spots
    nothing = evolve(first, knowledge=Knowledge((0, 0, 0)))

    assert Unseen(nothing, tuple(others), supply).could_hold(first.knowledge) is bool(deals(supply, all_spots))


@given(spots(), st.data())
def test_what_is_certain_is_the_only_deal(all_spots: list[Spot], data: st.DataObject) -> None:
    total = sum(spot.size for spot in all_spots)
    cards = data.draw(st.lists(st.integers(0, 2), min_size=total, max_size=total))
    supply = tuple(cards.count(kind) for kind in range(3))
    found = deals(supply, all_spots)

    assert Unseen(all_spots[0], tuple(all_spots[1:]), supply).could_differ() is (len(found) > 1)
