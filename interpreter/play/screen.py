"""What a player may know to the rows of his screen: the table, the others, and what is his own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from attrs import frozen

from interpreter.engine.transcript import Result
from interpreter.model import draft as d
from interpreter.play.names import Names
from interpreter.play.paper import Row, Style
from interpreter.prose.things import Things
from interpreter.source.catalogue import phrase
from interpreter.source.speech import capital, number

View = Mapping[str, Any]
_SHORT = 12   # places that are named one by one
_APART = " - "
_TELLING = 2   # numbers; a card with one of them is mostly called by it


@frozen(slots=False)
class Screen:
    """Lays views of one game out. `is_plain`: in words only, as a screen reader reads them."""

    names: Names
    is_plain: bool = True

    @property
    def _draft(self) -> d.Draft:
        return self.names.loaded.ruleset.draft

    @cached_property
    def flags(self) -> frozenset[str]:
        """Counters that only say whether something is so."""
        return Things(self._draft, {}).flags

    # the table

    def rows(self, view: View, *, everything: bool = False) -> Iterator[Row]:
        """The whole table as its viewer knows it; `everything`: also what is empty."""
        yield Row(phrase("play-table"), style=Style.HEADING)
        yield from self._tracks(view)
        yield from self._open(view, everything=everything)
        zones = [zone for zone in view["zones"] if not self._is_of_player(zone)]
        yield from self._zones(zones, everything=everything)
        for player in self.names.players:
            yield from self._player(view, player, everything=everything)

    def _is_of_player(self, zone: View) -> bool:
        return self.names.program.box.zones[zone["zone"]].of == "player"

    def _player(self, view: View, player: str, *, everything: bool) -> Iterator[Row]:
        is_own = player == view.get("viewer")
        style = Style.OWN if is_own else Style.PLAIN
        heading = phrase("play-you", player=player) if is_own else player
        zones = [zone for zone in view["zones"] if self._is_of_player(zone) and zone["owner"] == player]
        counters = ((c, value[player]) for c, value in view["counters"].items() if _has(value, player))
        rows = [
            *self._zones(zones, everything=everything or is_own, style=style),
            *(self._counter(c, value, style) for c, value in counters if self._is_shown(c, value, everything=True)),
        ]
        if rows:
            yield Row(heading, style=Style.HEADING)
            yield from rows

    # tracks, dice, roles, counters

    def _tracks(self, view: View) -> Iterator[Row]:
        for track, places in view["tracks"].items():
            pawns = {pawn: view["pawns"][pawn] for pawn, on in self.names.program.box.pawns.items() if on == track}
            yield from self._track(track, places, pawns)

    def _track(self, track: str, places: Sequence[str], pawns: Mapping[str, str | None]) -> Iterator[Row]:
        """A track with the pawns that stand on it; a long one is drawn, with a sign for each place."""
        label = self.names.word("tracks", track)
        if len(places) <= _SHORT:
            drawn = [self._place(place, pawns) for place in places]
            taken = next((text for text in drawn if text.startswith("[")), "")
            yield Row(_APART.join(drawn), label, depth=1, part=taken)
            return
        if not self.is_plain:
            signs = {place: self._sign(place, pawns) for place in places}
            yield Row("".join(signs[place] for place in places), label, depth=1)
        for pawn, place in pawns.items():
            if place is not None and place in places:
                at = {"number": number(places.index(place) + 1), "last": number(len(places))}
                where = phrase("play-at", place=self.names.word("places", place), **at)
                yield Row(where, self._pawn(pawn), depth=1)

    def _place(self, place: str, pawns: Mapping[str, str | None]) -> str:
        word = self.names.word("places", place)
        here = ", ".join(self.names.word("pawns", pawn) for pawn, where in pawns.items() if where == place)
        return f"[{phrase('play-is', what=word, value=here)}]" if here else word

    def _sign(self, place: str, pawns: Mapping[str, str | None]) -> str:
        here = [self._letter(pawn) for pawn, where in pawns.items() if where == place]
        return "." if not here else here[0] if len(here) == 1 else "*"

    def _letter(self, pawn: str) -> str:
        return self.names.word("pawns", pawn)[:1].upper()

    def _pawn(self, pawn: str) -> str:
        word = self.names.word("pawns", pawn)
        return word if self.is_plain else f"{self._letter(pawn)} {word}"

    def _open(self, view: View, *, everything: bool) -> Iterator[Row]:
        for pool, faces in view["dice"].items():
            if faces:
                yield Row(self.names.faces(faces), self.names.word("dice", pool, len(faces)), depth=1)
        for role, holders in view["roles"].items():
            if holders:
                yield Row(", ".join(holders), self.names.word("roles", role), depth=1)
        for counter, value in view["counters"].items():
            if isinstance(value, int) and self._is_shown(counter, value, everything=everything):
                yield self._counter(counter, value)
            elif isinstance(value, Mapping) and self.names.program.box.counters[counter][0] == "place":
                yield from self._numbers(counter, value)

    def _is_shown(self, counter: str, value: int, *, everything: bool) -> bool:
        """Whether a number says anything: no nought, unless everything is wanted, and no flag that is not set."""
        return value != 0 or (everything and counter not in self.flags)

    def _counter(self, counter: str, value: int, style: Style = Style.PLAIN) -> Row:
        word = self.names.word("counters", counter)
        return Row(word, style=style, depth=1) if counter in self.flags else Row(number(value), word, style, depth=1)

    def _numbers(self, counter: str, values: Mapping[str, int]) -> Iterator[Row]:
        """A counter that every place has."""
        told = [f"{self.names.word('places', place)} {number(value)}" for place, value in values.items() if value]
        if told:
            yield Row(", ".join(told), self.names.word("counters", counter), depth=1)

    # zones

    def _zones(self, zones: Iterable[View], *, everything: bool, style: Style = Style.PLAIN) -> Iterator[Row]:
        for name, group in groupby(zones, key=lambda zone: str(zone["zone"])):
            filled = [zone for zone in group if everything or zone["count"] or zone.get("known")]
            label = self.names.word("zones", name)
            if self.names.program.box.zones[name].of == "place":
                told = [f"{self.names.word('places', zone['owner'])}: {self._contents(zone)}" for zone in filled]
                if told:
                    yield Row("; ".join(told), label, style, depth=1)
            else:
                yield from (Row(self._contents(zone), label, style, depth=1) for zone in filled)

    def _contents(self, zone: View) -> str:
        """What lies there as far as it is known, and what is no secret of it."""
        if "cards" in zone:
            cards = ", ".join(self._card(card, count) for card, count in zone["cards"].items()) or phrase("nothing")
            return "; ".join([cards, *self._known(zone, "play-all-know", "known_to_all", "denied_to_all")])
        counted = self.names.some(zone["count"], zone["zone"])
        return "; ".join([counted, *self._known(zone, "play-known", "known", "denied")])

    def _known(self, zone: View, key: str, known: str, denied: str) -> Iterator[str]:
        if known in zone:
            yield phrase(key, cards=self.names.cards(zone[known]))
        if denied in zone:
            cards = ", ".join(self.names.card(card) for card in zone[denied])
            yield phrase(f"{key}-none", cards=cards)

    def _card(self, card: str, count: int) -> str:
        """A card with the numbers that it carries, where its name does not say them."""
        word = self.names.many(count, self.names.card(card, count))
        numbers = self._draft.cards[card].attributes if card in self._draft.cards else {}
        if len(numbers) < _TELLING:
            return word
        told = (f"{self.names.word('attributes', name)} {value}" for name, value in numbers.items())
        return f"{word} ({', '.join(told)})"


def ending(names: Names, result: Result) -> Iterator[Row]:
    """How a game ended: by which rule, with which scores, and who won."""
    yield Row(phrase("play-over"), style=Style.HEADING)
    parts = reversed((result.ended or "").split("."))
    by = next((words for part in parts if (words := names.first(("events", "steps"), part))), None)
    if by is not None:
        yield Row(capital(by), depth=1)
    for player, score in sorted(result.scores.items(), key=lambda item: -item[1]):
        yield Row(number(score), player, depth=1)
    winners = ", ".join(result.winners) or phrase("nobody")
    yield Row(winners, phrase("play-won"), Style.ASKED, depth=1)


def _has(value: object, player: str) -> bool:
    return isinstance(value, Mapping) and player in value
