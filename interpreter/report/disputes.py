"""The verdicts of a dispute to a table: reading by outcome."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from interpreter.source.catalogue import phrase
from interpreter.source.display import harmless
from interpreter.trial.verdicts import Outcome, Verdict


def tables(verdicts: Iterable[Verdict]) -> str:
    """One small table for each dispute that ran: its readings, under which options, and whether they hold."""
    disputes = [v for v in verdicts if v.scenario.is_dispute and v.outcome is not Outcome.SKIPPED]
    groups = (list(group) for _, group in groupby(disputes, key=lambda v: (v.file, v.scenario.id.text)))
    return "\n".join(_table(group) for group in groups if any(v.outcome is not Outcome.ERROR for v in group))


def _table(verdicts: Sequence[Verdict]) -> str:
    scenario = verdicts[0].scenario
    title = f' "{harmless(scenario.title.text)}"' if scenario.title else ""
    rows = [(_name(v), _changes(v), phrase(f"outcome-{v.outcome.value}")) for v in verdicts]
    widths = [max(len(row[i]) for row in rows) for i in (0, 1)]
    lines = [f"  {name:<{widths[0]}}  {changes:<{widths[1]}}  {outcome}" for name, changes, outcome in rows]
    return "\n".join([phrase("dispute-table", name=f"{scenario.id.text}{title}"), *lines])


def _name(verdict: Verdict) -> str:
    return ".".join(verdict.case.path) or verdict.id


def _changes(verdict: Verdict) -> str:
    reading = verdict.case.reading
    if reading is None:
        return phrase("dispute-as-it-stands")
    layers = [name.text for name in reading.changes.layers]
    options = [f"{s.option.text} = {s.value.text}" for s in reading.changes.settings]
    return ", ".join([*layers, *options]) or phrase("dispute-as-it-stands")
