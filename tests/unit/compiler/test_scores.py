from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.api import load_ruleset
from interpreter.library import runner_of
from interpreter.simulation.games import fast_games
from interpreter.source.diagnostics import SourceError

RULES = """\
format: 1
ruleset: heap
version: 1
title: Heap
players: {from: 2, to: 2}
types: {stone: {}}
zones:
  box: {holds: stone, pile: true, starts: full}
  heap: {of: player, holds: stone, pile: %s}
cards: {pebble: {type: stone, copies: 3}}
roles: {active: {held-by: one}}
setup: [{give: active, at-random-among: everybody}]
steps: {game: [{draw: box, to: heap of active}, {end: game}]}
scoring: {score: count(heap of player) + count(box)}
"""
STEPS = "{draw: box, to: hand, count: 2}, {move: pebble, from: hand, to: heap of active, count: 2}"


def test_a_score_may_count_a_pile(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(RULES % "false")

    runner = runner_of(load_ruleset(tmp_path), 2)

    played = next(iter(fast_games(runner, "1", [0])))
    assert sorted(score[0] for score in played.scores) == [2, 3]


def test_cards_go_face_down_only_to_a_pile_of_the_table(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(RULES % "true")

    with pytest.raises(SourceError, match=r"ruleset\.yaml:13:\d+: R0318"):
        load_ruleset(tmp_path)


def test_a_score_may_count_a_pile_on_which_cards_were_put(tmp_path: Path) -> None:
    rules = (RULES % "true").replace("{draw: box, to: heap of active}", STEPS)
    (tmp_path / "ruleset.yaml").write_text(rules.replace("  heap:", "  hand: {holds: stone}\n  heap:"))

    runner = runner_of(load_ruleset(tmp_path), 2)

    played = next(iter(fast_games(runner, "1", [0])))
    assert sorted(score[0] for score in played.scores) == [1, 3]


def test_nothing_is_moved_out_of_a_pile(tmp_path: Path) -> None:
    rules = (RULES % "true").replace("{draw: box, to:", "{move: pebble, from: box, to:")
    (tmp_path / "ruleset.yaml").write_text(rules)

    with pytest.raises(SourceError, match=r"ruleset\.yaml:13:\d+: R0323"):
        load_ruleset(tmp_path)
