"""A log to what of it made a difference: nobody notices that what lies open was set to what it was already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import define

from interpreter.engine.entries import Entry, Event, Plain

_GROUPS = {"role": "roles", "pawn": "pawns", "lay": "tracks", "count": "counters"}
_THROWN = {"roll": "faces", "reroll": "shown", "dice": "faces"}
_Key = tuple[str, str, str | None]


def noticeable(start: Plain, log: Sequence[Entry], first: int) -> Iterator[Entry]:
    """The entries of a game from the one with the number `first` on that made a difference.

    Args:
        start: The table before the first entry of the log, as transcripts have it.
        log: The game from its beginning.
        first: From 0; how much was noticed already.
    """
    table = _Table(start, {})
    for number, entry in enumerate(log):
        makes_difference = not isinstance(entry, Event) or table.changes(entry)
        if makes_difference and number >= first:
            yield entry


@define
class _Table:
    """What lies open, as far as it has been set since the start."""

    start: Plain
    values: dict[_Key, Any]

    def changes(self, event: Event) -> bool:
        """Take an event in; whether it moved a card, or set something to another value."""
        found = _set(event)
        if found is None:
            return event.data.get("count") != 0
        key, value = found
        before = self.values.get(key, self._at_start(key))
        self.values[key] = value
        return event.what in ("roll", "reroll") or bool(before != value)

    def _at_start(self, key: _Key) -> Any:
        group, of, owner = key
        value = self.start[group][of]
        return value if owner is None or value is None else value[owner]


def _set(event: Event) -> tuple[_Key, Any] | None:
    """What an event sets that everybody sees, and to what."""
    data = event.data
    if event.what in _GROUPS:
        return (_GROUPS[event.what], data["of"], data.get("owner")), data["to"]
    if event.what == "clear":
        return ("dice", data["dice"], None), []
    if event.what in _THROWN:
        return ("dice", data["dice"], None), data[_THROWN[event.what]]
    return None
