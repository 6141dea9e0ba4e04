"""A filmed game to the steps that somebody noticed: all of them, or those of one player.

Nobody notices that somebody else was asked in a window, nor that he passed: such a step is not there at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import groupby

from attrs import evolve, field, frozen

from interpreter.engine import box as b
from interpreter.engine.decisions import Over
from interpreter.engine.entries import Event, Plain
from interpreter.engine.machine import Machine
from interpreter.engine.program import Program
from interpreter.engine.state import Open, State
from interpreter.engine.telling import LoggedEvent, Teller
from interpreter.engine.transcript import event_seen
from interpreter.engine.views import position, view
from interpreter.library import LoadedRuleset
from interpreter.prose.things import Things
from interpreter.report.sentences import Sentences
from interpreter.source.catalogue import phrase
from interpreter.source.speech import capital, spoken

_SETTING = {"role": b.role_cell, "pawn": b.here_cell, "lay": b.track_cell, "count": b.counter_cell}
_GROUPED = frozenset({"draw", "deal"})  # one card each; several in a row are one step


@frozen
class Step:
    """Something that happened: `at` is the number of its table, `rule` the number of its rule (None: none)."""

    at: int
    said: str
    rule: int | None


@frozen(eq=False)
class Film:
    """A game with the table after each event; `machine` has filmed it, `names` are the players."""

    loaded: LoadedRuleset
    machine: Machine
    names: tuple[str, ...]
    _teller: Teller = field(init=False)

    @_teller.default
    def _new_teller(self) -> Teller:
        return Teller(self.program, self.names)

    @property
    def program(self) -> Program:
        """The rules of the game."""
        return self.machine.program

    @property
    def frames(self) -> list[State]:
        """The table at the beginning and after each event."""
        assert self.machine.frames is not None
        return self.machine.frames

    @cached_property
    def things(self) -> Things:
        """What everything is called in the language that is spoken."""
        return Things(self.loaded.ruleset.draft, self.loaded.stack.labels.get(spoken(), {}))

    @cached_property
    def sentences(self) -> Sentences:
        """What tells the events."""
        return Sentences(self.program, self.names, self.things)

    def table(self, at: int, seat: int | None) -> Plain:
        """A table as everybody knows it who knows all (None), or as a seat does."""
        if seat is None:
            return position(self.program, self.frames[at], self.names)
        return view(self.program, self.frames[at], seat, self.names)

    def steps(self, seat: int | None) -> Iterator[Step]:
        """What a seat noticed, or all that happened; first how it began, last how it ended."""
        yield Step(0, capital(phrase("replay-beginning")), None)
        noticed = self._noticed(seat)
        for _, group in groupby(enumerate(noticed), lambda pair: _likeness(*pair)):
            yield self._step([each for _, each in group])
        over = self.machine.waiting
        if isinstance(over, Over):
            yield Step(len(self.frames) - 1, self.sentences.over(over), over.rule)

    def _step(self, alike: list[_Noticed]) -> Step:
        last = alike[-1]
        if last.said is not None:
            return Step(last.at, last.said, last.rule)
        return Step(last.at, self.sentences.said(_together([each.event for each in alike])), last.rule)

    def _noticed(self, seat: int | None) -> Iterator[_Noticed]:
        for at, logged in enumerate(self.machine.events, 1):
            found = self._answer(at, logged, seat) if logged[1] == "answer" else self._event(at, logged, seat)
            if found is not None:
                yield found

    def _answer(self, at: int, logged: LoggedEvent, seat: int | None) -> _Noticed | None:
        """What is noticed of an answer; what was answered in secret is logged when it is shown."""
        rule, _, index, who, answer = logged
        site = self.program.sites[index]
        if seat not in (None, who) and not site.secret:
            public = self._teller.noticed(site, answer)
            if public is None:
                return None
            answer = answer if public == self._teller.text(index, answer) else answer[:1]
        return _Noticed(at, rule, _NO_EVENT, self.sentences.answered(self.names[who], site, answer))

    def _event(self, at: int, logged: LoggedEvent, seat: int | None) -> _Noticed | None:
        told = self._teller.events([logged])[0]
        event = told if seat is None else event_seen(told, self.program.box, self.names, seat)
        return None if event is None or self._is_idle(at, event) else _Noticed(at, logged[0], event)

    def _is_idle(self, at: int, event: Event) -> bool:
        """Whether no card was moved, or what lies open for everybody is as it was."""
        cell = self._cell(event)
        if cell is None:
            return event.data.get("count") == 0
        before, now = (getattr(self.frames[number], cell) for number in (at - 1, at))
        return not isinstance(before, Open) and bool(before == now)

    def _cell(self, event: Event) -> str | None:
        """The field that an event sets which everybody sees."""
        if event.what in _SETTING:
            return _SETTING[event.what](event.data["of"])
        return self.program.box.pools[event.data["dice"]].cell if event.what in ("dice", "clear") else None


@frozen
class _Noticed:
    """An event, or what is said of an answer."""

    at: int
    rule: int
    event: Event
    said: str | None = None


_NO_EVENT = Event("", "", "", {})


def _likeness(number: int, noticed: _Noticed) -> object:
    """What steps have in common that are told as one."""
    event = noticed.event
    if event.what not in _GROUPED:
        return number
    return noticed.rule, event.what, tuple(event.data["from"]), tuple(event.data["to"])


def _together(events: list[Event]) -> Event:
    """Cards that went the same way, as one event."""
    first = events[0]
    if len(events) == 1:
        return first
    hidden = any(event.data["cards"] is None for event in events)
    named = None if hidden else [card for event in events for card in event.data["cards"]]
    return evolve(first, data={**first.data, "count": sum(event.data["count"] for event in events), "cards": named})
