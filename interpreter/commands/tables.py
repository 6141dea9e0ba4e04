"""The table of the working folder to what commands do there when nobody names a stack."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path as File

import click
from attrs import frozen

from interpreter.commands.stacks import StackName, parsed_stack
from interpreter.layering.table import NAME, table_in
from interpreter.report.stacks import stack_words
from interpreter.scenario.tree import ScenarioFile
from interpreter.source.catalogue import phrase
from interpreter.trial.loading import Extra


def stack_or_table(text: str | None, layers: Iterable[str] = (), settings: Iterable[str] = ()) -> StackName:
    """The stack that somebody typed; without one, the table of the working folder, which is then named on stderr.

    Raises:
        SourceError: It names no stack, or the table cannot be read.
        UsageError: There is neither.
    """
    if text is not None:
        return parsed_stack(text, layers, settings)
    table = table_in(File())
    if table is None:
        raise click.UsageError(phrase("name-a-stack", file=NAME))
    named = parsed_stack(str(table), layers, settings)
    click.echo(phrase("as-table-says", file=str(table), stack=stack_words(str(named))), err=True)
    return named


@frozen
class HouseRules:
    """What is laid upon scenarios: what the table plays, if they are of its ruleset, then what a command asks for."""

    asked: Extra
    table: StackName | None

    def upon(self, file: ScenarioFile) -> Extra:
        """What is laid upon the scenarios of a file."""
        table = self.table
        if table is None or file.stack is None or file.stack.ruleset.text != table.ruleset:
            return self.asked
        layers = tuple(dict.fromkeys((*table.layers, *self.asked.layers)))
        return Extra(layers, {**table.options, **(self.asked.options or {})})


def house_rules(asked: Extra) -> HouseRules:
    """What a command asks for, with the table of the working folder, which is then named on stderr.

    Raises:
        SourceError: The table cannot be used; carries every finding.
    """
    file = table_in(File())
    if file is None:
        return HouseRules(asked, None)
    table = parsed_stack(str(file))
    table.load()
    click.echo(phrase("as-table-says", file=str(file), stack=stack_words(str(table))), err=True)
    return HouseRules(asked, table)
