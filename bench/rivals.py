"""A script that plays the same game to a contender: how it is called, and what it says about its speed.

It prints `... N games/s ...`. It is called with GAMES SEED PLAYERS unless its text names them in another order,
for example `celestia.cjs GAMES PLAYERS`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from attrs import frozen

from bench.measuring import children_seconds

OWN = (Path(__file__).parent / "peers" / "celestia.py", Path(__file__).parent / "peers" / "celestia.cjs")
OWN_RULESET = "celestia"

_RATE = re.compile(r"([0-9][0-9.]*) games/s")
_USAGE = re.compile(r"\b(?:GAMES|SEED|PLAYERS)(?: (?:GAMES|SEED|PLAYERS)){1,2}\b")
_USUAL = "GAMES SEED PLAYERS"
_INTERPRETERS = {".py": [sys.executable], ".js": ["node"], ".cjs": ["node"], ".mjs": ["node"]}
_TRIAL = 20  # games
_LEAST = 1e-3  # seconds
_SECONDS = 2.0  # no measure of a slow peer takes much longer


class PeerError(Exception):
    """A peer cannot be measured; the message says why."""


@frozen
class Peer:
    """A script, and how many games it may play in a round."""

    path: Path
    usage: tuple[str, ...]
    games: int

    def rate(self, players: int, seed: int) -> float:
        """Games a second in one series, by its own clock.

        Raises:
            PeerError: It fails, or says no rate.
        """
        match = _RATE.search(said := self._played(self.games, players, seed))
        if match is None:
            raise PeerError(f"it does not print a rate: {said.strip()[:80]!r}")
        if not float(match[1]):
            raise PeerError("it says that it plays no games at all")
        return float(match[1])

    def cpu_rate(self, players: int, seed: int) -> float:
        """Games a second of CPU time; what it takes to start and to play a single game does not count.

        Raises:
            PeerError: It fails.
        """
        start = children_seconds()
        self._played(1, players, seed)
        begun = children_seconds()
        self._played(self.games + 1, players, seed)
        return self.games / max(children_seconds() - begun - (begun - start), _LEAST)

    def _played(self, games: int, players: int, seed: int) -> str:
        """What it prints about so many games."""
        words = {"GAMES": games, "SEED": seed, "PLAYERS": players}
        command = [*_INTERPRETERS.get(self.path.suffix, []), str(self.path.resolve())]
        environment = {"NODE_ENV": "production", **os.environ}
        try:
            done = subprocess.run(  # noqa: S603  # the user's own
                [*command, *(str(words[word]) for word in self.usage)],
                check=False, capture_output=True, text=True, env=environment,
            )  # fmt: skip
        except OSError as trouble:
            raise PeerError(str(trouble)) from trouble
        if done.returncode:
            raise PeerError((done.stderr.strip().splitlines() or [f"it ends with {done.returncode}"])[-1])
        return done.stdout


def peer(path: Path, games: int, players: int) -> Peer:
    """A peer that was tried once; a slow one plays fewer games than the others.

    Raises:
        PeerError: There is no such file, or it cannot be measured.
    """
    if not path.is_file():
        raise PeerError("there is no such file")
    said = _USAGE.search(path.read_text("utf-8", errors="replace"))
    usage = tuple((said[0] if said else _USUAL).split())
    tried = Peer(path, usage, min(games, _TRIAL)).rate(players, 1)
    return Peer(path, usage, max(1, min(games, round(tried * _SECONDS))))


def names(paths: tuple[Path, ...]) -> dict[str, Path]:
    """What each peer is called: by its file, with its folder where two files are called alike."""
    files = [path.name for path in paths]
    return {
        path.name if files.count(path.name) == 1 else f"{path.resolve().parent.name}/{path.name}": path
        for path in paths
    }
