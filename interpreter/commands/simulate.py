"""`gulliver simulate`: the name of a ruleset in, many games at random and their statistics out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path as File

import click

from interpreter.commands.files import SUFFIX
from interpreter.commands.output import colour_option, findings_text, is_coloured, say
from interpreter.commands.record import write_scenario
from interpreter.commands.stacks import StackCommand, StackName
from interpreter.commands.tables import stack_or_table
from interpreter.engine.conservation import BrokenTableError
from interpreter.engine.faults import rule_of
from interpreter.engine.machine import EndlessError, ImpossibleError, Runner
from interpreter.engine.state import OpenValueError
from interpreter.engine.transcript import Transcript
from interpreter.layering.stack import Stack
from interpreter.library import LoadedRuleset, runner_of
from interpreter.report.stacks import stack_words
from interpreter.simulation.games import EndlessGameError
from interpreter.simulation.series import Order, Series, play_series
from interpreter.simulation.statistics import OVER
from interpreter.source.catalogue import phrase, said
from interpreter.source.diagnostics import Diagnostic, SourceError, error
from interpreter.source.span import Span
from interpreter.source.speech import number
from interpreter.trial.faults import circle_text, endless_finding, impossible_finding
from interpreter.trial.retelling import teller_for


@click.command(cls=StackCommand)
@click.argument("ruleset", metavar="[STACK]", required=False)
@click.option("--players", type=click.IntRange(min=1), help="How many play; as few as can without it.")
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="How many games.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same games.")
@click.option("--with", "layers", multiple=True, metavar="LAYER", help="A layer upon it; can be repeated.")
@click.option("--option", "settings", multiple=True, metavar="NAME=VALUE", help="Another value for an option.")
@click.option("--transcripts", type=click.Path(dir_okay=False, path_type=File), help="Write every game to this file.")
@click.option("--record", type=click.Path(path_type=File), help="Write every game as a scenario: a file or a folder.")
@click.option("--strict", is_flag=True, help="Check after every step that nothing is lost and all invariants hold.")
@click.option("--format", "shape", type=click.Choice(("text", "json")), default="text", show_default=True)
@colour_option
def simulate(  # noqa: PLR0913  # one parameter an option
    *,
    ruleset: str | None,
    players: int | None,
    games: int,
    seed: str,
    layers: tuple[str, ...],
    settings: tuple[str, ...],
    transcripts: File | None,
    record: File | None,
    strict: bool,
    shape: str,
    colour: str,
) -> None:
    """Play many games, everybody choosing at random among the legal answers, and say how they went.

    \b
    Examples:
      gulliver simulate NAME --players 4 --games 5000
      gulliver simulate 'NAME with house/long, option mode = short'
      gulliver simulate NAME --with house/long --option mode=short --format json
      gulliver simulate                    what the table.yaml of this folder says
      gulliver simulate NAME --games 20 --strict --transcripts games.jsonl
      gulliver simulate NAME --games 1 --record game.scenario

    Exit codes: 0 all games ended, 1 the rules cannot be used or a game went wrong, 2 wrong usage.
    """
    coloured = is_coloured(colour)
    try:
        named = stack_or_table(ruleset, layers, settings)
        loaded = named.load()
        runner = runner_of(loaded, players or loaded.ruleset.draft.players.from_)
    except SourceError as trouble:
        click.echo(findings_text(trouble.diagnostics, "text", coloured=coloured), err=True, color=coloured)
        sys.exit(1)
    kept: list[Transcript] = []
    order = Order(games, seed, transcripts, strict, kept.append if record else None)
    series = _played(runner, loaded, order, coloured=coloured)
    if record is not None:
        _record(record, kept, named, loaded)
    told = json.dumps(series.as_plain(), indent=2) if shape == "json" else as_text(series, loaded.stack)
    say(told, coloured=False)


def _played(runner: Runner, loaded: LoadedRuleset, order: Order, *, coloured: bool) -> Series:
    """The series, or an end with what went wrong."""
    try:
        return play_series(runner, order)
    except (EndlessError, EndlessGameError, ImpossibleError, OpenValueError) as trouble:
        click.echo(findings_text([_finding(runner, loaded, trouble)], "text", coloured=coloured), err=True)
    except OSError as trouble:
        click.echo(f"{trouble.strerror}: {order.transcripts}", err=True)
    except BrokenTableError as trouble:
        click.echo("; ".join(map(said, trouble.faults)), err=True)
    sys.exit(1)


def _record(place: File, games: Sequence[Transcript], named: StackName, loaded: LoadedRuleset) -> None:
    """Write the games as scenarios: into one file, or each into a file of its own."""
    try:
        if place.suffix == SUFFIX:
            write_scenario(place, games, named, loaded)
        else:
            place.mkdir(parents=True, exist_ok=True)
            for number, told in enumerate(games, 1):
                write_scenario(place / f"game-{number}{SUFFIX}", [told], named, loaded)
    except OSError as trouble:
        click.echo(f"{trouble.strerror}: {place}", err=True)
        sys.exit(1)


def _finding(runner: Runner, loaded: LoadedRuleset, trouble: Exception) -> Diagnostic:
    """What stopped the rules, at the rule that it happened in."""

    def named(rule: int) -> Span:
        return loaded.stack.place(runner.program.rules[rule].path).name

    def place(rule: int | None) -> Span | None:
        return None if rule is None else named(rule)

    match trouble:
        case EndlessError():
            return endless_finding(trouble, None, named)
        case EndlessGameError(rules=rules, seed=seed, stops=stops):
            paths = [".".join(runner.program.rules[rule].path) for rule in rules]
            steps = circle_text(paths, [named(rule) for rule in rules])
            return error("X0105", place(next(iter(rules), None)), seed=seed, stops=str(stops), steps=steps)
        case ImpossibleError(rule=rule):
            return impossible_finding(trouble, place(rule))
        case OpenValueError(name=name):
            return error("X0103", place(rule_of(runner.program, trouble)), name=name)
        case _:
            raise trouble


def as_text(series: Series, stack: Stack) -> str:
    """The statistics of a stack for people."""
    return "\n".join(_lines(series, stack))


def _lines(series: Series, stack: Stack) -> Iterator[str]:
    told = series.as_plain()
    results, games = told["results"], told["games"]
    players = phrase("players", count=told["players"])
    yield phrase("simulate-head", ruleset=stack_words(stack.full_name), count=games, players=players, seed=told["seed"])
    yield phrase("simulate-decisions", number=_written(results["mean_decisions"], 1))
    for rule, count in results["ended"].items():
        name = phrase("simulate-over") if rule == OVER else teller_for(stack).words(rule)
        yield phrase("simulate-ended", rule=name, share=_share(count, games))
    for seat, wins in enumerate(results["wins"]):
        means = results["mean_scores"]
        score = phrase("simulate-score", score=_written(means[seat], 1)) if means else ""
        yield phrase("simulate-player", number=seat + 1, share=_share(wins, games)) + score
    if results["shared"]:
        yield phrase("simulate-shared", share=_share(results["shared"], series.tally.victories))
    yield phrase(
        "simulate-speed",
        games=_written(told["games_per_second"], 0),
        decisions=_written(told["decisions_per_second"], 0),
        seconds=_written(told["seconds"], 2),
    )


def _share(count: int, whole: int) -> str:
    return phrase("percent", number=_written(100 * count / whole, 1))


def _written(value: float, digits: int) -> str:
    """A number, rounded to so many digits, as the language writes it."""
    return number(round(value, digits), digits)
