"""Games of every kind end normally; nothing is lost on the way; what was, stays as it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from interpreter.engine.conservation import Conservation
from interpreter.engine.decisions import Chance, Decision
from interpreter.engine.machine import Machine, Runner
from interpreter.engine.saving import dumps, loads, state_value
from interpreter.engine.state import State
from interpreter.library import load_ruleset, runner_of
from interpreter.simulation.games import recorded_games

SHELVES = (Path(__file__).parent / "rulesets", Path(__file__).parents[2] / "rulesets")
GAMES = sorted(file.parent for shelf in SHELVES for file in shelf.glob("*/ruleset.yaml"))
Make = Callable[..., Runner]
Varied = tuple[Path, int, dict[str, str | int]]


def test_nothing_is_lost_after_any_step(seated: Make, varied: Varied) -> None:
    game, players, options = varied
    runner = seated(game, players, **options)

    assert table_faults(runner, "kept", 2) == []


@pytest.mark.exhaustive
def test_nothing_is_lost_in_a_thousand_games(seated: Make, table: tuple[Path, int]) -> None:
    assert table_faults(seated(*table), "1", 1000) == []


def test_what_the_rules_promise_holds_after_every_step(seated: Make, promising: tuple[Path, int]) -> None:
    runner = seated(*promising)
    played = list(recorded_games(runner, "promised", range(5), Conservation(runner.program).check))

    assert len(played) == 5


def table_faults(runner: Runner, seed: str, games: int) -> list[str]:
    found: list[str] = []
    kept = Conservation(runner.program)
    played = sum(1 for _ in recorded_games(runner, seed, range(games), lambda s: found.extend(kept.table_faults(s))))
    assert played == games
    return found


def test_every_position_survives_being_saved(seated: Make, table: tuple[Path, int]) -> None:
    runner = seated(*table)
    seen = []

    def save(state: State) -> None:
        loaded = loads(runner, dumps(Machine(runner, state)))
        assert state_value(runner.program, loaded.state) == state_value(runner.program, state)
        seen.append(hash(state_value(runner.program, state)))

    list(recorded_games(runner, "saved", range(2), save))
    assert len(set(seen)) > 5


def test_a_loaded_position_goes_on_as_the_saved_one(seated: Make, table: tuple[Path, int]) -> None:
    runner = seated(*table)
    (game,) = recorded_games(runner, "on", range(1), lambda _: None)
    machine = Machine.start(runner)
    for _, who, _, _, answer in game.stops:
        machine = loads(runner, dumps(machine))
        machine.answer(answer) if who >= 0 else machine.happen(answer)

    assert state_value(runner.program, machine.state) == state_value(runner.program, game.state)


def test_copies_are_independent(seated: Make, table: tuple[Path, int]) -> None:
    runner = seated(*table)
    past: list[tuple[State, object]] = []

    def remember(state: State) -> None:
        copy = state.copy()
        past.append((copy, state_value(runner.program, copy)))
        past.append((state.copy(), state_value(runner.program, state)))

    list(recorded_games(runner, "past", range(1), remember))
    assert all(state_value(runner.program, copy) == value for copy, value in past)


@given(st.data())
@hypothesis_settings(max_examples=40)
def test_what_happens_to_a_copy_never_reaches_the_past(data: st.DataObject) -> None:
    rules = load_ruleset(data.draw(st.sampled_from(GAMES)))
    bounds = rules.ruleset.draft.players
    runner = runner_of(rules, data.draw(st.integers(bounds.from_, min(bounds.to, 6))))
    states: list[State] = []
    list(recorded_games(runner, str(data.draw(st.integers(0, 9))), range(1), lambda s: states.append(s.copy())))
    machine = Machine(runner, data.draw(st.sampled_from(states[:-1])))
    before, branch = dumps(machine), machine.copy()
    for _ in range(data.draw(st.integers(1, 15))):
        waiting = branch.waiting
        if isinstance(waiting, Decision):
            branch.answer(data.draw(st.sampled_from(waiting.answers)))
        elif isinstance(waiting, Chance):
            branch.happen(data.draw(st.sampled_from(sorted(waiting.outcomes))))

    assert dumps(machine) == before
