"""What scenarios reached of rulesets and layers, to text and to JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import frozen

from interpreter.compiler.notes import Probe
from interpreter.report.differences import SCHEMA
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import Diagnostic
from interpreter.source.rendering import as_json
from interpreter.source.span import Span
from interpreter.trial.countable import ANOTHER, CONDITIONS, Countable

# What is counted, and the kinds of probes that belong to it.
MEASURES: Mapping[str, tuple[str, ...]] = {
    "rules": ("rule", "answer", "play"),
    "branches": ("branch", "case"),
    "conditions": ("allow", "refuse", "choose"),
    "options": ("option",),
    "cards": ("card",),
}


@frozen
class Share:
    """So many of all."""

    covered: int
    total: int

    @property
    def percent(self) -> int:
        """In percent, rounded down; 100 of nothing."""
        return 100 * self.covered // self.total if self.total else 100

    def reaches(self, least: float) -> bool:
        """Whether it is at least so many percent."""
        return 100 * self.covered >= least * self.total


@frozen
class Spot:
    """A thing that can be covered, where it is written, and whether it is covered."""

    probe: Probe
    place: Span
    covered: bool

    @property
    def what(self) -> str:
        """What never happened, for programs."""
        kind, way = self.probe.kind, str(self.probe.way).lower()
        return f"{kind}-{way}" if kind in CONDITIONS else kind

    def told(self) -> str:
        """What never happened, for people."""
        if self.probe.text == ANOTHER:
            return phrase("cover-another")
        return phrase(f"cover-{self.what}", condition=self.probe.text)

    def as_object(self) -> dict[str, Any]:
        """For programs."""
        path = ".".join(self.probe.path)
        return {
            "file": self.place.file,
            "line": self.place.line,
            "path": path,
            "what": self.what,
            "text": self.probe.text,
        }


@frozen(eq=False)
class Covered:
    """One ruleset or layer, with all that can be covered of it in the order in which it is written."""

    countable: Countable
    spots: tuple[Spot, ...]

    @property
    def name(self) -> str:
        """The ruleset or the layer."""
        return self.countable.name

    def share(self, measure: str) -> Share:
        """How much of one sort is covered."""
        spots = [spot for spot in self.spots if spot.probe.kind in MEASURES[measure]]
        return Share(sum(spot.covered for spot in spots), len(spots))

    @property
    def uncovered(self) -> Iterator[Spot]:
        """What no scenario reaches."""
        return (spot for spot in self.spots if not spot.covered)

    def as_object(self) -> dict[str, Any]:
        """For programs."""
        shares = {measure: self.share(measure) for measure in MEASURES}
        counts = {measure: {"covered": share.covered, "total": share.total} for measure, share in shares.items()}
        return {**counts, "uncovered": [spot.as_object() for spot in self.uncovered]}

    def lines(self) -> Iterator[str]:
        """For people: how much of each sort, then what is not covered."""
        said = (self._share(measure) for measure in MEASURES if self.share(measure).total)
        yield f"{self.name}: {', '.join(said) or phrase('cover-nothing')}"
        for spot in self.uncovered:
            yield f"  {spot.place.file}:{spot.place.line} {'.'.join(spot.probe.path)}: {spot.told()}"

    def _share(self, measure: str) -> str:
        share = self.share(measure)
        of = {"covered": share.covered, "total": share.total, "percent": share.percent}
        return phrase(f"cover-{measure}", **of)


def covered(countable: Countable, hits: Iterable[Probe]) -> Covered:
    """What was hit of all that can be."""
    hit = frozenset(hits)
    spots = (Spot(probe, place, probe in hit) for probe, place in countable.places.items())
    return Covered(countable, tuple(sorted(spots, key=_order)))


def _order(spot: Spot) -> tuple[Any, ...]:
    probe = spot.probe
    return (spot.place.file, spot.place.line, spot.place.column, probe.path, probe.kind, probe.text, not probe.way)


def as_text(found: Iterable[Covered], failed: int) -> str:
    """For people."""
    told = ["\n".join(each.lines()) for each in found]
    return "\n\n".join([*told, *([phrase("cover-failed", count=failed)] if failed else [])])


def as_object(found: Iterable[Covered], failed: int, findings: Iterable[Diagnostic] = ()) -> dict[str, Any]:
    """For programs; `findings` are about files that cannot be read."""
    rulesets = {each.name: each.as_object() for each in found}
    return {"schema": SCHEMA, "rulesets": rulesets, "failed": failed, "findings": as_json(findings)}
