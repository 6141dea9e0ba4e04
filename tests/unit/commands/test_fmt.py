"""`gulliver fmt`: standard input knows the rules of the working folder; files are overwritten, and the help says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main

CALM = """\
format: 1
layer: house/calm
changes: celestia 1
title: A calm sky
why: The children want to get farther.
change:
  cards.turbo.copies: {was: 8, to: 12}
"""
ENGLISH = """\
ruleset celestia with house/calm

scenario mine "It holds"
  given at facing
    players: Ada, Bruno
    captain: Ada
    dice: 2 blank
  then
    Ada can: pay
"""
SPANISH = """\
idioma es
reglamento celestia con house/calm

escenario mine "It holds"
  dado en desafíos
    jugadores: Ada, Bruno
    capitán: Ada
    dados: 2 blancos
  entonces
    Ada puede: pagar
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a house rule of its own."""
    layer = tmp_path / "rulesets/house/calm.yaml"
    layer.parent.mkdir(parents=True)
    layer.write_text(CALM, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def fmt(*arguments: str, text: str = "") -> Result:
    return CliRunner().invoke(main, ["fmt", *arguments], input=text)


@pytest.mark.parametrize("folder", [".", "scenarios/mine", "rulesets"])
@pytest.mark.parametrize("spoken", ["en", "es"])
def test_standard_input_knows_the_layers_of_the_working_folder(
    here: Path, monkeypatch: pytest.MonkeyPatch, folder: str, spoken: str
) -> None:
    (here / folder).mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(here / folder)

    assert fmt("--to", "es", "-", "--lang", spoken, text=ENGLISH).output == SPANISH
    assert fmt("--to", "en", "-", "--lang", spoken, text=SPANISH).output == ENGLISH


def test_a_file_is_overwritten(here: Path) -> None:
    file = here / "mine.scenario"
    file.write_text(ENGLISH, "utf-8")

    assert fmt("--to", "es", "mine.scenario").exit_code == 0
    assert file.read_text("utf-8") == SPANISH


@pytest.mark.parametrize("option", ["--check", "--diff"])
def test_nothing_is_overwritten_if_it_is_only_looked_at(here: Path, option: str) -> None:
    file = here / "mine.scenario"
    file.write_text(ENGLISH, "utf-8")

    assert "mine.scenario" in fmt("--to", "es", option, "mine.scenario").output
    assert file.read_text("utf-8") == ENGLISH


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "The files themselves are overwritten"), ("es", "Sobrescribe los propios archivos")],
)
def test_the_help_says_that_files_are_overwritten(language: str, sentence: str) -> None:
    assert sentence in fmt("--help", "--lang", language).output


UNTIDY = ENGLISH.replace("dice: 2", "dice:   2")


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_a_byte_order_mark_stay_as_they_are(here: Path, end: bytes, mark: bytes) -> None:
    file = here / "mine.scenario"
    tidy, untidy = (mark + text.encode().replace(b"\n", end) for text in (ENGLISH, UNTIDY))

    file.write_bytes(tidy)
    assert (fmt("--check", str(file)).exit_code, fmt(str(file)).exit_code) == (0, 0)
    assert file.read_bytes() == tidy
    file.write_bytes(untidy)
    assert "+    dice: 2 blank" in fmt("--diff", str(file)).stdout
    assert (fmt("--check", str(file)).exit_code, fmt(str(file)).exit_code) == (1, 0)
    assert file.read_bytes() == tidy


@pytest.mark.usefixtures("here")
def test_standard_input_can_be_looked_at_only() -> None:
    check, diff = fmt("-", "--check", text=UNTIDY), fmt("-", "--diff", text=UNTIDY)

    assert (check.exit_code, check.stdout) == (1, "standard input is not tidy\n")
    assert (diff.exit_code, "-    dice:   2 blank\n+    dice: 2 blank" in diff.stdout) == (0, True)
    assert fmt("-", "--check", text=ENGLISH).stdout == ""


@pytest.mark.usefixtures("here")
def test_what_the_system_refuses_is_no_fault_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(file: Path, _: str) -> None:
        raise OSError(30, "Read-only file system", str(file))

    Path("mine.scenario").write_text(UNTIDY)
    monkeypatch.setattr("interpreter.commands.fmt.rewrite", refused)
    done = fmt("mine.scenario")

    assert (done.exit_code, done.stderr) == (1, "Read-only file system: mine.scenario\n")


@pytest.mark.parametrize("words", [["."], ["--check", "."], ["--diff"]])
def test_where_there_is_no_scenario_somebody_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    (tmp_path / "scenarios").mkdir()
    monkeypatch.chdir(tmp_path)

    result = CliRunner().invoke(main, ["fmt", *words])

    assert result.exit_code == 5
    assert f"there is no scenario to tidy in {words[-1] if words[-1] == '.' else 'scenarios'}" in result.stderr
