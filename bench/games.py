"""Games a second: the product and its peers in turn, and rulesets among themselves."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from attrs import frozen

from bench.measuring import Measure, compared, in_turn, table
from bench.rivals import OWN, OWN_RULESET, PeerError, names, peer
from bench.settings import Settings
from interpreter.engine.machine import Runner
from interpreter.library import load_ruleset, runner_of
from interpreter.simulation.games import Played, fast_games, recorded_games

FAST, RECORDED = "gulliver simulate", "gulliver, all recorded"


def against_peers(settings: Settings) -> Iterator[str]:
    """The ruleset, fast and with everything recorded, against each peer, for each number of players."""
    for players in settings.players:
        runner = runner_of(load_ruleset(settings.ruleset), players)
        contenders = {**_product(runner, settings), **_peers(players, settings)}
        found = in_turn(contenders, settings.rounds)
        yield f"{settings.ruleset}, {players} players, {settings.games} games a round, {_timing(settings)}:"
        yield from table(found, "games/s")
        for name in (FAST, RECORDED):
            yield from compared(found, name, (other for other in found if other not in (FAST, name)))


def _product(runner: Runner, settings: Settings) -> dict[str, Measure]:
    numbers = range(settings.games)
    return {
        FAST: lambda number: _rate(fast_games(runner, f"bench {number}", numbers), settings),
        RECORDED: lambda number: _rate(recorded_games(runner, f"bench {number}", numbers), settings),
    }


def _rate(games: Iterable[object], settings: Settings) -> float:
    clock = _clock(settings)
    start = clock()
    count = sum(1 for _ in games)
    return count / (clock() - start)


def _timing(settings: Settings) -> str:
    return "CPU time" if settings.by_cpu else "wall time"


def _clock(settings: Settings) -> Callable[[], float]:
    return time.process_time if settings.by_cpu else time.perf_counter


def _peers(players: int, settings: Settings) -> dict[str, Measure]:
    own = OWN if settings.ruleset == OWN_RULESET else ()
    found: dict[str, Measure] = {}
    for name, path in names((*own, *settings.peers)).items():
        try:
            tried = peer(path, settings.games, players)
        except PeerError as trouble:
            print(f"left out: {name}: {trouble}", file=sys.stderr)
        else:
            found[name] = partial(tried.cpu_rate if settings.by_cpu else tried.rate, players)
    return found


@frozen
class Table:
    """Rules that are compared with each other: a ruleset with layers, and how many play."""

    ruleset: str
    layers: tuple[str, ...]
    players: int

    @property
    def name(self) -> str:
        """What the contender is called."""
        return " with ".join((self.ruleset, *self.layers)) + f", {self.players} players"


BASE = Table("celestia", (), 4)
TABLES = (BASE, Table("celestia", ("a-little-help",), 4), Table("celestia-duo", (), 2))


def rulesets(settings: Settings) -> Iterator[str]:
    """Free decisions a second of one ruleset against another: a rule costs the same wherever it is written."""
    contenders = {each.name: _decision_rate(each, settings) for each in TABLES}
    found = in_turn(contenders, settings.rounds)
    yield f"decisions a second, {settings.games} games a round, {_timing(settings)}:"
    yield from table(found, "decisions/s")
    for each in TABLES[1:]:
        yield from compared(found, each.name, (BASE.name,))


def _decision_rate(rules: Table, settings: Settings) -> Callable[[int], float]:
    runner = runner_of(load_ruleset(rules.ruleset, rules.layers), rules.players)
    clock = _clock(settings)

    def measure(number: int) -> float:
        start = clock()
        played: Iterator[Played] = fast_games(runner, f"bench {number}", range(settings.games))
        decisions = sum(each.decisions for each in played)
        return decisions / (clock() - start)

    return measure
