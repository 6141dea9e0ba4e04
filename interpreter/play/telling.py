"""What a player noticed to sentences, in the words of the ruleset; nobody hears who was asked, or that he passed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from attrs import evolve, frozen

from interpreter.engine.entries import Choosing, Entry, Event, Happening
from interpreter.engine.program import PASS
from interpreter.play.answers import shown
from interpreter.play.names import Names
from interpreter.source.catalogue import phrase
from interpreter.source.speech import capital, number

_MOVES = frozenset({"draw", "move", "play", "shuffle", "deal"})
_ROLLS = frozenset({"roll", "reroll"})
_SHORT = 12  # places in a row


@frozen
class Sayer:
    """Tells the entries of a log; `flags` are counters that only say whether something is so."""

    names: Names
    flags: frozenset[str] = frozenset()

    def sentences(self, entries: Iterable[Entry]) -> Iterator[str]:
        """A sentence for each thing that people would tell; cards that go the same way go together."""
        for entry in joined(entries):
            said = self._choice(entry) if isinstance(entry, Choosing) else self._event(entry)
            if said:
                yield said

    def _choice(self, entry: Choosing) -> str:
        """An answer of one's own; a pass is nothing that was done."""
        return "" if entry.public is None and entry.answer == PASS else self._answer(entry.who, entry.answer)

    def _answer(self, who: str, answer: str) -> str:
        head, _, listed = answer.partition(" ")
        return phrase("play-said", who=who, answer=shown(self.names, head, self._things(listed)))

    def _things(self, listed: str) -> list[str]:
        return [self.names.thing(word) for word in listed.split(", ") if word]

    def _event(self, event: Event) -> str:
        facts, words = self._facts(event), self._name(event)
        if facts and words:
            return phrase("play-event-with", event=words, facts=facts)
        return facts or words

    def _name(self, event: Event) -> str:
        """What the ruleset calls an event."""
        label = self.names.label("events", event.name) if event.name and event.what != "answer" else None
        return "" if label is None else capital(label.one)

    def _facts(self, event: Event) -> str:
        data = event.data
        match event.what:
            case "roll" | "reroll":
                dice = self.names.word("dice", data["dice"], len(data["faces"]))
                return phrase("play-is", what=dice, value=self.names.faces(data["faces"]))
            case "draw" | "move" | "play" | "shuffle" | "deal":
                return self._moved(event)
            case "role" | "pawn" | "lay" | "count":
                return self._placed(event)
            case "answer":
                return self._answer(data["who"], data["answer"])
            case "tell":
                return self._stated(event)
            case _:
                return ""

    def _moved(self, event: Event) -> str:
        data = event.data
        if data["cards"] is None:
            cards = self.names.some(data["count"], data["from"][0])
        else:
            cards = self.names.cards(Counter(data["cards"]))
        zones = {"source": self.names.zone(*data["from"]), "target": self.names.zone(*data["to"])}
        return phrase("play-moved", cards=cards, **zones)

    def _stated(self, event: Event) -> str:
        key, zone = "has" if "has" in event.data else "lacks", self.names.zone(*event.data["of"])
        return phrase(f"play-{key}", zone=zone, card=self.names.card(event.data[key]))

    def _placed(self, event: Event) -> str:
        data = event.data
        match event.what:
            case "role":
                named = ", ".join(data["to"]) or phrase("nobody")
                return phrase("play-is", what=self.names.word("roles", data["of"]), value=named)
            case "pawn":
                where = self.names.word("places", data["to"])
                return phrase("play-is", what=self.names.word("pawns", data["of"]), value=where)
            case "lay":
                return phrase("play-is", what=self.names.word("tracks", data["of"]), value=self._places(data["to"]))
            case _:
                return self._counted(data)

    def _places(self, places: Sequence[str]) -> str:
        if len(places) > _SHORT:
            return phrase("play-places", count=len(places))
        return ", ".join(self.names.word("places", place) for place in places) or phrase("nothing")

    def _counted(self, data: Any) -> str:
        """A number that has changed; what only the rules look at is not told."""
        if data["of"] in self.flags or self.names.label("counters", data["of"]) is None:
            return ""
        what = self.names.word("counters", data["of"])
        if data["owner"] is not None:
            what = phrase("play-of", thing=what, owner=self.names.word("places", data["owner"]))
        return phrase("play-is", what=what, value=number(data["to"]))


def joined(entries: Iterable[Entry]) -> Iterator[Choosing | Event]:
    """The entries without chance, which events tell; moves of the same kind one after the other are one."""
    last: Event | None = None
    for entry in entries:
        if isinstance(entry, Happening):
            continue
        if last is not None and isinstance(entry, Event) and _goes_with(last, entry):
            last = _together(last, entry)
            continue
        if last is not None:
            yield last
        last = None
        if isinstance(entry, Event):
            last = entry
        else:
            yield entry
    if last is not None:
        yield last


def _goes_with(first: Event, second: Event) -> bool:
    if first.what not in _MOVES or (first.what, first.rule) != (second.what, second.rule):
        return False
    same = all(first.data[end] == second.data[end] for end in ("from", "to"))
    return same and (first.data["cards"] is None) == (second.data["cards"] is None)


def _together(first: Event, second: Event) -> Event:
    cards = None if first.data["cards"] is None else [*first.data["cards"], *second.data["cards"]]
    return evolve(first, data={**first.data, "count": first.data["count"] + second.data["count"], "cards": cards})
