"""A state and a seat to what else could lie where that seat cannot look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from attrs import evolve, frozen

from interpreter.engine import box as b
from interpreter.engine.box import Box
from interpreter.engine.contents import Contents, contents
from interpreter.engine.knowledge import Knowledge, known_to_all
from interpreter.engine.state import State
from interpreter.engine.views import sees


@frozen
class Spot:
    """A place for hidden cards: how many lie there, and what everybody knows of them."""

    size: int
    knowledge: Knowledge


@frozen
class Unseen:
    """The cards that a seat cannot see: those in question (`spot`), and where the others lie."""

    spot: Spot
    others: tuple[Spot, ...]
    supply: tuple[int, ...]  # all of them, by kind

    def could_hold(self, claim: Knowledge) -> bool:
        """Whether the view of the seat would be the same if the claim were true of the spot."""
        spot = evolve(self.spot, knowledge=self.spot.knowledge.joined(claim))
        return _can_be_dealt(self.supply, (spot, *self.others))

    def could_differ(self) -> bool:
        """Whether the view of the seat would be the same with other cards in the spot, too.

        If not, it holds of each kind as many as it could at most.
        """
        return sum(map(self._most, range(len(self.supply)))) > self.spot.size

    def _most(self, kind: int) -> int:
        """How many of a kind could lie in the spot."""
        sizes = range(min(self.spot.size, self.supply[kind]), 0, -1)
        return next((size for size in sizes if self.could_hold(self._of(kind, size))), 0)

    def _of(self, kind: int, number: int) -> Knowledge:
        return Knowledge(tuple(number if each == kind else 0 for each in range(len(self.supply))))


def unseen(box: Box, state: State, seat: int, where: Contents) -> Unseen:
    """What a seat cannot see of the type of cards that lie in a zone hidden from it."""
    alike = (c for c in contents(box, state) if c.zone.holds == where.zone.holds)
    hidden = [c for c in alike if not sees(c.zone, c.owner, seat)]
    aside = tuple(getattr(state, b.aside_cell(where.zone.holds)))
    others = [_spot(box, state, c) for c in hidden if c != where]
    nowhere = Spot(sum(aside), Knowledge((0,) * len(aside)))
    supply = tuple(map(sum, zip(aside, *(c.counts for c in hidden), strict=True)))
    return Unseen(_spot(box, state, where), (*others, nowhere), supply)


def _spot(box: Box, state: State, c: Contents) -> Spot:
    return Spot(c.total, known_to_all(box, state, c.zone, c.owner))


def _can_be_dealt(supply: Sequence[int], spots: Sequence[Spot]) -> bool:
    """Whether these cards can lie in these spots so that all is true that is known of each."""
    rest = [n - sum(spot.knowledge.least[kind] for spot in spots) for kind, n in enumerate(supply)]
    rooms = [spot.size - sum(spot.knowledge.least) for spot in spots]
    contradicts = any(spot.knowledge.least[kind] for spot in spots for kind in spot.knowledge.denied)
    if contradicts or min((*rest, *rooms), default=0) < 0:
        return False
    return all(sum(rest[kind] for kind in kept_out) <= room for kept_out, room in _bottlenecks(spots, rooms))


def _bottlenecks(spots: Sequence[Spot], rooms: Sequence[int]) -> Iterator[tuple[frozenset[int], int]]:
    """For any group of spots that deny something: the kinds that none of them takes, and the room elsewhere.

    Where these kinds always find room, all cards do (Hall's theorem).
    """
    picky = [at for at, spot in enumerate(spots) if spot.knowledge.denied]
    for size in range(1, len(picky) + 1):
        for group in combinations(picky, size):
            kept_out = frozenset.intersection(*(spots[at].knowledge.denied for at in group))
            yield kept_out, sum(rooms) - sum(rooms[at] for at in group)
