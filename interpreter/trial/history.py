"""What happened in a case: which event an expectation names, and what changed a subject last."""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from interpreter.engine.machine import Event, Machine
from interpreter.engine.program import Program
from interpreter.scenario import tree as t
from interpreter.source.diagnostics import SourceError, allowed_set, error, nearest
from interpreter.trial import vocabulary as n
from interpreter.trial.vocabulary import Vocabulary

_SHOWN = 6
_MOVES = ("move", "draw", "play", "shuffle")


@frozen(slots=False)
class History:
    """Looks things up in the events of a machine."""

    program: Program
    vocabulary: Vocabulary

    @cached_property
    def event_names(self) -> frozenset[str]:
        """Every name that an event of this game may have."""
        named = {rule.name for rule in self.program.rules if rule.name}
        return frozenset(named | {option.id for site in self.program.sites for option in site.options})

    def rule_names(self) -> frozenset[str]:
        """Every name that `because` may cite."""
        paths = {name for rule in self.program.rules for name in (*rule.path, rule.name)}
        reasons = {
            condition.id
            for site in self.program.sites
            for part in (site.guards, *(option.conditions for option in site.options))
            for condition in part
        }
        return frozenset(paths | reasons | {"choice"})

    def event_id(self, name: t.Name) -> str:
        """The event that a word names: by id or label.

        Raises:
            SourceError: No rule of this game causes such an event.
        """
        for group in ("events", "steps", "answers", "cards"):
            found = self.vocabulary.known(group, self.event_names, name.text)
            if found:
                return found[0]
        known = sorted(self.event_names)
        near = nearest(name.text, known)
        raise SourceError([error("E0205", name.span, near, word=name.text, allowed=allowed_set(known))])

    def find(self, machine: Machine, name: str) -> Event | None:
        """The last event of a name, if there was one."""
        return next((e for e in reversed(machine.events) if self.name_of(e) == name), None)

    def name_of(self, event: Event) -> str:
        """The name of an event: what was answered, else the name of its rule."""
        if event[1] == "answer":
            return str(event[4][0])
        return self.program.rules[event[0]].name

    def summary(self, machine: Machine) -> str:
        """The names of the last events."""
        names = list(dict.fromkeys(name for e in reversed(machine.events) if (name := self.name_of(e))))
        return ", ".join(names[:_SHOWN]) or "nothing"

    def last_change(self, machine: Machine, ref: n.Ref) -> Event | None:
        """The last event that changed a subject."""
        return next((e for e in reversed(machine.events) if _changes(e, ref)), None)


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
            return kind in ("roll", "reroll") and (name,) == event[2:3]
        case n.CounterRef(counter=name, owner=owner):
            return event[1:4] == ("count", name, owner)
        case n.GameRef() | n.WinnersRef() | n.ScoreRef():
            return event[1:3] == ("end", "game")
