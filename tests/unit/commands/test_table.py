"""`table.yaml` says what is played in its folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main

RULES = """\
format: 1
ruleset: pebbles
version: 1
title: Pebbles
players: {from: 2, to: 4}
options: {again: {values: [never, once], default: never}}
types: {pebble: {}}
zones: {heap: {holds: pebble, pile: true, starts: full}, lap: {holds: pebble}}
cards: {grey: {type: pebble, copies: 8}}
steps:
  game:
    - {id: take, draw: heap, to: lap, count: 2 if option again = once else 1}
    - end: game
"""
LAYER = """\
format: 1
layer: house/many
changes: pebbles 1
why: There are too few.
change: {cards.grey.copies: {was: 8, to: 9}}
"""
SCENARIO = """\
ruleset pebbles

scenario many
  given at setup
    players: Ada, Bruno
  then
    heap: count 8
"""
OTHER = SCENARIO.replace("ruleset pebbles", "ruleset stones").replace("8", "7").replace("many", "few")
TABLE = "format: 1\ntable: Ours\nruleset: pebbles\nwith: [house/many]\n"
SAID = "as table.yaml says: pebbles with house/many\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    files = {
        "rulesets/pebbles/ruleset.yaml": RULES,
        "rulesets/stones/ruleset.yaml": RULES.replace("ruleset: pebbles", "ruleset: stones"),
        "rulesets/house/many.yaml": LAYER,
        "scenarios/many.scenario": SCENARIO,
        "table.yaml": TABLE,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def gulliver(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.mark.parametrize("verb", [("show",), ("simulate", "--games", "3")])
def test_without_a_name_the_table_is_meant(folder: Path, verb: tuple[str, ...]) -> None:
    result = gulliver(*verb)

    assert result.exit_code == 0, result.output
    assert "pebbles with house/many" in result.stdout
    assert result.stderr == SAID


def test_a_name_counts_more(folder: Path) -> None:
    result = gulliver("show", "stones")

    assert "stones" in result.stdout
    assert result.stderr == ""


def test_options_are_added_to_those_of_the_table(folder: Path) -> None:
    (folder / "table.yaml").write_text(TABLE + "options: {again: never}\n")

    result = gulliver("show", "--option", "again=once")

    assert "again = once" in result.stdout
    assert "option again = once" in result.stderr


def test_a_table_can_be_named_anywhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "elsewhere").mkdir()
    (folder / "friday.yaml").write_text(TABLE)
    monkeypatch.chdir(folder / "elsewhere")

    result = gulliver("show", "../friday.yaml")

    assert "pebbles with house/many" in result.stdout, result.output


def test_scenarios_of_its_ruleset_run_as_the_table_plays(folder: Path) -> None:
    (folder / "scenarios" / "other.scenario").write_text(OTHER)

    result = gulliver("run")

    assert (result.exit_code, result.stderr) == (0, SAID), result.output
    assert result.stdout.startswith("2 passed")
    (folder / "table.yaml").unlink()
    assert gulliver("run").exit_code == 1


def test_check_checks_the_table(folder: Path) -> None:
    (folder / "table.yaml").write_text("format: 1\nruleset: pebbles\noptions: {again: twice}\n")

    result = gulliver("check", "--format", "brief")

    assert result.stdout == "table.yaml:3:18: L0302 the option `again` has no value `twice`\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("format: 1\nruleset: pebble\n", "L0001"),
        ("format: 1\nruleset: pebbles\nwiht: []\n", "K0101"),
        ("a: [", "Y0115"),
    ],
)
@pytest.mark.parametrize("verb", ["run", "show", "simulate", "check"])
def test_a_wrong_table_is_a_finding_at_its_line(folder: Path, verb: str, text: str, code: str) -> None:
    (folder / "table.yaml").write_text(text)

    result = gulliver(verb)

    assert result.exit_code == 1
    assert f"error[{code}]" in result.output
    assert "--> table.yaml:" in result.output


@pytest.mark.parametrize("verb", ["show", "simulate"])
def test_without_name_and_table_the_way_out_is_said(folder: Path, verb: str) -> None:
    (folder / "table.yaml").unlink()

    result = gulliver(verb)

    assert result.exit_code == 2
    assert "name a ruleset, or write down in table.yaml what is played in this folder" in result.stderr


def test_a_layer_that_is_nowhere_is_told_where_the_table_names_it(folder: Path) -> None:
    (folder / "table.yaml").write_text(TABLE.replace("house/many", "house/mny"))

    result = gulliver("show")

    assert "did you mean `house/many`?" in result.output
    assert "table.yaml:4:8" in result.output
