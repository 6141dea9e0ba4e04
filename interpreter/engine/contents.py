"""A state to what lies in each of its zones, counted by kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from interpreter.engine.box import Box, Zone, dealt_cell
from interpreter.engine.state import State


@frozen
class Contents:
    """One zone: `owner` is a seat or the index of a place (None: the table).

    `counts` is by kind, the known `top` of a pile (first card first) included; cards of a pile that were dealt
    face down count where their cell is. `unseen` is what has to be added to find how many lie here.
    """

    zone: Zone
    owner: int | None
    counts: tuple[int, ...]
    top: tuple[int, ...] = ()
    unseen: int = 0

    @property
    def total(self) -> int:
        """How many cards lie there."""
        return sum(self.counts) + self.unseen


def contents(box: Box, state: State) -> Iterator[Contents]:
    """Every zone in the order of the ruleset, owner after owner."""
    for zone in box.zones.values():
        yield from contents_of(box, state, zone)


def contents_of(box: Box, state: State, zone: Zone) -> Iterator[Contents]:
    """One zone, owner after owner."""
    for index in range(box.owners(zone)):
        yield _zone(box, state, zone, index)


def _zone(box: Box, state: State, zone: Zone, index: int) -> Contents:
    owner = None if zone.of == "table" else index
    size = len(box.cards[zone.holds])
    if not zone.pile:
        counts = getattr(state, zone.cell)[index * size : (index + 1) * size]
        return Contents(zone, owner, tuple(counts))
    top = _pile(getattr(state, zone.top), owner) if zone.top in state.fields else ()
    cards = (*top, *_pile(getattr(state, zone.cell), owner))
    return Contents(zone, owner, tuple(cards.count(kind) for kind in range(size)), top, dealt(box, state, zone))


def dealt(box: Box, state: State, zone: Zone) -> int:
    """What has to be added to the cells of a pile: cards dealt face down to it or, less than 0, from it."""
    if zone.dealt_from is not None:
        return int(getattr(state, dealt_cell(zone.id)))
    target = box.dealt_to(zone.id)
    return -int(getattr(state, dealt_cell(target))) if target else 0


def _pile(cell: Any, owner: int | None) -> tuple[int, ...]:
    pile: tuple[int, ...] = cell if owner is None else cell[owner]
    return pile


def members(bits: int, seats: int) -> tuple[int, ...]:
    """The seats in a set of players."""
    return tuple(seat for seat in range(seats) if bits >> seat & 1)


def owner_name(zone_of: str, owner: int | None, box: Box, names: Sequence[str]) -> str | None:
    """The player or the place that something belongs to; None for the table."""
    if owner is None:
        return None
    return names[owner] if zone_of == "player" else box.places[owner]
