"""Every scenario file says the same in every language: turned into it and back it is the same text, and it passes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sampling
from interpreter.scenario.formatter import format_text
from interpreter.scenario.grammar import languages
from interpreter.scenario.parser import parse
from interpreter.source.speech import DEFAULT
from interpreter.trial.rewording import naming
from interpreter.trial.runner import run_file

ROOT = Path(__file__).parents[2]
OTHERS = [language for language in languages() if language != DEFAULT]
FILES = sorted((ROOT / "scenarios").glob("**/*.scenario"))
NAMES = {str(file.relative_to(ROOT)): file for file in FILES}
SAMPLE = 4


def written(text: str, file: Path, language: str) -> str:
    return format_text(text, str(file), language, lambda tree: naming(tree, language))


def check(file: Path, language: str) -> None:
    """From the language of the file to another and back, then run what stands there."""
    text = file.read_text("utf-8")
    own = parse(text, str(file)).language
    there = written(text, file, language)
    back = written(there, file, own)
    verdicts = list(run_file(parse(there, str(file))))

    assert back == text
    assert parse(there, str(file)).language == language
    assert verdicts
    assert [verdict.id for verdict in verdicts if not verdict.is_fine] == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", sampling.sample(sorted(NAMES), SAMPLE))
def test_a_file_says_the_same_in_another_language(name: str, language: str) -> None:
    own = parse(NAMES[name].read_text("utf-8"), name).language
    check(NAMES[name], DEFAULT if own == language else language)


@pytest.mark.exhaustive
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_file_says_the_same_in_another_language(name: str, language: str) -> None:
    test_a_file_says_the_same_in_another_language(name, language)


COMMENTED = """\
# Above everything.
ruleset celestia                               # the base game

background
  players: Ada, Bruno                          # two
  captain: Ada

scenario one "Fog"                             # here
  given at payment
    dice: fog                                  # a long way to the right
    Ada hand: compass, 2 turbo
  then
    Ada can only: <answers>
    <claim>
    Ada <may>: fail
    aircraft: city-<place>                     # a part of a name
  for each
    case | answers                  | claim         | may    | place
    one  | pay compass; pay turbo   | no event: pay | cannot | 1
"""


def test_comments_and_tables_come_back_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "a.scenario"
    there = written(format_text(COMMENTED), file, "es")

    assert written(there, file, "en") == format_text(COMMENTED)
    assert there.splitlines()[:3] == ["# Above everything.", "idioma es", there.splitlines()[2]]
    row = r"^    one +\| pagar brújula; pagar turbo +\| no ocurre: pagar +\| no puede +\| 1$"
    assert re.search(row, there, re.MULTILINE)
    assert "    Ada <may>: " in there
    assert "aeronave: city-<place>" in there


def test_nobody_has_to_name_the_default_language() -> None:
    assert format_text(f"language {DEFAULT}\n{COMMENTED}") == format_text(COMMENTED)
