"""What a run of the benchmark was asked for."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen


@frozen
class Settings:
    """How much is measured. `most_games` is where the growth of a series ends, `most_scenarios` that of a file."""

    ruleset: str = "celestia"
    players: tuple[int, ...] = (2, 4, 6)
    games: int = 300
    rounds: int = 9
    peers: tuple[Path, ...] = ()
    scenarios: int = 1000
    most_games: int = 100_000
    by_cpu: bool = False  # games by CPU time: on a machine that others use, too
