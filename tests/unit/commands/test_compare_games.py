"""`gulliver compare` with two files of games: the first difference, or that there is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main

PIG = Path(__file__).parents[2] / "games" / "rulesets" / "pig"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two files with the same games."""
    monkeypatch.chdir(tmp_path)
    for name in ("a.jsonl", "b.jsonl"):
        run("simulate", str(PIG), "--games", "3", "--transcripts", name)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def edit(file: Path, before: str, after: str) -> None:
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), "utf-8")


def test_the_same_games_are_the_same() -> None:
    result = run("compare", "a.jsonl", "b.jsonl")

    assert result.exit_code == 0
    assert result.output == "all 3 games are the same in both\n"


def test_the_first_entry_that_differs_is_told(here: Path) -> None:
    edit(here / "b.jsonl", '"answer":"hold"', '"answer":"more"')
    result = run("compare", "a.jsonl", "b.jsonl")

    assert result.exit_code == 1
    head, first, second = result.output.splitlines()
    assert head.startswith("game 1, entry ")
    assert '"answer": "hold"' in first
    assert '"answer": "more"' in second


def test_what_stands_before_the_log_is_told_first(here: Path) -> None:
    edit(here / "b.jsonl", '"seed":"1/0"', '"seed":"2/0"')
    told = json.loads(run("compare", "a.jsonl", "b.jsonl", "--format", "json").output)

    expected = {"game": 1, "part": "seed", "entry": None, "first": "1/0", "second": "2/0"}
    assert told == {"schema": 1, "same": 0, "divergence": expected}


def test_a_game_that_is_missing_is_told(here: Path) -> None:
    text = (here / "b.jsonl").read_text("utf-8")
    (here / "b.jsonl").write_text("".join(text.splitlines(keepends=True)[:2]), "utf-8")
    result = run("compare", "a.jsonl", "b.jsonl", "--lang", "es")

    assert result.exit_code == 1
    assert result.output == 'la partida 3 está en un solo archivo:\n  "1/2"\n  —\n'


def test_what_is_no_file_of_games_cannot_be_used(here: Path) -> None:
    (here / "b.jsonl").write_text("{}\n", "utf-8")

    assert run("compare", "a.jsonl", "b.jsonl").exit_code == 1
    assert run("compare", "a.jsonl", "c.jsonl").exit_code == 2
