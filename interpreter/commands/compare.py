"""`gulliver compare`: two stacks and scenarios in, the rulings that come out differently out."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path as File
from typing import NoReturn

import click
from attrs import Factory, define

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
from interpreter.commands.stacks import StackName, parsed_stack
from interpreter.commands.transcripts import games_of
from interpreter.documents.reader import read_text
from interpreter.layering.discovery import find
from interpreter.library import LoadedRuleset
from interpreter.report.comparisons import Comparison
from interpreter.report.divergence import compared_games
from interpreter.scenario.parser import parse
from interpreter.scenario.tree import ScenarioFile
from interpreter.source.diagnostics import Diagnostic, SourceError, error
from interpreter.trial.comparing import Pair, compared_cases
from interpreter.trial.loading import Extra

_DIFFERENT, _NOTHING = 1, 5
_GAMES = ".jsonl"


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.argument("paths", nargs=-1)
@shape_option
@colour_option
def compare(first: str, second: str, paths: tuple[str, ...], shape: str, colour: str) -> None:
    """Run the same scenarios under the stacks A and B: which rulings come out differently, and where they part.

    \b
    Examples:
      gulliver compare NAME 'NAME with house/long'
      gulliver compare NAME 'NAME with option mode = short' scenarios/my.scenario
      gulliver compare 'NAME with house/long' 'NAME with house/calm' --format json
      gulliver compare here.jsonl there.jsonl     the first difference of games that were played twice

    A scenario keeps the layers and options that it names; those of A and B are laid upon it as by
    `run --with` and `--option`. Scenarios of other rulesets are skipped, snapshots are not compared. Of two files of
    `simulate --transcripts` the first entry is told that differs: the same seed gives the same games on any machine.

    Exit codes: 0 all come out alike, 1 some differ or a stack cannot be used, 2 wrong usage, 5 nothing to compare.
    """
    if first.endswith(_GAMES) and second.endswith(_GAMES) and not paths:
        _compare_games(File(first), File(second), shape, colour)
    try:
        stacks = parsed_stack(first), parsed_stack(second)
        loaded = stacks[0].load(), stacks[1].load()
        _check_same_game(*loaded)
    except SourceError as trouble:
        give_up(trouble, shape, colour)
    session = _Session(loaded[0], stacks)
    for path in paths or ("scenarios",):
        session.play(scenario_files(File(path)))
    _write(session.comparison(loaded), shape, colour)
    sys.exit(session.exit_code())


def _compare_games(first: File, second: File, shape: str, colour: str) -> NoReturn:
    try:
        found = compared_games(*((told for _, told in games_of(file, None)) for file in (first, second)))
    except SourceError as trouble:
        give_up(trouble, shape, colour)
    say(object_text(found.as_object()) if shape == "json" else found.as_text(), coloured=False)
    sys.exit(0 if found.divergence is None else _DIFFERENT)


def _check_same_game(first: LoadedRuleset, second: LoadedRuleset) -> None:
    names = first.stack.ruleset, second.stack.ruleset
    if names[0] != names[1]:
        raise SourceError([error("L0403", None, first=first.stack.full_name, second=second.stack.full_name)])


@define
class _Session:
    """Runs files under both stacks and keeps what comes of it."""

    base: LoadedRuleset
    stacks: tuple[StackName, StackName]
    pairs: list[Pair] = Factory(list)
    findings: list[Diagnostic] = Factory(list)
    elsewhere: int = 0

    def play(self, files: Iterable[File]) -> None:
        """Run the scenarios that are about the ruleset of the stacks."""
        for file in files:
            try:
                parsed = parse(read_text(file, display(file)), display(file))
            except SourceError as wrong:
                self.findings += wrong.diagnostics
                continue
            if self._is_about(parsed):
                self.pairs += compared_cases(parsed, self._extras())
            else:
                self.elsewhere += sum(1 for _ in parsed.tests())

    def _extras(self) -> tuple[Extra, Extra]:
        first, second = (Extra(stack.layers, stack.options) for stack in self.stacks)
        return first, second

    def _is_about(self, file: ScenarioFile) -> bool:
        if file.stack is None:
            return False
        name = file.stack.ruleset.text
        if name == self.base.stack.ruleset:
            return True
        try:
            return find(name, "ruleset", File(file.file).parent).resolve() == self.base.stack.folder.resolve()
        except SourceError:
            return False

    def comparison(self, loaded: tuple[LoadedRuleset, LoadedRuleset]) -> Comparison:
        """What came of it."""
        names = loaded[0].stack.full_name, loaded[1].stack.full_name
        return Comparison(names, tuple(self.pairs), self.elsewhere, tuple(self.findings))

    def exit_code(self) -> int:
        """What the shell is told."""
        if self.findings or any(pair.differs for pair in self.pairs):
            return _DIFFERENT
        return 0 if any(not pair.is_skipped for pair in self.pairs) else _NOTHING


def _write(found: Comparison, shape: str, colour: str) -> None:
    if shape == "json":
        say(object_text(found.as_object()), coloured=False)
        return
    if found.findings:
        coloured = is_coloured(colour)
        click.echo(findings_text(found.findings, "text", coloured=coloured), err=True, color=coloured)
    say(found.as_text(), coloured=False)
