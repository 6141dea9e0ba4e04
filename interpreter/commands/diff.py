"""`gulliver diff`: two stacks in, what the second changes against the first out."""

from __future__ import annotations

import click

from interpreter.commands.output import colour_option, give_up, object_text, say, shape_option
from interpreter.commands.stacks import parsed_stack
from interpreter.report.differences import Report
from interpreter.source.diagnostics import SourceError


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@shape_option
@colour_option
def diff(first: str, second: str, shape: str, colour: str) -> None:
    """Say what the stack B changes against the stack A, with both places and the reason.

    \b
    Examples:
      gulliver diff NAME 'NAME with house/long'
      gulliver diff 'NAME with house/long' 'NAME with house/long, house/calm'
      gulliver diff NAME 'NAME with option mode = short' --format json

    Exit codes: 0 told, whether or not something differs, 1 a stack cannot be used, 2 wrong usage.
    """
    try:
        report = Report(parsed_stack(first).load(), parsed_stack(second).load())
    except SourceError as trouble:
        give_up(trouble, shape, colour)
    say(object_text(report.as_object()) if shape == "json" else report.as_text(), coloured=False)
