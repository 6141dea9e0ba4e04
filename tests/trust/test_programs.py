"""Rules from which no program can be made, and dice with any number of faces: a reason, in a short time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.api import load_ruleset, new_game
from interpreter.cli import main
from interpreter.engine.machine import ImpossibleError

HEAD = """\
format: 1
ruleset: large
version: 1
title: Large
players: {from: 2, to: 2}
roles: {active: {held-by: one}}
counters: {pot: {}}
setup: [{id: first, give: active, at-random-among: everybody}]
scoring: {score: pot}
"""
SECONDS = 20


def told(folder: Path, rules: str, *command: str) -> Result:
    (folder / "ruleset.yaml").write_text(HEAD + rules, "utf-8")
    begun = time.process_time()
    result = CliRunner().invoke(main, [command[0], str(folder), *command[1:]])
    assert time.process_time() - begun < SECONDS
    return result


def steps(number: int, inner: str) -> str:
    """Sequences that run each other; `{}` is the next one."""
    further = "".join(f"  s{each}:\n{inner.replace('{}', f's{each + 1}')}" for each in range(number))
    game = "steps:\n  game:\n    - {run: s0}\n    - {end: game}\n"
    return f"{game}{further}  s{number}:\n    - {{set: pot, to: pot + 1}}\n"


OFTEN = steps(20, "    - {run: {}}\n    - {run: {}}\n")
DEEP = steps(150, "    - {if: pot < 5, run: {}}\n")


@pytest.mark.parametrize("rules", [OFTEN, DEEP], ids=["often", "deep"])
@pytest.mark.parametrize("command", [("check",), ("simulate", "--games", "1")], ids=["check", "simulate"])
def test_rules_that_run_each_other_are_refused_with_a_reason(
    tmp_path: Path, rules: str, command: tuple[str, ...]
) -> None:
    result = told(tmp_path, rules, *command)

    assert result.exit_code == 1
    assert "error[R0605]: the rules run each other too often or too deep" in result.output
    assert "ruleset.yaml:10:1" in result.output


def test_rules_may_run_each_other_as_deep_as_anybody_writes(tmp_path: Path) -> None:
    result = told(tmp_path, steps(40, "    - {if: pot < 5, run: {}}\n"), "simulate", "--games", "1")

    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("faces", [7, 100, 2000])
def test_dice_may_have_any_number_of_faces(tmp_path: Path, faces: int) -> None:
    named = ", ".join(f"f{face}: 1" for face in range(faces))
    game = "steps:\n  game:\n    - {roll: die, count: 5}\n    - {end: game}\n"
    rules = f"dice: {{die: {{faces: {{{named}}}}}}}\n{game}"

    assert told(tmp_path, rules, "check").exit_code == 0
    assert told(tmp_path, rules, "simulate", "--games", "3").exit_code == 0


PUT = """dice: {die: {faces: {x: 1, y: 1}}}
steps:
  game:
    - {put: die, showing: [x], count: COUNT}
    - {end: game}
"""
AGAIN = """dice: {die: {faces: {x: 1, y: 1}}}
steps:
  game:
    - {while: pot >= 0, do: [{id: more, put: die, showing: [x], count: 1}]}
    - {end: game}
"""
NEEDS = """dice: {die: {faces: {x: 1, y: 1}}}
types: {stick: {}}
zones: {hand: {of: player, holds: stick, seen-by: owner, starts: full}}
cards: {twig: {type: stick, meets: [x]}}
demands: {toll: {dice: die, needs: {x: COUNT}}}
steps:
  game:
    - {if: "payable(toll, hand of active)", set: pot, to: 1}
    - {end: game}
"""


@pytest.mark.parametrize(
    "rules", [PUT.replace("COUNT", "9" * 12), AGAIN, NEEDS.replace("COUNT", "9" * 12)], ids=["put", "again", "needs"]
)
def test_more_dice_than_anybody_can_count_are_refused(tmp_path: Path, rules: str) -> None:
    result = told(tmp_path, rules, "simulate", "--games", "1")

    assert result.exit_code == 1, result.output
    assert "GULLIVER_MOST_DICE" in result.output
    assert "ruleset.yaml:" in result.output


def test_a_few_dice_may_be_put(tmp_path: Path) -> None:
    assert told(tmp_path, PUT.replace("COUNT", "500"), "simulate", "--games", "1").exit_code == 0


def test_throws_without_end_are_stopped(tmp_path: Path) -> None:
    rules = AGAIN.replace("{id: more, put: die, showing: [x], count: 1}", "{roll: die, count: 9}")
    result = told(tmp_path, rules, "simulate", "--games", "1")

    assert result.exit_code == 1, result.output
    assert "error[X0101]" in result.output


GROWS = """actions:
  grow: {needs: {it: number}, do: [{set: pot, to: it}]}
steps:
  game:
    - {set: pot, to: 3}
    - {while: pot > 0, do: [{id: up, run: grow, with: {it: pot * pot}}]}
"""


def test_a_counter_holds_no_number_beyond_bounds_that_it_is_given(tmp_path: Path) -> None:
    result = told(tmp_path, GROWS, "simulate", "--games", "1")

    assert result.exit_code == 1
    assert "GULLIVER_MOST_NUMBER" in result.output


def test_no_more_dice_are_thrown_at_once_than_anybody_holds(tmp_path: Path) -> None:
    rules = "dice: {die: {faces: {x: 1, y: 1}}}\nsteps:\n  game:\n    - {roll: die, count: 101}\n    - {end: game}\n"
    assert "error[X0102]" in told(tmp_path, rules, "simulate", "--games", "1").output
    assert "error[X0102]" in told(tmp_path, rules, "simulate", "--games", "1", "--strict").output
    with pytest.raises(ImpossibleError):
        new_game(load_ruleset(tmp_path), ["Ada", "Bruno"], seed="1")
