"""Games per second: the product and its peers in turn, several rounds, to ratios with their spread.

A peer is a script that is called `PATH GAMES SEED PLAYERS` and prints `... N games/s ...`:

    python bench/run.py celestia --players 4 --games 1000 --rounds 9 --peer PATH

The product is measured as `simulate` runs it (fast) and with everything recorded, without start-up. In each round all
are run one after the other, in an order of their own, and the ratio is taken within the round: machines change
their speed by half from one minute to the next, ratios within a round hardly do.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from interpreter.engine.machine import Runner
from interpreter.library import load_ruleset, runner_of
from interpreter.simulation.games import fast_games, recorded_games

_RATE = re.compile(r"([0-9][0-9.]*) games/s")
_INTERPRETERS = {".py": [sys.executable], ".js": ["node"], ".cjs": ["node"], ".mjs": ["node"]}
_FAST, _RECORDED = "gulliver simulate", "gulliver, all recorded"

Measure = Callable[[int], float]  # number of a round -> games per second


def main(words: list[str] | None = None) -> int:
    """Measure and print; a peer that is missing or fails is reported and left out."""
    wanted = _parser().parse_args(words)
    contenders = _contenders(wanted)
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    order = random.Random(wanted.seed)  # noqa: S311  # games, not secrets
    for number in range(-1, wanted.rounds):
        for name in order.sample(sorted(contenders), len(contenders)):
            rate = contenders[name](number + 1)
            if number >= 0:  # the first round warms up
                rates[name].append(rate)
    _report(rates)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench/run.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("ruleset", nargs="?", default="celestia")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=500, help="games of each contender in each round")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--peer", action="append", default=[], type=Path, help="a script to compare with; repeatable")
    return parser


def _contenders(wanted: argparse.Namespace) -> dict[str, Measure]:
    runner = runner_of(load_ruleset(wanted.ruleset), wanted.players)
    found: dict[str, Measure] = {
        _FAST: lambda number: _rate(fast_games(runner, f"{wanted.seed}.{number}", range(wanted.games))),
        _RECORDED: lambda number: _rate(_recorded(runner, f"{wanted.seed}.{number}", wanted.games)),
    }
    for path in wanted.peer:
        if trouble := _trouble(path, wanted):
            print(f"left out: {path.name}: {trouble}", file=sys.stderr)
        else:
            found[path.name] = partial(_peer, path, wanted)
    return found


def _recorded(runner: Runner, seed: str, games: int) -> Iterable[object]:
    return recorded_games(runner, seed, range(games))


def _rate(games: Iterable[object]) -> float:
    start = time.perf_counter()
    count = sum(1 for _ in games)
    return count / (time.perf_counter() - start)


def _trouble(path: Path, wanted: argparse.Namespace) -> str | None:
    """Why a peer cannot be measured."""
    if not path.is_file():
        return "there is no such file"
    try:
        _peer(path, argparse.Namespace(**{**vars(wanted), "games": 1}), 0)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        return str(error)
    return None


def _peer(path: Path, wanted: argparse.Namespace, number: int) -> float:
    command = [*_INTERPRETERS.get(path.suffix, []), str(path.resolve())]
    words = [str(wanted.games), str(number + 1), str(wanted.players)]
    done = subprocess.run([*command, *words], check=True, capture_output=True, text=True)  # noqa: S603  # the user's own
    match = _RATE.search(done.stdout)
    if match is None:
        raise ValueError(f"it does not print a rate: {done.stdout.strip()[:80]!r}")
    return float(match[1])


def _report(rates: dict[str, list[float]]) -> None:
    """Medians, and the ratios within each round with their quartiles."""
    for name, found in rates.items():
        print(f"{name:24} {statistics.median(found):9.0f} games/s")
    for name in (_FAST, _RECORDED):
        for peer, its in rates.items():
            if peer not in (name, _FAST):
                low, middle, high = _quartiles([ours / theirs for ours, theirs in zip(rates[name], its, strict=True)])
                print(f"{name} / {peer}: {middle:.2f} (quartiles {low:.2f} to {high:.2f})")


def _quartiles(values: list[float]) -> tuple[float, float, float]:
    if len(values) == 1:
        return values[0], values[0], values[0]
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, middle, high


if __name__ == "__main__":
    sys.exit(main())
