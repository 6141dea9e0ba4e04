"""What scenarios reached of rulesets and layers to one page: every file with its lines, and what each of them lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from interpreter.documents.document import Document
from interpreter.report.coverage import MEASURES, Covered, Share, Spot
from interpreter.report.html import page
from interpreter.source.catalogue import phrase
from interpreter.source.display import harmless


@frozen
class Line:
    """A line of a file; `state` is covered, partly, not, or empty where nothing is counted."""

    number: int
    text: str
    state: str
    missing: tuple[str, ...]


@frozen
class Source:
    """A file; `name` is where it lies."""

    name: str
    lines: tuple[Line, ...]


@frozen
class Part:
    """A ruleset or a layer."""

    name: str
    shares: tuple[tuple[str, Share], ...]
    sources: tuple[Source, ...]


def as_page(found: Iterable[Covered], failed: int) -> str:
    """The whole page, in the language that is spoken."""
    parts = [_part(each) for each in found]
    return page("coverage.html.j2", phrase("cover-title"), parts=parts, failed=failed)


def _part(found: Covered) -> Part:
    shares = tuple((phrase(f"cover-of-{measure}"), found.share(measure)) for measure in MEASURES)
    counted = tuple((name, share) for name, share in shares if share.total)
    return Part(found.name, counted, tuple(_sources(found)))


def _sources(found: Covered) -> Iterator[Source]:
    for document in found.countable.documents:
        spots = [spot for spot in found.spots if spot.place.file == document.file]
        if spots:
            yield Source(harmless(document.file), tuple(_lines(document, spots)))


def _lines(document: Document, spots: Iterable[Spot]) -> Iterator[Line]:
    on: dict[int, list[Spot]] = {}
    for spot in spots:
        on.setdefault(spot.place.line, []).append(spot)
    for number, text in enumerate(document.text.splitlines(), start=1):
        here = on.get(number, [])
        missing = tuple(f"{'.'.join(s.probe.path)}: {s.told()}" for s in here if not s.covered)
        yield Line(number, harmless(text), _state(here, missing), missing)


def _state(spots: Sequence[Spot], missing: Sequence[str]) -> str:
    if not spots:
        return ""
    return "partly" if 0 < len(missing) < len(spots) else "not" if missing else "covered"
