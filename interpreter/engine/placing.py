"""Hand-made positions: components moved from where they lie, never created."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.engine import box as b
from interpreter.engine.box import Box, Zone
from interpreter.engine.program import Program
from interpreter.engine.state import Open, State


def take_from_start(program: Program, state: State, kind: str, card: int, near: int | None) -> bool:
    """Take one card from the zones that are full at the start; `near` is a place to look at first.

    Returns False if none lies there any more.
    """
    box = program.box
    for zone_id in box.full:
        zone = box.zones[zone_id]
        if zone.holds == kind and _take(box, state, zone, card, near):
            return True
    return False


def _take(box: Box, state: State, zone: Zone, card: int, near: int | None) -> bool:
    owners = range(box.owners(zone))
    order = sorted(owners, key=lambda owner: (owner != near, owner))
    for owner in order:
        if zone.pile:
            pile = pile_of(state, zone, owner)
            if card in pile:
                index = pile.index(card)
                set_pile(state, zone, owner, pile[:index] + pile[index + 1 :])
                return True
        else:
            size = len(box.cards[zone.holds])
            counts = getattr(state, zone.cell)
            if counts[owner * size + card] > 0:
                counts[owner * size + card] -= 1
                return True
    return False


def pile_of(state: State, zone: Zone, owner: int | None) -> tuple[int, ...]:
    """The cards of a pile whose order nobody knows."""
    cell = getattr(state, zone.cell)
    found: tuple[int, ...] = cell if zone.of == "table" else cell[owner]
    return found


def set_pile(state: State, zone: Zone, owner: int | None, cards: Sequence[int]) -> None:
    """Put cards in unknown order into a pile instead of what is there."""
    _set(state, zone.cell, zone, owner, cards)


def set_top(state: State, zone: Zone, owner: int | None, cards: tuple[int, ...]) -> None:
    """Let a pile have a known top, first card first."""
    _set(state, zone.top, zone, owner, cards)


def _set(state: State, field: str, zone: Zone, owner: int | None, cards: Sequence[int]) -> None:
    if zone.of == "table" or owner is None:
        setattr(state, field, cards)
    else:
        getattr(state, field)[owner] = cards


def set_aside(state: State, kind: str, cards: tuple[int, ...]) -> None:
    """Set cards aside: conserved, seen by no rule."""
    counts = getattr(state, b.aside_cell(kind))
    for card in cards:
        counts[card] += 1


def put(program: Program, state: State, zone: Zone, owner: int | None, card: int) -> None:
    """Put one card into an unordered zone."""
    size = len(program.box.cards[zone.holds])
    getattr(state, zone.cell)[(owner or 0) * size + card] += 1


def take_from_aside(state: State, kind: str, card: int) -> bool:
    """Take one card back that was set aside; False if none was."""
    aside = getattr(state, b.aside_cell(kind))
    if aside[card] <= 0:
        return False
    aside[card] -= 1
    return True


def lift(program: Program, state: State, zone: Zone, owner: int | None) -> None:
    """Set aside all that lies in an unordered zone."""
    size, counts = len(program.box.cards[zone.holds]), getattr(state, zone.cell)
    start = (owner or 0) * size
    aside = getattr(state, b.aside_cell(zone.holds))
    for card in range(size):
        aside[card] += counts[start + card]
        counts[start + card] = 0


def put_pawn(program: Program, state: State, pawn: str, place: int) -> bool:
    """Put a pawn on a place of its track; False if the place does not lie there."""
    track = getattr(state, b.track_cell(program.box.pawns[pawn]))
    if place not in track:
        return False
    setattr(state, b.pawn_cell(pawn), track.index(place))
    setattr(state, b.here_cell(pawn), place)
    return True


def lift_pawn(state: State, pawn: str) -> None:
    """Take a pawn off its track."""
    setattr(state, b.pawn_cell(pawn), Open(pawn))
    setattr(state, b.here_cell(pawn), Open(pawn))


def recount(program: Program, state: State) -> None:
    """Bring the sums up to date that the program keeps."""
    box = program.box
    for zone_id, attribute in box.sums:
        zone = box.zones[zone_id]
        size, counts = len(box.cards[zone.holds]), getattr(state, zone.cell)
        contents = (counts[owner * size : (owner + 1) * size] for owner in range(box.owners(zone)))
        setattr(state, b.sum_cell(zone_id, attribute), box.sums_of(zone, attribute, contents))
