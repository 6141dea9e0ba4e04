"""A seed to one stream of random numbers for each purpose, so that a new draw in one shifts no other."""

from __future__ import annotations

import hashlib
from _random import Random  # seeding at the speed of C: a game begins some dozen streams
from collections.abc import Callable, Sequence

Draw = Callable[[], float]


class Streams:
    """The streams of one program: `functions[i]` belongs to the i-th purpose (a list: one for each place)."""

    def __init__(self, purposes: Sequence[str], places: Sequence[str]) -> None:
        self._random: list[tuple[int, Random]] = []
        self.functions: list[Draw | list[Draw]] = []
        self.by_name: dict[tuple[str, int | None], Draw] = {}
        for purpose in purposes:
            name = purpose.removesuffix(" *")
            if purpose.endswith(" *"):
                made = [self._stream(f"{name} of {place}") for place in places]
                self.by_name.update({(name, i): draw for i, draw in enumerate(made)})
                self.functions.append(made)
            else:
                self.by_name[name, None] = self._stream(name)
                self.functions.append(self.by_name[name, None])

    def _stream(self, name: str) -> Draw:
        random = Random(0)
        self._random.append((_number(name), random))
        return random.random

    def seed(self, seed: str) -> None:
        """Begin all streams anew. Equal seeds give equal streams on every machine."""
        start = _number(seed)
        for name, random in self._random:
            random.seed(start ^ name)


def _number(text: str) -> int:
    """A number of 256 bits that stands for a text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
