"""YAML text to nodes with spans, and findings about what a ruleset must not use of YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Protocol

import yaml
from attrs import frozen
from yaml.events import (
    AliasEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
)

from interpreter.budgets import most
from interpreter.documents.scalars import MOST_DIGITS, is_too_long
from interpreter.source.diagnostics import Diagnostic, Related, Severity, error
from interpreter.source.span import Span, at

_DEEPEST = 60
_CURLY = re.compile("[“”„«»].*[“”»«]")  # word processors write them
_BLOCK_STYLES = ("|", ">")


@frozen
class Scalar:
    """A text, or what a plain text means."""

    text: str
    plain: bool  # not in quotes, not in a block
    span: Span


@frozen
class Entries:
    """A list."""

    entries: tuple[Node, ...]
    span: Span


@frozen
class Pairs:
    """A mapping; no key occurs twice."""

    pairs: tuple[tuple[Scalar, Node], ...]
    span: Span


Node = Scalar | Entries | Pairs


class _Mark(Protocol):
    """A place as libyaml counts it, from 0."""

    line: int
    column: int


class BudgetError(Exception):
    """The file is deeper or larger than anybody writes; the finding is the last one."""


class Composer:
    """Turns the events of one text into nodes, and collects findings on the way."""

    def __init__(self, text: str, file: str) -> None:
        self.findings: list[Diagnostic] = []
        self._file = file
        self._lines = text.split("\n")
        self._events: Iterator[Event] = yaml.parse(text, Loader=yaml.CSafeLoader)
        self._count = 0
        self._most = most("values")
        self._anchors: set[str] = set()

    def document(self) -> Node | None:
        """The root of the text, or None if there is nothing in it."""
        root: Node | None = None
        starts = 0
        for event in self._events:
            if isinstance(event, DocumentStartEvent):
                starts += 1
                self._check_start(event, starts)
            elif isinstance(event, NodeEvent):
                node = self._node(event, 1)
                root = node if root is None else root
        return root

    def _check_start(self, event: DocumentStartEvent, number: int) -> None:
        if number > 1:
            self._report("Y0206", self._span(event))
        if event.version or event.tags:
            self._report("Y0212", at(self._file, self._start(event)[0], 1))

    def _node(self, event: Event, depth: int) -> Node:
        self._count += 1
        self._check_budget(event, depth)
        self._check_extras(event)
        if isinstance(event, MappingStartEvent):
            return self._pairs(event, depth)
        if isinstance(event, CollectionStartEvent):
            return self._entries(event, depth)
        return self._scalar(event)

    def _scalar(self, event: Event) -> Scalar:
        if not isinstance(event, ScalarEvent):
            return Scalar("", plain=False, span=self._span(event))
        span = self._block_span(event) if event.style in _BLOCK_STYLES else self._span(event)
        plain = bool(event.implicit[0]) and not event.style
        if plain and _CURLY.fullmatch(event.value):
            self._report("Y0213", span, text=event.value, bare=event.value[1:-1])
        if plain and is_too_long(event.value):
            self._report("Y0210", span, number=event.value, limit=str(MOST_DIGITS))
            return Scalar(event.value, plain=False, span=span)
        return Scalar(event.value, plain, span)

    def _entries(self, start: CollectionStartEvent, depth: int) -> Entries:
        entries = []
        while not isinstance(event := next(self._events), SequenceEndEvent):
            entries.append(self._node(event, depth + 1))
        last = entries[-1].span if entries else None
        return Entries(tuple(entries), self._collection_span(start, event, last))

    def _pairs(self, start: MappingStartEvent, depth: int) -> Pairs:
        found: dict[str, tuple[Scalar, Node]] = {}
        last: Span | None = None
        while not isinstance(event := next(self._events), MappingEndEvent):
            key = self._node(event, depth + 1)
            value = self._node(next(self._events), depth + 1)
            last = value.span
            if isinstance(key, Scalar) and self._is_good_key(key, event, found):
                found[key.text] = (key, value)
            elif not isinstance(key, Scalar):
                self._report("Y0209", key.span)
        return Pairs(tuple(found.values()), self._collection_span(start, event, last))

    def _is_good_key(self, key: Scalar, event: Event, found: dict[str, tuple[Scalar, Node]]) -> bool:
        if key.plain and key.text == "<<":
            return self._report("Y0202", key.span)
        if isinstance(event, AliasEvent):
            return False
        if key.text == "":
            return self._report("Y0211", key.span)
        if key.text in found:
            return self._report_twice(key, found[key.text][0])
        return True

    def _report_twice(self, key: Scalar, first: Scalar) -> bool:
        related = (Related(first.span, "note-first-written"),)
        self.findings.append(error("Y0201", key.span, related=related, key=key.text))
        return False

    def _check_budget(self, event: Event, depth: int) -> None:
        if depth > _DEEPEST:
            self._report("Y0207", self._span(event), limit=str(_DEEPEST))
            raise BudgetError
        if self._count > self._most:
            self._report("Y0208", self._span(event), limit=str(self._most))
            raise BudgetError

    def _check_extras(self, event: Event) -> None:
        anchor = getattr(event, "anchor", None)
        tag = getattr(event, "tag", None)
        if isinstance(event, AliasEvent):
            if anchor not in self._anchors:
                self._report("Y0205", self._span(event), name=str(anchor))
        elif anchor is not None:
            self._anchors.add(anchor)
            self._report("Y0204", at(self._file, *self._start(event), len(anchor) + 1), name=anchor)
        if tag is not None:
            shown = self._word(event)
            self._report("Y0203", at(self._file, *self._start(event), len(shown)), tag=shown)

    def _report(self, code: str, span: Span, **values: str) -> bool:
        self.findings.append(Diagnostic(code, Severity.ERROR, values, span))
        return False

    def _word(self, event: Event) -> str:
        """The word as written where an event begins."""
        line, column = self._start(event)
        return self._lines[line - 1][column - 1 :].split(" ")[0]

    def _start(self, event: Event) -> tuple[int, int]:
        return _position(event.start_mark)

    def _span(self, event: Event) -> Span:
        return Span(self._file, *_position(event.start_mark), *_position(event.end_mark))

    def _collection_span(self, start: CollectionStartEvent, end: Event, last: Span | None) -> Span:
        """From the first to the last entry; libyaml lets a block end where the next one begins."""
        if last is None or start.flow_style:
            return Span(self._file, *self._start(start), *_position(end.end_mark))
        return Span(self._file, *self._start(start), last.end_line, last.end_column)

    def _block_span(self, event: ScalarEvent) -> Span:
        """From the `|` to the last line of the text; libyaml counts the blank lines after it, too."""
        line, column = self._start(event)
        end = min(_position(event.end_mark)[0] - 1, len(self._lines))
        while end > line and not self._lines[end - 1].strip():
            end -= 1
        return Span(self._file, line, column, end, len(self._lines[end - 1]) + 1)


def _position(mark: _Mark | None) -> tuple[int, int]:
    assert mark is not None, "every event that was read from a text is marked"
    return mark.line + 1, mark.column + 1
