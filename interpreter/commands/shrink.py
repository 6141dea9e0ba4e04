"""`gulliver shrink`: a scenario in, the same without what it does not need out."""

from __future__ import annotations

import sys
from pathlib import Path as File

import click

from interpreter.commands.files import display, existing
from interpreter.commands.output import colour_option, give_up, say
from interpreter.commands.outputs import write_output
from interpreter.commands.settings import parsed_settings
from interpreter.commands.tables import house_rules
from interpreter.documents.reader import read_text
from interpreter.documents.writer import rewrite
from interpreter.scenario.parser import parse
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import SourceError, allowed_set
from interpreter.trial.loading import Extra
from interpreter.writing.shrinking import NoCaseError, Shrunk, Wish, shrunk

_NOTHING = 5
_EVERY = 25  # runs


@click.command()
@click.argument("path", metavar="FILE::ID")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=File), help="Write to this file.")
@click.option("--in-place", is_flag=True, help="Write into the file itself; its other scenarios stay.")
@click.option("--keep", multiple=True, type=click.IntRange(min=1), metavar="LINE", help="Keep this line of the file.")
@click.option("--budget", type=click.IntRange(min=1), default=5000, show_default=True, help="At most so many runs.")
@click.option("--with", "layers", multiple=True, metavar="LAYER", help="Run it under this layer, too.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Run it with this option.")
@colour_option
def shrink(  # noqa: PLR0913  # one parameter an option
    *,
    path: str,
    output: File | None,
    in_place: bool,
    keep: tuple[int, ...],
    budget: int,
    layers: tuple[str, ...],
    options: tuple[str, ...],
    colour: str,
) -> None:
    """Take away what a scenario does not need: lines, players, cards. What comes of it stays the same.

    \b
    Examples:
      gulliver shrink my.scenario::my-id
      gulliver shrink my.scenario::my-id.row -o small.scenario
      gulliver shrink my.scenario::my-id --in-place
      gulliver shrink my.scenario::my-id --keep 14      of what holds, only line 14 has to

    Of a scenario that fails, what is found wrong stays, and all else may go. Of one that passes, every expectation
    stays and must hold (with --keep only those lines), and each `when` keeps a line; so only what leads there gets
    less. The order of lines and the comments on those that are left stay.

    Exit codes: 0 written, 1 it cannot be read, 2 wrong usage, 5 no such scenario.
    """
    name, _, wanted = path.partition("::")
    file = existing(File(name))
    try:
        text = read_text(file, display(file))
        if not wanted:
            raise click.UsageError(_which(text, display(file)))
        extra = house_rules(Extra(layers, parsed_settings(options))).upon(parse(text, display(file), only=wanted))
        if in_place and ("." in wanted or output is not None):
            raise click.UsageError(phrase("shrink-in-place"))
        lines = frozenset(keep) if keep else None
        found = shrunk(text, display(file), Wish(wanted, lines, extra, budget, in_place), _progress)
    except SourceError as trouble:
        give_up(trouble, "text", colour)
    except NoCaseError:
        click.echo(phrase("shrink-unknown", id=wanted, file=display(file)), err=True)
        sys.exit(_NOTHING)
    if in_place:
        rewrite(file, found.text)
    elif output is not None:
        write_output(output, found.text, [file])
    else:
        say(found.text.rstrip("\n"), coloured=False)
    _tell(found)


def _which(text: str, file: str) -> str:
    """That somebody has to say which scenario of a file is meant."""
    ids = [scenario.id.text for scenario, _ in parse(text, file).tests()]
    return phrase("shrink-which", file=file, first=next(iter(ids), "ID"), known=allowed_set(ids))


def _progress(runs: int, lines: int) -> None:
    if sys.stderr.isatty() and runs % _EVERY == 0:
        click.echo(f"\r{phrase('shrink-progress', runs=runs, lines=lines)}", err=True, nl=False)


def _tell(found: Shrunk) -> None:
    told = phrase("shrink-told", before=found.before, after=found.after, count=found.runs)
    click.echo(("\r" if sys.stderr.isatty() else "") + told, err=True)
    if not found.is_least:
        click.echo(phrase("shrink-budget"), err=True)
