from __future__ import annotations

from pathlib import Path

from interpreter.api import load_ruleset
from interpreter.engine.decisions import Over
from interpreter.engine.machine import Machine
from interpreter.library import runner_of

RULES = """\
format: 1
ruleset: steps
version: 1
title: Steps
players: {from: 2, to: 2}
counters: {rounds: {}, after: {}}
steps:
  game:
    - {id: rounds, repeat: [round]}
    - {set: after, to: rounds * 10}
    - {end: game}
  round:
    - {set: rounds, to: rounds + 1}
    - {if: rounds = 3, end: rounds}
scoring: {score: after}
"""


def test_the_end_of_a_repeat_goes_on_behind_it(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(RULES)

    machine = Machine.start(runner_of(load_ruleset(tmp_path), 2))

    waiting = machine.waiting
    assert isinstance(waiting, Over)
    assert waiting.scores == (30, 30)
    assert waiting.winners == (0, 1)
