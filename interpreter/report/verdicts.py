"""Verdicts to text and to JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from interpreter.report.stacks import stack_words
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import Diagnostic, allowed_set
from interpreter.source.display import harmless
from interpreter.source.rendering import as_brief, as_github, as_json, as_text
from interpreter.source.speech import number
from interpreter.trial.verdicts import Outcome, Verdict


def headline(verdict: Verdict) -> str:
    """One line that names a case: outcome, place, id, title."""
    return f"{phrase(f'headline-{verdict.outcome.value}')} {_place(verdict)} {verdict.id}{_title(verdict)}"


def scenario_line(verdict: Verdict) -> str:
    """One line that names the scenario of a case."""
    return f"{_place(verdict)} {verdict.scenario.id.text}{_title(verdict)}"


def _place(verdict: Verdict) -> str:
    return f"{harmless(verdict.file)}:{verdict.scenario.span.line}"


def _title(verdict: Verdict) -> str:
    title = verdict.scenario.title
    return f' "{harmless(title.text)}"' if title is not None else ""


def failure(verdict: Verdict) -> str:
    """Everything that a reader needs about a case that is not fine."""
    remarks = [*verdict.scenario.remarks.sources, *_reading_sources(verdict)]
    about = [phrase("verdict-source", source=source.text) for source in remarks]
    about += [phrase("verdict-ruling", ruling=name.text) for name in verdict.scenario.remarks.rulings]
    about += [phrase("verdict-under", stack=under(verdict))] if verdict.stack else []
    lines = [headline(verdict), *(f"  {line}" for line in about), as_text(verdict.findings).rstrip()]
    return "\n".join(lines)


def failures(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """The cases that are not fine; those whose findings are the same are told at the first of them."""
    alike: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        if not verdict.is_fine:
            alike.setdefault(as_text(verdict.findings), []).append(verdict)
    for first, *others in alike.values():
        same = phrase("verdict-same", cases=allowed_set(other.id for other in others)) if others else ""
        yield "\n".join(filter(None, (failure(first), same)))


def under(verdict: Verdict) -> str:
    """The rules that a case ran under, and the folder where they were found."""
    return phrase("verdict-stack", stack=stack_words(verdict.stack), folder=verdict.folder, hash=verdict.hash[:12])


def _reading_sources(verdict: Verdict) -> Sequence[Any]:
    reading = verdict.case.reading
    return () if reading is None else reading.remarks.sources


def brief(verdicts: Iterable[Verdict]) -> str:
    """The findings, a line each."""
    return as_brief(_reported(verdicts))


def github(verdicts: Iterable[Verdict]) -> str:
    """The findings as annotations."""
    return as_github(_reported(verdicts))


def _reported(verdicts: Iterable[Verdict]) -> Sequence[Diagnostic]:
    """What is to be done about, each thing once: many cases may meet the same."""
    found = [finding for verdict in verdicts if not verdict.is_fine for finding in verdict.findings]
    return tuple({(str(finding), finding.span): finding for finding in found}.values())


def summary(verdicts: Sequence[Verdict], seconds: float) -> str:
    """The last line: how many of each outcome."""
    counts = Counter(verdict.outcome for verdict in verdicts)
    parts = [phrase(f"count-{outcome.value}", count=counts[outcome]) for outcome in Outcome if counts[outcome]]
    told = ", ".join(parts) or phrase("count-nothing")
    return phrase("run-summary", outcomes=told, seconds=number(round(seconds, 2), 2))


def as_object(verdicts: Sequence[Verdict], findings: Sequence[Diagnostic]) -> dict[str, Any]:
    """One object for programs. `findings` are about files that could not be read at all."""
    counts = Counter(verdict.outcome for verdict in verdicts)
    return {
        "schema": 1,
        "passed": counts[Outcome.PASSED] + counts[Outcome.KNOWN_WRONG],
        "failed": sum(not verdict.is_fine for verdict in verdicts),
        "skipped": counts[Outcome.SKIPPED],
        "scenarios": [_entry(verdict) for verdict in verdicts],
        "findings": as_json(findings),
    }


def _entry(verdict: Verdict) -> dict[str, Any]:
    return {**names(verdict), "outcome": verdict.outcome.value, "findings": as_json(verdict.findings)}


def names(verdict: Verdict) -> dict[str, Any]:
    """What names a case for programs."""
    case = verdict.case
    return {
        "file": verdict.file,
        "line": verdict.scenario.span.line,
        "id": verdict.scenario.id.text,
        "title": verdict.scenario.title.text if verdict.scenario.title else None,
        "row": case.row.id.text if case.row else None,
        "reading": case.reading.id.text if case.reading else None,
    }
