"""Branches and how far a claim reaches, to the tree of all positions on the way, equal ones once."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable
from fractions import Fraction
from functools import cached_property

from attrs import Factory, define, evolve, frozen

from interpreter.budgets import most
from interpreter.engine.decisions import Chance, Decision, Over, Waiting
from interpreter.scenario import tree as t
from interpreter.source.diagnostics import Diagnostic, Related, Severity, SourceError, error
from interpreter.source.span import Span
from interpreter.trial.branches import Branch, Memory
from interpreter.trial.history import History
from interpreter.trial.playing import Player
from interpreter.trial.solving import visits


@define
class Position:
    """Where branches come to; `follows` are the numbers of the next positions and their odds (a choice has 1)."""

    branch: Branch
    thrown: bool
    follows: list[tuple[int, Fraction]] = Factory(list)


@define
class Tree:
    """All positions from some branches to the ends of a claim, in the order in which they were found.

    `starts` are the weights of the first ones; `open` are those that were not looked at, because there are too many.
    """

    positions: list[Position] = Factory(list)
    starts: dict[int, Fraction] = Factory(dict)
    ends: list[int] = Factory(list)
    open: tuple[int, ...] = ()

    def weights(self) -> list[Fraction]:
        """How often each position is reached, on average over all that chance can do."""
        return visits([position.follows for position in self.positions], self.starts)

    @property
    def looked_at(self) -> int:
        """How many positions were looked at."""
        return len(self.positions) - len(self.open)


@frozen(slots=False)
class Explorer:
    """Follows branches: what is forced answers itself, and chance and choices fork as far as is said.

    `memory` is what of the past the claim asks for.
    """

    player: Player
    reach: t.Circumstances
    span: Span
    memory: Memory
    watches: bool = True  # whether anybody asks what was reached on the way

    def ends(self, branches: Iterable[Branch]) -> list[Branch]:
        """The branches at whose ends a block is judged; where somebody chooses, none of them has a weight.

        Raises:
            SourceError: Somebody has a free decision on the way, or there are too many positions.
        """
        tree = self.tree(branches)
        if tree.open:
            raise SourceError([undecided(tree, self.span)])
        if self.reach.choices_of:
            return [evolve(tree.positions[at].branch, weight=Fraction(0)) for at in tree.ends]
        weights = tree.weights()
        return [evolve(tree.positions[at].branch, weight=weights[at]) for at in tree.ends]

    def tree(self, branches: Iterable[Branch]) -> Tree:
        """Every position, as far as the budget reaches.

        Raises:
            SourceError: Somebody has a free decision on the way.
        """
        self.player.names.check_reach(self.reach)
        copies = [branch.copy() for branch in branches]
        for branch in copies:
            branch.machine.watches = self.watches
        return _Growth(self).tree(copies)

    def stop(self, branch: Branch) -> None:
        """Go on past what answers itself, to where something can fork or the claim ends."""
        self.player.advance(branch, lambda waiting: self._is_at(branch, waiting), told=True)

    def further(self, position: Position) -> list[Branch] | None:
        """The branches that go on from a position; None at an end."""
        branch = position.branch
        waiting = branch.machine.waiting
        if isinstance(waiting, Over) or self._is_at(branch, waiting):
            return None
        if isinstance(waiting, Chance):
            return self.player.every(branch, waiting) if self._forks(position, waiting) else None
        return self._free(branch, waiting)

    def _forks(self, position: Position, chance: Chance) -> bool:
        """Up to a stated step all chance forks; otherwise only the next throw, where any is meant."""
        if self.reach.until is not None:
            return True
        return self.reach.any_roll and chance.site.kind == "roll" and not position.thrown

    def _free(self, branch: Branch, decision: Decision) -> list[Branch] | None:
        chooses = {self.player.vocabulary.seat(name) for name in self.reach.choices_of}
        if decision.who in chooses:
            return self.player.each_answer(branch, decision)
        if self._until:
            who = self.player.vocabulary.players[decision.who]
            raise SourceError([error("E0504", self.span, who=who, legal=self.player.legal(decision))])
        return None

    def _is_at(self, branch: Branch, waiting: Waiting) -> bool:
        """Whether the machine waits in a step up to which the claim reaches, or has left it behind."""
        if isinstance(waiting, Over):
            return False
        path = branch.machine.program.rules[waiting.site.rule].path
        return any(step in path for step in self._steps) or self._has_happened(branch)

    def _has_happened(self, branch: Branch) -> bool:
        """Whether an event up to which the claim reaches has happened since the last `when` began."""
        if not self._events:
            return False
        machine = branch.machine
        name_of = History(machine.program).name_of
        return any(name_of(event) in self._events for event in machine.events[machine.mark :])

    @cached_property
    def _steps(self) -> frozenset[str]:
        return self._until & self.player.names.stops

    @cached_property
    def _events(self) -> frozenset[str]:
        return self._until - self.player.names.stops

    @cached_property
    def _until(self) -> frozenset[str]:
        return frozenset(name.text for name in self.reach.until.names) if self.reach.until is not None else frozenset()


@define
class _Growth:
    """A tree while it grows."""

    explorer: Explorer
    grown: Tree = Factory(Tree)
    known: dict[Hashable, int] = Factory(dict)
    waiting: deque[int] = Factory(deque)

    def tree(self, branches: Iterable[Branch]) -> Tree:
        grown = self.grown
        for branch in branches:
            at = self._add(branch, thrown=False)
            grown.starts[at] = grown.starts.get(at, Fraction(0)) + branch.weight
        for _ in range(most("positions")):
            if not self.waiting:
                break
            self._look(self.waiting.popleft())
        grown.open = tuple(self.waiting)
        return grown

    def _look(self, at: int) -> None:
        position = self.grown.positions[at]
        further = self.explorer.further(position)
        if further is None:
            self.grown.ends.append(at)
            return
        waiting = position.branch.machine.waiting
        thrown = position.thrown or (isinstance(waiting, Chance) and waiting.site.kind == "roll")
        position.branch.machine.events = []  # nobody asks for what lies behind
        for branch in further:
            position.follows.append((self._add(branch, thrown=thrown), branch.weight))

    def _add(self, branch: Branch, *, thrown: bool) -> int:
        """The number of the position where a branch stops next."""
        self.explorer.stop(branch)
        key = (thrown, branch.sameness(self.explorer.memory))
        at = self.known.setdefault(key, len(self.grown.positions))
        if at == len(self.grown.positions):
            self.grown.positions.append(Position(evolve(branch, weight=Fraction(1)), thrown))
            self.waiting.append(at)
        else:
            self.grown.positions[at].branch.is_one = False
        return at


def undecided(tree: Tree, span: Span, related: tuple[Related, ...] = ()) -> Diagnostic:
    """The finding that there are too many positions, and how far the search came."""
    values = {"looked": str(tree.looked_at), "open": str(len(tree.open))}
    return Diagnostic("E0503", Severity.ERROR, values, span, related)
