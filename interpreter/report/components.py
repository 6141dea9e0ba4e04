"""The components of a ruleset to readable lines: dice, tracks, cards with their numbers, zones, roles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from attrs import frozen

from interpreter.layering.labels import Labels
from interpreter.model import draft as d
from interpreter.report.course import choice_words, statement_lines
from interpreter.report.marks import NO_MARKS, Marks

_UNVERIFIED = "?"
_APART = ("choose", "do")  # what a card has and its line does not say


@frozen
class Components:
    """Tells the components of one draft; `labels` are the words of one language."""

    draft: d.Draft
    labels: Labels
    marks: Marks = NO_MARKS

    def lines(self) -> Iterator[str]:
        """Everything that lies in the box, and where it lies."""
        draft = self.draft
        if any(node.unverified for node in (*draft.cards.values(), *draft.places.values())):
            yield f"  ({_UNVERIFIED} behind a number: nobody could verify it; `gulliver check --unverified` says why)"
        for key, pool in draft.dice.items():
            yield f"  dice {key}: {_faces(pool)}{self.marks.of(pool)}"
        for key, track in draft.tracks.items():
            places = ", ".join(self._with_numbers(place) + self.marks.of(place) for place in draft.places.values())
            yield f"  track {key} of {track.of}: {places}{self.marks.of(track)}"
        for kind, cards in groupby(sorted(draft.cards.values(), key=_type), key=_type):
            yield f"  {kind}:"
            for card in cards:
                yield from self._card(card)
        yield from self._table()

    def _table(self) -> Iterator[str]:
        """What there is besides cards, dice and tracks."""
        for zone in self.draft.zones.values():
            yield f"  {zone_line(zone)}{self.marks.of(zone)}"
        for key, pawn in self.draft.pawns.items():
            yield f"  pawn {key}: on {pawn.on}{self.marks.of(pawn)}"
        for key, role in self.draft.roles.items():
            yield f"  role {key}: held by {role.held_by}{self.marks.of(role)}"
        for key, counter in self.draft.counters.items():
            yield f"  counter {key}{_each(counter.of)}: starts at {counter.starts}{self.marks.of(counter)}"

    def _card(self, card: d.Card) -> Iterator[str]:
        """A card, how it is played, and what it does."""
        yield f"    {self.card_line(card)}{self.marks.of(card, _APART)}"
        for name, choice in card.choose.items():
            yield f"        choosing {choice_words(name, choice)}{self.marks.of(choice)}"
        yield from statement_lines(card.do, 4, self.marks)

    def card_line(self, card: d.Card) -> str:
        """A card without what is chosen with it and what it does."""
        homes = [card.of] if isinstance(card.of, str) else card.of or []
        said = [f"{card.copies} x {self._named(card)}"]
        if homes:
            said.append(f"at {', '.join(homes)}")
        if card.starts_in:
            said.append(f"starts in {card.starts_in}")
        if card.used_if is not None:
            said.append(f"used if {card.used_if}")
        if card.meets:
            said.append(f"meets {', '.join(card.meets)}" + (f", {card.covers} dice each" if card.covers != 1 else ""))
        if card.helps:
            said.append(f"helps against {', '.join(card.helps)}")
        if card.play is not None:
            said.append(_play(card.play))
        return "; ".join(said)

    def _named(self, card: d.Card) -> str:
        """The id, the label where it says more, and the numbers."""
        label = self.labels.get("cards", {}).get(card.key)
        says_more = label is not None and _plain(label.one) != _plain(card.key)
        return self._with_numbers(card) + (f' "{label.one}"' if label is not None and says_more else "")

    def _with_numbers(self, node: d.Card | d.Place) -> str:
        marked = (
            f"{name} {number}{_UNVERIFIED if name in node.unverified else ''}"
            for name, number in node.attributes.items()
        )
        numbers = ", ".join(marked)
        return f"{node.key} ({numbers})" if numbers else node.key


def _faces(pool: d.Pool) -> str:
    """The sides of a die, what number they show, and how many dice of a face ask for nothing."""
    numbers = ((face, f" (shows {pool.shows[face]})" if face in pool.shows else "") for face in pool.faces)
    said = [", ".join(f"{pool.faces[face]} x {face}{number}" for face, number in numbers)]
    return "; ".join([*said, *(f"{face} ignored: {count}" for face, count in pool.ignored.items())])


def _type(card: d.Card) -> str:
    return card.type


def _plain(text: str) -> str:
    return "".join(ch for ch in text.casefold() if ch.isalnum())


def _each(of: str | None) -> str:
    return f" of each {of}" if of else ""


def _play(play: d.Play) -> str:
    """When, by whom and under which conditions a card is played."""
    words = f"played in {play.in_}" + (f" by {play.by}" if play.by else "")
    if (play.from_, play.to) != ("hand", "discard"):
        words += f", from {play.from_} to {play.to}"
    return words + (f" if {play.if_}" if play.if_ is not None else "") + _refused(play.refuse)


def _refused(refusals: Mapping[str, d.Text]) -> str:
    return "".join(f", refused ({name}) if {text}" for name, text in refusals.items())


def zone_line(zone: d.Zone) -> str:
    """A zone: what lies there, and who sees it."""
    said = [f"{'pile' if zone.pile else 'zone'} {zone.key}{_each(zone.of)}: {zone.holds}, seen by {zone.seen_by}"]
    if zone.room is not None:
        said.append(f"room for {zone.room}")
    if zone.remembered:
        said.append("what everybody has seen go in is remembered")
    if zone.starts != "empty":
        said.append(f"starts {zone.starts}")
    if zone.refill is not None:
        at_once = f", at once if {zone.refill.at_once}" if zone.refill.at_once != "no" else ""
        said.append(f"refilled from {' and '.join(zone.refill.sources)}{at_once}")
    return ", ".join(said)
