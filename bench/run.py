"""How fast the product is, beside its peers: one command, several rounds, ratios with their spread.

    python -m bench.run                                  everything; takes about twenty minutes
    python -m bench.run games --players 4 --peer PATH    one part, with another peer
    python -m bench.run scenarios loading start-up       parts without peers

In each round all contenders run one after the other, in an order of their own, and ratios are taken within the
round: machines change their speed by half from one minute to the next, ratios within a round hardly do.
A peer that is missing or fails is reported and left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from bench import bytecodes, claims, games, processes, scenarios, series
from bench.measuring import machine
from bench.settings import Settings

Part = Callable[[Settings], Iterator[str]]
PARTS: dict[str, tuple[Part, ...]] = {
    "games": (games.against_peers,),
    "rulesets": (games.rulesets,),
    "bytecodes": (bytecodes.report,),
    "scenarios": (scenarios.speed,),
    "claims": (claims.report,),
    "loading": (processes.loading,),
    "start-up": (processes.start_up,),
    "growth": (scenarios.growth, processes.layers, series.growth),
}
_USUAL = Settings()


def main(words: list[str] | None = None) -> int:
    """Measure and print."""
    parser = _parser()
    wanted = parser.parse_args(words)
    unknown = [part for part in wanted.parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]!r}; there are {', '.join(PARTS)}")
    settings = Settings(
        wanted.ruleset, tuple(wanted.players or _USUAL.players), wanted.games, wanted.rounds, tuple(wanted.peer),
        wanted.scenarios, wanted.most_games, wanted.cpu,
    )  # fmt: skip
    print(machine())
    for name in wanted.parts or PARTS:
        for part in PARTS[name]:
            print()
            for line in part(settings):
                print(line, flush=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench.run", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", help=f"what to measure: {', '.join(PARTS)}; everything unless named")
    parser.add_argument("--ruleset", default=_USUAL.ruleset, help="that of the games")
    parser.add_argument("--players", action="append", type=int, help="of the games; repeatable (2, 4 and 6)")
    parser.add_argument("--games", type=int, default=_USUAL.games, help="of each contender in each round")
    parser.add_argument("--rounds", type=int, default=_USUAL.rounds)
    parser.add_argument("--peer", action="append", default=[], type=Path, help="a script to compare with; repeatable")
    parser.add_argument("--scenarios", type=int, default=_USUAL.scenarios, help="in a file")
    parser.add_argument("--most-games", type=int, default=_USUAL.most_games, help="where the growth of a series ends")
    parser.add_argument(
        "--cpu", action="store_true", help="compare games by CPU time, on a machine that others use too"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
