"""Growth of a long series: time and memory of each thousand games against those of a fresh one."""

from __future__ import annotations

from collections.abc import Iterator

from bench.measuring import bend, cpu_seconds, resident_megabytes, short, spread
from bench.settings import Settings
from interpreter.compiler.from_model import compile_program
from interpreter.engine.machine import Runner
from interpreter.library import LoadedRuleset, load_ruleset, runner_of
from interpreter.simulation.series import Order, play_series

_PLAYERS = 4
_PIECES = 100


def growth(settings: Settings) -> Iterator[str]:
    """A series in a hundred pieces; after each tenth one, a piece of a new program for comparison."""
    piece = max(settings.most_games // _PIECES, 1)
    loaded = load_ruleset("celestia")
    runner = runner_of(loaded, _PLAYERS)
    _play(runner, 0, piece)
    series: list[float] = []
    late: list[float] = []
    memory = {1: resident_megabytes()}
    for number in range(1, _PIECES + 1):
        series.append(_play(runner, number, piece))
        if number % 10 == 0:
            memory[number] = resident_megabytes()
            late.append(series[-1] / _play(_fresh(loaded), number, piece))
    yield f"growth with the number of games, {piece} a piece, CPU time:"
    points = [(count * piece, sum(series[:count])) for count in (1, 10, 100)]
    for games, seconds in points:
        yield f"  {games:7} games {short(seconds)} s"
    yield f"  off a straight line by at most {bend(points):.1%}"
    yield f"  a late piece against the same games of a new program: {spread(late)}"
    yield "  memory after pieces: " + ", ".join(f"{count}: {size:.1f} MB" for count, size in memory.items())


def _fresh(loaded: LoadedRuleset) -> Runner:
    """A program that has not played yet."""
    program = compile_program(loaded.ruleset, _PLAYERS, loaded.stack.options)
    program.fast.fresh()  # it is compiled before the clock runs
    return Runner(program)


def _play(runner: Runner, number: int, games: int) -> float:
    return cpu_seconds(lambda: play_series(runner, Order(games, f"bench {number}")))
