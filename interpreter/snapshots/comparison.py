"""A verdict to a verdict that has compared the snapshots of its case, too."""

from __future__ import annotations

from pathlib import Path as File

from attrs import evolve

from interpreter.engine.state import OpenValueError
from interpreter.snapshots.names import names_for
from interpreter.snapshots.pictures import text_of
from interpreter.snapshots.store import Content, Snapshot, difference, keep, read
from interpreter.source.diagnostics import Diagnostic, Related, SourceError, error
from interpreter.source.refusals import refusal
from interpreter.source.span import Span
from interpreter.trial.verdicts import Outcome, Verdict, Wanted

_SHOWN = 16


def compared(verdict: Verdict) -> Verdict:
    """The verdict, with a finding for each snapshot that is missing or differs; those wait for review.

    Where an expectation fails, the picture is wrong anyway, and is not compared.
    """
    if verdict.outcome is not Outcome.PASSED or not verdict.wanted:
        return verdict
    try:
        found = contents(verdict)
    except SourceError as wrong:
        return evolve(verdict, outcome=Outcome.ERROR, findings=(*verdict.findings, *wrong.diagnostics))
    lines = (wanted.snapshot.span for wanted in verdict.wanted)
    findings = [_finding(*each, _kept(*each[:2])) for each in zip(found, found.values(), lines, strict=True)]
    differing = tuple(finding for finding in findings if finding is not None)
    if not differing:
        return verdict
    return evolve(verdict, outcome=Outcome.SNAPSHOT, findings=(*verdict.findings, *differing))


def contents(verdict: Verdict) -> dict[Snapshot, Content]:
    """What a case shows at each of the points where it asks for a snapshot, in order.

    Raises:
        SourceError: A line asks for what is not there.
    """
    names = names_for(verdict.scenario, verdict.case)
    file = File(verdict.file)
    return {
        Snapshot(file, name): Content(_text(wanted, verdict), verdict.stack, verdict.hash)
        for name, wanted in zip(names, verdict.wanted, strict=True)
    }


def _text(wanted: Wanted, verdict: Verdict) -> str:
    try:
        return text_of(wanted, verdict.players)
    except OpenValueError as open_:
        raise SourceError([error("P0302", wanted.snapshot.span, name=open_.name)]) from open_


def _kept(snapshot: Snapshot, found: Content) -> tuple[Related, ...]:
    """Let it wait for review; a note where that cannot be."""
    try:
        keep(snapshot, found)
    except OSError as trouble:
        return (Related(None, "note-not-kept", {"reason": refusal(trouble)}),)
    return ()


def _finding(snapshot: Snapshot, found: Content, place: Span, notes: tuple[Related, ...]) -> Diagnostic | None:
    accepted = read(snapshot.accepted)
    if accepted is not None and accepted.body == found.body:
        return None
    lines = difference("" if accepted is None else accepted.body, found.body)
    values = {"name": snapshot.name, "file": place.file}
    return error("E0701" if accepted is None else "E0702", place, related=(*notes, *shown(lines)), **values)


def shown(lines: tuple[str, ...]) -> tuple[Related, ...]:
    """A diff as notes, cut to what a reader takes in."""
    rest = len(lines) - _SHOWN
    notes = [Related(None, "note-diff", {"line": line}) for line in lines[:_SHOWN]]
    if rest > 0:
        notes.append(Related(None, "note-diff-rest", {"count": str(rest)}))
    return tuple(notes)
