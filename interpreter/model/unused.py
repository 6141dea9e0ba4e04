"""A draft and the names that its rules read to warnings about declarations that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.model import draft as d
from interpreter.model.findings import Finding, Names

_GROUPS = (
    "sources", "options", "dice", "tracks", "pawns", "roles", "counters", "types", "zones", "demands", "values",
    "actions", "windows",
)  # fmt: skip


def unused(draft: d.Draft, names: Names) -> Iterator[Finding]:
    """One warning for each declaration that no rule reads."""
    for path in _declarations(draft):
        if path not in names.used:
            yield Finding("R0401", path, {"word": _name(draft, path)}, on_key=True, warning=True)


def _declarations(draft: d.Draft) -> Iterator[d.Path]:
    for group in _GROUPS:
        yield from ((group, name) for name in getattr(draft, group))
    for number in range(len(draft.attributes.cards)):
        yield "attributes", "cards", str(number)
    for number in range(len(draft.attributes.places)):
        yield "attributes", "places", str(number)
    yield from (("steps", name) for name in list(draft.steps)[1:])  # the game begins with the first


def _name(draft: d.Draft, path: d.Path) -> str:
    if path[0] != "attributes":
        return path[-1]
    names: list[str] = getattr(draft.attributes, path[1])
    return names[int(path[-1])]
