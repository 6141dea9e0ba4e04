"""What comes of running scenarios: one verdict for each case, with what was found wrong."""

from __future__ import annotations

from enum import Enum

from attrs import evolve, frozen

from interpreter.scenario.tree import Case, Scenario, Snapshot
from interpreter.source.diagnostics import Diagnostic
from interpreter.trial.branches import Branch


class Outcome(Enum):
    """How a case ended."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    SNAPSHOT = "snapshot"
    KNOWN_WRONG = "known-wrong"
    SKIPPED = "skipped"


@frozen
class Wanted:
    """A snapshot that a case asks for, at the point where it asks."""

    snapshot: Snapshot
    branch: Branch


@frozen(eq=False)
class Verdict:
    """One case: its outcome and its findings. The positions that led there are not kept: thousands of cases may run."""

    file: str
    scenario: Scenario
    case: Case
    outcome: Outcome
    findings: tuple[Diagnostic, ...]
    stack: str
    hash: str
    folder: str = ""
    players: tuple[str, ...] = ()
    wanted: tuple[Wanted, ...] = ()

    @property
    def id(self) -> str:
        """The scenario, then its reading, then its row, with dots between."""
        return ".".join((self.scenario.id.text, *self.case.path))

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings that the case cites."""
        return rulings_of(self.scenario, self.case)

    @property
    def is_fine(self) -> bool:
        """Whether nobody has to do anything."""
        return self.outcome in (Outcome.PASSED, Outcome.KNOWN_WRONG, Outcome.SKIPPED)

    def told(self) -> Verdict:
        """What a report tells of it: without the text that was played and the positions that were to be shown."""
        return evolve(self, scenario=evolve(self.scenario, cases=()), case=evolve(self.case, blocks=()), wanted=())


def rulings_of(scenario: Scenario, case: Case) -> tuple[str, ...]:
    """The rulings that a scenario, or the reading of it, says it is about; each once."""
    remarks = [scenario.remarks] + ([case.reading.remarks] if case.reading is not None else [])
    return tuple(dict.fromkeys(name.text for remark in remarks for name in remark.rulings))
