"""Every game that is played becomes a scenario that plays the same game: it is tidy, and it passes."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from interpreter.engine.machine import Runner
from interpreter.engine.telling import Teller
from interpreter.engine.transcript import Transcript
from interpreter.library import load_ruleset, runner_of
from interpreter.report.verdicts import failure
from interpreter.scenario.formatter import format_text
from interpreter.scenario.parser import parse
from interpreter.simulation.games import game_seed, recorded_games
from interpreter.simulation.players import seat_names
from interpreter.simulation.transcripts import transcript_of
from interpreter.trial.runner import run_file
from interpreter.writing.recording import Recording, scenario_of
from interpreter.writing.words import stack_words
from sampling import SEED

LAYERED = [
    ("celestia", ("a-little-help",), 4),
    ("celestia", ("a-little-help", "house/secret"), 3),
    ("celestia", ("house/one-stop",), 5),
]


def played(runner: Runner, seed: str) -> Transcript:
    (recorded,) = recorded_games(runner, seed, [0])
    teller = Teller(runner.program, seat_names(runner.program.box.players))
    return transcript_of(runner, teller, recorded, game_seed(seed, 0))


def check(game: str, layers: tuple[str, ...], players: int, options: dict[str, Any], **how: Any) -> None:
    loaded = load_ruleset(game, layers, options)
    told = played(runner_of(loaded, players), SEED)
    text = scenario_of(told, loaded, Recording(stack=stack_words(game, layers, options.items()), **how))
    verdicts = list(run_file(parse(text, "recorded.scenario")))

    assert format_text(text) == text
    assert [failure(verdict) for verdict in verdicts if not verdict.is_fine] == []
    assert len(verdicts) == 1


def test_a_game_becomes_a_scenario(table: tuple[Path, int]) -> None:
    game, players = table
    check(str(game), (), players, {})


@pytest.mark.exhaustive
def test_a_game_with_any_option_becomes_a_scenario(varied: tuple[Path, int, dict[str, Any]]) -> None:
    game, players, options = varied
    check(str(game), (), players, options)


@pytest.mark.parametrize(("game", "layers", "players"), LAYERED)
def test_a_game_under_layers_becomes_a_scenario(game: str, layers: tuple[str, ...], players: int) -> None:
    check(game, layers, players, {})


@pytest.mark.parametrize("steps", [1, 4])
def test_the_beginning_of_a_game_becomes_a_scenario_in_spanish_too(table: tuple[Path, int], steps: int) -> None:
    game, players = table
    check(str(game), (), players, {}, steps=steps, language="es")


def test_a_log_that_ends_anywhere_becomes_a_scenario(table: tuple[Path, int]) -> None:
    """A game that somebody stopped to play: before a throw, or before an answer that is forced."""
    game, players = table
    loaded = load_ruleset(game)
    told = played(runner_of(loaded, players), SEED)
    chosen = Random(SEED)
    for end in [0, *(chosen.randrange(len(told.log)) for _ in range(3))]:
        text = scenario_of(evolve(told, log=told.log[:end], result=None), loaded, Recording(stack=f'"{game}"'))
        verdicts = list(run_file(parse(text, "recorded.scenario")))

        assert [failure(verdict) for verdict in verdicts if not verdict.is_fine] == []
