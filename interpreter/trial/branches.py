"""One way that things went: a machine, how likely it is, what came up; and when two of them go on as one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction

from attrs import define, evolve, field, frozen

from interpreter.engine.machine import Machine
from interpreter.engine.saving import state_value
from interpreter.scenario import tree as t


@frozen
class Standing:
    """What `others: …` answers until the site changes; `but` are those who speak for themselves."""

    site: int
    answer: t.Answer
    but: frozenset[int]


@define
class Branch:
    """One way that things went, and how likely it is.

    `since` is how the last `when` found things. `taken` says what came up where a line said `any` and what was looked
    at beyond the script, each as lines of a script; `chosen` are those of them that somebody chose. `order` is the one
    in which the last `in any order` was played. `is_one` says that no other way led here.
    """

    machine: Machine
    weight: Fraction = Fraction(1)
    standing: Standing | None = None
    since: Machine = field()
    taken: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    order: str | None = None
    is_one: bool = True

    @since.default
    def _now(self) -> Machine:
        return self.machine.copy()

    @property
    def way(self) -> str:
        """What came up, in one line; empty if nothing was left open."""
        return "; ".join(filter(None, self.taken)).replace("\n", "; ")

    def copy(self) -> Branch:
        """An independent branch in the same state."""
        return evolve(self, machine=self.machine.copy())

    def mark(self) -> None:
        """A `when` begins: what changes and what happens is counted from here."""
        self.machine.mark = len(self.machine.events)
        self.since = self.machine.copy()

    def sameness(self, memory: Memory) -> Hashable:
        """What makes branches equal: the table, who has spoken for the others, what was chosen, what is remembered."""
        here = state_value(self.machine.program, self.machine.state)
        return here, self.standing, self.chosen, self.order, memory(self)


Memory = Callable[[Branch], Hashable]  # what counts of the past, for whatever is claimed


def merged(branches: Iterable[Branch], memory: Memory) -> list[Branch]:
    """Equal branches as one, with the sum of their weights; what came up is told of the first."""
    found: dict[Hashable, Branch] = {}
    for branch in branches:
        first = found.setdefault(branch.sameness(memory), branch)
        if first is not branch:
            first.weight += branch.weight
            first.is_one = False
    return list(found.values())


def is_open(line: t.WhenLine) -> bool:
    """Whether a line of a script may stand for several."""
    match line:
        case t.Roll(result=t.Every()) | t.Draw(result=t.Every()) | t.Choice(answers=t.Every()) | t.InAnyOrder():
            return True
        case t.Roll(if_possible=if_possible) | t.Draw(if_possible=if_possible) | t.Choice(if_possible=if_possible):
            return if_possible
        case _:
            return False
