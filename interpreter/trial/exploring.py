"""Branches and how far a claim reaches, to the branches at whose ends it is judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from interpreter.engine.decisions import Chance, Decision, Over
from interpreter.engine.machine import Machine
from interpreter.scenario import tree as t
from interpreter.source.diagnostics import SourceError, error
from interpreter.source.span import Span
from interpreter.trial.playing import Branch, Player

_BUDGET = 50_000


@frozen
class Explorer:
    """Follows branches: what is forced answers itself, and chance and choices fork as far as is said."""

    player: Player
    reach: t.Circumstances
    span: Span

    def ends(self, branches: Iterable[Branch]) -> Iterator[Branch]:
        """Every branch where the claim is judged.

        Raises:
            SourceError: Somebody has a free decision on the way, or there are too many branches.
        """
        if self.reach.until is not None:
            self.player.names.check_stop(self.reach.until)
        open_ = [branch.copy() for branch in branches]
        visited = 0
        while open_:
            now = open_.pop()
            visited += 1
            if visited > _BUDGET:
                raise SourceError([error("E0503", self.span, budget=str(_BUDGET))])
            further = self._further(now)
            if further is None:
                yield now
            else:
                open_ += further

    def _further(self, branch: Branch) -> list[Branch] | None:
        """The branches that go on from here; None at an end."""
        machine = branch.machine
        self.player.advance(branch, lambda _: self._is_at(machine))
        waiting = machine.waiting
        if isinstance(waiting, Over) or self._is_at(machine):
            return None
        if isinstance(waiting, Chance):
            return self.player.every(branch, waiting) if self._forks(branch, waiting) else None
        return self._free(branch, waiting)

    def _forks(self, branch: Branch, chance: Chance) -> bool:
        """Up to a stated step all chance forks; otherwise only the next throw, where any is meant."""
        if self.reach.until is not None:
            return True
        thrown = any(line.startswith("roll") for line in branch.taken)
        return self.reach.any_roll and chance.site.kind == "roll" and not thrown

    def _free(self, branch: Branch, decision: Decision) -> list[Branch] | None:
        chooses = {self.player.vocabulary.seat(name) for name in self.reach.choices_of}
        if decision.who in chooses:
            return self.player.each_answer(branch, decision)
        if self.reach.until is not None:
            who = self.player.vocabulary.players[decision.who]
            raise SourceError([error("E0504", self.span, who=who, legal=self.player.legal(decision))])
        return None

    def _is_at(self, machine: Machine) -> bool:
        """Whether the machine waits in the step up to which the claim reaches."""
        if self.reach.until is None:
            return False
        waiting = machine.waiting
        return not isinstance(waiting, Over) and self.reach.until.text in machine.program.rules[waiting.site.rule].path
