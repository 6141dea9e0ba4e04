"""A small table to play at: a folder with a dice game and scenarios on it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("gulliver", deadline=None)  # machines are shared; how long an example takes says nothing
settings.load_profile("gulliver")
os.environ["GULLIVER_LANG"] = "en"  # wherever the tests run, also in the programs that they start

PIG = Path(__file__).parent / "games" / "rulesets" / "pig"

SCENARIO = """\
ruleset pig

background
  players: Ada, Bruno
  active: Ada

scenario three "A three is put in the pot"
  when
    roll: three
  then
    pot: 3
    snapshot transcript

scenario twice "The pot grows"
  when
    roll: three
    Ada: more
    roll: four
  then
    pot: 7
"""


@pytest.fixture
def lay_out() -> Callable[[Path], Path]:
    """Put the game and its scenarios into a folder; gives the scenario file."""

    def laid(folder: Path, text: str = SCENARIO) -> Path:
        shutil.copytree(PIG, folder / "rulesets" / "pig")
        scenario = folder / "dice.scenario"
        scenario.write_text(text, encoding="utf-8")
        return scenario

    return laid


@pytest.fixture
def no_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on the machine of an author, wherever the tests run."""
    monkeypatch.delenv("CI", raising=False)
