"""An event to one sentence, in the words of the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import field, frozen

from interpreter.engine.entries import Event
from interpreter.engine.machine import Event as Logged
from interpreter.engine.program import Program
from interpreter.engine.telling import Teller as EventTeller
from interpreter.source.catalogue import phrase
from interpreter.trial.retelling import Teller

_MOVES = frozenset(["draw", "move", "play", "shuffle", "deal"])
_SAID = _MOVES | {"answer", "roll", "dice", "reroll", "clear", "role", "pawn", "lay", "count", "end"}


@frozen
class Happenings:
    """Tells the events of one game."""

    program: Program
    players: tuple[str, ...]
    teller: Teller
    _events: EventTeller = field(init=False)

    @_events.default
    def _of_events(self) -> EventTeller:
        return EventTeller(self.program, self.players)

    def told(self, event: Logged) -> str:
        """One sentence about an event."""
        return self._told(self._events.events([event])[0])

    def plain(self, event: Logged) -> dict[str, Any]:
        """An event for programs, as transcripts have it."""
        return self._events.events([event])[0].as_plain()

    def _told(self, event: Event) -> str:
        kind = self._kind(event)
        if kind == "tell":
            return self._heard(event)
        if kind not in _SAID:
            return phrase(f"event-{kind}", event=self._name(event.name))
        values = {key: self._value(kind, key, value) for key, value in event.data.items()}
        if kind == "count":
            values["of"] = self._owned([event.data["of"], event.data["owner"]])
        return phrase(f"event-{kind}", **values)

    def _heard(self, event: Event) -> str:
        """What everybody heard about a zone."""
        key = "has" if "has" in event.data else "lacks"
        return phrase(f"event-{key}", of=self._owned(event.data["of"]), card=self._name(event.data[key]))

    def _kind(self, event: Event) -> str:
        """The kind of an event; moves of cards that nobody sees are dealt."""
        unseen = event.what in ("move", "draw") and event.data["cards"] is None
        return "deal" if unseen else event.what

    def _value(self, kind: str, key: str, value: Any) -> str | int:
        """A value of an event as people say it."""
        if key == "answer":
            return self.teller.answers(value)
        if kind in _MOVES and key in ("from", "to"):
            return self._owned(value)
        if isinstance(value, list):
            return self._row(value) or self._none(kind)
        return self._name(value) if isinstance(value, str) else int(value or 0)

    def _none(self, kind: str) -> str:
        """No thing, or no player."""
        return phrase("nobody") if kind == "role" else phrase("nothing")

    # words

    def _name(self, id_: str, count: int = 1) -> str:
        return self.teller.told.naming(id_, count)

    def _row(self, ids: Iterable[str]) -> str:
        """Things by name, equal ones counted."""
        every = list(ids)
        counted = ((id_, every.count(id_)) for id_ in dict.fromkeys(every))
        told = (self._name(id_, count) if count == 1 else f"{count} {self._name(id_, count)}" for id_, count in counted)
        return ", ".join(told)

    def _owned(self, named: Iterable[str | None]) -> str:
        """A zone or a counter, and whose it is."""
        name, owner = named
        told = self._name(str(name))
        return told if owner is None else phrase("event-owned", thing=told, owner=self._name(owner))
