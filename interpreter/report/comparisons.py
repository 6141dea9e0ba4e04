"""Scenarios under two stacks to text and to JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from interpreter.report.differences import SCHEMA
from interpreter.report.stacks import stack_words
from interpreter.report.verdicts import names, scenario_line
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import Diagnostic
from interpreter.source.display import harmless
from interpreter.source.rendering import as_brief, as_json
from interpreter.trial.comparing import Pair, findings_at, scenarios_that_differ
from interpreter.trial.verdicts import Verdict


@frozen(eq=False)
class Comparison:
    """What came of running the same scenarios under the stacks A and B."""

    names: tuple[str, str]
    pairs: tuple[Pair, ...]
    elsewhere: int = 0  # scenarios of other rulesets
    findings: tuple[Diagnostic, ...] = ()  # about files that cannot be read

    @property
    def different(self) -> tuple[Pair, ...]:
        """The cases that come out differently."""
        return tuple(pair for pair in self.pairs if pair.differs)

    @property
    def compared(self) -> int:
        """How many cases were played under both."""
        return sum(not pair.is_skipped and not pair.is_broken for pair in self.pairs)

    def as_text(self) -> str:
        """For people: the scenarios that differ, then a table of them, then the numbers."""
        parts = [self._head(), *map(self._scenario, scenarios_that_differ(self.pairs)), self._summary()]
        return "\n\n".join(parts)

    def _head(self) -> str:
        first, second = (harmless(stack_words(name)) for name in self.names)
        return f"A: {first}\nB: {second}"

    def _scenario(self, group: Sequence[Pair]) -> str:
        rulings = ", ".join(group[0].first.rulings)
        remarks = ["  " + phrase("verdict-ruling", ruling=rulings)] if rulings else []
        lines = [scenario_line(group[0].first), *remarks, *_table(group)]
        return "\n".join([*lines, *(line for pair in group if pair.differs for line in _parting(pair))])

    def _summary(self) -> str:
        rulings = sorted({name for pair in self.different for name in pair.first.rulings}, key=in_parts)
        said = phrase("compare-summary", count=len(self.different), all=self.compared)
        said += phrase("compare-rulings", rulings=", ".join(rulings)) if rulings else ""
        broken = sum(pair.is_broken for pair in self.pairs)
        more = [phrase("compare-broken", count=broken)] if broken else []
        skipped = self.elsewhere + sum(pair.is_skipped for pair in self.pairs)
        return "; ".join([said, *more, *([phrase("count-skipped", count=skipped)] if skipped else [])])

    def as_object(self) -> dict[str, Any]:
        """For programs."""
        return {
            "schema": SCHEMA,
            "a": self.names[0],
            "b": self.names[1],
            "compared": self.compared,
            "different": len(self.different),
            "broken": sum(pair.is_broken for pair in self.pairs),
            "skipped": self.elsewhere + sum(pair.is_skipped for pair in self.pairs),
            "scenarios": [_entry(pair) for pair in self.different],
            "findings": as_json(self.findings),
        }


def in_parts(name: str) -> list[tuple[int, str]]:
    """What a name is sorted by: B9 comes before B10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split("([0-9]+)", name)]


def _table(group: Sequence[Pair]) -> Iterator[str]:
    rows = [(_name(pair.first), _outcome(pair.first), _outcome(pair.second)) for pair in group]
    widths = [max(len(row[column]) for row in (*rows, ("", "A", ""))) for column in (0, 1)]
    yield f"  {'':<{widths[0]}}  {'A':<{widths[1]}}  B"
    yield from (f"  {name:<{widths[0]}}  {first:<{widths[1]}}  {second}" for name, first, second in rows)


def _outcome(verdict: Verdict) -> str:
    return phrase(f"outcome-{verdict.outcome.value}")


def _name(verdict: Verdict) -> str:
    return ".".join(verdict.case.path) or verdict.id


def _parting(pair: Pair) -> Iterator[str]:
    place = pair.parting
    told = "" if place is None else phrase("compare-where", place=f"{place.file}:{place.line}")
    yield "  " + phrase("compare-part", name=_name(pair.first), where=told)
    for letter, verdict in (("A", pair.first), ("B", pair.second)):
        found = findings_at(verdict, place)
        lines = as_brief(found).splitlines() if found else [phrase("compare-as-expected")]
        yield from (f"    {letter}: {line}" for line in lines)


def _entry(pair: Pair) -> dict[str, Any]:
    place = pair.parting
    return {
        **names(pair.first),
        "rulings": list(pair.first.rulings),
        "outcomes": {"a": pair.first.outcome.value, "b": pair.second.outcome.value},
        "parts_at": None if place is None else {"file": place.file, "line": place.line},
        "findings": {"a": as_json(pair.first.findings), "b": as_json(pair.second.findings)},
    }
