"""What an action is given is worked out once, however many rules run it and whatever its steps change."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.api import load_ruleset
from interpreter.library import runner_of
from interpreter.simulation.games import fast_games, recorded_games

RULES = """\
format: 1
ruleset: given
version: 1
title: Given
players: {from: 2, to: 2}
roles: {active: {held-by: one}, first: {held-by: one}}
counters: {pot: {starts: 1}, seen: {}, mark: {of: player}}
setup:
  - {id: seats, each: player, do: [{give: active, to: player}, {give: first, to: player}]}
actions:
  raise-it:
    needs: {it: number, who: player}
    do:
      - {set: pot, to: pot + it}
      - {give: active, to: left(who)}
      - {set: seen, to: seen + it}
      - {set: mark, for: who, to: 7}ASK
steps:
  game:
    - {run: raise-it, with: {it: GIVEN, who: active}}AGAIN
    - {end: game}
scoring: {score: 1000 * pot + 10 * seen + mark of player}
"""
ASK = "\n      - {id: sure, ask: who, answers: {well: {}}}"
AGAIN = "\n    - {if: pot > 9, run: raise-it, with: {it: 0, who: active}}"
LONG = "pot + 1" + " + 0 * (pot + seen)" * 40


@pytest.mark.parametrize("given", ["pot + 1", LONG], ids=["short", "long"])
@pytest.mark.parametrize("again", ["", AGAIN], ids=["one-rule", "two-rules"])
@pytest.mark.parametrize("ask", ["", ASK], ids=["nobody-asked", "asked"])
def test_a_given_value_stays_what_it_was(tmp_path: Path, given: str, again: str, ask: str) -> None:
    text = RULES.replace("GIVEN", given).replace("AGAIN", again).replace("ASK", ask)
    (tmp_path / "ruleset.yaml").write_text(text, "utf-8")
    runner = runner_of(load_ruleset(tmp_path), 2)

    (fast,) = fast_games(runner, "1", range(1))
    (recorded,) = recorded_games(runner, "1", range(1), witness=lambda _: None)

    assert fast.scores == ((3020,), (3027,))
    assert recorded.played == fast
