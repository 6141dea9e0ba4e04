"""`gulliver run`: scenario files in, verdicts out."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path as File

import click
from attrs import Factory, define

from interpreter.commands.files import display, scenario_files
from interpreter.commands.output import (
    colour_option,
    findings_text,
    format_option,
    give_up,
    is_coloured,
    object_text,
    say,
)
from interpreter.commands.settings import parsed_settings
from interpreter.commands.tables import HouseRules, house_rules
from interpreter.documents.reader import read_text
from interpreter.library import unchanging
from interpreter.report import disputes
from interpreter.report import verdicts as report
from interpreter.scenario.parser import parse
from interpreter.scenario.tree import Case, Scenario, ScenarioFile
from interpreter.snapshots.comparison import compared
from interpreter.snapshots.names import case_id
from interpreter.snapshots.waiting import Waiting, orphans, stale_findings, waiting
from interpreter.source.diagnostics import Diagnostic, SourceError
from interpreter.trial.loading import Extra
from interpreter.trial.runner import run_case
from interpreter.trial.verdicts import Outcome, Verdict

_FAILED, _ONLY_SNAPSHOTS, _NOTHING = 1, 3, 5


@click.command()
@click.argument("paths", nargs=-1)
@format_option
@colour_option
@click.option("-k", "keyword", default="", help="Only scenarios whose id, title or tags contain this.")
@click.option("--with", "layers", multiple=True, metavar="LAYER", help="Run everything under this layer, too.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Run everything with this option.")
@click.option("-v", "--verbose", is_flag=True, help="Name every scenario, and the folder of its rules.")
@click.option("-q", "--quiet", is_flag=True, help="Only what is wrong.")
def run(  # noqa: PLR0913, PLR0917  # one argument for each option of the command
    paths: tuple[str, ...],
    shape: str,
    colour: str,
    keyword: str,
    layers: tuple[str, ...],
    options: tuple[str, ...],
    **switches: bool,
) -> None:
    """Run scenarios and say which hold.

    \b
    Examples:
      gulliver run                        everything in scenarios/
      gulliver run my.scenario            one file
      gulliver run my.scenario::my-id     one scenario of it
      gulliver run my.scenario::my-id.row one row or reading of it
      gulliver run -k tagged --format github
      gulliver run my.scenario --option NAME=VALUE

    In a folder with a table.yaml everything of its ruleset runs as that table plays.

    Exit codes: 0 all hold, 1 some do not, 2 wrong usage, 3 only snapshots differ, 5 nothing selected.
    """
    begun = time.perf_counter()
    try:
        session = Session(house_rules(Extra(layers, parsed_settings(options))), keyword)
    except SourceError as trouble:
        give_up(trouble, shape, colour)
    with unchanging():
        session.play(paths or ("scenarios",))
    seconds = time.perf_counter() - begun
    _write(session, shape, seconds, coloured=is_coloured(colour), **switches)
    sys.exit(session.exit_code())


@define
class Session:
    """Runs files and keeps what comes of it."""

    rules: HouseRules
    keyword: str
    verdicts: list[Verdict] = Factory(list)
    findings: list[Diagnostic] = Factory(list)
    warnings: list[Diagnostic] = Factory(list)

    def play(self, paths: tuple[str, ...]) -> None:
        """Run everything below the paths; `FILE::ID` picks one scenario, or one case of it."""
        for path in paths:
            name, _, picked = path.partition("::")
            for file in scenario_files(File(name)):
                self.verdicts += self._file(file, picked)
            if not picked and File(name).is_dir():
                self._warn_of(orphans(File(name)))

    def _file(self, file: File, only: str) -> Iterator[Verdict]:
        try:
            parsed = parse(read_text(file, display(file)), display(file), only=only)
        except SourceError as wrong:
            self.findings += wrong.diagnostics
            return
        for scenario, case in parsed.tests():
            if only in ("", scenario.id.text, case_id(scenario, case)) and self._is_wanted(scenario):
                yield self._verdict(parsed, scenario, case)
        if not only:
            self._warn_of(waiting([parsed]))

    def _verdict(self, file: ScenarioFile, scenario: Scenario, case: Case) -> Verdict:
        """Snapshots belong to the rules that a scenario names: under others they are not compared.

        A verdict is kept until all have run; what was played is not.
        """
        extra = self.rules.upon(file)
        verdict = run_case(file, scenario, case, extra)
        looked_at = compared(verdict) if extra == Extra((), {}) else verdict
        return looked_at.told()

    def _warn_of(self, found: Iterable[Waiting]) -> None:
        """Snapshots that nobody asks for, if everything runs that could ask."""
        if not self.keyword:
            self.warnings += stale_findings(found)

    def _is_wanted(self, scenario: Scenario) -> bool:
        words = [scenario.id.text, scenario.title.text if scenario.title else ""]
        words += [tag.text for tag in scenario.remarks.tags]
        return any(self.keyword.casefold() in word.casefold() for word in words)

    def exit_code(self) -> int:
        """What the shell is told."""
        wrong = [verdict for verdict in self.verdicts if not verdict.is_fine]
        if self.findings or any(verdict.outcome is not Outcome.SNAPSHOT for verdict in wrong):
            return _FAILED
        if wrong:
            return _ONLY_SNAPSHOTS
        return 0 if any(v.outcome is not Outcome.SKIPPED for v in self.verdicts) else _NOTHING


def _write(session: Session, shape: str, seconds: float, *, coloured: bool, verbose: bool, quiet: bool) -> None:  # noqa: PLR0913  # each is a switch of the command
    if shape == "json":
        found = report.as_object(session.verdicts, [*session.findings, *session.warnings])
        say(object_text(found), coloured=False)
    elif shape in ("brief", "github"):
        findings = [*session.findings, *session.warnings]
        lines = [findings_text(findings, shape, coloured=False)] if findings else []
        write = report.brief if shape == "brief" else report.github
        say("\n".join(filter(None, [*lines, write(session.verdicts)])), coloured=False)
    else:
        _write_text(session, seconds, coloured=coloured, verbose=verbose, quiet=quiet)


def _write_text(session: Session, seconds: float, *, coloured: bool, verbose: bool, quiet: bool) -> None:
    if session.findings:
        say(findings_text(session.findings, "text", coloured=coloured), coloured=coloured)
    for told in report.failures(session.verdicts):
        say(told + "\n", coloured=False)
    for verdict in session.verdicts:
        if verbose and verdict.is_fine:
            say(f"{report.headline(verdict)}  [{report.under(verdict)}]", coloured=False)
    if session.warnings and not quiet:
        say(findings_text(session.warnings, "text", coloured=coloured) + "\n", coloured=coloured)
    table = disputes.tables(session.verdicts)
    if table and not quiet:
        say(table, coloured=False)
    if not quiet:
        say(report.summary(session.verdicts, seconds), coloured=False)
