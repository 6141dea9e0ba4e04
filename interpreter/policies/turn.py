"""A game in which a player is asked, to all that may help him decide: what he may know, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Protocol

from interpreter.engine.describe import answer_text
from interpreter.engine.machine import Machine, Runner
from interpreter.engine.state import State
from interpreter.engine.streams import Draw
from interpreter.engine.views import view
from interpreter.policies.worlds import World, lab_of


class Turn:
    """The turn of whoever is asked. `seat` is his, `draw` gives random numbers from 0 to below 1."""

    def __init__(self, runner: Runner, state: State, names: Sequence[str], draw: Draw) -> None:
        """The turn in a state where a player is asked; the state is kept from policies."""
        assert state.who >= 0, "nobody is asked"
        self.seat = state.who
        self.players = tuple(names)
        self.draw = draw
        self._runner = runner
        self._state = state

    @property
    def count(self) -> int:
        """How many answers are legal; a policy gives the index of one of them."""
        return len(self._state.answers)

    @cached_property
    def answers(self) -> tuple[str, ...]:
        """All legal answers, as a scenario writes them."""
        program = self._runner.program
        site = program.sites[self._state.site]
        return tuple(answer_text(program, site, answer, self.players) for answer in self._state.answers)

    @cached_property
    def rule(self) -> str:
        """The address of the rule that asks."""
        program = self._runner.program
        return ".".join(program.rules[program.sites[self._state.site].rule].path)

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the player may know of the table, as plain data in a fixed order."""
        return view(self._runner.program, self._state, self.seat, self.players)


    def worlds(self, number: int) -> Iterator[World]:
        """So many positions that the player cannot tell from his; fewer where none can be found."""
        return lab_of(self._runner).worlds(self._state, number, self.draw)


class Policy(Protocol):
    """Decides for a player."""

    def choose(self, turn: Turn) -> int:
        """The index of one of the legal answers."""


def turn_of(machine: Machine, names: Sequence[str], draw: Draw) -> Turn:
    """The turn of the player whom a machine asks; `draw` is a stream of the policy's own, none of the rules'."""
    return Turn(machine.runner, machine.state, names, draw)
