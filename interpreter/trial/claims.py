"""`chance`, `possible`, `always` and `never` to findings: every branch is looked at, with exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from attrs import define, evolve

from interpreter.engine.decisions import Chance, Decision, Over
from interpreter.engine.machine import Machine
from interpreter.scenario import tree as t
from interpreter.source.diagnostics import Diagnostic, Severity, SourceError, error
from interpreter.trial.history import History
from interpreter.trial.playing import Branch, Player

_BUDGET = 50_000


@define
class Claims:
    """Judges claims about all branches of a position."""

    player: Player
    history: History
    holds: Callable[[Machine, t.Fact], bool]
    _visited: int = 0

    def judge(self, line: t.Odds | t.Branches) -> Iterator[Diagnostic]:
        """What is wrong with a claim."""
        test = self._test(line)
        total = Fraction(0)
        every = some = False
        first = True
        for branch in self._ends(line):
            is_true = test(branch.machine)
            some = some or is_true
            every = is_true if first else every and is_true
            first = False
            total += branch.weight if is_true else 0
        if isinstance(line, t.Odds):
            yield from self._odds(line, total)
        elif not _fits(line.frequency, every=every, some=some):
            values = {"frequency": line.frequency.value, "chance": _shown(total)}
            yield Diagnostic("E0501", Severity.ERROR, values, line.span)

    def _odds(self, line: t.Odds, total: Fraction) -> Iterator[Diagnostic]:
        claimed = Fraction(line.numerator, line.denominator)
        fits = {
            t.Bound.EXACTLY: total == claimed,
            t.Bound.AT_LEAST: total >= claimed,
            t.Bound.AT_MOST: total <= claimed,
        }
        if not fits[line.bound]:
            expected = _shown(claimed)
            if line.bound is not t.Bound.EXACTLY:
                expected = f"{line.bound.value} {expected}"
            yield error("E0502", line.span, actual=_shown(total), expected=expected)

    def _test(self, line: t.Odds | t.Branches) -> Callable[[Machine], bool]:
        names = self.player.names
        if line.circumstances.until is not None:
            names.check_stop(line.circumstances.until)
        if isinstance(line.of, t.Fact):
            fact = evolve(line.of, because=line.because)
            return lambda machine: self.holds(machine, fact)
        event = names.event_of(line.of)
        if line.because is None:
            return lambda machine: self.history.find(machine, event) is not None
        rules = {i for i, _ in enumerate(self.player.program.rules) if line.because.text in names.of_rule(i)}
        return lambda machine: self.history.find(machine, event, rules) is not None

    # every branch to its end

    def _ends(self, line: t.Odds | t.Branches) -> Iterator[Branch]:
        self._visited = 0
        for branch in self.player.branches:
            start = Branch(branch.machine.copy(), branch.weight, branch.standing)
            yield from self._from(start, line)

    def _from(self, branch: Branch, line: t.Odds | t.Branches) -> Iterator[Branch]:
        open_ = [branch]
        reach = line.circumstances
        while open_:
            now = open_.pop()
            self._visited += 1
            if self._visited > _BUDGET:
                raise SourceError([error("E0503", line.span, budget=str(_BUDGET))])
            self.player.advance(now, lambda _, m=now.machine: self._is_at(m, reach.until))  # type: ignore[misc]  # bound now
            waiting = now.machine.waiting
            if isinstance(waiting, Over) or self._is_at(now.machine, reach.until):
                yield now
            elif isinstance(waiting, Chance):
                if reach.until is None and not reach.any_roll:
                    yield now
                else:
                    open_ += _outcomes(now, waiting)
            else:
                yield from self._free(now, waiting, line, open_)

    def _free(
        self, branch: Branch, decision: Decision, line: t.Odds | t.Branches, open_: list[Branch]
    ) -> Iterator[Branch]:
        reach = line.circumstances
        chooses = {self.player.vocabulary.seat(name) for name in reach.choices_of}
        if decision.who in chooses:
            for answer in decision.answers:
                other = Branch(branch.machine.copy(), branch.weight, branch.standing)
                other.machine.answer(answer)
                open_.append(other)
        elif reach.until is not None:
            who = self.player.vocabulary.players[decision.who]
            raise SourceError([error("E0504", line.span, who=who, legal=self.player.legal(decision))])
        else:
            yield branch

    def _is_at(self, machine: Machine, until: t.Name | None) -> bool:
        """Whether the machine waits in the step up to which the claim reaches."""
        if until is None:
            return False
        waiting = machine.waiting
        return not isinstance(waiting, Over) and until.text in machine.program.rules[waiting.site.rule].path


def _outcomes(branch: Branch, chance: Chance) -> list[Branch]:
    total = sum(chance.outcomes.values())
    found = []
    for outcome, ways in chance.outcomes.items():
        machine = branch.machine.copy()
        machine.happen(outcome)
        found.append(Branch(machine, branch.weight * Fraction(ways, total), branch.standing))
    return found


def _fits(frequency: t.Frequency, *, every: bool, some: bool) -> bool:
    match frequency:
        case t.Frequency.POSSIBLE:
            return some
        case t.Frequency.ALWAYS:
            return every
        case t.Frequency.NEVER:
            return not some


def _shown(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}" if chance.denominator != 1 else str(chance.numerator)
