"""Positions and views to what a page draws: what never changes once, then cells with labels, each under a short key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from interpreter.engine.box import Box
from interpreter.engine.views import Plain
from interpreter.prose.things import Things
from interpreter.source.display import harmless
from interpreter.source.speech import capital

Cells = dict[str, Any]


@frozen(eq=False)
class Tables:
    """Draws the tables of one game; players and places are told by their numbers."""

    box: Box
    names: Sequence[str]
    things: Things

    def layout(self) -> Plain:
        """What is on the table from the first step to the last: names, and to whom everything belongs."""
        box = self.box
        return {
            "players": [harmless(name) for name in self.names],
            "places": [self._label("places", place) for place in box.places],
            "tracks": {track: self._label("tracks", track) for track in box.tracks},
            "pawns": {p: {"label": self._label("pawns", p), "track": track} for p, track in box.pawns.items()},
            "roles": {role: self._label("roles", role) for role in box.roles},
            "dice": {pool: capital(self.things.noun("dice", pool).other) for pool in box.pools},
            "counters": {c: {"label": self._label("counters", c), "of": of} for c, (of, _) in box.counters.items()},
            "zones": list(self._zones()),
        }

    def _zones(self) -> Iterator[Plain]:
        for zone in self.box.zones.values():
            for owner in range(self.box.owners(zone)):
                label = self._label("zones", zone.id)
                yield {"label": label, "of": zone.of, "owner": owner, "type": self._label("types", zone.holds)}

    def _label(self, group: str, key: str) -> str:
        return capital(harmless(self.things.called(group, key)))

    def cells(self, table: Plain) -> Cells:
        """A position or a view, cell by cell."""
        found: Cells = {f"zone {number}": self._zone(zone) for number, zone in enumerate(table["zones"])}
        found |= {f"role {role}": self._seats(held) for role, held in table["roles"].items()}
        found |= {f"pawn {p}": None if at is None else self._place(at) for p, at in table["pawns"].items()}
        found |= {f"track {track}": [self._place(at) for at in along] for track, along in table["tracks"].items()}
        found |= {f"dice {pool}": self._called("faces", faces) for pool, faces in table["dice"].items()}
        found |= {f"counter {name}": _counted(value) for name, value in table["counters"].items()}
        aside = table.get("aside")
        return {**found, "aside": self._zone({"count": sum(aside.values()), "cards": aside})} if aside else found

    def _zone(self, zone: Plain) -> Cells:
        """How many cards there are, and which, as far as that is known."""
        told: Cells = {"count": zone["count"]}
        told |= {key: self._cards(zone[key]) for key in ("cards", "known") if zone.get(key)}
        return told | {key: self._called("cards", zone[key]) for key in ("top", "denied") if zone.get(key)}

    def _cards(self, cards: Mapping[str, int]) -> list[list[Any]]:
        return [[self._word("cards", card), count] for card, count in cards.items()]

    def _called(self, group: str, keys: Iterable[str]) -> list[str]:
        return [self._word(group, key) for key in keys]

    def _word(self, group: str, key: str) -> str:
        label = self.things.label(group, key)
        return harmless(key if label is None else label.one)

    def _seats(self, held: Sequence[str] | None) -> list[int] | None:
        return None if held is None else [self.names.index(name) for name in held]

    def _place(self, place: str) -> int:
        return self.box.places.index(place)


def _counted(value: Any) -> Any:
    """A number, or one for each owner."""
    return list(value.values()) if isinstance(value, Mapping) else value


def changes(before: Cells, now: Cells) -> Cells:
    """The cells that are not what they were."""
    return {key: value for key, value in now.items() if key not in before or before[key] != value}
