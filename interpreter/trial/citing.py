"""Scenario files to their cases that cite rulings, each with how it came out and under which rules."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import pairwise

from attrs import frozen

from interpreter.library import LoadedRuleset
from interpreter.scenario.tree import Case, Scenario, ScenarioFile
from interpreter.source.diagnostics import SourceError
from interpreter.trial.loading import NO_EXTRA, Extra, load
from interpreter.trial.runner import run_case
from interpreter.trial.verdicts import Verdict, rulings_of


@frozen(eq=False)
class Citation:
    """A case that cites rulings."""

    verdict: Verdict
    loaded: LoadedRuleset | None  # the rules that it ran under; None: they cannot be used
    ruleset: str                  # what the case is about; empty if its file names none
    language: str                 # that its file is written in
    text: str                     # a file with its scenario alone


def citations(
    file: ScenarioFile, text: str, extra: Extra = NO_EXTRA, wanted: Container[str] | None = None
) -> Iterator[Citation]:
    """Run the cases of a file that cite a ruling (or one that is wanted); `text` is what stands in the file."""
    alone = texts_of(file, text)
    for scenario, case in file.tests():
        cited = rulings_of(scenario, case)
        if cited and (wanted is None or any(ruling in wanted for ruling in cited)):
            rules = _rules(file, scenario, case, extra)
            about = rules.stack.ruleset if rules else _named(file)
            yield Citation(run_case(file, scenario, case, extra), rules, about, file.language, alone[scenario.id.text])


def _named(file: ScenarioFile) -> str:
    return file.stack.ruleset.text if file.stack else ""


def _rules(file: ScenarioFile, scenario: Scenario, case: Case, extra: Extra) -> LoadedRuleset | None:
    try:
        return load(file, scenario, case, extra)
    except SourceError:
        return None


def texts_of(file: ScenarioFile, text: str) -> dict[str, str]:
    """Each scenario by its id, with what stands above all of them, so that it can be run alone."""
    lines = text.splitlines()
    begins = [scenario.span.line - 1 for scenario in file.scenarios]
    head = [line for line in lines[: min(begins, default=0)] if not line.startswith("#")]
    bodies = (lines[begin:end] for begin, end in pairwise([*begins, len(lines)]))
    return {
        scenario.id.text: "\n".join([*_tidy(head), "", *_tidy(body)]) + "\n"
        for scenario, body in zip(file.scenarios, bodies, strict=True)
    }


def _tidy(lines: list[str]) -> list[str]:
    """The lines without what leads over to the next scenario, and without empty lines in a row."""
    while lines and (not lines[-1].strip() or lines[-1].startswith("#")):
        lines = lines[:-1]
    return [line for before, line in pairwise(["", *lines]) if before.strip() or line.strip()]
