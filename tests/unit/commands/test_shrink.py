from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main

TEXT = """\
ruleset celestia

scenario one
  given
    players: Ada, Bruno
    captain: Ada
    Ada hand: 3 compass
  when
    roll: fog, blank
  then
    Bruno is asked

scenario two
  given
    players: Ada, Bruno
    captain: Ada
  then
    captain: Ada
"""


def shrink(*words: str) -> Result:
    return CliRunner().invoke(main, ["shrink", *words])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "some.scenario"
    found.write_text(TEXT)
    return found


def test_the_smaller_scenario_is_printed_and_the_rest_said_beside_it(file: Path) -> None:
    done = shrink(f"{file}::one")

    assert done.exit_code == 0
    assert done.stdout == (
        "ruleset celestia\n\nscenario one\n  given\n    players: Ada, Bruno\n    captain: Ada\n"
        "  when\n    roll: fog, blank\n  then\n    Bruno is asked\n"
    )
    assert "9 of 10 lines are left" in done.stderr
    assert file.read_text() == TEXT


def test_in_place_the_other_scenarios_stay(file: Path) -> None:
    assert shrink(f"{file}::one", "--in-place").exit_code == 0
    assert file.read_text() == TEXT.replace("    Ada hand: 3 compass\n", "")


def test_output_goes_to_a_file(file: Path, tmp_path: Path) -> None:
    done = shrink(f"{file}::two", "-o", str(tmp_path / "small.scenario"))

    assert (done.exit_code, done.stdout) == (0, "")
    assert "scenario one" not in (tmp_path / "small.scenario").read_text()


def test_a_used_up_budget_is_said(file: Path) -> None:
    assert "the budget is used up" in shrink(f"{file}::one", "--budget", "1").stderr


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["::three"], 5, "there is no scenario three"),
        ([""], 2, "say which scenario, as in"),
        (["::one.row", "--in-place"], 2, "--in-place is for a whole scenario"),
    ],
)
def test_what_cannot_be_meant_is_said(file: Path, words: list[str], code: int, said: str) -> None:
    done = shrink(f"{file}{words[0]}", *words[1:])

    assert done.exit_code == code
    assert said in done.stderr


def test_a_file_that_is_not_there_is_a_finding(tmp_path: Path) -> None:
    assert shrink(f"{tmp_path / 'none.scenario'}::one").exit_code == 2
