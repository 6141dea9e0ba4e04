"""What a simulation needs around it: the policies that were asked for, the progress, and what went wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from interpreter.commands.output import findings_text
from interpreter.engine.conservation import BrokenTableError
from interpreter.engine.faults import rule_of
from interpreter.engine.machine import EndlessError, ImpossibleError, Runner
from interpreter.engine.state import OpenValueError
from interpreter.errors import InterpreterError
from interpreter.library import LoadedRuleset
from interpreter.policies.registry import PolicyError, policy
from interpreter.simulation.games import EndlessGameError
from interpreter.source.catalogue import phrase, said
from interpreter.source.diagnostics import Diagnostic, error
from interpreter.source.display import harmless
from interpreter.source.refusals import refusal
from interpreter.source.span import Span
from interpreter.trial.faults import circle_text, endless_finding, impossible_finding


def seated(asked: Sequence[str], players: int) -> tuple[str, ...]:
    """A policy for each seat: one name serves for all.

    Raises:
        UsageError: There are too few or too many, or there is no such policy.
    """
    names = [name.strip() for text in asked for name in text.split(",")]
    if len(names) == 1:
        names *= players
    if names and len(names) != players:
        example = ",".join(["greedy", *["random"] * (players - 1)])
        raise click.UsageError(phrase("simulate-policies", players=players, example=example))
    try:
        for name in names:
            policy(name)
    except PolicyError as unknown:
        raise click.UsageError(str(unknown)) from unknown
    return tuple(names)


@contextmanager
def progress(games: int) -> Iterator[Callable[[int], None]]:
    """A function that shows how many games are done: on a terminal only, beside the results."""
    if not sys.stderr.isatty():
        yield lambda _done: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(phrase("simulate-progress"), total=games)
        yield lambda done: bar.update(task, completed=done)


def failed(trouble: Exception, runner: Runner, loaded: LoadedRuleset, *, coloured: bool) -> NoReturn:
    """Say what went wrong and end."""
    match trouble:
        case EndlessError() | EndlessGameError() | ImpossibleError() | OpenValueError():
            text = findings_text([_finding(runner, loaded, trouble)], "text", coloured=coloured)
        case OSError(filename=file):
            text = harmless(f"{refusal(trouble)}: {file}")
        case BrokenTableError(faults=faults):
            text = "; ".join(map(said, faults))
        case InterpreterError():
            text = str(trouble)
        case _:
            raise trouble
    click.echo(text, err=True)
    sys.exit(1)


def _finding(runner: Runner, loaded: LoadedRuleset, trouble: Exception) -> Diagnostic:
    """What stopped the rules, at the rule that it happened in."""

    def named(rule: int) -> Span:
        return loaded.stack.place(runner.program.rules[rule].path).name

    def place(rule: int | None) -> Span | None:
        return None if rule is None else named(rule)

    match trouble:
        case EndlessError():
            return endless_finding(trouble, None, named)
        case EndlessGameError(rules=rules, seed=seed, stops=stops):
            paths = [".".join(runner.program.rules[rule].path) for rule in rules]
            steps = circle_text(paths, [named(rule) for rule in rules])
            return error("X0105", place(next(iter(rules), None)), seed=seed, stops=str(stops), steps=steps)
        case ImpossibleError(rule=rule):
            return impossible_finding(trouble, place(rule))
        case OpenValueError(name=name):
            return error("X0103", place(rule_of(runner.program, trouble)), name=name)
        case _:
            raise trouble
