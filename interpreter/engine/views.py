"""A state to plain, ordered data and text: all of the table, or what one player may know of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from interpreter.engine import box as b
from interpreter.engine.box import Box, Zone
from interpreter.engine.contents import Contents, contents, members, owner_name
from interpreter.engine.describe import answer_text
from interpreter.engine.knowledge import known_to_all
from interpreter.engine.program import Program
from interpreter.engine.state import Open, State

Plain = dict[str, Any]
_BARE = {"zone", "owner", "count", "cards"}
_MANY = 8  # empty zones of one name


def position(program: Program, state: State, names: Sequence[str]) -> Plain:
    """The whole table: every zone in full, known tops of piles, and what was set aside."""
    box = program.box
    zones = [{**_in_full(box, c, names), **_known_anyway(box, state, c)} for c in contents(box, state)]
    aside = dict(_aside(box, state))
    return {"zones": zones, **_open_table(box, state, names), "aside": aside}


def view(program: Program, state: State, seat: int, names: Sequence[str]) -> Plain:
    """What a seat may know: its own and the open zones in full, of all others how many cards there are.

    Of remembered zones it shows what everybody knows as well.
    Neither that somebody else is asked nor what was answered in secret ever shows.
    """
    box = program.box
    zones = [_seen(box, state, c, seat, names) for c in contents(box, state)]
    asked = _asked(program, state, seat, names)
    return {"viewer": names[seat], "zones": zones, **_open_table(box, state, names), "asked": asked}


def sees(zone: Zone, owner: int | None, seat: int) -> bool:
    """Whether a seat may look at the cards of a zone."""
    if zone.seen_by == "owner":
        return zone.of == "player" and owner == seat
    return zone.seen_by == "everybody"


def _in_full(box: Box, c: Contents, names: Sequence[str]) -> Plain:
    shown = {**_counted(box, c, names), "cards": _cards(box, c.zone, c.counts)}
    if c.top:
        shown["top"] = [box.cards[c.zone.holds][kind] for kind in c.top]
    return shown


def _seen(box: Box, state: State, c: Contents, seat: int, names: Sequence[str]) -> Plain:
    shown = _counted(box, c, names)
    if sees(c.zone, c.owner, seat):
        return {**shown, "cards": _cards(box, c.zone, c.counts), **_known_anyway(box, state, c)}
    return {**shown, **_knowledge(box, state, c, "known", "denied")}


def _known_anyway(box: Box, state: State, c: Contents) -> Plain:
    """What is no secret of cards that are shown."""
    return _knowledge(box, state, c, "known_to_all", "denied_to_all")


def _knowledge(box: Box, state: State, c: Contents, known: str, denied: str) -> Plain:
    """What everybody knows, under these keys; a key is left out where there is nothing to say."""
    found = known_to_all(box, state, c.zone, c.owner)
    cards = box.cards[c.zone.holds]
    said = {known: _cards(box, c.zone, found.least), denied: [cards[kind] for kind in sorted(found.denied)]}
    return {key: value for key, value in said.items() if value}


def _counted(box: Box, c: Contents, names: Sequence[str]) -> Plain:
    return {"zone": c.zone.id, "owner": owner_name(c.zone.of, c.owner, box, names), "count": c.total}


def _cards(box: Box, zone: Zone, counts: Sequence[int]) -> dict[str, int]:
    cards = zip(box.cards[zone.holds], counts, strict=True)
    return {card: count for card, count in cards if count}


def _open_table(box: Box, state: State, names: Sequence[str]) -> Plain:
    """What lies open for everybody."""
    return {
        "roles": {role: _holders(state, role, several, names) for role, several in box.roles.items()},
        "pawns": {pawn: _place(box, getattr(state, b.here_cell(pawn))) for pawn in box.pawns},
        "tracks": {t: [box.places[p] for p in getattr(state, b.track_cell(t))] for t in box.tracks},
        "dice": {k: [pool.faces[face] for face in getattr(state, pool.cell)] for k, pool in box.pools.items()},
        "counters": {c: _counter(box, state, c, of, names) for c, (of, _) in box.counters.items()},
    }


def _holders(state: State, role: str, several: bool, names: Sequence[str]) -> list[str] | None:  # noqa: FBT001  # as declared
    value = getattr(state, b.role_cell(role))
    if isinstance(value, Open):
        return None
    if several:
        return [names[seat] for seat in members(value, len(names))]
    return [names[value]] if value >= 0 else []


def _place(box: Box, here: int | Open) -> str | None:
    return None if isinstance(here, Open) else box.places[here]


def _counter(box: Box, state: State, counter: str, of: str, names: Sequence[str]) -> int | dict[str, int] | None:
    value = getattr(state, b.counter_cell(counter))
    if isinstance(value, Open):
        return None
    if of == "table":
        return int(value)
    return dict(zip(names if of == "player" else box.places, value, strict=True))


def _aside(box: Box, state: State) -> Iterator[tuple[str, int]]:
    for kind, cards in box.cards.items():
        for card, count in zip(cards, getattr(state, b.aside_cell(kind)), strict=True):
            if count:
                yield card, count


def _asked(program: Program, state: State, seat: int, names: Sequence[str]) -> Plain | None:
    if state.who != seat:
        return None
    site = program.sites[state.site]
    answers = [answer_text(program, site, answer, names) for answer in state.answers]
    return {"rule": ".".join(program.rules[site.rule].path), "answers": answers}


# as text

_SAID = {
    "top": "top",
    "known": "known",
    "denied": "none",
    "known_to_all": "all know",
    "denied_to_all": "all know none",
}


def as_text(table: Plain) -> str:
    """A position or a view as readable lines, in a stable order, with ids only."""
    return "\n".join(_lines(table)) + "\n"


def _lines(table: Plain) -> Iterator[str]:
    if "viewer" in table:
        yield f"seen by {table['viewer']}"
    for name, zones in groupby(table["zones"], key=lambda zone: str(zone["zone"])):
        yield from _zone_lines(name, list(zones))
    for group in ("roles", "tracks", "dice"):
        for name, values in table[group].items():
            yield f"{name}: {_listed(values)}"
    for pawn, place in table["pawns"].items():
        yield f"{pawn}: {place or 'open'}"
    for counter, value in table["counters"].items():
        yield from _counter_lines(counter, value)
    yield from _last_lines(table)


def _zone_lines(name: str, zones: Sequence[Plain]) -> Iterator[str]:
    """The zones of one name, a line each; many empty ones share the last line."""
    empty = [zone for zone in zones if set(zone) <= _BARE and not zone["count"]]
    if len(empty) < _MANY:
        yield from map(_zone_line, zones)
        return
    yield from (_zone_line(zone) for zone in zones if zone not in empty)
    yield f"{name} of {'all' if len(empty) == len(zones) else 'all others'}: none"


def _zone_line(zone: Plain) -> str:
    name = zone["zone"] if zone["owner"] is None else f"{zone['zone']} of {zone['owner']}"
    cards = counted_cards(zone["cards"]) if "cards" in zone else _how_many(zone["count"])
    return f"{name}: {'; '.join([cards, *_more_of(zone)])}"


def _more_of(zone: Plain) -> Iterator[str]:
    """What is told of a zone besides its cards or their number."""
    for key, words in _SAID.items():
        if key in zone:
            said = zone[key]
            yield f"{words}: {counted_cards(said) if isinstance(said, Mapping) else ', '.join(said)}"


def _how_many(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def counted_cards(cards: Mapping[str, int]) -> str:
    """`2 of club, king`: cards with how many there are."""
    return ", ".join(card if count == 1 else f"{count} of {card}" for card, count in cards.items()) or "none"


def _listed(values: Sequence[str] | None) -> str:
    return "open" if values is None else ", ".join(values) or "none"


def _counter_lines(counter: str, value: int | Mapping[str, int] | None) -> Iterator[str]:
    if isinstance(value, Mapping):
        for owner, number in value.items():
            yield f"{counter} of {owner}: {number}"
    else:
        yield f"{counter}: {'open' if value is None else value}"


def _last_lines(table: Plain) -> Iterator[str]:
    if table.get("aside"):
        yield f"set aside: {counted_cards(table['aside'])}"
    if table.get("asked"):
        yield f"asked by {table['asked']['rule']}: {'; '.join(table['asked']['answers'])}"
