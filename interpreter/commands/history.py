"""`gulliver history`: a stack and a path in, what each layer made of the value there out."""

from __future__ import annotations

import click

from interpreter.commands.output import colour_option, give_up, object_text, say, shape_option
from interpreter.commands.stacks import parsed_stack
from interpreter.layering.history import history as history_of
from interpreter.library import stages_of
from interpreter.report import histories
from interpreter.source.diagnostics import SourceError


@click.command()
@click.argument("stack", metavar="STACK")
@click.argument("path")
@shape_option
@colour_option
def history(stack: str, path: str, shape: str, colour: str) -> None:
    """Say what a value was in the ruleset, and what each layer made of it, with places and reasons.

    \b
    Examples:
      gulliver history 'NAME with house/long' cards.knight.copies
      gulliver history 'NAME with house/long, house/calm' steps.turn.roll
      gulliver history 'NAME with option mode = short' options.mode --format json

    A path names keys and ids from the top; of a whole thing, all that changed in it is told.

    Exit codes: 0 told, 1 the stack cannot be used or nothing ever stood there, 2 wrong usage.
    """
    try:
        named = parsed_stack(stack)
        start = None if named.table is None else named.table.folder
        found = history_of(stages_of(named.load(), named.layers, start), tuple(path.split(".")))
    except SourceError as trouble:
        give_up(trouble, shape, colour)
    say(object_text(histories.as_object(found)) if shape == "json" else histories.as_text(found), coloured=False)
