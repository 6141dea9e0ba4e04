"""Sums that the program keeps up to date are right from the first position on, and after a refill."""

from __future__ import annotations

from pathlib import Path

from interpreter.engine.conservation import Conservation
from interpreter.library import load_ruleset, runner_of
from interpreter.simulation.games import fast_games, recorded_games

RULES = """\
format: 1
ruleset: heap
version: 1
title: Heap
players: {from: 2, to: 2}
attributes: {cards: [weight]}
types: {stone: {}}
zones: ZONES
cards: {pebble: {type: stone, copies: 3, weight: 2}}
roles: {active: {held-by: one}}
setup: [{give: active, at-random-among: everybody}]
steps: {game: STEPS}
scoring: {score: "sum(heap, weight)"}
"""
FULL = "{heap: {holds: stone, starts: full}, pit: {holds: stone}}"
REFILLED = "{box: {holds: stone, pile: true, starts: full, refill: {from: heap}}, heap: {holds: stone}}"


def test_a_zone_that_starts_full_has_its_sum(tmp_path: Path) -> None:
    assert _score(tmp_path, FULL, "[{end: game}]") == 6
    assert _score(tmp_path, FULL, "[{move: pebble, from: heap, to: pit}, {end: game}]") == 4
    assert _score(tmp_path, FULL, "[{move: all, from: heap, to: pit}, {end: game}]") == 0


def test_a_zone_of_which_a_pile_was_made_has_nothing(tmp_path: Path) -> None:
    assert _score(tmp_path, REFILLED, "[{draw: box, to: heap, count: 4}, {end: game}]") == 2


def test_where_all_is_moved_out_and_comes_in_again_it_is_moved_again(tmp_path: Path) -> None:
    steps = "{move: all, from: heap, to: pit}, {move: all, from: pit, to: heap}"
    assert _score(tmp_path, FULL, f"[{steps}, {steps}, {{end: game}}]") == 6


def _score(tmp_path: Path, zones: str, steps: str) -> int:
    (tmp_path / "ruleset.yaml").write_text(RULES.replace("ZONES", zones).replace("STEPS", steps))
    runner = runner_of(load_ruleset(tmp_path), 2)
    (game,) = recorded_games(runner, "1", [0])
    (other,) = fast_games(runner, "1", [0])
    assert game.played == other
    assert not list(Conservation(runner.program).table_faults(game.state))
    return game.played.scores[0][0]
