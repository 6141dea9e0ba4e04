"""`chance`, `possible`, `always` and `never` to findings: every branch is looked at, with exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from attrs import define, evolve

from interpreter.engine.decisions import Chance
from interpreter.engine.machine import Machine
from interpreter.scenario import tree as t
from interpreter.source.diagnostics import Diagnostic, Related, Severity, SourceError, error
from interpreter.source.span import Span
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
        drawn: str | None = None
        for branch in Explorer(self.player, line.circumstances, line.span).ends(self.player.branches):
            is_true = test(branch.machine)
            drawn = drawn or _open_draw(branch.machine)
            some = some or is_true
            every = is_true if first else every and is_true
            first = False
            total += branch.weight if is_true else 0
        if isinstance(line, t.Odds):
            yield from self._odds(line, total, drawn)
        elif not _fits(line.frequency, every=every, some=some):
            values = {"frequency": line.frequency.value, "chance": _shown(total)}
            yield Diagnostic("E0501", Severity.ERROR, values, line.span, _further(line.span, drawn))

    def _odds(self, line: t.Odds, total: Fraction, drawn: str | None) -> Iterator[Diagnostic]:
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
            values = {"actual": _shown(total), "expected": expected}
            yield Diagnostic("E0502", Severity.ERROR, values, line.span, _further(line.span, drawn))

    def _test(self, line: t.Odds | t.Branches) -> Callable[[Machine], bool]:
        names = self.player.names
        if isinstance(line.of, t.Fact):
            fact = evolve(line.of, because=line.because)
            return lambda machine: self.holds(machine, fact)
        event = names.event_of(line.of)
        if line.because is None:
            return lambda machine: self.history.find(machine, event) is not None
        rules = {i for i, _ in enumerate(self.player.program.rules) if line.because.text in names.causes_in(i)}
        return lambda machine: self.history.find(machine, event, rules) is not None


def _open_draw(machine: Machine) -> str | None:
    """The draw or lot that waits at the end of a branch: claims do not look past it."""
    waiting = machine.waiting
    is_draw = isinstance(waiting, Chance) and waiting.site.kind != "roll" and len(waiting.outcomes) > 1
    return machine.site.stream if is_draw else None


def _further(span: Span, drawn: str | None) -> tuple[Related, ...]:
    return () if drawn is None else (Related(span, "note-open-draw", {"stream": drawn}),)


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
