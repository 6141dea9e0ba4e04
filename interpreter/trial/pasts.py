"""A case to what of the past its expectations can ask for: branches that differ in nothing else are the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from attrs import frozen

from interpreter.engine.machine import Machine
from interpreter.engine.saving import state_value
from interpreter.engine.state import State
from interpreter.scenario import tree as t
from interpreter.source.diagnostics import SourceError
from interpreter.trial.branches import Branch
from interpreter.trial.history import History
from interpreter.trial.names import Names


@frozen
class Past:
    """What some expectations can ask of the past: `events` by name; the others if any asks for them.

    `asks` are the asks and windows since the last line, in which something was legal or not.
    """

    history: History
    events: tuple[str, ...]
    causes: bool
    changes: bool
    asks: bool

    def __call__(self, branch: Branch) -> Hashable:
        """What they would find."""
        machine = branch.machine
        found = (self.history.find(machine, name) for name in self.events)
        happened = tuple(None if event is None else event[0] for event in found)
        causes = self.history.causes(machine) if self.causes else None
        before = self._value(branch.since.state) if self.changes else None
        return happened, causes, before, self._asks(machine) if self.asks else None

    def _asks(self, machine: Machine) -> Hashable:
        return tuple((reach.site, reach.who, self._value(reach.state)) for reach in machine.reached)

    def _value(self, state: State) -> Hashable:
        return state_value(self.history.program, state)


def past_of(case: t.Case, names: Names) -> Past:
    """What the expectations of a case can ask of the past."""
    lines = [line for block in case.blocks if isinstance(block, t.Then) for line in block.lines]
    events = {event for line in lines for event in _events(line, names)}
    causes = any(isinstance(line, t.Fact | t.Changed) and line.because is not None for line in lines)
    causes = causes or any(isinstance(line, t.Odds | t.Branches) and line.because is not None for line in lines)
    changes = any(isinstance(line, t.Changed) for line in lines)
    asks = any(isinstance(line, t.Legal) for line in lines)
    return Past(History(names.program), tuple(sorted(events)), causes, changes, asks)


def _events(line: t.ThenLine, names: Names) -> Iterator[str]:
    """The events that a line asks for; a name that is none is found to be wrong where the line is judged."""
    try:
        if isinstance(line, t.Happened):
            yield from map(names.event, line.events)
        elif isinstance(line, t.Odds | t.Branches) and isinstance(line.of, t.Subject):
            yield names.event_of(line.of)
    except SourceError:
        return
