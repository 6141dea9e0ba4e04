"""`gulliver run`, with layers and options from the command line, to what is left out, and what is told how often."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from interpreter.cli import main
from interpreter.commands.run import Session
from interpreter.commands.tables import HouseRules
from interpreter.trial.loading import Extra
from interpreter.trial.verdicts import Outcome

GAME = """format: 1
ruleset: {name}
version: 1
title: A game
players: {{from: 2, to: 2}}
options: {{kind: {{values: [calm, wild], default: calm}}}}
roles: {{first: {{held-by: one}}}}
steps: {{game: [{{id: choose, ask: first, answers: {{go: {{if: option kind = calm}}, stay: {{}}}}}}]}}
"""
LAYER = """format: 1
layer: house/wild
changes: one 1
title: Wild
why: Somebody likes it.
options: {kind: wild}
"""
SCENARIO = """ruleset {name}

scenario first "Somebody goes"
  given
    players: Ada, Bruno
    first: Ada
  then
    Ada can: go
"""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "scenarios").mkdir()
    for name in ("one", "two"):
        folder = tmp_path / "rulesets" / name
        folder.mkdir(parents=True)
        (folder / "ruleset.yaml").write_text(GAME.format(name=name))
        (tmp_path / "scenarios" / f"{name}.scenario").write_text(SCENARIO.format(name=name))
    (tmp_path / "rulesets" / "house").mkdir()
    (tmp_path / "rulesets" / "house" / "wild.yaml").write_text(LAYER)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("table")
def test_a_layer_leaves_scenarios_of_other_rulesets_out() -> None:
    done = CliRunner().invoke(main, ["run", "--with", "house/wild", "--format", "json"])

    told = json.loads(done.output)
    assert done.exit_code == 1
    assert [(each["file"], each["outcome"]) for each in told["scenarios"]] == [
        ("scenarios/one.scenario", "failed"),
        ("scenarios/two.scenario", "skipped"),
    ]


@pytest.mark.usefixtures("table")
def test_nothing_ran_if_all_are_left_out() -> None:
    done = CliRunner().invoke(main, ["run", "scenarios/two.scenario", "--with", "house/wild"])

    assert (done.exit_code, done.output.split(" in ")[0]) == (5, "1 skipped")


@pytest.mark.usefixtures("table")
def test_a_layer_that_is_nowhere_is_still_an_error() -> None:
    done = CliRunner().invoke(main, ["run", "--with", "house/wilder"])

    assert done.exit_code == 1
    assert "L0001" in done.output


def headlines(output: str) -> list[str]:
    return [line for line in output.splitlines() if line.startswith("ERROR")]


def test_a_layer_that_is_nowhere_is_told_once(table: Path) -> None:
    again = SCENARIO.format(name="one").replace("scenario first", "scenario second").split("\n", 1)[1]
    with (table / "scenarios" / "one.scenario").open("a") as file:
        file.write(again)
    done = CliRunner().invoke(main, ["run", "--with", "house/wilder"])
    brief = CliRunner().invoke(main, ["run", "--with", "house/wilder", "--format", "brief"])

    assert headlines(done.output) == ['ERROR scenarios/one.scenario:3 first "Somebody goes"']
    assert "the same in second, first\n" in done.output
    assert " --> " not in done.output  # no line of a scenario is wrong
    assert brief.output.count("L0001") == 1


@pytest.mark.usefixtures("table")
def test_an_option_that_does_not_exist_is_told_once() -> None:
    done = CliRunner().invoke(main, ["run", "--option", "kid=wild"])

    assert len(headlines(done.output)) == 1
    assert "did you mean `kind`?" in done.output


def test_a_wrong_layer_of_a_scenario_is_told_there(table: Path) -> None:
    file = table / "scenarios" / "one.scenario"
    file.write_text(file.read_text().replace("ruleset one", "ruleset one with house/wilder"))
    done = CliRunner().invoke(main, ["run", str(file)])

    assert "one.scenario:1:18" in done.output


def test_a_folder_of_layers_is_no_layer(table: Path) -> None:
    (table / "rulesets" / "house" / "mild.yaml").write_text(LAYER.replace("wild", "mild", 1))
    done = CliRunner().invoke(main, ["simulate", "one", "--with", "house"])

    assert "L0009" in done.output
    assert "name one of them: house/mild, house/wild" in done.output


@pytest.mark.usefixtures("table")
def test_a_layer_is_no_ruleset() -> None:
    done = CliRunner().invoke(main, ["show", "house/wild"])

    assert "L0010" in done.output
    assert "'one with house/wild'" in done.output


def test_a_dispute_that_did_not_run_has_no_table(table: Path) -> None:
    dispute = SCENARIO.format(name="one").replace("scenario first", "dispute first")
    dispute = dispute[: dispute.index("  then")] + "  reading yes\n    then\n      Ada can: go\n"
    (table / "scenarios" / "one.scenario").write_text(dispute + "  reading no\n    then\n      Ada can: go\n")

    ran = CliRunner().invoke(main, ["run", "scenarios/one.scenario"])
    failed = CliRunner().invoke(main, ["run", "scenarios/one.scenario", "--with", "house/wilder"])

    assert "\ndispute first" in f"\n{ran.output}"
    assert "\ndispute first" not in failed.output


UNFINISHED = """
scenario later "Not written yet"
  given
    plyers: Ada, Bruno
"""


@pytest.mark.parametrize("command", ["run", "ask"])
def test_who_picks_one_scenario_is_not_stopped_by_another(table: Path, command: str) -> None:
    file = table / "scenarios" / "one.scenario"
    file.write_text(SCENARIO.format(name="one") + UNFINISHED)

    picked, whole, other = (
        CliRunner().invoke(main, [command, f"{file}{path}"]).exit_code for path in ("::first", "", "::later")
    )

    assert (picked, whole, other) == (0, 1, 1)


@pytest.mark.usefixtures("table")
def test_a_failure_names_the_options_that_it_ran_under() -> None:
    done = CliRunner().invoke(main, ["run", "scenarios/one.scenario", "--option", "kind=wild"])

    assert "under:  one with option kind = wild, from" in done.output


def test_of_a_case_that_ran_only_what_is_told_is_kept(table: Path) -> None:
    file = table / "scenarios" / "one.scenario"
    file.write_text(f"{SCENARIO.format(name='one')}    snapshot state\n")
    session = Session(HouseRules(Extra((), {}), None), "")
    session.play((str(file),))

    (verdict,) = session.verdicts
    assert (verdict.outcome, verdict.id) == (Outcome.SNAPSHOT, "first")
    assert (verdict.scenario.cases, verdict.case.blocks, verdict.wanted) == ((), (), ())
