"""`chance`, `possible`, `always` and `never` to findings: every branch is looked at, with exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from attrs import define, evolve

from interpreter.engine.machine import Machine
from interpreter.scenario import tree as t
from interpreter.source.diagnostics import Diagnostic, Severity, SourceError, error
from interpreter.trial.exploring import Explorer
from interpreter.trial.history import History
from interpreter.trial.playing import Player


@define
class Claims:
    """Judges claims about all branches of a position."""

    player: Player
    history: History
    holds: Callable[[Machine, t.Fact], bool]

    def judge(self, line: t.Odds | t.Branches) -> Iterator[Diagnostic]:
        """What is wrong with a claim."""
        if isinstance(line, t.Odds) and line.circumstances.choices_of:
            raise SourceError([error("E0506", line.span)])
        test = self._test(line)
        total = Fraction(0)
        every = some = False
        first = True
        for branch in Explorer(self.player, line.circumstances, line.span).ends(self.player.branches):
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
        if isinstance(line.of, t.Fact):
            fact = evolve(line.of, because=line.because)
            return lambda machine: self.holds(machine, fact)
        event = names.event_of(line.of)
        if line.because is None:
            return lambda machine: self.history.find(machine, event) is not None
        rules = {i for i, _ in enumerate(self.player.program.rules) if line.because.text in names.of_rule(i)}
        return lambda machine: self.history.find(machine, event, rules) is not None


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
