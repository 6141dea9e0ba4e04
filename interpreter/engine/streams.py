"""A seed to one stream of random numbers for each purpose, so that a new draw in one shifts no other.

A stream is a hash in counter mode: it costs nothing until somebody draws from it, and what it gives depends on the
seed, the purpose and the number of draws alone. A generator of the standard library takes longer to be seeded than
a game draws from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import chain, count
from struct import Struct

Bits = Callable[[], int]
"""Gives random numbers of 32 bits. One of `n` things is number `bits() * n >> 32`: no number with a point is made."""
Draw = Callable[[], float]
"""Gives random numbers from 0 to below 1."""
_BLOCK = Struct("<16I")
_UNIT = 2.0**-32


class Streams:
    """The streams of one program: `functions[i]` belongs to the i-th purpose (a list: one for each place).

    They are made anew by each `seed`; before the first one there are none.
    """

    def __init__(self, purposes: Sequence[str], places: Sequence[str]) -> None:
        self.functions: list[Bits | list[Bits]] = []
        self._index: dict[str, int] = {}
        self._names: list[bytes | list[bytes]] = []
        for index, purpose in enumerate(purposes):
            name = purpose.removesuffix(" *")
            self._index[name] = index
            each = [f"{name} of {place}".encode() for place in places]
            self._names.append(each if purpose.endswith(" *") else name.encode())

    def seed(self, seed: str) -> None:
        """Begin all streams anew. Equal seeds give equal streams on every machine."""
        start = blake2b(seed.encode()).digest()
        self.functions = [
            _numbers(start + name).__next__
            if isinstance(name, bytes)
            else [_numbers(start + each).__next__ for each in name]
            for name in self._names
        ]

    def of(self, purpose: str, place: int | None = None) -> Bits:
        """The stream of a purpose (at a place, by its index)."""
        found = self.functions[self._index[purpose]]
        return found if callable(found) else found[place or 0]


def fractions(bits: Bits) -> Draw:
    """The same numbers, each as a part of 1."""
    return lambda: bits() * _UNIT


def _numbers(name: bytes) -> Iterator[int]:
    return chain.from_iterable(_blocks(name))


def _blocks(name: bytes) -> Iterator[tuple[int, ...]]:
    """Numbers of 32 bits, so many at once as a hash gives."""
    for block in count():
        yield _BLOCK.unpack(blake2b(name + block.to_bytes(8, "big")).digest())
