"""What happened in a case: which event an expectation names, and what changed a subject last."""

from __future__ import annotations

from collections.abc import Container, Hashable

from attrs import frozen

from interpreter.engine.machine import Event, Machine
from interpreter.engine.program import Program
from interpreter.source.catalogue import Phrase
from interpreter.trial import vocabulary as n

_SHOWN = 6
_MOVES = ("move", "draw", "play", "shuffle")
_DICE = ("roll", "reroll", "clear")


@frozen
class History:
    """Looks things up in the events of a machine."""

    program: Program

    def find(self, machine: Machine, name: str, rules: Container[int] | None = None) -> Event | None:
        """The last event of a name (caused by one of the rules) since the last `when` began, if there was one."""
        named = (event for event in self._recent(machine) if self.name_of(event) == name)
        return next((event for event in named if rules is None or event[0] in rules), None)

    def name_of(self, event: Event) -> str:
        """The name of an event: what was answered, else the name of its rule."""
        if event[1] == "answer":
            return str(event[4][0])
        return self.program.rules[event[0]].name

    def _recent(self, machine: Machine) -> list[Event]:
        return machine.events[: machine.mark - 1 : -1] if machine.mark else machine.events[::-1]

    def summary(self, machine: Machine) -> str:
        """The names of the last events."""
        names = list(dict.fromkeys(name for e in self._recent(machine) if (name := self.name_of(e))))
        return ", ".join(names[:_SHOWN]) or Phrase("nothing")

    def last_change(self, machine: Machine, ref: n.Ref) -> Event | None:
        """The last event that changed a subject."""
        return next((e for e in reversed(machine.events) if _changes(e, ref)), None)

    def causes(self, machine: Machine) -> Hashable:
        """For everything that has changed, the rule that changed it last."""
        return frozenset({subject: event[0] for event in machine.events for subject in _changed(event)}.items())


def _changed(event: Event) -> tuple[Hashable, ...]:
    """What an event changes, so that two changes of a subject have something in common."""
    kind = event[1]
    if kind in _MOVES:
        return tuple(place for place in event[3:5] if isinstance(place, tuple))
    if kind == "count":
        return (event[1:4],)
    return (("roll" if kind in _DICE else kind, event[2]),) if event[2:] else ()


def _changes(event: Event, ref: n.Ref) -> bool:
    kind = event[1]
    match ref:
        case n.ZoneRef(zone=zone, owner=owner):
            return kind in _MOVES and (zone, owner) in (event[3], event[4])
        case n.RoleRef(role=name):
            return event[1:3] == ("role", name)
        case n.PawnRef(pawn=name):
            return event[1:3] == ("pawn", name)
        case n.TrackRef(track=name):
            return event[1:3] == ("lay", name)
        case n.PoolRef(pool=name):
            return kind in _DICE and (name,) == event[2:3]
        case n.CounterRef(counter=name, owner=owner):
            return event[1:4] == ("count", name, owner)
        case n.GameRef() | n.WinnersRef() | n.ScoreRef():
            return event[1:3] == ("end", "game")
