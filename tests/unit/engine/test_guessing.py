"""A guess at what is hidden: nobody can tell it from the table, and it tells nothing of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.engine.conservation import Conservation
from interpreter.engine.contents import contents
from interpreter.engine.dealing import Spot, deal
from interpreter.engine.forms import in_form
from interpreter.engine.guessing import Guesser, legal
from interpreter.engine.knowledge import known_to_all
from interpreter.engine.machine import Machine, Runner
from interpreter.engine.saving import state_value
from interpreter.engine.state import State
from interpreter.engine.views import view
from interpreter.library import load_ruleset, runner_of
from interpreter.simulation.games import recorded_games
from interpreter.simulation.players import seat_names

ROOT = Path(__file__).parents[3]
SMALL = ROOT / "tests" / "games" / "rulesets"
GAMES = [*sorted(SMALL.iterdir()), ROOT / "rulesets" / "celestia", ROOT / "rulesets" / "celestia-duo"]


def decisions(game: Path, players: int, seed: str, **options: str) -> tuple[Runner, list[State]]:
    """A program, and every position of a random game in which somebody is asked."""
    runner = runner_of(load_ruleset(game, (), options), players)
    found: list[State] = []
    list(recorded_games(runner, seed, range(1), lambda state: found.append(state.copy()) if state.who >= 0 else None))
    return runner, found


@st.composite
def tables(draw: st.DrawFn) -> tuple[Runner, State]:
    game = draw(st.sampled_from(GAMES))
    players = draw(st.integers(2, load_ruleset(game).ruleset.draft.players.to))
    options = {"declare": draw(st.sampled_from(["in-turn", "secret"]))} if game.name == "celestia" else {}
    runner, states = decisions(game, players, str(draw(st.integers(0, 5))), **options)
    form = draw(st.sampled_from(["inspecting", "fast"]))
    return runner, in_form(runner.program, draw(st.sampled_from(states)), getattr(runner.program, form))


@given(tables(), st.integers(0, 99))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_player_cannot_tell_a_guess_from_the_table(table: tuple[Runner, State], seed: int) -> None:
    runner, state = table
    names = seat_names(runner.program.box.players)

    world = Guesser(runner.program).guess(state, Random(seed).random)

    assert world is not None
    assert view(runner.program, world, state.who, names) == view(runner.program, state, state.who, names)
    assert list(Conservation(runner.program).table_faults(world)) == []


@given(tables(), st.integers(0, 99))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_is_guessed_tells_nothing_of_what_is_hidden(table: tuple[Runner, State], seed: int) -> None:
    runner, state = table
    guesser = Guesser(runner.program)
    other = guesser.guess(state, Random(seed + 100).random)
    assert other is not None

    of_the_table, of_another = (guesser.guess(each, Random(seed).random) for each in (state, other))

    assert of_the_table is not None
    assert of_another is not None
    assert state_value(runner.program, of_the_table) == state_value(runner.program, of_another)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_could_be_answered_can_be_told_from_outside(game: Path) -> None:
    runner, states = decisions(game, 2, "legal")
    for state in states:
        found = legal(runner.program, state, runner.program.sites[state.site], state.who)
        assert found is None or found == set(state.answers)


def hidden(runner: Runner, state: State) -> Iterator[tuple[str, int | None, tuple[int, ...]]]:
    yield from ((c.zone.id, c.owner, c.counts) for c in contents(runner.program.box, state))


def test_every_consistent_deal_can_come() -> None:
    runner, states = decisions(SMALL / "fish", 3, "reach")
    guesser, box, random = Guesser(runner.program), runner.program.box, Random(1)
    state = max(states, key=lambda each: sum(sum(known) for known in known_lists(runner, each)))
    zone = box.zones["hand"]
    seat = next(seat for seat in range(3) if seat != state.who)
    knowledge = known_to_all(box, state, zone, seat)
    size = len(box.cards["catch"])
    own = state.z_hand[size * state.who : size * (state.who + 1)]  # type: ignore[attr-defined]
    open_ = state.z_shore  # type: ignore[attr-defined]
    unseen = [copies - mine - seen for copies, mine, seen in zip(box.copies["catch"], own, open_, strict=True)]
    number = sum(state.z_hand[size * seat : size * (seat + 1)])  # type: ignore[attr-defined]

    worlds = (guesser.guess(state, random.random) for _ in range(4000))
    came = {tuple(world.z_hand[size * seat : size * (seat + 1)]) for world in worlds if world}  # type: ignore[attr-defined]

    hands = {hand for hand in product(*(range(most + 1) for most in unseen)) if sum(hand) == number}
    assert came <= {hand for hand in hands if knowledge.allows(hand)}
    assert len(came) > 3


def known_lists(runner: Runner, state: State) -> Iterator[Sequence[int]]:
    zone = runner.program.box.zones["hand"]
    yield from (known_to_all(runner.program.box, state, zone, seat).least for seat in range(3))


def test_what_nobody_puts_anything_into_holds_what_began_there() -> None:
    runner, states = decisions(ROOT / "rulesets" / "celestia", 3, "home")
    box, guesser, random = runner.program.box, Guesser(runner.program), Random(1)
    for state in states[-20:]:
        world = guesser.guess(state, random.random)
        assert world is not None
        for place, pile in enumerate(world.z_treasures):  # type: ignore[attr-defined]
            assert all(place in box.homes["treasure"][kind] for kind in pile)


def test_what_others_answered_in_secret_is_drawn_anew() -> None:
    runner = runner_of(load_ruleset(SMALL / "tunnel"), 3)
    runner.streams.seed("secret")
    machine = Machine.start(runner)
    machine.happen(machine.seeded())
    machine.answer(("deeper",))
    site = machine.site
    guesser, random = Guesser(runner.program), Random(1)

    worlds = [guesser.guess(machine.state, random.random) for _ in range(40)]

    first = Counter(getattr(world, site.store)[0] for world in worlds)
    assert set(first) == {("deeper",), ("home",)}
    assert all(getattr(world, site.store)[1:] == (None, None) for world in worlds)


# dealing


def test_known_and_denied_cards_lie_right_even_where_it_is_tight() -> None:
    came = set()
    for seed in range(300):
        spots = [Spot(1, (0, 0, 0), (0, 1, 1)), Spot(1, (0, 0, 0), (1, 0, 1)), Spot(1, (0, 0, 0), (1, 1, 0))]
        deal((1, 1, 1), spots, Random(seed).random)
        came.add(tuple(spot.held.index(1) for spot in spots))

    assert came == {(1, 2, 0), (2, 0, 1)}


def test_all_deals_are_equally_likely() -> None:
    random, came = Random(1), Counter[int]()
    for _ in range(6000):
        spots = [Spot(2, (0, 0), (2, 2)), Spot(2, (0, 0), (2, 2))]
        deal((2, 2), spots, random.random)
        came[spots[0].held[0]] += 1

    assert [round(came[number] / 1000) for number in range(3)] == [1, 4, 1]
