"""All forms of a program play the same game: the fast and the probing one exist because this test exists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter.engine.machine import Runner
from interpreter.engine.state import State
from interpreter.engine.streams import Streams
from interpreter.library import load_ruleset, observed_of, runner_of
from interpreter.simulation.games import fast_games, recorded_games
from interpreter.simulation.players import Players

Make = Callable[..., Runner]
Varied = tuple[Path, int, dict[str, str | int]]


def test_every_free_decision_is_the_same(seated: Make, varied: Varied) -> None:
    game, players, options = varied
    runner = seated(game, players, **options)

    assert list(fast_decisions(runner, "same", 3)) == list(recorded_decisions(runner, "same", 3))


@pytest.mark.exhaustive
def test_every_free_decision_is_the_same_in_many_games(seated: Make, varied: Varied) -> None:
    game, players, options = varied
    runner = seated(game, players, **options)

    assert list(fast_decisions(runner, "more", 200)) == list(recorded_decisions(runner, "more", 200))


def test_every_result_is_the_same(seated: Make, table: tuple[Path, int]) -> None:
    runner = seated(*table)
    recorded = [game.played for game in recorded_games(runner, "result", range(20), stop_everywhere)]

    assert list(fast_games(runner, "result", range(20))) == recorded


def test_a_program_that_notes_what_runs_plays_the_same(varied: Varied) -> None:
    game, players, options = varied
    loaded = load_ruleset(game, (), options)

    assert list(stops_and_events(observed_of(loaded, players).runner)) == list(
        stops_and_events(runner_of(loaded, players))
    )


def stops_and_events(runner: Runner) -> Iterator[tuple[object, ...]]:
    """Rules by their paths: the numbers that they have are nobody's business."""
    rules = runner.program.rules
    for game in recorded_games(runner, "noted", range(3), stop_everywhere):
        yield from ((None if rule is None else rules[rule].path, *further) for rule, *further in game.log)
        yield game.played.scores, game.played.winners


def test_what_plays_on_records_the_same(seated: Make, varied: Varied) -> None:
    game, players, options = varied
    runner = seated(game, players, **options)
    played_on = recorded_games(runner, "log", range(3))
    stopped = recorded_games(runner, "log", range(3), stop_everywhere)

    for one, other in zip(played_on, stopped, strict=True):
        assert list(map(without_piles, one.log)) == list(map(without_piles, other.log))
        assert one.played == other.played


def without_piles(entry: tuple[Any, ...]) -> tuple[Any, ...]:
    """What lies in a pile that is drawn from is not recorded where the game plays on."""
    rule, who, site, answers, given = (*entry, *(None,) * 5)[:5] if entry[0] is None else (0, 0, 0, 0, 0)
    return entry if entry[0] is not None or who >= 0 else (rule, who, site, answers[1], given)


def stop_everywhere(_: State) -> None:
    """Somebody who looks at the table at each stop: then the inspecting form is played."""


def recorded_decisions(runner: Runner, seed: str, games: int) -> Iterator[tuple[object, ...]]:
    for game in recorded_games(runner, seed, range(games), stop_everywhere):
        for _, who, site, answers, given in game.stops:
            if who >= 0 and len(answers) > 1:
                yield who, site, answers, given


def fast_decisions(runner: Runner, seed: str, games: int) -> Iterator[tuple[object, ...]]:
    program, players = runner.program, Players(runner)
    streams = Streams(program.fast.streams, program.box.places)
    bound = program.fast.bind(print, print)
    for number in range(games):
        streams.seed(f"{seed}/{number}")
        bound.draw_from(streams.functions)
        bits = players.bits(f"{seed}/{number}")
        state = program.fast.fresh()
        step = bound.starts["start"]
        while True:
            while step is not None:
                step = step(state)
            if state.who < 0:
                break
            answer = state.answers[bits() * len(state.answers) >> 32]
            yield state.who, state.site, state.answers, answer
            step = bound.resume[state.site](state, answer)
