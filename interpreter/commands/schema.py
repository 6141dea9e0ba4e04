"""`gulliver schema`: a stack in, the schema for house rules upon it out."""

from __future__ import annotations

from pathlib import Path as File
from typing import Any

import click

from interpreter.commands.output import colour_option, give_up, say
from interpreter.commands.outputs import files_of, write_output
from interpreter.commands.tables import stack_or_table
from interpreter.documents.layout import laid_out
from interpreter.layering.editor import editor_schema
from interpreter.layering.stack import Stack
from interpreter.source.catalogue import phrase, said
from interpreter.source.diagnostics import SourceError
from interpreter.texts import Words

_TOLD = frozenset({"title", "description", "errorMessage", "patternErrorMessage"})


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
        named = stack_or_table(stack, layers, settings)
        loaded = named.load()
    except SourceError as trouble:
        give_up(trouble, "text", colour)
    if output is None:
        say(schema_text(loaded.stack), coloured=False)
        return
    write_output(output, schema_text(loaded.stack) + "\n", [*named.files, *files_of(loaded.stack)])
    click.echo(phrase("schema-wrote", file=str(output), stack=loaded.stack.full_name))


def schema_text(stack: Stack) -> str:
    """The schema of layers upon a stack, as a file holds it, in the language that is spoken."""
    return laid_out(_as_spoken(editor_schema(stack)))


def _as_spoken(part: Any) -> Any:
    """The part with what it tells an author in the language that is spoken."""
    if isinstance(part, list):
        return list(map(_as_spoken, part))
    if not isinstance(part, dict):
        return part
    return {
        key: said(_words(inner)) if key in _TOLD and isinstance(inner, str) else _as_spoken(inner)
        for key, inner in part.items()
    }


def _words(told: str) -> Words:
    return told if isinstance(told, Words) else Words(told)
