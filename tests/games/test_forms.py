"""All forms of a program play the same game: the fast and the probing one exist because this test exists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from forms import assert_forms_agree, fast_decisions, recorded_decisions, stop_everywhere
from interpreter.engine.machine import Runner
from interpreter.library import load_ruleset, observed_of, runner_of
from interpreter.simulation.games import fast_games, recorded_games

Make = Callable[..., Runner]
Varied = tuple[Path, int, dict[str, str | int]]


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


def test_every_decision_is_the_same(seated: Make, varied: Varied) -> None:
    game, players, options = varied

    assert_forms_agree(seated(game, players, **options), "log", 3)
