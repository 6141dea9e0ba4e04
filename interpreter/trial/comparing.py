"""Scenarios under two stacks to what comes out differently, and where the two part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from interpreter.scenario.tree import ScenarioFile
from interpreter.source.diagnostics import Diagnostic
from interpreter.source.span import Span
from interpreter.trial.loading import Extra
from interpreter.trial.runner import run_case
from interpreter.trial.verdicts import Outcome, Verdict

_Said = tuple[str, Span | None, str]


@frozen(eq=False)
class Pair:
    """The verdicts on one case under two stacks."""

    first: Verdict
    second: Verdict

    @property
    def is_skipped(self) -> bool:
        """The case does not speak of both stacks."""
        return Outcome.SKIPPED in (self.first.outcome, self.second.outcome)

    @property
    def is_broken(self) -> bool:
        """The case can be played under neither, so nothing is known about it."""
        return self.first.outcome is self.second.outcome is Outcome.ERROR

    @property
    def differs(self) -> bool:
        """The case comes out differently: with another outcome, or for other reasons."""
        if self.is_skipped or self.is_broken:
            return False
        return self.first.outcome is not self.second.outcome or self.parting is not None

    @property
    def parting(self) -> Span | None:
        """The first line of the scenario that fares differently."""
        said = [{_said(finding) for finding in verdict.findings} for verdict in (self.first, self.second)]
        places = [span for _, span, _ in said[0] ^ said[1] if span is not None]
        return min(places, key=self._nearness, default=None)

    def _nearness(self, span: Span) -> tuple[bool, Span]:
        """Lines of the scenario come before those of rules."""
        return span.file != self.first.file, span


def findings_at(verdict: Verdict, place: Span | None) -> tuple[Diagnostic, ...]:
    """What is found wrong at a line; all of it, if the line is not known."""
    if place is None:
        return verdict.findings
    return tuple(f for f in verdict.findings if f.span is not None and _line(f.span) == _line(place))


def _line(span: Span) -> tuple[str, int]:
    return span.file, span.line


def _said(finding: Diagnostic) -> _Said:
    return finding.code, finding.span, finding.message


def compared_cases(file: ScenarioFile, extras: tuple[Extra, Extra]) -> Iterator[Pair]:
    """Every case of a file under both stacks."""
    for scenario, case in file.tests():
        first, second = (run_case(file, scenario, case, extra) for extra in extras)
        yield Pair(first, second)


def scenarios_that_differ(pairs: Iterable[Pair]) -> list[list[Pair]]:
    """All cases of each scenario of which at least one comes out differently."""
    groups: dict[tuple[str, str], list[Pair]] = {}
    for pair in pairs:
        groups.setdefault((pair.first.file, pair.first.scenario.id.text), []).append(pair)
    return [group for group in groups.values() if any(pair.differs for pair in group)]
