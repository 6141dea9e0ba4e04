"""What is shown as a counterexample runs, and fails with just the expectation that it is for; its opposite passes.

A throw or an answer of any scenario is left open with `any`; some expectation then fails in some branch. The rules of
the scenario, its language, its options and its readings are those of the counterexample, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import attrs
import pytest

import sampling
from interpreter.scenario import tree as t
from interpreter.scenario.formatter import format_text
from interpreter.scenario.parser import parse
from interpreter.source.diagnostics import Diagnostic
from interpreter.trial.runner import UNMET, run_case, run_file
from interpreter.trial.verdicts import Outcome, Verdict

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "scenarios").glob("**/*.scenario"))
SAMPLE = 60
OPPOSITES = {
    "event": "no event",
    "no event": "event",
    "always": "never",
    "never": "always",
    "ocurre": "no ocurre",
    "no ocurre": "ocurre",
    "siempre": "nunca",
    "nunca": "siempre",
}


@attrs.frozen
class Opened:
    """A case with one line of its script left open."""

    file: Path
    scenario: str
    case: tuple[str, ...]
    line: int

    def __str__(self) -> str:
        return f"{self.file.stem}:{self.line}-{'.'.join(self.case)}"


@cache
def opened() -> tuple[Opened, ...]:
    return tuple(each for file in FILES for each in _of_file(file))


def _of_file(file: Path) -> Iterator[Opened]:
    for scenario, case in parse(file.read_text("utf-8"), str(file)).tests():
        if scenario.remarks.known_wrong is None:
            for line in _script(case):
                if isinstance(line, t.Roll | t.Draw | t.Choice) and isinstance(_open(line), type(line)):
                    yield Opened(file, scenario.id.text, case.path, line.span.line)


def _script(case: t.Case) -> Iterator[t.WhenLine]:
    return (line for block in case.blocks if isinstance(block, t.When) for line in block.lines)


def _open(line: t.WhenLine) -> t.WhenLine:
    every = t.Every(line.span)
    return attrs.evolve(line, **{"answers" if isinstance(line, t.Choice) else "result": every})


def _verdict(each: Opened) -> Verdict:
    file = parse(each.file.read_text("utf-8"), str(each.file))
    found = ((scenario, case) for scenario, case in file.tests() if case.path == each.case)
    scenario, case = next((scenario, case) for scenario, case in found if scenario.id.text == each.scenario)
    blocks = tuple(
        attrs.evolve(block, lines=tuple(_open(line) if line.span.line == each.line else line for line in block.lines))
        if isinstance(block, t.When)
        else block
        for block in case.blocks
    )
    return run_case(file, scenario, attrs.evolve(case, blocks=blocks))


def check_shown(finding: Diagnostic, file: Path) -> None:
    assert finding.scenario is not None
    assert format_text(finding.scenario) == finding.scenario
    (verdict,) = run_file(parse(finding.scenario, str(file)))
    places = {each.span and each.span.line for each in verdict.findings}
    assert verdict.outcome is Outcome.FAILED, f"{finding.scenario}\n{verdict.findings}"
    assert places <= _last_statement(finding.scenario), "one expectation fails, the last one"
    assert all(each.code in UNMET for each in verdict.findings)
    opposite = _opposite(finding.scenario)
    if opposite is not None:
        (verdict,) = run_file(parse(opposite, str(file)))
        assert verdict.outcome is Outcome.PASSED, f"{opposite}\n{verdict.findings}"


def _last_statement(text: str) -> set[int]:
    """The lines of the last statement: a block below `sees` is one."""
    lines = text.rstrip("\n").split("\n")
    first = max(number for number, line in enumerate(lines, 1) if not line.startswith(" " * 5))
    return set(range(first, len(lines) + 1))


def _opposite(text: str) -> str | None:
    """The scenario with its last line turned round, if that is one of those that can be."""
    *lines, last = text.rstrip("\n").split("\n")
    head, colon, rest = last.strip().partition(":")
    if " porque " in last or " because " in last or head not in OPPOSITES or "," in rest:
        return None
    return "\n".join([*lines, f"    {OPPOSITES[head]}{colon}{rest}", ""])


def check(each: Opened) -> None:
    verdict = _verdict(each)
    for finding in verdict.findings:
        if finding.scenario is not None:
            check_shown(finding, each.file)


@pytest.mark.parametrize("each", sampling.sample(opened(), SAMPLE), ids=str)
def test_what_fails_where_a_line_is_left_open_is_shown(each: Opened) -> None:
    check(each)


@pytest.mark.exhaustive
@pytest.mark.parametrize("each", opened(), ids=str)
def test_everything_that_fails_where_a_line_is_left_open_is_shown(each: Opened) -> None:
    check(each)
