"""Cards by kind and the spots where they can lie to a random way to deal them."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import Factory, define

from interpreter.engine.streams import Draw


@define
class Spot:
    """Room for `size` cards: of each kind `least` and `most` so many. `held` counts by kind what was dealt to it."""

    size: int
    least: Sequence[int]
    most: Sequence[int]
    held: list[int] = Factory(list)

    def room(self, kind: int) -> int:
        """How many more of a kind it can take."""
        return min(self.most[kind] - self.held[kind], self.size - sum(self.held))


def deal(supply: Sequence[int], spots: Sequence[Spot], draw: Draw) -> None:
    """Deal all cards of a supply, so many of each kind, to spots that have room for just as many.

    Each deal is equally likely where of any two spots one takes all kinds that the other takes, or none of them;
    else all can come. There must be one.
    """
    rest = [number - sum(spot.least[kind] for spot in spots) for kind, number in enumerate(supply)]
    for spot in spots:
        spot.held = list(spot.least)
    for spot in sorted(spots, key=lambda each: sum(map(min, each.most, supply))):
        _fill(spot, rest, draw)
    for kind, number in enumerate(rest):
        for _ in range(number):
            placed = _place(kind, spots, set())
            assert placed, "the cards cannot be dealt"


def _fill(spot: Spot, rest: list[int], draw: Draw) -> None:
    """Take cards at random until a spot is full, or nothing is left that it takes."""
    room = spot.size - sum(spot.held)
    takes = [min(number, spot.room(kind)) for kind, number in enumerate(rest)]
    cards = [kind for kind, number in enumerate(takes) for _ in range(number)]
    for _ in range(min(room, len(cards))):
        at = int(draw() * len(cards))
        kind, cards[at] = cards[at], cards[-1]
        cards.pop()
        spot.held[kind] += 1
        rest[kind] -= 1


def _place(kind: int, spots: Sequence[Spot], seen: set[int]) -> bool:
    """Find room for one more card; others make way for it, if they can lie elsewhere."""
    for at, spot in enumerate(spots):
        if spot.room(kind) > 0:
            spot.held[kind] += 1
            return True
        if at in seen or spot.held[kind] >= spot.most[kind]:
            continue
        seen.add(at)
        for other, number in enumerate(spot.held):
            if other != kind and number > spot.least[other]:
                spot.held[other] -= 1
                spot.held[kind] += 1
                if _place(other, spots, seen):
                    return True
                spot.held[other] += 1
                spot.held[kind] -= 1
    return False
