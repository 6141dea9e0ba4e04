"""What a YAML file says: plain data, and where each path of it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from interpreter.documents.columns import positions
from interpreter.source.span import Span, at

Path = tuple[str, ...]  # keys; an entry of a list by its `id`, else by its number from 0


@frozen
class Place:
    """Where a path stands."""

    key: Span | None  # None: the root and entries of lists have no key
    value: Span

    @property
    def name(self) -> Span:
        """The smallest place that stands for the whole path."""
        return self.key or self.value


@frozen
class Document:
    """One YAML file."""

    file: str  # as it is shown
    data: Any  # None, bool, int, float, str, list, dict with text keys
    spans: Mapping[Path, Place]
    text: str  # newlines normalised, no byte order mark

    def inside(self, path: Path, start: int, end: int) -> Span:
        """Where the characters from `start` to `end` of the text at a path stand.

        Falls back to the whole value where the text is written over several lines or folded.
        """
        whole = self.spans[path].value
        line_and_column = positions(self.text, whole, self._value(path))
        if line_and_column is None or not 0 <= start <= end < len(line_and_column):
            return whole
        line, column = line_and_column[start]
        end_line, end_column = line_and_column[end]
        if end_line == line:
            return at(self.file, line, column, max(end_column - column, 1))
        return Span(self.file, line, column, end_line, end_column)

    def _value(self, path: Path) -> str:
        """The text at a path; what is no text has no characters, but is written as it is read."""
        value = value_at(self.data, path)
        return value if isinstance(value, str) else written(self.text, self.spans[path].value)


def entry_names(entries: Sequence[Any]) -> tuple[str, ...]:
    """The name of each entry of a list: its `id` where that is a text of its own, else its number."""
    names: dict[str, None] = {}
    for number, entry in enumerate(entries):
        own = entry.get("id") if isinstance(entry, dict) else None
        names[own if isinstance(own, str) and own not in names else str(number)] = None
    return tuple(names)


def value_at(data: Any, path: Path) -> Any:
    """The part of the data at a path."""
    for name in path:
        data = data[entry_names(data).index(name)] if isinstance(data, list) else data[name]
    return data


def named_path(data: Any, steps: Sequence[str | int]) -> Path:
    """Keys and numbers of entries, as JSON Schema counts them, to a path."""
    path: list[str] = []
    for step in steps:
        path.append(entry_names(data)[step] if isinstance(step, int) else step)
        data = data[step]
    return tuple(path)


def written(text: str, span: Span) -> str:
    """What stands at a place, as it was written."""
    lines = text.split("\n")[span.line - 1 : span.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines)
