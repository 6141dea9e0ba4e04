"""`gulliver cover`: scenario files in, what of the rules they exercise out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path as File

import click
from attrs import Factory, define

from interpreter.commands.files import display, scenario_files
from interpreter.commands.output import colour_option, findings_text, is_coloured, object_text, say
from interpreter.compiler.notes import Probe
from interpreter.documents.reader import read_text
from interpreter.library import LoadedRuleset
from interpreter.report.coverage import Covered, as_object, as_text, covered
from interpreter.report.coverage_page import as_page
from interpreter.scenario.parser import parse
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import Diagnostic, SourceError, allowed_set
from interpreter.trial.countable import countable, writer
from interpreter.trial.coverage import ObservedCase, observed_case

_WRONG, _NOTHING = 1, 5
_PERCENT = click.FloatRange(0, 100)


@click.command()
@click.argument("paths", nargs=-1)
@click.option("--of", "wanted", multiple=True, metavar="NAME", help="Only this ruleset or layer.")
@click.option("--least-rules", type=_PERCENT, metavar="PERCENT", default=0, help="Fail below so many percent of rules.")
@click.option(
    "--least-branches", type=_PERCENT, metavar="PERCENT", default=0, help="Fail below so many percent of branches."
)
@click.option(
    "--format",
    "shape",
    type=click.Choice(("text", "json", "html")),
    default="text",
    show_default=True,
    help="For people, one object for programs, or a page with every file.",
)
@colour_option
def cover(  # noqa: PLR0913, PLR0917  # one argument for each option of the command
    paths: tuple[str, ...],
    wanted: tuple[str, ...],
    least_rules: float,
    least_branches: float,
    shape: str,
    colour: str,
) -> None:
    """Say which rules, conditions, branches, options and cards the scenarios exercise.

    \b
    Examples:
      gulliver cover                         everything in scenarios/
      gulliver cover scenarios/NAME --of NAME
      gulliver cover --format html > cover.html
      gulliver cover --of NAME --least-rules 95 --least-branches 90

    Each ruleset and each layer counts what it has written itself: its rules and answers, both ways of each
    condition, each value of each option, each card.

    Exit codes: 0 covered, 1 less than was asked for, or a scenario fails, 2 wrong usage, 5 nothing selected.
    """
    session = _Session()
    for path in paths or ("scenarios",):
        for file in scenario_files(File(path)):
            session.play(file)
    found = session.covered(wanted)
    _write(session, found, shape, colour)
    if session.cases and not (session.failed or session.findings):
        sys.exit(0 if _is_enough(found, least_rules, least_branches) else _WRONG)
    sys.exit(_WRONG if session.cases or session.findings else _NOTHING)


@define
class _Session:
    """Runs files and keeps what each ruleset and each layer had hit."""

    findings: list[Diagnostic] = Factory(list)
    cases: int = 0
    failed: int = 0
    _hits: dict[str, set[Probe]] = Factory(dict)
    _stacks: dict[str, LoadedRuleset] = Factory(dict)

    def play(self, file: File) -> None:
        """Run every case of a file."""
        try:
            parsed = parse(read_text(file, display(file)), display(file))
        except SourceError as wrong:
            self.findings += wrong.diagnostics
            return
        for scenario, case in parsed.tests():
            self._take(observed_case(parsed, scenario, case))

    def _take(self, case: ObservedCase) -> None:
        self.cases += 1
        self.failed += not case.verdict.is_fine
        if case.loaded is not None:
            stack = case.loaded.stack
            for name in (stack.ruleset, *stack.layers):
                self._stacks.setdefault(name, case.loaded)
            for probe in case.hits:
                self._hits.setdefault(writer(stack, probe), set()).add(probe)

    def covered(self, wanted: tuple[str, ...]) -> list[Covered]:
        """What was hit of each ruleset and layer (or of those that are wanted).

        Raises:
            UsageError: No scenario runs under one that is wanted.
        """
        for name in wanted:
            if name not in self._stacks:
                raise click.UsageError(phrase("cover-unknown", name=name, known=allowed_set(self._stacks)))
        return list(self._covered(wanted or tuple(sorted(self._stacks))))

    def _covered(self, names: tuple[str, ...]) -> Iterator[Covered]:
        for name in names:
            yield covered(countable(self._stacks[name], name), self._hits.get(name, ()))


def _is_enough(found: list[Covered], rules: float, branches: float) -> bool:
    return all(each.share("rules").reaches(rules) and each.share("branches").reaches(branches) for each in found)


def _write(session: _Session, found: list[Covered], shape: str, colour: str) -> None:
    if session.findings and shape != "json":
        coloured = is_coloured(colour)
        click.echo(findings_text(session.findings, "text", coloured=coloured), err=True, color=coloured)
    match shape:
        case "json":
            say(object_text(as_object(found, session.failed, session.findings)), coloured=False)
        case "html":
            say(as_page(found, session.failed), coloured=False)
        case _:
            say(as_text(found, session.failed), coloured=False)
