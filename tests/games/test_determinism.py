"""The same seed gives the same games, whatever machine, language, Python or debugger plays them.

What differs is told as `gulliver compare` tells it: the first entry of the first game that is another one. A Python
that is not there, or has not our packages, is skipped; GULLIVER_PYTHONS names more of them, as PATH names folders.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from attrs import field, frozen

from interpreter.report.divergence import compared_games
from interpreter.source.span import at
from interpreter.writing.replaying import read_transcript

ROOT = Path(__file__).parents[2]
GAMES = (
    "tests/games/rulesets/tunnel",
    "tests/games/rulesets/spells",
    "tests/games/rulesets/burrow",
    "tests/games/rulesets/keepers",
    "celestia with a-little-help",
    "celestia-duo",
)
PYTHONS = ("python3.11", "python3.12", "python3.13")  # and those of GULLIVER_PYTHONS, with our packages
_TRACED = (
    "import sys; sys.settrace(lambda *_: None); import runpy; runpy.run_module('interpreter', run_name='__main__')"
)


@frozen
class Circumstances:
    """How the program is started: by which Python, with which arguments before ours, with what in the environment."""

    name: str
    environment: dict[str, str] = field(factory=dict)
    before: tuple[str, ...] = ("-m", "interpreter")
    python: str = sys.executable

    def transcripts(self, game: str, file: Path) -> list[str]:
        """The transcripts of a few games, a line each."""
        arguments = ["simulate", game, "--games", "3", "--seed", "same", "--transcripts", str(file)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "1", **self.environment}
        command = [self.python, *self.before, *arguments]
        subprocess.run(command, check=True, cwd=ROOT, env=environment, capture_output=True)
        return file.read_text("utf-8").splitlines()


def first_divergence(one: list[str], other: list[str]) -> str | None:
    """What `gulliver compare` says of two files of games; None if nothing differs, not even a byte."""
    games = [[read_transcript(line, at("", 1, 1)) for line in lines] for lines in (one, other)]
    found = compared_games(*games).divergence
    if found is None:
        return None if one == other else "the same games, written otherwise"
    return found.as_text()


@cache
def plain(game: str, folder: Path) -> list[str]:
    return Circumstances("plain").transcripts(game, folder / "plain.jsonl")


OTHERS = [
    Circumstances("another-hash-seed", {"PYTHONHASHSEED": "2"}),
    Circumstances("no-hash-seed", {"PYTHONHASHSEED": "random"}),
    Circumstances("spanish", {"LC_ALL": "es_ES.UTF-8", "LANG": "es_ES.UTF-8", "GULLIVER_LANG": "es"}),
    Circumstances("no-locale", {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "TZ": "Asia/Tokyo"}),
    Circumstances("traced", before=("-c", _TRACED)),
    Circumstances("without-asserts", before=("-O", "-m", "interpreter")),
]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_around_a_game_changes_it(game: str, tmp_path: Path) -> None:
    first = plain(game, tmp_path)
    assert len(first) == 3
    for circumstances in OTHERS if game == GAMES[1] else OTHERS[:1]:
        found = first_divergence(first, circumstances.transcripts(game, tmp_path / "other.jsonl"))
        assert found is None, f"{circumstances.name}: {found}"


@pytest.mark.exhaustive
@pytest.mark.parametrize("circumstances", OTHERS, ids=lambda each: each.name)
@pytest.mark.parametrize("game", GAMES)
def test_no_circumstances_change_a_game(game: str, circumstances: Circumstances, tmp_path: Path) -> None:
    found = first_divergence(plain(game, tmp_path), circumstances.transcripts(game, tmp_path / "other.jsonl"))
    assert found is None, found


def pythons() -> list[str]:
    named = os.environ.get("GULLIVER_PYTHONS", "").split(os.pathsep)
    return [*PYTHONS, *(name for name in named if name)]


def check_python(python: str, games: Sequence[str], tmp_path: Path) -> None:
    found = shutil.which(python)
    if found is None:
        pytest.skip(f"there is no {python} here")
    needed = "import interpreter.cli, lark, jsonschema, yaml; yaml.CSafeLoader"
    probe = subprocess.run([found, "-c", needed], cwd=ROOT, capture_output=True, check=False)
    if probe.returncode:
        pytest.skip(f"{python} has not the packages that we need")
    for game in games:
        other = Circumstances(python, python=found).transcripts(game, tmp_path / "other.jsonl")
        told = first_divergence(plain(game, tmp_path), other)
        assert told is None, told


@pytest.mark.parametrize("python", pythons())
def test_another_python_changes_nothing(python: str, tmp_path: Path) -> None:
    check_python(python, GAMES[1::3], tmp_path)


@pytest.mark.exhaustive
@pytest.mark.parametrize("python", pythons())
def test_no_python_changes_any_game(python: str, tmp_path: Path) -> None:
    check_python(python, GAMES, tmp_path)


def test_the_first_divergence_is_told(tmp_path: Path) -> None:
    lines = plain(GAMES[1], tmp_path)
    changed = json.loads(lines[1])
    changed["log"][4]["rule"] = "elsewhere"
    told = first_divergence(lines, [lines[0], json.dumps(changed), lines[2]])

    assert told is not None
    assert told.startswith("game 2, entry 5 of its log:\n")
    assert "elsewhere" in told
    assert first_divergence(lines, lines) is None
    assert first_divergence(lines, [*lines[:2], f"{lines[2]} "]) == "the same games, written otherwise"
