from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from interpreter.cli import main

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
    assert "ended by   goal: 100.0 %" in result.stdout


def test_options_change_the_rules() -> None:
    few, many = (
        json.loads(simulate(PIG, "--games", "20", "--option", f"goal={goal}", "--format", "json").stdout)
        for goal in (5, 90)
    )

    assert few["options"] == {"goal": 5}
    assert few["decisions"] < many["decisions"]


def test_an_unknown_ruleset_is_a_finding() -> None:
    result = simulate("pigg")

    assert result.exit_code == 1
    assert "L0001" in result.stderr


def test_too_many_players_are_a_finding_at_the_rule() -> None:
    result = simulate(PIG, "--players", "9")

    assert result.exit_code == 1
    assert "ruleset.yaml:5" in result.stderr


def test_no_games_are_wrong_usage() -> None:
    assert simulate(PIG, "--games", "0").exit_code == 2


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    result = simulate(PIG, "--games", "1", "--transcripts", str(tmp_path / "missing" / "t.jsonl"))

    assert result.exit_code == 1
    assert "No such file" in result.stderr
