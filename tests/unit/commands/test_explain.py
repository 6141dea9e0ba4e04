"""`gulliver explain`: for every finding a wrong example that has it and nothing else, and a right one without any."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import gettempdir

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main
from interpreter.commands.explain import examples, tried
from interpreter.source.catalogue import entries

CODES = sorted(code for code in entries() if re.fullmatch(r"[A-Z]\d{4}", code))
EXAMPLES = Path(__file__).parents[3] / "rulesets" / "celestia" / "examples"

# Codes that no example can show, and why. Each carries words of its own in the catalogue.
WORDS_ONLY = {
    "E0503": "tens of thousands of positions take many seconds",
    "K0110": "no schema sets such a limit yet",
    "K0113": "no schema sets such a limit yet",
    "K0115": "what is left where nothing better can be said",
    "K0119": "no schema sets such a limit yet",
    "K0123": "no schema sets such a limit yet",
    "K0124": "no schema sets such a limit yet",
    "K0190": "its words are those of a schema",
    "K0199": "what is left where nothing better can be said",
    "L0401": "typed on the command line, not written in a file",
    "L0402": "typed on the command line, not written in a file",
    "L0403": "typed on the command line, not written in a file",
    "L0503": "only met while mutating",
    "Y0001": "about a file that is not there",
    "Y0002": "about a folder",
    "Y0003": "a file of several megabytes",
    "Y0004": "a file that is no text",
    "Y0005": "a file that is no text",
    "Y0007": "what the operating system refuses",
    "Y0199": "what is left where nothing better can be said",
    "Y0207": "dozens of brackets",
    "Y0208": "tens of thousands of values",
    "X0103": "only met while simulating: for a position it is P0302",
    "X0106": "sixty dice, or numbers of sixteen digits",
    "P0320": "tens of thousands of branches take many seconds",
    "R0605": "rules that run each other hundreds of times",
    "R0211": "dozens of values made of each other",
    "S0416": "hundreds of rows and readings",
    "X0105": "only met while simulating: a scenario stops where somebody is asked",
}
WORDS_ONLY |= {f"T00{number:02}": "about a file of transcripts, which no author writes" for number in range(1, 13)}
SHOWN = [code for code in CODES if code not in WORDS_ONLY]


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without rulesets; nothing waits for review in it."""
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["explain", *words])


def test_every_code_has_an_example_or_a_reason() -> None:
    written = {file.stem for file in EXAMPLES.glob("*.yaml")}

    assert sorted(written - set(SHOWN)) == []
    assert sorted(set(SHOWN) - written) == []
    assert sorted(set(WORDS_ONLY) - set(CODES)) == []


@pytest.mark.parametrize("code", SHOWN)
def test_the_wrong_example_has_this_finding_and_the_right_one_none(code: str, elsewhere: None) -> None:
    (example,) = examples(code)

    wrong, right = tried(example["wrong"]), tried(example["right"])

    assert {finding.code for finding in wrong.findings} == {code}, wrong.text
    assert right.findings == (), right.text


@pytest.mark.parametrize("code", ["E0703", "K0101", "L0003", "P0101", "R0502", "S0201", "X0101", "Y0006"])
def test_the_example_is_explained_by_its_finding(code: str) -> None:
    said = run(code).stdout

    message = said.partition("\n")[0].removeprefix(f"{code}: ")
    assert f"[{code}]: {message}\n" in said
    assert said.index("\nwrong: ") < said.index(f"[{code}]: ") < said.index("\nright: ")
    assert gettempdir() not in said


@pytest.mark.parametrize("code", sorted(WORDS_ONLY))
def test_without_an_example_the_words_explain(code: str) -> None:
    told = re.sub(r"\{=([^{}]+)\}", r"\1", entries()[code].explain or "").strip()  # what is quoted of a scenario
    assert told
    assert told in run(code).stdout


def test_no_code_lists_them_all() -> None:
    lines = run().stdout.splitlines()

    assert [line.split()[0] for line in lines] == CODES
    assert "K0101  `KEY` is not a key of OWNER" in lines


@pytest.mark.parametrize("typed", ["k0101", "K0101", "[K0101]", " K0101 "])
def test_however_it_is_typed(typed: str) -> None:
    assert run(typed).stdout.startswith("K0101: `titel` is not a key of a layer\n")


def test_an_unknown_code_suggests_the_nearest() -> None:
    result = run("K01012")

    assert result.exit_code == 2
    assert "did you mean K0101?" in result.stderr
    assert "`gulliver explain` lists them all" in run("everything").stderr


def test_of_the_right_files_those_are_shown_that_differ() -> None:
    said = run("L0205").stdout

    assert said.count("wrong: ") == len(next(examples("L0205"))["wrong"])
    assert said.count("right: ") == 1
