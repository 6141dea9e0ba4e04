"""`gulliver ask`: who is asked, and what is legal and refused there."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from interpreter.cli import main

RULES = """\
format: 1
ruleset: shells
version: 1
title: Shells
players: {from: 2, to: 4}
dice: {die: {faces: {calm: 3, storm: 1}}}
types: {shell: {}}
roles: {active: {held-by: one}}
counters: {more: {}}
zones:
  lap: {of: player, holds: shell, seen-by: owner, starts: empty}
  beach: {holds: shell, seen-by: everybody, starts: full}
cards: {CARDS}
setup: [{give: active, at-random-among: everybody}]
steps:
  game:
    - {id: throw, roll: die, count: more}
    - id: choose
      ask: active
      answers:
        keep: {choose: {what: {card: lap of active}}}
        wait: {refuse: {calm: "count(die, storm) = 0"}}
        rest: {}
    - {end: game}
"""
SCENARIO = """\
ruleset "."

scenario ask
  given at throw
    players: Ada, Bruno
    active: Ada
    more: 0
    Ada lap: HELD
"""
KINDS = [f"shell-{chr(97 + number)}" for number in range(15)]


@pytest.fixture
def shells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    cards = ", ".join(f"{kind}: {{type: shell, copies: 1}}" for kind in KINDS)
    (tmp_path / "ruleset.yaml").write_text(RULES.replace("CARDS", cards))
    (tmp_path / "a.scenario").write_text(SCENARIO.replace("HELD", ", ".join(KINDS)))
    return "a.scenario"


def asked(*words: str) -> list[str]:
    done = CliRunner().invoke(main, ["ask", *words])
    assert done.exit_code == 0, done.output
    return [line.strip() for line in done.output.splitlines()]


def test_a_throw_of_no_dice_is_passed_over(shells: str) -> None:
    lines = asked(shells)

    assert lines[1] == "Ada is asked:"
    assert "cannot: wait" in lines


def test_many_answers_are_cut_until_all_are_wanted(shells: str) -> None:
    cut, whole = asked(shells), asked(shells, "--all")

    assert sum(line.startswith("can: ") for line in cut) == 13
    assert "can: 4 more (`--all` lists them)" in cut
    assert [line for line in whole if line.startswith("can: keep")] == [f"can: keep {kind}" for kind in KINDS]


def test_nobody_is_told_that_they_cannot_pass_in_a_window_that_has_closed() -> None:
    lines = asked(str(Path(__file__).parents[3] / "scenarios" / "celestia" / "rulings-b15-b21.scenario"))

    assert any(line.startswith("window ") for line in lines)
    assert not any(line.endswith("cannot: pass") for line in lines)
