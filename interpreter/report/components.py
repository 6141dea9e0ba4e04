"""The components of a ruleset to readable lines: dice, tracks, cards with their numbers, zones, roles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from attrs import field, frozen

from interpreter.layering.labels import Labels
from interpreter.model import draft as d
from interpreter.prose.sentences import teller
from interpreter.prose.telling import RULES, Teller
from interpreter.report.course import statement_lines
from interpreter.report.marks import NO_MARKS, Marks
from interpreter.source.catalogue import phrase

_UNVERIFIED = "?"
_APART = ("choose", "do")  # what a card has and its line does not say


@frozen(eq=False)
class Components:
    """Tells the components of one draft; `labels` are the words of one language."""

    draft: d.Draft
    labels: Labels
    marks: Marks = NO_MARKS
    teller: Teller = field(init=False)

    @teller.default
    def _teller(self) -> Teller:
        return teller(self.draft, self.labels)

    def lines(self) -> Iterator[str]:
        """Everything that lies in the box, and where it lies."""
        draft = self.draft
        if any(node.unverified for node in (*draft.cards.values(), *draft.places.values())):
            yield f"  {phrase('show-unverified', mark=_UNVERIFIED)}"
        for key, pool in draft.dice.items():
            said = phrase("show-dice", name=self.teller.name("dice", key), faces=self._faces(pool))
            yield f"  {said}{self.marks.of(pool)}"
        for track in draft.tracks.values():
            yield f"  {self._track(track)}{self.marks.of(track)}"
        for kind, cards in groupby(sorted(draft.cards.values(), key=_type), key=_type):
            yield f"  {phrase('show-type', type=self.teller.heading(kind))}"
            for card in cards:
                yield from self.card_lines(card)
        yield from self._table()

    def _track(self, track: d.Track) -> str:
        """A track and its places."""
        places = (
            self.teller.name("places", place.key) + self._numbers(place) + self.marks.of(place)
            for place in self.draft.places.values()
        )
        name, along = self.teller.name("tracks", track.key), ", ".join(places)
        return phrase("show-track", name=name, places=self.teller.kinds(track.of), along=along)

    def _table(self) -> Iterator[str]:
        """What there is besides cards, dice and tracks."""
        for zone in self.draft.zones.values():
            yield f"  {zone_line(zone, self.teller)}{self.marks.of(zone)}"
        for key, pawn in self.draft.pawns.items():
            said = phrase("show-pawn", name=self.teller.name("pawns", key), track=self.teller.the("tracks", pawn.on))
            yield f"  {said}{self.marks.of(pawn)}"
        for role in self.draft.roles.values():
            yield f"  {self.teller.role(role)}{self.marks.of(role)}"
        for key, counter in self.draft.counters.items():
            name, each = self.teller.name("counters", key), each_of(counter.of, self.teller)
            said = phrase("show-counter", name=name, each=each, number=str(counter.starts))
            yield f"  {said}{self.marks.of(counter)}"

    def card_lines(self, card: d.Card) -> Iterator[str]:
        """A card, how it is played, and what it does."""
        yield f"    {self.card_line(card)}{self.marks.of(card, _APART)}"
        playing = self.teller.playing(card)
        for name, choice in card.choose.items():
            said = phrase("show-choosing", choice=playing.choice(name, choice))
            yield f"        {said}{self.marks.of(choice)}"
        yield from statement_lines(card.do, 4, self.marks, playing)

    def card_line(self, card: d.Card) -> str:
        """A card without what is chosen with it and what it does."""
        said = [self.teller.card(card, self._numbers(card)) + self._label(card), *self._conditions(card)]
        if card.meets:
            said.append(phrase("show-meets", faces=self.teller.faces(card.meets)) + _covers(card))
        if card.helps:
            said.append(phrase("show-helps", faces=self.teller.faces(card.helps)))
        if card.play is not None:
            said.append(_play(card.play, self.teller.playing(card)))
        return self.teller.finished("; ".join(said))

    def _conditions(self, card: d.Card) -> Iterator[str]:
        """Where a card lies, and whether it is used at all."""
        homes = [card.of] if isinstance(card.of, str) else card.of or []
        if homes:
            yield phrase("show-at", places=self.teller.row(self.teller.the("places", home) for home in homes))
        if card.starts_in:
            yield phrase("show-starts-in", zone=self.teller.the("zones", card.starts_in))
        if card.used_if is not None:
            yield phrase("show-used-if", condition=self.teller.said(card.used_if))

    def _label(self, card: d.Card) -> str:
        """The label where it says more than the id and nothing else is told."""
        label = self.labels.get("cards", {}).get(card.key)
        says_more = self.teller is RULES and label is not None and _plain(label.one) != _plain(card.key)
        return phrase("show-label", label=label.one) if label is not None and says_more else ""

    def _numbers(self, node: d.Card | d.Place) -> str:
        numbers = ", ".join(
            phrase(
                "show-number",
                name=self.teller.name("attributes", name),
                number=f"{number}{_UNVERIFIED if name in node.unverified else ''}",
            )
            for name, number in node.attributes.items()
        )
        return phrase("show-numbers", numbers=numbers) if numbers else ""

    def _faces(self, pool: d.Pool) -> str:
        """The sides of a die, what number they show, and how many dice of a face ask for nothing."""
        tell = self.teller
        numbers = {face: phrase("show-shown", number=str(number)) for face, number in pool.shows.items()}
        faces = tell.row(tell.face(count, face) + numbers.get(face, "") for face, count in pool.faces.items())
        ignored = (
            phrase("show-ignored", face=tell.name("faces", face), count=tell.said(count))
            for face, count in pool.ignored.items()
        )
        return "; ".join([faces, *ignored])


def _type(card: d.Card) -> str:
    return card.type


def _plain(text: str) -> str:
    return "".join(ch for ch in text.casefold() if ch.isalnum())


def each_of(of: str | None, tell: Teller, key: str = "show-of-each") -> str:
    """For each of which something is."""
    return phrase(key, kind=tell.kind(of)) if of else ""


def _covers(card: d.Card) -> str:
    """How many dice one card meets."""
    if card.covers == 1:
        return ""
    return phrase("show-covers-all") if card.covers == "all" else phrase("show-covers", count=str(card.covers))


def _play(play: d.Play, tell: Teller) -> str:
    """When, by whom and under which conditions a card is played."""
    words = phrase("show-played", window=tell.window(play.in_)) + (tell.players_of(play.by) if play.by else "")
    if (play.from_, play.to) != ("hand", "discard"):
        words += phrase("show-moves", zone=tell.the("zones", play.from_), other=tell.the("zones", play.to))
    if play.if_ is not None:
        words += phrase("show-played-if", condition=tell.said(play.if_))
    return words + tell.refused(play.refuse)


def zone_line(zone: d.Zone, tell: Teller = RULES) -> str:
    """A zone: what lies there, and who sees it."""
    said = [tell.zone(zone)]
    if zone.room is not None:
        said.append(phrase("show-room", count=tell.said(zone.room)))
    if zone.remembered:
        said.append(phrase("show-remembered"))
    if zone.starts != "empty":
        said.append(tell.full(zone))
    if zone.refill is not None:
        said.append(_refilled(zone.refill, tell))
    return tell.finished(", ".join(said))


def _refilled(refill: d.Refill, tell: Teller) -> str:
    """What becomes the new pile, and when."""
    zones = f" {phrase('and')} ".join(tell.the("zones", zone) for zone in refill.sources)
    said = phrase("show-refilled", zones=zones)
    return said if refill.at_once == "no" else said + phrase("show-at-once", condition=tell.said(refill.at_once))
