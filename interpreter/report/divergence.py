"""Two files of games to the first thing in which they differ: the same seed gives the same games on any machine."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

from attrs import asdict, frozen

from interpreter.engine.transcript import Transcript
from interpreter.source.catalogue import phrase

SCHEMA = 1
_WHOLE = "game"
_LOG = ("decisions", "log")  # how many decisions there are is counted in the log


@frozen
class Divergence:
    """Which game it is, from 1, which part of it or which entry of its log, and what either file has there."""

    game: int
    part: str
    entry: int | None
    first: Any
    second: Any

    def as_text(self) -> str:
        """Where it is, and a line for each file."""
        place = self.part if self.entry is None else phrase("divergence-entry", number=str(self.entry))
        key = "divergence-missing" if self.part == _WHOLE else "divergence-head"
        head = phrase(key, game=str(self.game), place=place)
        return "\n  ".join([head, *(_shown(each) for each in (self.first, self.second))])


@frozen
class Compared:
    """How many games are the same, and the first that is another one."""

    same: int
    divergence: Divergence | None

    def as_object(self) -> dict[str, Any]:
        """For JSON."""
        found = self.divergence
        return {"schema": SCHEMA, "same": self.same, "divergence": None if found is None else asdict(found)}

    def as_text(self) -> str:
        """For people."""
        return phrase("divergence-none", count=self.same) if self.divergence is None else self.divergence.as_text()


def compared_games(first: Iterable[Transcript], second: Iterable[Transcript]) -> Compared:
    """Compare game by game, up to the first that differs."""
    same = 0
    for one, other in zip_longest(first, second):
        found = _divergence(same + 1, one, other)
        if found is not None:
            return Compared(same, found)
        same += 1
    return Compared(same, None)


def _divergence(game: int, one: Transcript | None, other: Transcript | None) -> Divergence | None:
    if one is None or other is None:
        seeds = [None if told is None else told.seed for told in (one, other)]
        return Divergence(game, _WHOLE, None, *seeds)
    here, there = one.as_plain(), other.as_plain()
    part = next((key for key in here if here[key] != there[key]), None)
    if part is None:
        return None
    if part not in _LOG:
        return Divergence(game, part, None, here[part], there[part])
    pairs = enumerate(zip_longest(here["log"], there["log"]), 1)
    number, (entry, twin) = next((number, pair) for number, pair in pairs if pair[0] != pair[1])
    return Divergence(game, "log", number, entry, twin)


def _shown(value: Any) -> str:
    return "—" if value is None else json.dumps(value, ensure_ascii=False)
