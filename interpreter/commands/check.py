"""`gulliver check`: rulesets, layers, tables and scenarios in, findings out."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path as File

import click
from attrs import Factory, frozen

from interpreter.commands.inspection import Result, inspect, inspect_stack
from interpreter.commands.listings import Listed, sources, unverified
from interpreter.commands.output import colour_option, findings_json, findings_text, format_option, is_coloured, say
from interpreter.commands.stacks import StackCommand, is_path, is_stack
from interpreter.commands.targets import targets
from interpreter.layering.discovery import find
from interpreter.layering.table import table_in
from interpreter.library import unchanging
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import Diagnostic, SourceError, in_source_order

_DEFAULTS = ("rulesets", "scenarios")
_NOTHING_SELECTED = 5


@click.command(cls=StackCommand)
@click.argument("names", nargs=-1, metavar="[PATH|STACK]...")
@format_option
@colour_option
@click.option("--unverified", "with_unverified", is_flag=True, help="List what nobody could verify, and why.")
@click.option("--sources", "with_sources", is_flag=True, help="List every rule and where it is written.")
@click.option("-q", "--quiet", is_flag=True, help="Only errors, and no last line.")
def check(names: tuple[str, ...], shape: str, colour: str, **switches: bool) -> None:
    """Check rulesets, layers, tables and scenarios.

    \b
    Examples:
      gulliver check                          everything in rulesets/ and scenarios/, and table.yaml
      gulliver check my-rules house/long.yaml
      gulliver check 'NAME with house/long, option mode = short'
      gulliver check --unverified --sources

    Exit codes: 0 nothing wrong (warnings may be), 1 errors, 2 wrong usage, 5 nothing to check.
    """
    stacks = [name for name in names if not is_path(name)]
    _refuse_unknown(stacks)
    paths = tuple(File(name) for name in names if name not in stacks)
    found = targets(paths if names else _defaults())
    if not found and not stacks:
        click.echo(phrase("check-nothing"), err=True)
        sys.exit(_NOTHING_SELECTED)
    with unchanging():
        results = [*map(inspect, found), *map(inspect_stack, stacks)]
    report = _Report(results, shape, is_coloured(colour), switches["quiet"])
    report.write(with_unverified=switches["with_unverified"], with_sources=switches["with_sources"])
    sys.exit(1 if any(finding.is_error for finding in report.findings) else 0)


def _refuse_unknown(names: Iterable[str]) -> None:
    """Whatever is no path must at least look like a stack, or be the name of a ruleset."""
    for name in names:
        if not is_stack(name) and not _is_ruleset(name):
            raise click.UsageError(phrase("check-unknown", name=name))


def _is_ruleset(name: str) -> bool:
    try:
        find(name, "ruleset")
    except SourceError:
        return False
    return True


def _defaults() -> tuple[File, ...]:
    """The folders that people keep things in, and what is played in this one."""
    table = table_in(File())
    return (*(File(name) for name in _DEFAULTS if File(name).is_dir()), *([table] if table else []))


def _distinct(results: Iterable[Result]) -> tuple[Diagnostic, ...]:
    """Findings in source order; what several results share is said once."""
    seen: dict[tuple[object, ...], Diagnostic] = {}
    for result in results:
        for finding in result.findings:
            seen.setdefault((finding.code, finding.span, tuple(sorted(finding.values.items()))), finding)
    return in_source_order(seen.values())


@frozen
class _Report:
    results: list[Result]
    shape: str
    coloured: bool
    quiet: bool
    findings: tuple[Diagnostic, ...] = Factory(lambda self: self.found(), takes_self=True)

    def found(self) -> tuple[Diagnostic, ...]:
        """What there is to say; quietly only the errors."""
        return tuple(finding for finding in _distinct(self.results) if finding.is_error or not self.quiet)

    def write(self, *, with_unverified: bool, with_sources: bool) -> None:
        """Write findings and the lists that were asked for."""
        rulesets = [result.loaded for result in self.results if result.loaded is not None]
        wanted = {"unverified": unverified} if with_unverified else {}
        wanted |= {"sources": sources} if with_sources else {}
        lists = {name: _together(listing(loaded) for loaded in rulesets) for name, listing in wanted.items()}
        if self.shape == "json":
            plain = {name: [listed.as_json() for listed in entries] for name, entries in lists.items()}
            say(findings_json(self.findings, **plain), coloured=False)
            return
        self._write_text(lists)

    def _write_text(self, lists: dict[str, tuple[Listed, ...]]) -> None:
        if self.findings:
            say(findings_text(self.findings, self.shape, coloured=self.coloured), coloured=self.coloured)
        for entries in lists.values():
            for listed in entries:
                say(listed.as_text(), coloured=False)
        if self.shape == "text" and not self.quiet:
            say(self._summary(), coloured=False)

    def _summary(self) -> str:
        errors = sum(finding.is_error for finding in self.findings)
        warnings = len(self.findings) - errors
        told = phrase("errors", count=errors), phrase("warnings", count=warnings)
        return phrase("check-summary", count=len(self.results), found=", ".join(told))


def _together(listings: Iterable[Iterable[Listed]]) -> tuple[Listed, ...]:
    return tuple(dict.fromkeys(listed for listing in listings for listed in listing))
