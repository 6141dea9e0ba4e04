"""`gulliver replay`: a scenario or a game that was played in, one page to step through it out."""

from __future__ import annotations

import sys
from pathlib import Path as File

import click
from attrs import evolve

from interpreter.commands.files import SUFFIX, display, scenario_files
from interpreter.commands.output import colour_option, give_up
from interpreter.commands.outputs import files_of, write_output
from interpreter.commands.players import nobody
from interpreter.commands.stacks import StackCommand
from interpreter.commands.tables import house_rules
from interpreter.commands.transcripts import games_in
from interpreter.documents.reader import read_text
from interpreter.library import runner_of
from interpreter.report.films import Film
from interpreter.report.replays import as_page
from interpreter.scenario import tree as t
from interpreter.scenario.parser import parse
from interpreter.snapshots.names import case_id
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import SourceError
from interpreter.trial.faults import located
from interpreter.trial.loading import NO_EXTRA, load
from interpreter.trial.retelling import teller_of
from interpreter.trial.runner import play, start
from interpreter.trial.translating import with_ids
from interpreter.writing.replaying import filmed

_NOTHING = 5


@click.command(cls=StackCommand)
@click.argument("path", metavar="FILE[::ID]")
@click.argument("stack", metavar="[STACK]", required=False)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=File), required=True, help="The page.")
@click.option("--for", "viewer", metavar="PLAYER", help="Only what this player may know.")
@click.option("--game", type=click.IntRange(min=1), default=1, show_default=True, help="Which game of a file of games.")
@click.option("--branch", type=click.IntRange(min=1), default=1, show_default=True, help="Which way of a scenario.")
@colour_option
def replay(  # noqa: PLR0913  # one parameter an option
    *, path: str, stack: str | None, output: File, viewer: str | None, game: int, branch: int, colour: str
) -> None:
    """Write a page to step through a game: the table, what happened, and by which rule.

    \b
    Examples:
      gulliver replay my.scenario::my-id -o page.html
      gulliver replay my.scenario::my-id.row --for Ada -o ada.html
      gulliver simulate NAME --games 3 --transcripts games.jsonl
      gulliver replay games.jsonl --game 2 -o page.html
      gulliver replay games.jsonl 'NAME with house/long' -o page.html
      gulliver replay my.game -o page.html            a game that `play` keeps, as far as it was played

    The page needs no network and nothing beside it. Without --for it shows everything, or what one
    of the players sees; with --for nothing else is in it. Where a scenario goes several ways, the first is
    shown. Without STACK the rules are those that the game names.

    Exit codes: 0 written, 1 it cannot be read or played, 2 wrong usage, 5 no such scenario.
    """
    name, _, wanted = path.partition("::")
    try:
        if name.endswith(SUFFIX):
            film, called = _scenario(File(name), wanted, branch)
        else:
            film = _game(File(name), stack, game)
            called = phrase("replay-game", number=game, file=File(name).name)
    except SourceError as trouble:
        give_up(trouble, "text", colour)
    page = as_page(film, _seat(film, viewer), called)
    write_output(output, page, [File(name), *files_of(film.loaded.stack)])
    click.echo(phrase("replay-wrote", file=display(output)), err=True)


def _seat(film: Film, viewer: str | None) -> int | None:
    """Where the one sits whose view is wanted."""
    if viewer is None:
        return None
    if viewer not in film.names:
        raise click.BadParameter(nobody(viewer, film.names), param_hint="--for")
    return film.names.index(viewer)


# ---- what is shown --------------------------------------------------------------------------------------------------


def _game(file: File, stack: str | None, number: int) -> Film:
    """A game of a file of transcripts, or one that `play` keeps, played again."""
    games = games_in(file, number, stack)
    place, told = games.told[0]
    runner = runner_of(games.loaded, len(told.players))
    return Film(games.loaded, filmed(runner, told, place), told.players)


def _scenario(file: File, wanted: str, branch: int) -> tuple[Film, str]:
    """One case of a file, played to the end of its script, and what it is called."""
    shown = display(next(scenario_files(file)))
    parsed = parse(read_text(file, shown), shown, only=wanted, is_question=True)
    found = [each for each in parsed.tests() if wanted in ("", each[0].id.text, case_id(*each))]
    if not found:
        click.echo(phrase("replay-no-scenario", id=wanted, file=shown), err=True)
        sys.exit(_NOTHING)
    if len(found) > 1:
        ids = ", ".join(case_id(*each) for each in found)
        raise click.UsageError(phrase("replay-several", path=f"{file}::{wanted}" if wanted else str(file), ids=ids))
    scenario, case = found[0]
    title = scenario.title.text if scenario.title else case_id(scenario, case)
    return _film(parsed, scenario, case, branch), title


def _film(file: t.ScenarioFile, scenario: t.Scenario, case: t.Case, branch: int) -> Film:
    loaded = None
    try:
        loaded = load(file, scenario, case, house_rules(NO_EXTRA).upon(file))
        told, played = with_ids(file, case, loaded.stack)
        player = start(told, played, loaded, films=True)
        play(player, _script(played))
        with located(None, player.places):
            player = player.settled()
    except SourceError as wrong:
        raise SourceError(teller_of(file, case, loaded).findings(wrong.diagnostics)) from wrong
    if branch > len(player.branches):
        raise click.BadParameter(phrase("replay-no-branch", count=len(player.branches)), param_hint="--branch")
    return Film(loaded, player.branches[branch - 1].machine, player.vocabulary.players)


def _script(case: t.Case) -> t.Case:
    """The script alone."""
    return evolve(case, blocks=tuple(block for block in case.blocks if not isinstance(block, t.Then)))
