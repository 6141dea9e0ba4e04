"""A scalar as written to the line and column of each of its characters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.source.span import Span

Position = tuple[int, int]  # line and column, from 1
_ESCAPE = re.compile(r"\\(?:x.{2}|u.{4}|U.{8}|.)")


def positions(text: str, span: Span, value: str) -> list[Position] | None:
    """Where each character of the value stands, and one more: where it ends.

    None: the text is folded, so its characters stand nowhere in particular.
    """
    lines = text.split("\n")
    first = lines[span.line - 1][span.column - 1 :]
    found = list(_block(lines, span, value) if first.startswith("|") else _flow(first, span))
    return found if len(found) == len(value) + 1 else None


def _flow(first: str, span: Span) -> Iterator[Position]:
    """The characters of a plain or quoted text on one line."""
    if span.end_line != span.line:
        return
    raw = first[: span.end_column - span.column]
    match raw[:1]:
        case "'":
            starts = _singles(raw)
        case '"':
            starts = _doubles(raw)
        case _:
            starts = iter(range(len(raw) + 1))
    yield from ((span.line, span.column + start) for start in starts)


def _singles(raw: str) -> Iterator[int]:
    """Offsets in single quotes, where a quote is written twice."""
    return _offsets(raw, re.compile("''|."))


def _doubles(raw: str) -> Iterator[int]:
    """Offsets in double quotes, where a backslash begins an escape."""
    return _offsets(raw, re.compile(f"{_ESCAPE.pattern}|."))


def _offsets(raw: str, character: re.Pattern[str]) -> Iterator[int]:
    yield from (match.start() for match in character.finditer(raw, 1, len(raw) - 1))
    yield len(raw) - 1


def _block(lines: list[str], span: Span, value: str) -> Iterator[Position]:
    """The characters of a text after `|`, whose lines stand as they are but for their indentation."""
    body = value.split("\n")
    indent = next((line.find(said) for line, said in zip(lines[span.line :], body, strict=False) if said.strip()), 0)
    for number, said in enumerate(body):
        yield from ((span.line + 1 + number, indent + 1 + column) for column in range(len(said) + 1))
