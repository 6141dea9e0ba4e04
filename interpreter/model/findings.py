"""Findings of the model stage, collected by path; places are looked up when they are reported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from attrs import Factory, frozen

Path = tuple[str, ...]


@frozen
class Finding:
    """`start` and `end` are offsets inside the text at `path`; `on_key` points at the key itself."""

    code: str
    path: Path
    values: Mapping[str, str]
    start: int | None = None
    end: int | None = None
    on_key: bool = False
    suggestion: str | None = None
    allowed: tuple[str, ...] = ()
    related: Path | None = None
    warning: bool = False


@frozen
class Findings:
    """A list to which the checks add."""

    items: list[Finding] = Factory(list)

    def add(self, finding: Finding) -> None:
        """Collect one finding, unless the very same was made (a text is checked once for each reader)."""
        if finding not in self.items:
            self.items.append(finding)


def unknown(
    what: str,
    word: str,
    known: Iterable[str],
    path: Path,
    place: tuple[int, int] | None = None,
    *,
    on_key: bool = False,
) -> Finding:
    """The finding that `word` is no `what`, with the nearest known word as suggestion."""
    allowed = tuple(sorted(known))
    near = get_close_matches(word, allowed, n=1, cutoff=0.6)
    start, end = place if place else (None, None)
    return Finding(
        "R0101",
        path,
        {"what": what, "word": word},
        start,
        end,
        on_key,
        suggestion=near[0] if near else None,
        allowed=allowed,
    )
