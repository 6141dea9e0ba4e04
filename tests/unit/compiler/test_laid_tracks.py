"""A track that is laid anew takes pawns along: they stand where their places lie now, or nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.api import load_ruleset
from interpreter.engine.conservation import Conservation
from interpreter.engine.machine import Machine
from interpreter.engine.saving import dumps, loads
from interpreter.engine.state import OpenValueError
from interpreter.library import runner_of
from interpreter.simulation.games import fast_games, recorded_games

RULES = """\
format: 1
ruleset: laid
version: 1
title: Laid
players: {from: 2, to: 2}
attributes: {places: [depth]}
places: {cave: {depth: 3}, lake: {depth: 1}, hill: {}, moor: {depth: 2}}
tracks: {road: {of: places}}
pawns: {cart: {on: road}}
counters: {seen: {}}
setup: [{place: cart, at: last(road)}]
steps:
  game:
    - {lay: road, where: WHERE}
    - {id: there, ask: first-one, answers: {well: {}}}
    - {id: look, set: seen, to: "10 * depth of cart + spaces(first(road), cart)"}
    - {end: game}
roles: {first-one: {held-by: one}}
scoring: {score: seen}
"""
SETUP = "setup: [{each: player, give: first-one, to: player}, "


def rules(folder: Path, where: str) -> Path:
    (folder / "ruleset.yaml").write_text(RULES.replace("WHERE", where).replace("setup: [", SETUP), "utf-8")
    return folder


@pytest.mark.parametrize(
    ("where", "score"), [("depth of space > 0", 22), ("depth of space = 2", 20), ('"yes"', 23)], ids=str
)
def test_a_pawn_stands_where_its_place_is(tmp_path: Path, where: str, score: int) -> None:
    runner = runner_of(load_ruleset(rules(tmp_path, where)), 2)

    (fast,) = fast_games(runner, "1", range(1))
    (recorded,) = recorded_games(runner, "1", range(1), witness=Conservation(runner.program).check)

    assert fast.scores == ((score,), (score,))
    assert recorded.played == fast


def test_a_pawn_whose_place_is_gone_stands_nowhere(tmp_path: Path) -> None:
    runner = runner_of(load_ruleset(rules(tmp_path, "space != moor")), 2)
    machine = Machine.start(runner)

    Conservation(runner.program).check(machine.state)
    assert dumps(loads(runner, dumps(machine))) == dumps(machine)
    with pytest.raises(OpenValueError, match="cart"):
        machine.answer(machine.waiting.answers[0])
