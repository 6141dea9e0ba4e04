"""`gulliver simulate`: the name of a ruleset in, many games and their statistics out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path as File
from typing import NoReturn

import click
from attrs import evolve

from interpreter.commands.ending import INTERRUPTED
from interpreter.commands.files import SUFFIX
from interpreter.commands.output import colour_option, give_up, is_coloured, object_text, say
from interpreter.commands.outputs import check_outputs, files_of
from interpreter.commands.record import write_scenario
from interpreter.commands.simulating import failed, progress, seated
from interpreter.commands.stacks import StackCommand, StackName, parsed_stack
from interpreter.commands.tables import stack_or_table
from interpreter.documents.writer import write_whole
from interpreter.engine.state import OpenValueError
from interpreter.engine.transcript import Transcript
from interpreter.errors import InterpreterError
from interpreter.library import LoadedRuleset, runner_of
from interpreter.report.charts import SUFFIXES, can_draw, chart
from interpreter.report.series import Told, sentence, series_lines, series_table
from interpreter.simulation.series import Order, Series, play_stacks
from interpreter.simulation.spreading import Spread
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import SourceError


@click.command(cls=StackCommand)
@click.argument("ruleset", metavar="[STACK]", required=False)
@click.option("--players", type=click.IntRange(min=1), help="How many play; as few as can without it.")
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="How many games.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same games.")
@click.option("--with", "layers", multiple=True, metavar="LAYER", help="A layer upon it; can be repeated.")
@click.option("--option", "settings", multiple=True, metavar="NAME=VALUE", help="Another value for an option.")
@click.option("--policy", "policies", multiple=True, metavar="NAME", help="Who decides: one for all, or one a seat.")
@click.option("--compare", "others", multiple=True, metavar="STACK", help="Other rules, with the same seeds.")
@click.option("--details", is_flag=True, help="Count cards, rules and answers as well; takes longer.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=File), help="Draw a picture: .svg or .png.")
@click.option("--jobs", type=click.IntRange(min=1), help="How many processes play; one a core without it.")
@click.option("--backend", help="Who starts them, of what joblib knows: loky, dask, ray, …")
@click.option("--transcripts", type=click.Path(dir_okay=False, path_type=File), help="Write every game to this file.")
@click.option("--record", type=click.Path(path_type=File), help="Write every game as a scenario: a file or a folder.")
@click.option("--strict", is_flag=True, help="Check after every step that nothing is lost and all invariants hold.")
@click.option("--format", "shape", type=click.Choice(("text", "json", "csv")), default="text", show_default=True)
@colour_option
def simulate(  # noqa: PLR0913  # one parameter an option
    *,
    ruleset: str | None,
    players: int | None,
    games: int,
    seed: str,
    layers: tuple[str, ...],
    settings: tuple[str, ...],
    policies: tuple[str, ...],
    others: tuple[str, ...],
    details: bool,
    plot: File | None,
    jobs: int | None,
    backend: str | None,
    transcripts: File | None,
    record: File | None,
    strict: bool,
    shape: str,
    colour: str,
) -> None:
    """Play many games and say how they went; without --policy everybody chooses at random.

    \b
    Examples:
      gulliver simulate NAME --players 4 --games 5000
      gulliver simulate 'NAME with house/long, option mode = short'
      gulliver simulate NAME --with house/long --option mode=short --format json
      gulliver simulate                    what the table.yaml of this folder says
      gulliver simulate NAME --compare 'NAME with house/long' --plot long.svg
      gulliver simulate NAME --policy greedy,random --details
      gulliver simulate NAME --games 20 --strict --transcripts games.jsonl
      gulliver simulate NAME --games 1 --record game.scenario

    Policies are random, greedy, search, search:200 (so many games played on a turn) and your own; `greedy,random`
    seats two. `--compare` can be repeated. In brackets stands where a number lies with a confidence of 95 %: means by
    Student's t, shares by Wilson, how shares differ by Bonett and Price; nothing stands there where games are few
    or all alike. The digits do not depend on how many processes play.

    Exit codes: 0 all games ended, 1 the rules cannot be used or a game went wrong, 2 wrong usage, 130 stopped: of the
    games that were played the numbers are told, and nothing is written.
    """
    coloured = is_coloured(colour)
    outputs = {"--plot": plot, "--transcripts": transcripts, "--record": record}
    _check_usage(plot, {**outputs, "--plot": None} if others else {})
    try:
        named = stack_or_table(ruleset, layers, settings)
        stacks = [named.load(), *(parsed_stack(other).load() for other in others)]
        seats = players or stacks[0].ruleset.draft.players.from_
        for stack in stacks:
            runner_of(stack, seats)
    except SourceError as trouble:
        give_up(trouble, "text", colour)
    rules = [*named.files, *(file for stack in stacks for file in files_of(stack.stack))]
    check_outputs({**outputs, "--record": None if _is_folder(record) else record}, rules)
    _check_folder(record, games)
    kept: list[Transcript] = []
    order = Order(games, seed, transcripts, strict, kept.append if record else None, seated(policies, seats), details)
    series = _played(stacks, seats, evolve(order, spread=Spread(jobs, backend)), coloured=coloured)
    told = [Told(stack.stack, runner_of(stack, seats).program) for stack in stacks]
    if not series.is_whole:
        _stopped(series, told, shape)
    if record is not None:
        _record(record, kept, named, stacks[0])
    if plot is not None:
        write_whole(plot, chart(series, told, plot.suffix))
    for file in filter(None, outputs.values()):
        click.echo(phrase("simulate-wrote", file=str(file)), err=True)
    say(_shaped(series, told, shape), coloured=False)


def _check_usage(plot: File | None, alone: dict[str, File | None]) -> None:
    """What cannot be written is said before anything is played.

    Raises:
        UsageError: It is no picture, or an option does not go with several stacks.
    """
    given = next((name for name, file in alone.items() if file is not None), None)
    if given is not None:
        raise click.UsageError(phrase("simulate-alone", option=given))
    if plot is not None and plot.suffix not in SUFFIXES:
        raise click.UsageError(phrase("simulate-plot", file=str(plot)))
    if plot is not None and not can_draw():
        click.echo(phrase("simulate-no-plot"), err=True)
        sys.exit(1)


def _played(stacks: Sequence[LoadedRuleset], players: int, order: Order, *, coloured: bool) -> Series:
    """The series, or an end with what went wrong."""
    try:
        with progress(order.games) as done:
            return play_stacks(stacks, players, order, done)
    except (InterpreterError, OpenValueError, OSError) as trouble:
        failed(trouble, runner_of(stacks[0], players), stacks[0], coloured=coloured)


def _stopped(series: Series, told: Sequence[Told], shape: str) -> NoReturn:
    """Say what is known of the games that were played, and end."""
    done = series.tally.games
    if done:
        say(_shaped(series, told, shape), coloured=False)
    click.echo(phrase("simulate-stopped", count=done, games=series.order.games), err=True)
    sys.exit(INTERRUPTED)


def _check_folder(place: File | None, games: int) -> None:
    """Games of another series shall not stay among those that are to be recorded.

    Raises:
        UsageError: There are some.
    """
    if place is None or not _is_folder(place):
        return
    ours = {_file_of(place, number) for number in range(1, games + 1)}
    other = next((file for file in sorted(place.glob(f"game-*{SUFFIX}")) if file not in ours), None)
    if other is not None:
        raise click.UsageError(phrase("simulate-other-games", folder=str(place), file=other.name))


def _is_folder(place: File | None) -> bool:
    """Whether each game is to have a file of its own there."""
    return place is not None and place.suffix != SUFFIX


def _file_of(folder: File, number: int) -> File:
    return folder / f"game-{number}{SUFFIX}"


def _record(place: File, games: Sequence[Transcript], named: StackName, loaded: LoadedRuleset) -> None:
    """Write the games as scenarios: into one file, or each into a file of its own."""
    if not _is_folder(place):
        write_scenario(place, games, named, loaded)
        return
    place.mkdir(parents=True, exist_ok=True)
    for number, told in enumerate(games, 1):
        write_scenario(_file_of(place, number), [told], named, loaded)


def _shaped(series: Series, told: Sequence[Told], shape: str) -> str:
    """The statistics for people or for programs."""
    match shape:
        case "json":
            plain = series.as_plain()
            for at, comparison in enumerate(series.comparisons):
                stack = told[at + 1].stack.full_name
                plain["comparisons"][at] |= {"stack": stack, "said": sentence(comparison, told[0], told[at + 1])}
            return object_text(plain)
        case "csv":
            return series_table(series, [each.stack for each in told])
        case _:
            return "\n".join(series_lines(series, [each.stack for each in told]))
