"""`gulliver show`: the name of a ruleset, layers and options in, its rules in readable form out."""

from __future__ import annotations

import sys

import click

from interpreter.commands.output import colour_option, findings_text, is_coloured, say
from interpreter.commands.stacks import StackCommand
from interpreter.commands.summary import summary
from interpreter.commands.tables import stack_or_table
from interpreter.source.diagnostics import SourceError


@click.command(cls=StackCommand)
@click.argument("ruleset", metavar="[STACK]", required=False)
@click.option("--with", "layers", multiple=True, metavar="LAYER", help="A layer upon it; can be repeated.")
@click.option("--option", "settings", multiple=True, metavar="NAME=VALUE", help="Another value for an option.")
@click.option("--paths", is_flag=True, help="Behind each line in braces the path by which a layer changes it.")
@colour_option
def show(ruleset: str | None, layers: tuple[str, ...], settings: tuple[str, ...], colour: str, *, paths: bool) -> None:
    """Show the rules of a ruleset in readable form: components, options, course of play, rulings.

    \b
    Examples:
      gulliver show NAME
      gulliver show 'NAME with house/long, option mode = short'
      gulliver show table.yaml             what a table plays; in its folder also without the name
      gulliver show path/to/folder --with house/long --option mode=short
      gulliver show NAME --paths

    Behind each line stands in brackets which layers changed it.
    """
    coloured = is_coloured(colour)
    try:
        loaded = stack_or_table(ruleset, layers, settings).load()
    except SourceError as trouble:
        click.echo(findings_text(trouble.diagnostics, "text", coloured=coloured), err=True, color=coloured)
        sys.exit(1)
    say(summary(loaded, paths=paths), coloured=coloured)
