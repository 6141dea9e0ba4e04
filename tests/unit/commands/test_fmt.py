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
