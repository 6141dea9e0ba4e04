"""What a command writes is never what it reads, by whatever name; what is there already is replaced."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main

PIG = Path(__file__).parents[2] / "games" / "rulesets" / "pig"
SCENARIO = """\
ruleset pig

scenario one
  given
    players: Ada, Bruno
    active: Ada
  when
    roll: three
  then
    pot: 3
"""


def gulliver(*words: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, words)))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    gulliver("simulate", PIG, "--games", "2", "--transcripts", "g.jsonl")
    rules = Path("rulesets/pig")
    rules.mkdir(parents=True)
    for file in PIG.glob("*.yaml"):
        (rules / file.name).write_bytes(file.read_bytes())
    Path("x.scenario").write_text(SCENARIO)
    return tmp_path


def as_it_is(file: Path) -> Path:
    return file


def in_other_words(file: Path) -> Path:
    return Path(f"rulesets/../{file}")


def by_symbolic_link(file: Path) -> Path:
    Path("link").symlink_to(file.resolve())
    return Path("link")


def by_hard_link(file: Path) -> Path:
    os.link(file, "other")
    return Path("other")


@pytest.mark.parametrize("named", [as_it_is, in_other_words, by_symbolic_link, by_hard_link])
@pytest.mark.parametrize(
    ("words", "read"),
    [
        (("replay", "g.jsonl", "-o"), "g.jsonl"),
        (("replay", "x.scenario::one", "-o"), "x.scenario"),
        (("record", "g.jsonl", "-o"), "g.jsonl"),
        (("shrink", "x.scenario::one", "-o"), "x.scenario"),
        (("schema", "pig", "-o"), "rulesets/pig/ruleset.yaml"),
        (("rulings", "pig", ".", "--format", "json", "-o"), "x.scenario"),
        (("simulate", "pig", "--games", "2", "--transcripts"), "rulesets/pig/ruleset.yaml"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_file_that_is_read_is_not_written(
    words: tuple[str, ...], read: str, named: Callable[[Path], Path]
) -> None:
    before = Path(read).read_bytes()
    done = gulliver(*words, named(Path(read)))

    assert done.exit_code == 2, done.output
    assert "which this command reads" in done.stderr
    assert Path(read).read_bytes() == before


@pytest.mark.usefixtures("folder")
def test_two_outputs_are_two_files() -> None:
    done = gulliver("simulate", "pig", "--games", "2", "--transcripts", "a.scenario", "--record", "./a.scenario")

    assert done.exit_code == 2
    assert not Path("a.scenario").exists()


@pytest.mark.usefixtures("folder")
def test_what_was_written_is_told_and_replaces_what_was_there() -> None:
    Path("a.jsonl").write_text("before")
    done = gulliver("simulate", "pig", "--games", "2", "--transcripts", "a.jsonl", "--record", "games")

    assert done.stderr == "wrote a.jsonl\nwrote games\n"
    assert Path("a.jsonl").read_text().startswith("{")


@pytest.mark.usefixtures("folder")
def test_games_of_two_series_do_not_mix() -> None:
    gulliver("simulate", "pig", "--games", "3", "--record", "games")
    done = gulliver("simulate", "pig", "--games", "2", "--record", "games")

    assert done.exit_code == 2
    assert "game-3.scenario is a game of another series in games" in done.stderr


@pytest.mark.usefixtures("folder")
def test_where_nothing_can_be_written_nothing_is_played() -> None:
    done = gulliver("simulate", "pig", "--games", "100000000", "--transcripts", "nowhere/x.jsonl")

    assert (done.exit_code, done.stderr) == (1, "No such file or directory: nowhere/x.jsonl\n")
