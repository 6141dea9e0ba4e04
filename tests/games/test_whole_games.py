"""Games of every kind end normally; nothing is lost on the way; what was, stays as it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.engine.conservation import Conservation
from interpreter.engine.machine import Machine, Runner
from interpreter.engine.saving import dumps, loads, state_value
from interpreter.engine.state import State
from interpreter.simulation.games import recorded_games

Make = Callable[..., Runner]
Varied = tuple[Path, int, dict[str, str | int]]


def test_nothing_is_lost_after_any_step(seated: Make, varied: Varied) -> None:
    game, players, options = varied
    runner = seated(game, players, **options)

    assert table_faults(runner, "kept", 2) == []


@pytest.mark.exhaustive
def test_nothing_is_lost_in_a_thousand_games(seated: Make, table: tuple[Path, int]) -> None:
    assert table_faults(seated(*table), "1", 1000) == []


@pytest.mark.xfail(raises=NameError, strict=False, reason="compiled invariants call `bool`, which they may not")
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
    (game,) = recorded_games(runner, "on", range(1))
    machine = Machine.start(runner)
    for _, who, _, _, given in game.stops:
        machine = loads(runner, dumps(machine))
        machine.answer(given) if who >= 0 else machine.happen(given)

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
