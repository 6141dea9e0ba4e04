"""`gulliver mutate`: a stack and scenarios in, the small changes of its rules that no scenario notices out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path as File
from typing import NoReturn

import click

from interpreter.commands.files import display, scenario_files
from interpreter.commands.output import (
    colour_option,
    findings_text,
    give_up,
    is_coloured,
    object_text,
    say,
    shape_option,
)
from interpreter.commands.progress import counted
from interpreter.commands.stacks import StackCommand, StackName, parsed_stack
from interpreter.layering.stack import Stack
from interpreter.mutation.cases import namesakes
from interpreter.mutation.excuses import excuses_of, stale_excuses
from interpreter.mutation.report import Report, excuses_by_name
from interpreter.mutation.session import Order, Rules, Session, prepared
from interpreter.mutation.trying import Result
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import Diagnostic, SourceError, warning

_BELOW, _NOTHING, _STOPPED = 1, 5, 130
_DEFAULTS = ("scenarios",)


@click.command(cls=StackCommand)
@click.argument("stack", metavar="STACK")
@click.argument("paths", nargs=-1)
@click.option("--jobs", type=click.IntRange(min=1), help="In how many processes; without it, one a core.")
@click.option("--fresh", is_flag=True, help="Try everything again, whatever an earlier run found out.")
@click.option("--sample", type=click.IntRange(min=1), help="Only so many changes, chosen at random.")
@click.option("--seed", default="1", show_default=True, help="The same seed chooses the same changes.")
@click.option("--least", type=click.IntRange(0, 100), default=0, help="The score below which the exit code is 1.")
@shape_option
@colour_option
def mutate(  # noqa: PLR0913  # one parameter an option
    *,
    stack: str,
    paths: tuple[str, ...],
    jobs: int | None,
    fresh: bool,
    sample: int | None,
    seed: str,
    least: int,
    shape: str,
    colour: str,
) -> None:
    """Make small changes to the rules of STACK, one at a time, and say which of them no scenario notices.

    \b
    Examples:
      gulliver mutate NAME                          with everything in scenarios/
      gulliver mutate NAME scenarios/my.scenario --sample 50
      gulliver mutate 'NAME with house/long'        only what the layer wrote
      gulliver mutate NAME --least 90 --format json

    A scenario notices a change if it comes out otherwise. What means the same all the same is excused in a file
    `equivalents.yaml` beside the rules. Results are kept in `.gulliver/mutants`: a run that was stopped goes on.

    Exit codes: 0 tried, 1 the score is below --least or the rules cannot be used, 2 wrong usage, 5 no scenario is
    about them, 130 stopped.
    """
    coloured = is_coloured(colour)
    try:
        session = prepared(_order(parsed_stack(stack), paths, sample, seed))
    except SourceError as trouble:
        give_up(trouble, shape, colour)
    if not session.files:
        _nothing(session.loaded.stack, paths)
    report = _report(session, _results(session, jobs or os.cpu_count() or 1, fresh=fresh))
    warnings = (*stale_excuses(session.loaded), *_false_excuses(report))
    if warnings:
        click.echo(findings_text(warnings, "text", coloured=coloured), err=True, color=coloured)
    say(object_text(report.as_object()) if shape == "json" else report.as_text(), coloured=False)
    sys.exit(_BELOW if report.score is not None and report.score < least else 0)


def _order(stack: StackName, paths: Sequence[str], sample: int | None, seed: str) -> Order:
    stack.load()  # with places of its own for what is wrong
    start = None if stack.table is None else str(stack.table.folder)
    rules = Rules(stack.ruleset, stack.layers, tuple(stack.options.items()), start)
    files = tuple(file.as_posix() for file in _files(paths))
    return Order(rules, files, sample, seed)


def _files(paths: Sequence[str]) -> Iterator[File]:
    return (file for path in paths or _DEFAULTS for file in scenario_files(File(path)))


def _nothing(stack: Stack, paths: Sequence[str]) -> NoReturn:
    """That no scenario is about these rules; some may be about others of the same name."""
    told = phrase("mutate-nothing", stack=stack.full_name)
    for folder in namesakes(stack, _files(paths)):
        told += "\n" + phrase("mutate-namesake", folder=display(folder), own=display(stack.folder))
    click.echo(told, err=True)
    sys.exit(_NOTHING)


def _results(session: Session, jobs: int, *, fresh: bool) -> list[Result]:
    """The fate of every mutant; whoever stops the run is told how far it got."""
    found: list[Result] = []
    results = session.results(jobs, fresh=fresh)
    try:
        found.extend(counted(results, len(session.mutants), phrase("mutate-doing")))
    except KeyboardInterrupt:
        _stopped(len(found), len(session.mutants))
    return found


def _stopped(known: int, total: int) -> NoReturn:
    click.echo(phrase("mutate-stopped", count=known, changes=phrase("mutate-changes", count=total)), err=True)
    sys.exit(_STOPPED)


def _report(session: Session, results: Iterable[Result]) -> Report:
    stack, standing = session.loaded.stack, session.standing
    if standing.broken:
        named = ", ".join(standing.broken[:3])
        click.echo(phrase("mutate-broken", count=len(standing.broken), named=named), err=True)
    excuses = excuses_by_name(excuses_of(stack))
    return Report(stack.full_name, tuple(results), excuses, len(standing.usual), standing.broken)


def _false_excuses(report: Report) -> Iterator[Diagnostic]:
    for excuse in report.false_excuses:
        yield warning("L0503", excuse.place, path=excuse.path, change=excuse.change)
