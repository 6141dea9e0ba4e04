from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main

SHELF = Path(__file__).parents[3] / "rulesets"
PIG = str(Path(__file__).parents[2] / "games" / "rulesets" / "pig")


def simulate(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *words])


def test_json_is_one_object() -> None:
    result = simulate(PIG, "--players", "3", "--games", "7", "--seed", "x", "--format", "json")

    assert result.exit_code == 0
    assert json.loads(result.stdout)["games"] == 7


def test_text_says_who_won_how_often() -> None:
    result = simulate(PIG, "--games", "7")

    assert result.exit_code == 0
    assert result.stdout.startswith("pig: 7 games of 2 players, seed 1\n")
    assert "ended by   goal: 100.0 % (64.6 to 100.0)" in result.stdout


def test_options_change_the_rules() -> None:
    few, many = (
        json.loads(simulate(PIG, "--games", "20", "--option", f"goal={goal}", "--format", "json").stdout)
        for goal in (5, 90)
    )

    assert few["options"] == {"goal": 5}
    assert few["decisions"] < many["decisions"]


def test_the_head_names_options_that_were_chosen() -> None:
    result = simulate(PIG, "--games", "2", "--option", "goal=9")

    assert result.stdout.startswith("pig with option goal = 9: 2 games of 2 players, seed 1\n")


def test_shared_victories_are_a_share_of_the_victories() -> None:
    result = simulate(str(SHELF / "celestia-duo"), "--option", "mode=quick", "--games", "100")

    assert "won 3.0 %" in result.stdout
    assert "shared     100.0 % (43.9 to 100.0) of all victories" in result.stdout


def test_an_unknown_ruleset_is_a_finding() -> None:
    result = simulate("pigg")

    assert result.exit_code == 1
    assert "L0001" in result.stderr


def test_too_many_players_are_a_finding_at_the_rule() -> None:
    result = simulate(PIG, "--players", "9")

    assert result.exit_code == 1
    assert "ruleset.yaml:5" in result.stderr


LAYER = "format: 1\nlayer: more\nchanges: pig 1\ntitle: More\nwhy: a test.\n"
FAULTY = """format: 1
ruleset: faulty
version: 1
title: Faulty
players: {from: 1, to: 2}
roles: {active: {held-by: one}}
places: {start: {}, middle: {}, finish: {}}
tracks: {path: {of: places}}
pawns: {stone: {on: path}}
setup: [{give: active, at-random-among: everybody}, {place: stone, at: start}]
steps:
  game: [{repeat: [round]}]
  round:
    - STEP
"""


@pytest.mark.parametrize("strictness", [(), ("--strict",)], ids=["fast", "strict"])
@pytest.mark.parametrize(
    ("step", "code"),
    [
        pytest.param("{id: no, ask: active, answers: {wait: {refuse: {never: 1 = 1}}}}", "X0104", id="no-answer"),
        pytest.param("{advance: stone, by: 9}", "X0102", id="beyond-the-end"),
    ],
)
def test_a_fault_of_the_rules_is_told_where_it_stands(
    tmp_path: Path, step: str, code: str, strictness: tuple[str, ...]
) -> None:
    (tmp_path / "ruleset.yaml").write_text(FAULTY.replace("STEP", step))
    result = simulate(str(tmp_path), *strictness)

    assert result.exit_code == 1
    assert f"error[{code}]" in result.stderr
    assert "ruleset.yaml:14:" in result.stderr


def test_players_that_a_layer_leaves_out_are_a_finding_in_the_layer(tmp_path: Path) -> None:
    (tmp_path / "more.yaml").write_text(LAYER + "change: {players.from: {was: 2, to: 3}}\n")
    result = simulate(PIG, "--with", str(tmp_path / "more.yaml"), "--players", "2")

    assert result.exit_code == 1
    assert "R0604" in result.stderr
    assert "more.yaml:6:" in result.stderr


def test_no_games_are_wrong_usage() -> None:
    assert simulate(PIG, "--games", "0").exit_code == 2


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    result = simulate(PIG, "--games", "1", "--transcripts", str(tmp_path / "missing" / "t.jsonl"))

    assert result.exit_code == 1
    assert "No such file" in result.stderr
