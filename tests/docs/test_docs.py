"""Everything in a fence of README.md and docs/ is run: commands, scenarios, fragments of rulesets.

    ```console                 `$ command` lines, each followed by what it prints; `...` stands for anything
    ```scenario [FILE]         a whole file; it must pass, and lies there for the commands below it
    ```scenario fragment       more lines for the last scenario above it
    ```yaml FILE               a file for the commands below it
    ```yaml KEY                on the page of the rule language: something to add there to the small game

A page works in a folder of its own with copies of what a clone holds. Other fences belong to other tests.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from attrs import frozen

from interpreter.documents.reader import parse_document
from interpreter.engine.conservation import Conservation
from interpreter.library import load_ruleset, runner_of
from interpreter.report.verdicts import failure
from interpreter.scenario.parser import parse
from interpreter.simulation.games import recorded_games
from interpreter.trial.runner import run_file

CHECKOUT = Path(__file__).parents[2]
PAGES = (CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").rglob("*.md")))
RULES = CHECKOUT / "docs" / "rule-language.md"
MARKET = CHECKOUT / "docs" / "examples" / "market"
COPIED = ("rulesets", "scenarios", "docs")
TESTED_ELSEWHERE = {"python", "text", "sh", ""}  # of the API, set-up commands, pictures
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECONDS = re.compile(r"\b\d+[.,]\d+ s\b")
OWN_FAULT = 70
USAGE = 2


@frozen
class Fence:
    """A fence of a page: `what` is its language, `name` the rest of its first line."""

    line: int
    what: str
    name: str
    text: str


def fences(page: Path) -> list[Fence]:
    text = page.read_text("utf-8")
    return [
        Fence(text.count("\n", 0, found.start()) + 1, *found[1].strip().partition(" ")[::2], found[2])
        for found in FENCE.finditer(text)
    ]


def pages_with(*kinds: str) -> list[Any]:
    found = [page for page in PAGES if page != RULES and any(fence.what in kinds for fence in fences(page))]
    return [pytest.param(page, id=page.relative_to(CHECKOUT).as_posix()) for page in found]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(CHECKOUT).as_posix())
def test_every_fence_is_tested(page: Path) -> None:
    kinds = {fence.what for fence in fences(page)}

    assert kinds <= {"console", "scenario", "yaml"} | TESTED_ELSEWHERE


# ---- pages that are worked through ----------------------------------------------------------------------------------


@pytest.fixture
def sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what a clone holds; commands see no build server, colours or width of ours."""
    for name in COPIED:
        if (CHECKOUT / name).is_dir():
            shutil.copytree(CHECKOUT / name, tmp_path / name)
    for name in ("CI", "FORCE_COLOR", "PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"NO_COLOR": "1", "COLUMNS": "100", "PYTHONUTF8": "1"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PATH", os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", pages_with("console", "scenario"))
def test_a_page_keeps_its_word(page: Path, sandbox: Path) -> None:
    whole = ""
    for fence in fences(page):
        where = f"{page.relative_to(CHECKOUT)}:{fence.line}"
        if fence.what == "scenario":
            whole = fence.text if fence.name != "fragment" else whole + textwrap.indent(fence.text, "  ")
            _check_scenario(whole, where)
        if fence.what in ("scenario", "yaml") and fence.name not in ("", "fragment"):
            (sandbox / fence.name).parent.mkdir(parents=True, exist_ok=True)
            (sandbox / fence.name).write_text(fence.text, encoding="utf-8")
        if fence.what == "console":
            for command, output in _commands(fence.text):
                _check_command(command, output, where)


def _check_scenario(text: str, where: str) -> None:
    wrong = [failure(verdict) for verdict in run_file(parse(text, "page.scenario")) if not verdict.is_fine]
    assert not wrong, f"{where}\n" + "\n\n".join(wrong)


def _commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command and what the page says that it prints."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output.strip("\n")


def _check_command(command: str, output: str, where: str) -> None:
    done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    printed = done.stdout.strip("\n")
    assert done.returncode not in (OWN_FAULT, USAGE), f"{where}: {command}\n{printed}"
    assert _pattern(output).fullmatch(SECONDS.sub("0.00 s", printed)), f"{where}: {command}\n{printed}"


def _pattern(output: str) -> re.Pattern[str]:
    """`...` on a line of its own stands for any lines, within a line for any characters; seconds are as they may be."""
    text = re.escape(SECONDS.sub("0.00 s", output))
    text = re.sub(r"(^|\\\n)\\\.\\\.\\\.(?=\\\n|$)", r"(?:\1[\\s\\S]*?)", text)
    return re.compile(text.replace(r"\.\.\.", ".*?"))


@pytest.mark.parametrize(
    ("output", "printed", "fits"),
    [
        ("a\n...\nd", "a\nb\nc\nd", True),
        ("a\n...", "a\nb", True),
        ("...\nb", "a\nb", True),
        ("a ... c", "a b c", True),
        ("a ... c", "a\nc", False),
        ("took 0.1 s", "took 77.25 s", True),
        ("tarda 0,1 s", "tarda 77,25 s", True),
        ("a\nb", "a\nb\nc", False),
    ],
)
def test_dots_stand_for_anything(output: str, printed: str, fits: bool) -> None:  # noqa: FBT001  # a table
    assert bool(_pattern(output).fullmatch(SECONDS.sub("0.00 s", printed))) is fits


# ---- README ---------------------------------------------------------------------------------------------------------


def test_the_readme_has_two_commands_for_setting_up() -> None:
    commands = [fence.text.strip() for fence in fences(PAGES[0]) if fence.what == "sh"]

    assert commands == [
        "python -m pip install . && gulliver run scenarios",
        "python -m pip install '.[test]' && python -m pytest",
    ]


def test_its_scenario_has_ten_lines_and_fits_on_the_first_screen() -> None:
    first = next(fence for fence in fences(PAGES[0]) if fence.what == "scenario")

    assert len([line for line in first.text.splitlines() if line]) == 10
    assert first.line < 30


# ---- the rule language ----------------------------------------------------------------------------------------------


def _add(data: Any, new: Any, where: str) -> None:
    """Entries are added to a mapping or a list; none may replace another."""
    if isinstance(data, list):
        data.extend(new)
        return
    twice = data.keys() & new.keys()
    assert not twice, f"{where}: {', '.join(twice)} stands twice"
    data.update(new)


def test_the_fragments_are_rules_of_the_small_game(tmp_path: Path) -> None:
    text = (MARKET / "ruleset.yaml").read_text("utf-8")
    whole: Any = parse_document(text, "ruleset.yaml").data
    for fence in fences(RULES):
        where = f"{RULES.name}:{fence.line}"
        assert fence.what == "yaml", where
        *path, last = fence.name.split(".")
        place: Any = whole
        for key in path:
            place = place[key]
        _add(place.setdefault(last, {}), parse_document(fence.text, where).data, where)
    (tmp_path / "market").mkdir()
    (tmp_path / "market" / "ruleset.yaml").write_text(yaml.safe_dump(whole, sort_keys=False), encoding="utf-8")

    loaded = load_ruleset(tmp_path / "market")

    players = loaded.ruleset.draft.players
    for count in range(players.from_, players.to + 1):
        runner = runner_of(loaded, count)
        assert len(list(recorded_games(runner, "page", range(3), Conservation(runner.program).check))) == 3


def test_the_small_game_itself() -> None:
    assert runner_of(load_ruleset(MARKET), 2).program.name


def test_every_word_of_the_schema_is_explained() -> None:
    schema = json.loads((CHECKOUT / "schemas" / "ruleset.schema.json").read_text("utf-8"))
    page = FENCE.sub("", RULES.read_text("utf-8"))
    explained = {word for span in re.findall(r"`([^`\n]+)`", page) for word in re.findall(r"[\w-]+", span)}

    assert sorted(set(_properties(schema)) - explained) == []


def _properties(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from schema.get("properties", ())
    for value in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _properties(value)
