"""`gulliver fmt`: scenario files in, the same files tidied out."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable
from pathlib import Path as File

import click
from attrs import define, field

from interpreter.commands.files import display, scenario_files
from interpreter.commands.output import colour_option, findings_text, is_coloured, say
from interpreter.documents.reader import read_stream, read_text
from interpreter.documents.writer import rewrite
from interpreter.scenario.formatter import format_text
from interpreter.scenario.grammar import languages
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import Diagnostic, SourceError
from interpreter.trial.rewording import naming

_STDIN = "-"


@click.command()
@click.argument("paths", nargs=-1)
@colour_option
@click.option("--to", metavar="LANGUAGE", help="Write them in this language: their words and the names of things.")
@click.option("--check", is_flag=True, help="Change nothing; say which files are not tidy.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
def fmt(paths: tuple[str, ...], colour: str, to: str | None, *, check: bool, diff: bool) -> None:
    """Tidy scenario files: indentation, tables, spaces. Comments are kept.

    The files themselves are overwritten, also with --to; --check and --diff leave them as they are.

    \b
    Examples:
      gulliver fmt                     everything in scenarios/
      gulliver fmt my.scenario --diff
      gulliver fmt --check             for a build
      gulliver fmt --to es my.scenario the same in Spanish
      gulliver fmt - < my.scenario     standard input to standard output

    Exit codes: 0 tidy (now), 1 not tidy or not readable, 2 wrong usage, 5 no files.
    """
    if to is not None and to not in languages():
        raise click.BadParameter(phrase("fmt-languages", languages=", ".join(languages())), param_hint="--to")
    work = Tidying(changes=not (check or diff), shows=diff, to=to)
    if _STDIN in paths:
        work.standard_input()
    else:
        for path in paths or ("scenarios",):
            for file in scenario_files(File(path)):
                work.file(file)
    if not work.seen:
        click.echo(phrase("fmt-nothing", paths=", ".join(paths or ("scenarios",))), err=True)
    if work.findings:
        coloured = is_coloured(colour)
        say(findings_text(work.findings, "text", coloured=coloured), coloured=coloured)
    sys.exit(work.exit_code(check=check))


@define
class Tidying:
    """Tidies files and remembers what was wrong."""

    changes: bool
    shows: bool
    to: str | None = None
    seen: int = 0
    untidy: list[str] = field(factory=list)
    findings: list[Diagnostic] = field(factory=list)

    def standard_input(self) -> None:
        """Tidy what comes in to what goes out."""
        name = phrase("fmt-stdin")
        tidy = self._looked_at(name, lambda: read_stream(sys.stdin.buffer, name))
        if tidy is not None and self.changes:
            click.echo(tidy, nl=False)

    def file(self, file: File) -> None:
        """Tidy one file."""
        name = display(file)
        tidy = self._looked_at(name, lambda: read_text(file, name))
        if tidy is not None and self.changes and name in self.untidy:
            rewrite(file, tidy)

    def _looked_at(self, name: str, read: Callable[[], str]) -> str | None:
        """What a text is when it is tidy; None if it cannot be read."""
        self.seen += 1
        try:
            text = read()
            tidy = self._tidy(text, name)
        except SourceError as wrong:
            self.findings += wrong.diagnostics
            return None
        if tidy != text:
            self.untidy.append(name)
            if not self.changes:
                say(_diff(text, tidy, name) if self.shows else phrase("fmt-not-tidy", file=name), coloured=False)
        return tidy

    def _tidy(self, text: str, file: str) -> str:
        to = self.to
        return format_text(text, file) if to is None else format_text(text, file, to, lambda tree: naming(tree, to))

    def exit_code(self, *, check: bool) -> int:
        """What the shell is told."""
        if self.findings or (check and self.untidy):
            return 1
        return 0 if self.seen else 5


def _diff(before: str, after: str, name: str) -> str:
    heads = phrase("fmt-as-it-is", file=name), phrase("fmt-tidy", file=name)
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), *heads, lineterm="")
    return "\n".join(lines)
