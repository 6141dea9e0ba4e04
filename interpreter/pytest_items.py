"""A scenario file to pytest items: one for each case, judged as `gulliver run` judges it.

The collector is a `Module` and the items are `Function`s, because fixtures, markers, JUnit and syrupy rely on that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from interpreter.documents.reader import read_text
from interpreter.errors import InterpreterError
from interpreter.layering.manifest import displayed
from interpreter.pytest_plugin import STALE
from interpreter.report import verdicts as report
from interpreter.scenario.parser import parse
from interpreter.scenario.tree import Case, Scenario, ScenarioFile
from interpreter.snapshots.comparison import compared
from interpreter.snapshots.names import case_id, names_for
from interpreter.snapshots.waiting import stale_findings, waiting
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import SourceError
from interpreter.source.rendering import as_text
from interpreter.trial.runner import run_case
from interpreter.trial.verdicts import Outcome, Verdict


class WrongVerdictError(InterpreterError):
    """A case is not fine."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(f"{verdict.id}: {verdict.outcome.value}")
        self.verdict = verdict


class ScenarioItem(pytest.Function):
    """One case of a scenario file."""

    line: int  # from 1

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the scenario stands; a bare name would be shown with `::` for every dot."""
        return self.path, self.line - 1, f"scenario {self.name}"

    def repr_failure(  # type: ignore[override]  # that of functions knows no style either
        self, excinfo: pytest.ExceptionInfo[BaseException]
    ) -> Any:
        """What `gulliver run` says."""
        if isinstance(excinfo.value, WrongVerdictError):
            return report.failure(excinfo.value.verdict)
        return super().repr_failure(excinfo)


class ScenarioModule(pytest.Module):
    """A scenario file."""

    def _getobj(self) -> ModuleType:
        """There is no Python module; an empty one has neither fixtures nor marks."""
        return ModuleType(self.path.stem)

    def collect(self) -> Iterator[ScenarioItem]:
        """One item for each case; a file that cannot be read is an error with all its findings."""
        if _has_syrupy(self.config):
            _syrupy_files().shield(self.config)
        shown = displayed(self.path)
        try:
            file = parse(read_text(self.path, shown), shown)
        except SourceError as wrong:
            raise self.CollectError(as_text(wrong.diagnostics)) from None
        stale = stale_findings(waiting([file]))
        self.config.stash[STALE].update(dict.fromkeys(map(str, stale)))
        return iter([self._item(file, scenario, case) for scenario, case in file.tests()])

    def _item(self, file: ScenarioFile, scenario: Scenario, case: Case) -> ScenarioItem:
        name, function = case_id(scenario, case), _test(file, scenario, case)
        item: ScenarioItem = ScenarioItem.from_parent(self, name=name, callobj=function)
        item.line = scenario.span.line
        item.extra_keyword_matches.update(_keywords(scenario))
        for tag in scenario.remarks.tags:
            self.config.addinivalue_line("markers", f"{tag.text}: a tag of scenarios")
            item.add_marker(tag.text)
        return item


def _keywords(scenario: Scenario) -> Iterator[str]:
    """What `-k` finds besides the name."""
    if scenario.title is not None:
        yield scenario.title.text
    if scenario.is_dispute:
        yield "dispute"
    if scenario.remarks.known_wrong is not None:
        yield "known-wrong"


# ---- what an item runs ----------------------------------------------------------------------------------------------


def _test(file: ScenarioFile, scenario: Scenario, case: Case) -> Callable[..., None]:
    def scenario_case(request: pytest.FixtureRequest, record_property: Callable[[str, object], None]) -> None:
        verdict = run_case(file, scenario, case)
        if _has_syrupy(request.config) and names_for(scenario, case):
            _syrupy_files().assert_through(request.node, verdict)
        _decide(compared(verdict), record_property)

    return scenario_case


def _has_syrupy(config: pytest.Config) -> bool:
    return config.pluginmanager.hasplugin("syrupy")


def _syrupy_files() -> ModuleType:
    """Imported only where there is syrupy."""
    return import_module("interpreter.snapshots.syrupy_files")


def _decide(verdict: Verdict, record_property: Callable[[str, object], None]) -> None:
    """Pass, skip, or fail as expected or not."""
    if verdict.stack:
        record_property("stack", verdict.stack)
        record_property("hash", verdict.hash)
    if verdict.outcome is Outcome.SKIPPED:
        pytest.skip(phrase("pytest-skipped"))
    if verdict.outcome is Outcome.KNOWN_WRONG:
        pytest.xfail(_known_wrong(verdict))
    if verdict.outcome is not Outcome.PASSED:
        raise WrongVerdictError(verdict)


def _known_wrong(verdict: Verdict) -> str:
    reading = verdict.case.reading
    remarks = [verdict.scenario.remarks] if reading is None else [reading.remarks, verdict.scenario.remarks]
    said = (each.known_wrong.text for each in remarks if each.known_wrong is not None)
    return next(said, phrase("pytest-known-wrong"))
