"""What stops a machine, to a finding about the line that set it going."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from interpreter.budgets import most, variable
from interpreter.engine.faults import rule_of
from interpreter.engine.machine import EndlessError, ImpossibleError, Machine, Runner
from interpreter.engine.state import OpenValueError
from interpreter.source.diagnostics import Diagnostic, Related, SourceError, error
from interpreter.source.span import Span
from interpreter.texts import Words

_SHOWN = 8


def endless_finding(endless: EndlessError, span: Span | None, places: Callable[[int], Span]) -> Diagnostic:
    """The finding that rules run in a circle: at `span`, else at the first of them; each rule with its line."""
    spans = [places(rule) for rule in endless.rules]
    return error("X0101", span or next(iter(spans), None), steps=circle_text(endless.steps, spans))


def impossible_finding(fault: ImpossibleError, span: Span | None, related: tuple[Related, ...] = ()) -> Diagnostic:
    """The finding that a rule asks for what cannot be given to it."""
    if fault.budget is not None:
        return over_budget("X0106", fault.budget, span, related)
    return error("X0104" if fault.is_ask else "X0102", span, related=related)


def over_budget(code: str, budget: str, span: Span | None, related: tuple[Related, ...] = ()) -> Diagnostic:
    """The finding that something is more than a budget allows."""
    words = {"most": str(most(budget)), "variable": variable(budget)}
    return error(code, span, None, related, what=Words(budget), **words)


def circle_text(paths: Sequence[str], spans: Sequence[Span]) -> str:
    """The rules of a circle, each with file and line."""
    told = [f"{path} ({span.file}:{span.line})" for path, span in zip(paths, spans, strict=True)]
    return ", ".join(told[:_SHOWN]) + ", …" * (len(told) > _SHOWN)


def prepared(runner: Runner, span: Span, places: Callable[[int], Span]) -> Machine:
    """A machine in the position that the setup leaves behind; `span` is the case that wants it.

    Raises:
        SourceError: The setup reads what nothing has set, asks for what is not there, or never ends.
    """
    try:
        with located(span, places):
            return Machine.position(runner)
    except SourceError as wrong:
        if not isinstance(wrong.__cause__, OpenValueError):
            raise
        rule = rule_of(runner.program, wrong.__cause__)
        place = span if rule is None else places(rule)
        raise SourceError([error("X0103", place, name=wrong.__cause__.name)]) from wrong


@contextmanager
def located(span: Span | None, places: Callable[[int], Span]) -> Iterator[None]:
    """Turn what stops the machine into a finding at `span`; `places` says where a rule stands.

    Raises:
        SourceError: A rule reads what is open, asks for what is not there, or never ends.
    """
    try:
        yield
    except OpenValueError as open_:
        raise SourceError([error("P0302", span, name=open_.name)]) from open_
    except EndlessError as endless:
        raise SourceError([endless_finding(endless, span, places)]) from endless
    except ImpossibleError as fault:
        related = () if fault.rule is None else (Related(places(fault.rule), "note-cannot"),)
        raise SourceError([impossible_finding(fault, span, related)]) from fault
