"""Whatever rules lead to can be saved and loaded: answers given in secret within rules that run themselves, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.api import load_ruleset
from interpreter.engine.decisions import Chance, Decision
from interpreter.engine.machine import Machine
from interpreter.engine.saving import dumps, loads
from interpreter.library import runner_of

HEAD = """\
format: 1
ruleset: saved
version: 1
title: Saved
players: {from: 2, to: 2}
roles: {active: {held-by: one}}
counters: {pot: {}}
setup: [{give: active, at-random-among: everybody}]
scoring: {score: pot}
"""
WITHIN = """\
actions:
  again:
    do:
      - {id: more, set: pot, to: pot + 1}
      - id: bids
        each: who
        together: "yes"
        ask: who
        answers:
          bid: {do: [{if: pot < 4, run: again}]}
          stay: {}
steps:
  game: [{run: again}, {end: game}]
"""
SHRINKS = """\
types: {thing: {}}
cards: {stick: {type: thing, copies: 4}}
zones:
  deck: {holds: thing, pile: true, starts: full}
  shelf: {holds: thing, seen-by: everybody, room: 3 - pot}
steps:
  game:
    - {draw: deck, to: shelf, count: 3}
    - {set: pot, to: 2}
    - {id: sure, ask: active, answers: {well: {}}}
    - {draw: deck, to: shelf}
    - {end: game}
"""


@pytest.mark.parametrize("rules", [WITHIN, SHRINKS], ids=["rules-within-rules", "a-room-that-shrinks"])
def test_every_position_can_be_saved(tmp_path: Path, rules: str) -> None:
    (tmp_path / "ruleset.yaml").write_text(HEAD + rules, "utf-8")
    runner = runner_of(load_ruleset(tmp_path), 2)
    machine, asked = Machine.start(runner), 0

    while isinstance(machine.waiting, Decision | Chance):
        assert dumps(loads(runner, dumps(machine))) == dumps(machine)
        machine = loads(runner, dumps(machine))
        if isinstance(machine.waiting, Decision):
            machine.answer(machine.waiting.answers[0])
            asked += 1
        else:
            machine.happen(next(iter(machine.waiting.outcomes)))

    assert asked == (8 if rules == WITHIN else 1)
