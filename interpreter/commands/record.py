"""`gulliver record`: a file of transcripts or of a game of `play` in, scenarios that play the same games out."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path as File

import click

from interpreter.commands.files import display
from interpreter.commands.output import colour_option, give_up, say
from interpreter.commands.outputs import files_of, write_output
from interpreter.commands.stacks import StackCommand, StackName, is_path
from interpreter.commands.transcripts import games_in
from interpreter.documents.writer import write_whole
from interpreter.engine.transcript import Transcript
from interpreter.library import LoadedRuleset
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import SourceError
from interpreter.source.span import Span, at
from interpreter.source.speech import spoken
from interpreter.writing.recording import Recording, scenario_of, scenarios_of
from interpreter.writing.words import stack_words


@click.command(cls=StackCommand)
@click.argument("transcripts", metavar="FILE", type=click.Path(path_type=File))
@click.argument("stack", metavar="[STACK]", required=False)
@click.option("--game", type=click.IntRange(min=1), help="Only this one of its games; the first is 1.")
@click.option("--steps", type=click.IntRange(min=1), help="Only so many free decisions of each game.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=File), help="Write to this file.")
@colour_option
def record(  # noqa: PLR0913  # one parameter an option
    *, transcripts: File, stack: str | None, game: int | None, steps: int | None, output: File | None, colour: str
) -> None:
    """Write games that were played as scenarios: what chance gave, what everybody decided, how it ended.

    \b
    Examples:
      gulliver simulate NAME --games 3 --transcripts games.jsonl
      gulliver record games.jsonl                        all of them, to be read
      gulliver record games.jsonl --game 2 -o my.scenario
      gulliver record games.jsonl --game 2 --steps 5     as far as the fifth decision
      gulliver record games.jsonl 'NAME with house/long' rules that lie elsewhere, or are called otherwise
      gulliver record my.game -o my.scenario             a game that `play` keeps, as far as it was played

    What is forced is left out, but where the next line would be taken for it. With --lang the words are of that
    language. Without STACK the rules are those that the file names.

    Exit codes: 0 written, 1 a game cannot be read or played again, 2 wrong usage.
    """
    try:
        games = games_in(transcripts, game, stack)
        how = _how(output, games.told[0][0], steps, games.named)
        text = _text([told for _, told in games.told], games.loaded, how)
    except SourceError as trouble:
        give_up(trouble, "text", colour)
    if output is None:
        say(text.rstrip("\n"), coloured=False)
        return
    write_output(output, text, [transcripts, *files_of(games.loaded.stack)])
    click.echo(phrase("record-wrote", file=display(output), count=len(games.told)), err=True)


def write_scenario(file: File, games: Sequence[Transcript], named: StackName, loaded: LoadedRuleset) -> None:
    """Write games of these rules to a file, in the language that is spoken.

    Raises:
        OSError: The file cannot be written.
    """
    write_whole(file, _text(games, loaded, _how(file, at(file.name, 1, 1), None, named)).encode())


def _text(games: Sequence[Transcript], loaded: LoadedRuleset, how: Recording) -> str:
    return scenario_of(games[0], loaded, how) if len(games) == 1 else scenarios_of(games, loaded, how)


def _how(output: File | None, place: Span, steps: int | None, named: StackName) -> Recording:
    folder = File() if output is None else output.parent
    base, *laid = (_from(folder, each) for each in (named.ruleset, *named.layers))
    stack = stack_words(base, laid, named.options.items())
    return Recording(stack=stack, steps=steps, place=place, language=spoken(), file=str(output or ""))


def _from(folder: File, name: str) -> str:
    """A name as it is; a path as the folder of the scenario sees it."""
    return File(os.path.relpath(name, folder)).as_posix() if is_path(name) else name
