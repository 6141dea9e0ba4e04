"""A change of any one verified number of a ruleset turns its scenarios red, and `gulliver why` names the changed line.

A number is one that stands alone in the YAML, is no version, and is not listed under `unverified:`. It is changed
by one, up and down but not below 0, in a copy of `rulesets/`. What is no ruleset any more is a finding in its line.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner

import sampling
from interpreter.cli import main
from interpreter.documents.document import entry_names
from interpreter.documents.reader import parse_document
from interpreter.scenario.parser import parse
from interpreter.scenario.tree import Case, Scenario, ScenarioFile
from interpreter.trial.runner import run_case
from interpreter.trial.verdicts import Verdict

ROOT = Path(__file__).parents[2]
RULESETS = ("celestia", "a-little-help", "celestia-duo")
HEADERS = {"format", "version"}
SAMPLE = 6
# What means the same to every scenario, with the reason.
SAME = {
    "celestia-players.from-1": "no scenario can say that one player alone is too few",
    "celestia-players.to-7": "no scenario can say that seven players are too many",
    "celestia-options.threshold.from-0": "no scenario can say that an option has no such value",
    "celestia-options.threshold.to-1000": "no scenario can say that an option has no such value",
    "a-little-help-add.cards.blue.do.0.to-2": "only whether it is 0 is read",
    "a-little-help-insert.6.step.do.help-round.do.2.do.0.to-2": "only whether it is 0 is read",
    "a-little-help-insert.8.step.do.0.to-2": "only whether it is 0 is read",
    "a-little-help-insert.4.step.to-3": "what is neither 0 nor 1 stands for one and the same answer",
    "a-little-help-insert.0.step.do.show-characters.count-7": "there are six to be shown",
    "celestia-duo-cards.stopover-1.reactivates-2": "only whether it is more than 0 is read",
    "celestia-duo-players.from-1": "no scenario can say that one player alone is too few",
    "celestia-duo-players.to-3": "no scenario can say that three players are too many",
    "celestia-duo-options.pirate-start.from-11": "no scenario can say that an option has no such value",
    "celestia-duo-options.pirate-start.to-17": "no scenario can say that an option has no such value",
    "celestia-duo-steps.rewards.reward-lines.times-5": "no card has a fifth line",
}


@attrs.frozen
class Planted:
    """A number, where it stands, and what it is changed to."""

    file: str  # below rulesets/
    path: tuple[str, ...]
    line: int
    column: int
    was: int
    to: int

    def __str__(self) -> str:
        return f"{Path(self.file).parent.name}-{'.'.join(self.path)}-{self.to}"


@cache
def planted() -> tuple[Planted, ...]:
    return tuple(each for name in RULESETS for each in of_ruleset(name))


def of_ruleset(name: str) -> Iterator[Planted]:
    for file in sorted((ROOT / "rulesets" / name).glob("*.yaml")):
        shown = file.relative_to(ROOT / "rulesets").as_posix()
        document = parse_document(file.read_text("utf-8"), shown)
        for path, value in numbers(document.data, ()):
            span = document.spans[path].value
            changes = (Planted(shown, path, span.line, span.column, value, value + by) for by in (1, -1))
            yield from (change for change in changes if change.to >= 0 and str(change) not in SAME)


def numbers(data: Any, path: tuple[str, ...], unverified: frozenset[str] = frozenset()) -> Iterator[tuple[Any, int]]:
    """Every number that somebody vouches for, with its path."""
    if isinstance(data, dict):
        doubtful = frozenset(data.get("unverified") or ())
        for key, value in data.items():
            if key not in doubtful and key != "unverified" and (path or key not in HEADERS):
                yield from numbers(value, (*path, key))
    elif isinstance(data, list):
        for name, value in zip(entry_names(data), data, strict=True):
            yield from numbers(value, (*path, name))
    elif isinstance(data, int) and not isinstance(data, bool):
        yield path, data


@pytest.fixture
def sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for folder in ("rulesets", "scenarios"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def plant(change: Planted, folder: Path) -> None:
    file = folder / "rulesets" / change.file
    lines = (ROOT / "rulesets" / change.file).read_text("utf-8").split("\n")
    line, start = lines[change.line - 1], change.column - 1
    assert line[start:].startswith(str(change.was)), line
    lines[change.line - 1] = line[:start] + str(change.to) + line[start + len(str(change.was)) :]
    file.write_text("\n".join(lines), encoding="utf-8")


def noticed(change: Planted, folder: Path) -> Verdict | None:
    """The first case that is red."""
    for file, scenario, case in sorted_by_likelihood(change, folder):
        verdict = run_case(file, scenario, case)
        if not verdict.is_fine:
            return verdict
    return None


def sorted_by_likelihood(change: Planted, folder: Path) -> list[tuple[ScenarioFile, Scenario, Case]]:
    """The cases of the ruleset; first those whose text has most words of the number's path."""
    words = {word for part in change.path for word in re.split(r"\W+", part) if len(word) > 2}
    found = []
    for file in sorted((folder / "scenarios" / Path(change.file).parent.name).glob("*.scenario")):
        text = file.read_text("utf-8")
        lines = text.split("\n")
        tree = parse(text, file.relative_to(folder).as_posix())
        starts = [scenario.span.line for scenario in tree.scenarios] + [len(lines) + 1]
        for number, scenario in enumerate(tree.scenarios):
            body = "\n".join(lines[starts[number] - 1 : starts[number + 1] - 1])
            score = sum(len(re.findall(rf"\b{word}", body)) for word in words)
            found += [(-score, tree, scenario, case) for case in scenario.cases]
    return [tuple(each[1:]) for each in sorted(found, key=lambda each: each[0])]  # type: ignore[misc]


def check(change: Planted, folder: Path) -> None:
    plant(change, folder)
    verdict = noticed(change, folder)
    assert verdict is not None, f"no scenario notices {change}"
    place = f"{verdict.file}::{verdict.id}"

    told = CliRunner().invoke(main, ["why", place])

    assert told.exit_code in (0, 1), told.output
    assert re.search(rf"rulesets/{re.escape(change.file)}:{change.line}\b", told.output), f"{place}\n{told.output}"


@pytest.mark.parametrize("change", sampling.sample(planted(), SAMPLE), ids=str)
def test_a_changed_number_is_noticed_and_named(change: Planted, sandbox: Path) -> None:
    check(change, sandbox)


@pytest.mark.exhaustive
@pytest.mark.parametrize("change", planted(), ids=str)
def test_every_changed_number_is_noticed_and_named(change: Planted, sandbox: Path) -> None:
    check(change, sandbox)
