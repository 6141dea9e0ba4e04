"""What happened in a case: which event an expectation names, what changed a subject last, and in which line."""

from __future__ import annotations

from collections.abc import Container, Hashable, Sequence
from itertools import takewhile

from attrs import frozen

from interpreter.engine.machine import Event, Machine
from interpreter.engine.program import Program
from interpreter.engine.reasons import Saw
from interpreter.source.catalogue import Phrase
from interpreter.source.span import Span
from interpreter.trial import vocabulary as n

_SHOWN = 6
_MOVES = ("move", "draw", "play", "shuffle", "deal")
_DICE = ("roll", "reroll", "dice", "clear")


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
        return next((e for e in reversed(machine.events) if changes(e, ref)), None)

    def causes(self, machine: Machine) -> Hashable:
        """For everything that has changed, the rule that changed it last."""
        return frozenset({subject: event[0] for event in machine.events for subject in _changed(event)}.items())


def _changed(event: Event) -> tuple[Hashable, ...]:
    """What an event changes, so that two changes of a subject have something in common."""
    kind = event[1]
    if kind in _MOVES:
        return tuple(place for place in event[-2:] if isinstance(place, tuple))
    if kind == "count":
        return (event[1:4],)
    return (("roll" if kind in _DICE else kind, event[2]),) if event[2:] else ()


def made_so(program: Program, events: Sequence[Event], saw: Saw, seat: int) -> int | None:
    """The number of the event that made what a condition saw so, if one of these did.

    Of players among whom somebody is not, it is the one that took him out.
    """
    roles = [name for kind, name, _ in saw.reads if kind == "role"] if is_outside(saw, seat) else []
    lost = next((found for role in roles if (found := _taken_out(program, events, role, seat)) is not None), None)
    if lost is not None:
        return lost
    refs = [_subject(*read) for read in saw.reads]
    return next((i for i in reversed(range(len(events))) if any(changes(events[i], ref) for ref in refs)), None)


def is_outside(saw: Saw, seat: int) -> bool:
    """Whether a condition looked at players among whom somebody is not."""
    return saw.type == "players" and isinstance(saw.value, int) and not saw.value >> seat & 1


def _taken_out(program: Program, events: Sequence[Event], role: str, seat: int) -> int | None:
    """The event since which a player has no longer a role that several may have."""
    given = [i for i, event in enumerate(events) if event[1:3] == ("role", role) and program.box.roles[role]]
    without = takewhile(lambda i: not events[i][3] >> seat & 1, reversed(given))
    return min(without, default=None)


def chapter(machine: Machine, event: int) -> Span | None:
    """The line of the script that led to an event; None: the position itself did."""
    begun = [span for start, span in machine.chapters if start <= event]
    return begun[-1] if begun else None


def _subject(kind: str, name: str, owner: int) -> n.Ref:
    """What a condition looked at, as a subject; an owner of -1 is any."""
    match kind:
        case "zone":
            return n.ZoneRef(name, owner)
        case "counter":
            return n.CounterRef(name, owner)
        case "role":
            return n.RoleRef(name)
        case "pawn":
            return n.PawnRef(name)
        case "track":
            return n.TrackRef(name)
        case _:
            return n.PoolRef(name)


def changes(event: Event, ref: n.Ref) -> bool:
    """Whether an event changed a subject; an owner of -1 stands for the table and for any owner."""
    kind = event[1]
    match ref:
        case n.ZoneRef(zone=zone, owner=-1):
            return kind in _MOVES and zone in (event[-2][0], event[-1][0])
        case n.CounterRef(counter=name, owner=-1):
            return event[1:3] == ("count", name)
        case n.ZoneRef(zone=zone, owner=owner):
            return kind in _MOVES and (zone, owner) in (event[-2], event[-1])
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
