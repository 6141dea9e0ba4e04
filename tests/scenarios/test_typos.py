"""Misspelling one name in any scenario is reported by `gulliver check` in that very line, without playing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import attrs
import pytest

import sampling
from interpreter.scenario import tree as t
from interpreter.scenario.parser import examined
from interpreter.source.diagnostics import Diagnostic
from interpreter.trial.naming import name_findings
from spelling import misspelt

ROOT = Path(__file__).parents[2] / "scenarios"
FILES = sorted(ROOT.glob("**/*.scenario"))
SAMPLE = 120
DECLARED = {"id", "tags", "names", "title", "notes"}  # ids, free words and the players at the table


@attrs.frozen
class Use:
    """A name where it is used."""

    file: Path
    word: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file.stem}:{self.line}:{self.column}-{self.word}"


@cache
def uses() -> tuple[Use, ...]:
    return tuple(dict.fromkeys(use for file in FILES for use in uses_in(file)))


def uses_in(file: Path) -> Iterator[Use]:
    tree, findings = examined(file.read_text("utf-8"), str(file))
    assert findings == ()
    declared = {name.span for line in givens(tree) if isinstance(line, t.Players) for name in line.names}
    places = {(span.line, span.column) for span in declared}
    lines = file.read_text("utf-8").split("\n")
    found = (use for use in names(file, tree) if (use.line, use.column) not in places)
    # a name that is put together, of a column and what stands around it, is written in no one place
    yield from (use for use in found if lines[use.line - 1][use.column - 1 :].startswith(use.word))


def givens(tree: t.ScenarioFile) -> Iterator[t.GivenLine]:
    yield from tree.background
    for _, case in tree.tests():
        yield from (line for block in case.blocks if isinstance(block, t.Given) for line in block.lines)


def names(file: Path, node: object) -> Iterator[Use]:  # noqa: PLR0912, C901  # one case a kind
    match node:
        case t.Name(text=text, span=span, is_quoted=is_quoted):
            yield Use(file, text, span.line, span.column + is_quoted)
        case t.Setting(value=value, option=option):
            yield from (*names(file, option), *names(file, value))
        case t.Remarks(sources=sources, rulings=rulings):
            for text in sources:
                yield Use(file, text.text.split(",")[0], text.span.line, text.span.column + 1)
            yield from names(file, rulings)
        case tuple():
            for inner in node:
                yield from names(file, inner)
        case _ if attrs.has(type(node)):
            for field in attrs.fields(type(node)):
                if field.name not in DECLARED:
                    yield from names(file, getattr(node, field.name))


def findings_with(use: Use) -> tuple[Diagnostic, ...]:
    """What is found when this one word is misspelt."""
    lines = use.file.read_text("utf-8").split("\n")
    line, at = lines[use.line - 1], use.column - 1
    assert line[at:].startswith(use.word)
    lines[use.line - 1] = f"{line[:at]}{misspelt(use.word)}{line[at + len(use.word) :]}"
    tree, findings = examined("\n".join(lines), str(use.file))
    return (*findings, *name_findings(around(tree, use.line), is_whole=not findings))


def around(tree: t.ScenarioFile, line: int) -> t.ScenarioFile:
    """Only the scenario in which a line stands, or the first one for what stands above them all."""
    before = [scenario for scenario in tree.scenarios if scenario.span.line <= line]
    return attrs.evolve(tree, scenarios=before[-1:] or tree.scenarios[:1])


def check(use: Use) -> None:
    found = findings_with(use)
    assert any(finding.span and finding.span.line == use.line for finding in found), [str(f) for f in found]


def sample() -> list[Use]:
    known = uses()
    return sampling.sample(known, SAMPLE)


@pytest.mark.parametrize("use", sample(), ids=str)
def test_misspelling_one_name_is_reported(use: Use) -> None:
    check(use)


@pytest.mark.exhaustive
@pytest.mark.parametrize("use", uses(), ids=str)
def test_misspelling_any_name_is_reported(use: Use) -> None:
    check(use)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_scenarios_as_they_stand_have_no_findings(file: Path) -> None:
    tree, findings = examined(file.read_text("utf-8"), str(file))
    assert (*findings, *name_findings(tree, is_whole=True)) == ()
