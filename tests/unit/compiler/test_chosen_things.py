"""What was chosen and lies no longer there does not move: nothing comes from nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.api import load_ruleset
from interpreter.engine.conservation import Conservation
from interpreter.engine.machine import Runner
from interpreter.library import runner_of
from interpreter.simulation.games import fast_games, recorded_games

RULES = """\
format: 1
ruleset: chosen
version: 1
title: Chosen
players: {from: 2, to: 2}
roles: {active: {held-by: one}}
types: {thing: {}}
dice: {die: {faces: {x: 1}}}
zones:
  deck: {holds: thing, pile: true, starts: full}
  gone: {holds: thing, seen-by: everybody}
  shelf: {holds: thing, seen-by: everybody}
  case: {holds: thing, seen-by: everybody, room: 1}
  hand: {of: player, holds: thing, seen-by: owner, remembered: true}
cards:
  stick: {type: thing, copies: 1, meets: [x]}
  stone: {type: thing, copies: 1, meets: [x], play: {in: w, from: hand, to: gone, by: active}PLAYED}
demands: {toll: {dice: die}}
windows: {w: {}}
setup: [{give: active, at-random-among: everybody}]
steps:
  game:
    - {draw: deck, to: hand of active, count: 2}
    - {put: die, showing: [x], count: 1}
COURSE
    - {end: game}
scoring: {score: "count(gone) + 10 * count(hand of player) + 100 * count(shelf) + 1000 * count(case)"}
"""
PAID = "choose: {fee: {payment: toll, from: hand of actor}}, do: [{move: fee, from: hand of actor, to: shelf}]"
BOTH = """\
    - ask: active
      answers:
        all:
          choose: {two: {cards: hand of actor, least: 2}}
          do:
            - {move: WHAT, from: hand of actor, to: shelf}
            - {move: two, from: hand of actor, to: case}
"""
TOGETHER = """\
    - each: who
      together: "yes"
      ask: who
      plays: w
      answers: {loot: {do: [{move: all, from: hand of left(actor), to: shelf}]}}
"""
# Each with the course of play, what the stone does, and the best scores with which it may end.
CASES = {
    "the-card-that-is-played": ("    - {window: w, from: active}", PAID, {1, 11, 20, 101}),
    "a-card-that-is-gone": (BOTH.replace("WHAT", "two"), "", {200}),
    "one-finds-room": (BOTH.replace("WHAT", "stick"), "", {1100}),
    "a-play-in-secret": (TOGETHER, "", {101, 200}),
}


def played(folder: Path, course: str, card: str) -> Runner:
    text = RULES.replace("COURSE", course).replace("PLAYED", f", {card}" if card else "")
    (folder / "ruleset.yaml").write_text(text, "utf-8")
    return runner_of(load_ruleset(folder), 2)


@pytest.mark.parametrize("name", CASES)
def test_nothing_comes_from_nowhere(tmp_path: Path, name: str) -> None:
    course, card, ends = CASES[name]
    runner = played(tmp_path, course, card)
    kept = Conservation(runner.program)
    games = range(20)

    fast = list(fast_games(runner, "1", games))
    recorded = [game.played for game in recorded_games(runner, "1", games)]
    witnessed = [game.played for game in recorded_games(runner, "1", games, witness=kept.check)]

    assert {max(game.scores)[0] for game in fast} <= ends
    assert fast == recorded == witnessed
