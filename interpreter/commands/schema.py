"""`gulliver schema`: a stack in, the schema for house rules upon it out."""

from __future__ import annotations

from pathlib import Path as File

import click

from interpreter.commands.output import colour_option, give_up, say
from interpreter.commands.tables import stack_or_table
from interpreter.documents.layout import laid_out
from interpreter.documents.writer import whole_file
from interpreter.layering.editor import editor_schema
from interpreter.layering.stack import Stack
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import SourceError


@click.command()
@click.argument("stack", metavar="[STACK]", required=False)
@click.option("--with", "layers", multiple=True, metavar="LAYER", help="A layer upon it; can be repeated.")
@click.option("--option", "settings", multiple=True, metavar="NAME=VALUE", help="Another value for an option.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=File), help="Write it to this file.")
@colour_option
def schema(
    stack: str | None, layers: tuple[str, ...], settings: tuple[str, ...], output: File | None, colour: str
) -> None:
    """Write the schema with which an editor completes and checks a house rule upon a stack.

    \b
    Examples:
      gulliver schema NAME -o rulesets/house/NAME.schema.json
      gulliver schema 'NAME with house/long' -o long.schema.json

    \b
    The first line of a house rule tells an editor where it lies:
      # yaml-language-server: $schema=NAME.schema.json
    """
    try:
        loaded = stack_or_table(stack, layers, settings).load()
    except SourceError as trouble:
        give_up(trouble, "text", colour)
    if output is None:
        say(schema_text(loaded.stack), coloured=False)
        return
    try:
        with whole_file(output) as file:
            file.write(schema_text(loaded.stack) + "\n")
    except OSError as trouble:
        raise click.ClickException(f"{trouble.strerror}: {output}") from trouble
    click.echo(phrase("schema-wrote", file=str(output), stack=loaded.stack.name))


def schema_text(stack: Stack) -> str:
    """The schema of layers upon a stack, as a file holds it."""
    return laid_out(editor_schema(stack))
