"""The rules that ran and the things involved, to the data of the ruleset that was read: each with its path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from attrs import frozen

from interpreter.documents.document import Path, value_at
from interpreter.engine.box import Box, Zone, here_cell, track_cell
from interpreter.engine.contents import contents_of
from interpreter.engine.machine import Event, Machine
from interpreter.layering.stack import Stack
from interpreter.library import LoadedRuleset
from interpreter.model import rules as r
from interpreter.model import terms as t
from interpreter.model.reading import Parts, parts_by_rule, with_values
from interpreter.model.walking import inside

_WITH_CARDS = ("move", "draw", "play")
_OF_CARDS = ("meets", "covers", "helps")
_THING = 2  # names lead to a thing: its group and its own
_THINGS = ("cards", "places")  # their numbers are read one by one
_NOT_OWN = frozenset(
    ["do", "else", "answers", "refuse", "choose", "play", "id", "source", "unverified", "note", "unless"]
)


@frozen
class Datum:
    """A value of the ruleset that a rule read."""

    path: Path
    value: Any


@frozen
class Involved:
    """The cards and places that played a part."""

    cards: frozenset[str]
    places: frozenset[str]


@frozen(eq=False)
class Supply:
    """Finds what rules read, on the table of one machine."""

    loaded: LoadedRuleset
    machine: Machine
    parts: Parts

    @classmethod
    def of(cls, loaded: LoadedRuleset, machine: Machine) -> Supply:
        """For one machine."""
        return cls(loaded, machine, parts_by_rule(loaded.ruleset))

    @property
    def stack(self) -> Stack:
        """Where data are written."""
        return self.loaded.stack

    @property
    def box(self) -> Box:
        """What lies on the table."""
        return self.machine.program.box

    def read_by(self, rules: Iterable[Path], events: Iterable[Event]) -> tuple[Datum, ...]:
        """Everything that these rules read of the things in these events and of those that lie where they look."""
        paths = self._with_callers(list(dict.fromkeys(rules)))
        terms = [part for path in self._with_offers(paths) for part in self.parts.get(path, ())]
        every = list(with_values(self.loaded.ruleset, terms))
        zones = {part.zone for part in every if isinstance(part, t.ZoneOf)}
        involved = Involved(self._cards(events, zones), self._places(events))
        every += with_values(self.loaded.ruleset, self._playable(terms, involved))
        found = [datum for path in paths for datum in self._own(path)]
        read = dict.fromkeys(path for part in every for path in self._paths(part, involved))
        found += self._data(read)
        return tuple({datum.path: datum for datum in found}.values())

    def copies_in(self, zone: str, owner: int | None) -> tuple[Datum, ...]:
        """How many there are of each card that lies in a zone at the start."""
        info = self.box.zones[zone]
        ids = self.box.cards[info.holds]
        homes = self.box.homes[info.holds]
        there = [card for card, home in zip(ids, homes, strict=True) if _begins(info, home, owner)]
        return tuple(self._data(("cards", card, "copies") for card in there))

    def start_of(self, counter: str) -> Iterator[Datum]:
        """What a counter is at first."""
        return self._data([("counters", counter, "starts")])

    def copies_of_what_is_drawn(self, rules: Iterable[Path]) -> Iterator[Datum]:
        """How many there are of each card in the piles that these rules draw from."""
        parts = (part for path in rules for part in self.parts.get(path, ()))
        zones = dict.fromkeys(part.from_zone.zone for part in parts if isinstance(part, r.Draw))
        for zone in zones:
            yield from self.copies_in(zone, None)

    def _data(self, paths: Iterable[Path]) -> Iterator[Datum]:
        """The values at these paths, where the ruleset says anything."""
        return (Datum(path, value_at(self.stack.data, path)) for path in paths if path in self.stack.paths)

    # rules

    def _with_callers(self, paths: list[Path]) -> list[Path]:
        """The rules, with those beside or around them that run the actions among them and leave no trace."""
        ran = set(paths)
        around = {path[:length] for path in paths for length in range(2, len(path))} | ran
        actions = {path[1] for path in paths if path[0] in ("actions", "steps")}
        runs = ((path, part.name) for path, parts in self.parts.items() for part in parts if isinstance(part, r.Run))
        return [*paths, *(path for path, name in runs if name in actions and path not in ran and path[:-1] in around)]

    def _with_offers(self, paths: list[Path]) -> list[Path]:
        """The rules, each with the conditions and choices of the answers that it offers."""
        found = dict.fromkeys(paths)
        for path in paths:
            if any(isinstance(part, r.Ask) for part in self.parts.get(path, ())):
                found |= dict.fromkeys(inner for inner in self.parts if _is_offered(inner, path))
        return list(found)

    def _playable(self, parts: Iterable[object], involved: Involved) -> Iterator[object]:
        """What the cards read that played a part and can be played in a window among these parts."""
        windows = {part.window for part in parts if isinstance(part, r.OpenWindow)}
        windows |= {part.plays for part in parts if isinstance(part, r.Ask) and part.plays is not None}
        plays = (play for window in sorted(windows) for play in self.loaded.ruleset.plays.get(window, ()))
        for play in plays:
            if play.card in involved.cards:
                yield from inside((play.by, play.answer.conditions, play.answer.choices))

    def _own(self, path: Path) -> Iterator[Datum]:
        """The numbers that stand in a rule itself."""
        if path not in self.stack.paths or (path[0] in _THINGS and path == path[:_THING]):
            return
        value = value_at(self.stack.data, path)
        if isinstance(value, list):
            return
        for inner, leaf in _leaves(value, path):
            if isinstance(leaf, int) or any(character.isdigit() for character in str(leaf)):
                yield Datum(inner, leaf)

    # things

    def _cards(self, events: Iterable[Event], zones: Iterable[str]) -> frozenset[str]:
        box = self.box
        found = {
            box.cards[box.zones[event[-2][0]].holds][card]
            for event in events
            if event[1] in _WITH_CARDS
            for card in event[2]
        }
        for name in zones:
            zone = box.zones[name]
            if not zone.pile:
                for lying in contents_of(box, self.machine.state, zone):
                    found |= {box.cards[zone.holds][card] for card, count in enumerate(lying.counts) if count}
        return frozenset(found)

    def _places(self, events: Iterable[Event]) -> frozenset[str]:
        """Where pawns stood and stand, and the next place after each of these."""
        stood = {event[3] for event in events if event[1] == "pawn"}
        ahead: set[int] = set()
        for pawn, track in self.box.pawns.items():
            here = getattr(self.machine.state, here_cell(pawn))
            stood |= {here} if isinstance(here, int) else set()
            order = getattr(self.machine.state, track_cell(track))
            ahead |= {after for place, after in pairwise(order) if place in stood}
        return frozenset(self.box.places[place] for place in stood | ahead)

    def _paths(self, part: object, involved: Involved) -> Iterator[Path]:
        """Where the data stand that a part of a rule reads."""
        match part:
            case t.SumCards(attribute=name) | t.CardNumber(attribute=name) | t.NumberOnCard(attribute=name):
                yield from (("cards", card, name) for card in sorted(involved.cards))
            case t.PlaceNumber(attribute=attribute):
                yield from (("places", place, attribute) for place in self.box.places if place in involved.places)
            case t.Meets() | t.Payable() | r.Choice(kind="payment"):
                yield from (("cards", card, key) for card in sorted(involved.cards) for key in _OF_CARDS)
            case t.ValueOf(value=value):
                yield "values", value, "is"
            case t.OptionIs(option=option) | t.OptionNumber(option=option):
                yield "options", option, "default"
            case t.CounterOf(counter=counter) | r.SetCounter(counter=counter):
                yield "counters", counter, "starts"
            case r.Roll(pool=pool) | r.Reroll(pool=pool):
                yield from (("dice", pool, "faces", face) for face in self.box.pools[pool].faces)
            case t.SumDice(pool=pool):
                yield from (("dice", pool, "shows", face) for face in self.box.pools[pool].faces)
            case t.Room(zone=zone):
                yield "zones", zone.zone, "room"


def _begins(zone: Zone, home: tuple[int, ...], owner: int | None) -> bool:
    """Whether a card that starts at certain places starts in a zone of this owner."""
    if zone.of == "place":
        return owner is None or owner in home
    return not home


def _is_offered(path: Path, ask: Path) -> bool:
    """Whether a path leads to an answer of an ask, its conditions or its choices, not to what follows from it."""
    return path[: len(ask) + 1] == (*ask, "answers") and "do" not in path[len(ask) :]


def _leaves(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """The plain values of a mapping, without those of the rules in it."""
    if not isinstance(value, dict):
        yield path, value
        return
    for key, item in value.items():
        if key not in _NOT_OWN and not isinstance(item, list):
            yield from _leaves(item, (*path, key))
