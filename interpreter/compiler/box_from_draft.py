"""The declarations of a ruleset to the box: names, numbers, and where everything lies at the start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from interpreter.engine import box as b
from interpreter.engine.box import Box, Pool, Zone
from interpreter.engine.state import Open
from interpreter.model import draft as d


@frozen
class Moves:
    """From which zone cards are drawn to which (target -> source), to which cards are moved, and which get any."""

    drawn: Mapping[str, str]
    targets: frozenset[str]
    filled: frozenset[str]


def box_from_draft(
    draft: d.Draft,
    players: int,
    left_out: frozenset[str],
    sums: tuple[tuple[str, str], ...],
    moves: Moves,
) -> Box:
    """The box for a number of players, without the cards in `left_out`.

    `moves` says between which zones cards are drawn, and to which they are moved: what it means for piles.
    """
    kinds = {kind: tuple(k for k, card in draft.cards.items() if card.type == kind) for kind in draft.types}
    places = tuple(draft.places)
    return Box(
        players=players,
        cards=kinds,
        homes={kind: tuple(_homes(draft.cards[k], places) for k in cards) for kind, cards in kinds.items()},
        copies={
            kind: tuple(0 if k in left_out else draft.cards[k].copies for k in cards) for kind, cards in kinds.items()
        },
        places=places,
        zones={k: _zone(z, moves) for k, z in draft.zones.items()},
        full=tuple(k for k, z in draft.zones.items() if z.starts == "full"),
        roles={k: role.held_by == "several" for k, role in draft.roles.items()},
        pawns={k: pawn.on for k, pawn in draft.pawns.items()},
        tracks=tuple(draft.tracks),
        pools={k: _pool(pool) for k, pool in draft.dice.items()},
        counters={k: (counter.of or "table", counter.starts) for k, counter in draft.counters.items()},
        sums=sums,
        numbers=_numbers(draft, kinds),
        starts_in={kind: tuple(draft.cards[k].starts_in for k in cards) for kind, cards in kinds.items()},
    )


def _zone(zone: d.Zone, moves: Moves) -> Zone:
    return Zone(
        id=zone.key,
        holds=zone.holds,
        of=zone.of or "table",
        pile=zone.pile,
        seen_by=zone.seen_by,
        remembered=zone.remembered,
        dealt_from=moves.drawn.get(zone.key) if zone.pile else None,
        topped=zone.pile and zone.key in moves.targets,
        sealed=zone.key not in moves.filled,
    )


def _homes(card: d.Card, places: tuple[str, ...]) -> tuple[int, ...]:
    homes = [card.of] if isinstance(card.of, str) else card.of or []
    return tuple(places.index(home) for home in homes)


def _pool(pool: d.Pool) -> Pool:
    faces = tuple(pool.faces)
    sides = tuple(i for i, face in enumerate(faces) for _ in range(pool.faces[face]))
    return Pool(pool.key, faces, sides, tuple(pool.shows.get(face, 0) for face in faces))


def _numbers(draft: d.Draft, kinds: Mapping[str, tuple[str, ...]]) -> dict[tuple[str, str], tuple[int, ...]]:
    found = {}
    for attribute in draft.attributes.cards:
        for kind, cards in kinds.items():
            found[kind, attribute] = tuple(draft.cards[k].attributes.get(attribute, 0) for k in cards)
    for kind, cards in kinds.items():
        found[kind, b.CARDS] = (1,) * len(cards)
        found[kind, b.KINDS] = tuple(range(len(cards)))
    for attribute in draft.attributes.places:
        found["places", attribute] = tuple(place.attributes.get(attribute, 0) for place in draft.places.values())
    return found


def initial_fields(box: Box, *, tops: bool) -> dict[str, Any]:
    """Every field of a fresh state with its value: full zones are full, roles are held by nobody."""
    fields: dict[str, Any] = {}
    for zone in box.zones.values():
        fields.update(_zone_fields(box, zone, tops=tops))
    for role, several in box.roles.items():
        fields[b.role_cell(role)] = 0 if several else Open(role)
    for track in box.tracks:
        fields[b.track_cell(track)] = tuple(range(len(box.places)))
    for pawn in box.pawns:
        fields[b.pawn_cell(pawn)] = fields[b.here_cell(pawn)] = Open(pawn)
    for pool in box.pools.values():
        fields[pool.cell] = ()
    for counter, (owner, start) in box.counters.items():
        many = {"table": 0, "player": box.players, "place": len(box.places)}[owner]
        fields[b.counter_cell(counter)] = [start] * many if many else start
    for zone_id, attribute in box.sums:
        zone = box.zones[zone_id]
        contents = (_contents(box, zone, owner) for owner in range(box.owners(zone)))
        fields[b.sum_cell(zone_id, attribute)] = box.sums_of(zone, attribute, contents)
    for kind, cards in box.cards.items():
        fields[b.aside_cell(kind)] = [0] * len(cards)
    return fields


def _zone_fields(box: Box, zone: Zone, *, tops: bool) -> dict[str, Any]:
    owners = box.owners(zone)
    contents = [_contents(box, zone, owner) for owner in range(owners)]
    if not zone.pile:
        flat = [count for counts in contents for count in counts]
        memory = (zone.known, zone.denied) if zone.remembered else ()
        return {zone.cell: flat, **{field: [0] * len(flat) for field in memory}}
    kind = tuple if tops else list  # lists are drawn from; tuples can be shared between copies
    piles = [kind(k for k, n in enumerate(counts) for _ in range(n)) for counts in contents]
    table = zone.of == "table"
    fields: dict[str, Any] = {zone.cell: piles[0] if table else piles}
    if zone.dealt_from is not None:
        fields[b.dealt_cell(zone.id)] = 0
    if tops or zone.topped:
        fields[zone.top] = () if table else [()] * owners
    return fields


def _contents(box: Box, zone: Zone, owner: int) -> list[int]:
    counts = [0] * len(box.cards[zone.holds])
    if zone.id not in box.full:
        return counts
    starts = box.starts_in[zone.holds]
    here = zone.id if zone.id in starts else None
    for kind, copies in enumerate(box.copies[zone.holds]):
        homes = box.homes[zone.holds][kind]
        if starts[kind] != here:
            continue
        if zone.of == "place":
            counts[kind] = copies * homes.count(owner)
        elif not homes:
            counts[kind] = copies
    return counts
