"""The history of a value to text and to JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.layering.differences import Difference, Kind, Site
from interpreter.layering.history import ABSENT, History
from interpreter.report.differences import SCHEMA, difference_object, site_object
from interpreter.report.stacks import stack_words
from interpreter.report.values import in_one_line
from interpreter.source.catalogue import phrase
from interpreter.source.display import harmless


def as_text(history: History) -> str:
    """For people: who said what, from the ruleset up, and where it is written."""
    rows = list(_rows(history))
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = [f"  {who:<{widths[0]}}  {where:<{widths[1]}}  {what}".rstrip() for who, where, what in rows]
    head = phrase("history-head", path=".".join(history.path), stack=stack_words(history.stack))
    return "\n".join([head, *lines, phrase("history-now", value=_shown(history.last))])


def _rows(history: History) -> Iterator[tuple[str, str, str]]:
    yield history.base, _place(history.first_at), _shown(history.first)
    for change in history.changes:
        at = change.to_at
        what = _what(change, history)
        told = phrase("history-because", what=what, why=at.why) if at is not None and at.why else what
        yield _who(at), _place(at), told
    if not history.changes:
        yield "", "", phrase("history-unchanged")


def _who(site: Site | None) -> str:
    return phrase("chosen") if site is None or site.layer is None else site.layer


def _place(site: Site | None) -> str:
    return "" if site is None or site.span is None else f"{harmless(site.span.file)}:{site.span.line}"


def _what(change: Difference, history: History) -> str:
    inner = ".".join(change.path[len(history.path) :])
    name = f"{inner}: " if inner else ""
    match change.kind:
        case Kind.ADDED:
            return name + phrase("history-added", value=in_one_line(change.to))
        case Kind.REMOVED:
            return name + phrase("history-removed", value=in_one_line(change.was))
        case Kind.CHANGED:
            return f"{name}{in_one_line(change.was)} -> {in_one_line(change.to)}"


def _shown(value: Any) -> str:
    return phrase("history-absent") if value is ABSENT else in_one_line(value)


def as_object(history: History) -> dict[str, Any]:
    """For programs; what is not there is null, and `exists` says whether the path is there in the end."""
    return {
        "schema": SCHEMA,
        "path": ".".join(history.path),
        "stack": history.stack,
        "base": {"value": _plain(history.first), "at": site_object(history.first_at)},
        "changes": [difference_object(change) for change in history.changes],
        "exists": history.last is not ABSENT,
        "value": _plain(history.last),
    }


def _plain(value: Any) -> Any:
    return None if value is ABSENT else value
