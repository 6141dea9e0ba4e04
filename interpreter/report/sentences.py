"""Events of a game to sentences in the language that is spoken, with the labels of its things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import frozen

from interpreter.engine.decisions import Answer, Over
from interpreter.engine.describe import OF_DICE
from interpreter.engine.entries import Event
from interpreter.engine.program import PASS, Choice, Program, Site
from interpreter.engine.reasons import offered
from interpreter.prose.things import Things, row
from interpreter.source.catalogue import phrase
from interpreter.source.display import harmless
from interpreter.source.grammar import contracted, determined
from interpreter.source.speech import capital


@frozen(eq=False)
class Sentences:
    """Tells what happened in games of one program, to players with these names."""

    program: Program
    names: Sequence[str]
    things: Things

    def said(self, event: Event) -> str:
        """An event as a sentence without a full stop."""
        tell: Callable[[Event], str] | None = getattr(self, f"_{event.what}", None)
        return self._begun(contracted(tell(event) if tell else self.title(event.name)))

    def answered(self, who: str, site: Site, answer: Answer) -> str:
        """That somebody gave an answer; of an answer without its choices the name alone is told."""
        if answer[0] == PASS and offered(site, PASS) is not None and site.kind == "window":
            return phrase("replay-pass", who=who)
        return phrase("replay-answer", who=who, answer=self.answer(site, answer))

    def answer(self, site: Site, answer: Answer) -> str:
        """An answer: what it is called, then what was chosen."""
        key = str(answer[0])
        name = self.card(key) if key in self.program.box.card_index else self.things.called("answers", key)
        option = offered(site, key)
        if option is None or len(answer) == 1:
            return name
        chosen = zip(option.choices, answer[1:], strict=True)
        return phrase("replay-chosen", answer=name, chosen=", ".join(self._chosen(c, value) for c, value in chosen))

    def over(self, over: Over) -> str:
        """How a game ended."""
        won = row(self.names[seat] for seat in over.winners) or phrase("nobody")
        scores = "; ".join(f"{name} {score}" for name, score in zip(self.names, over.scores, strict=False))
        told = phrase("replay-over", winners=won)
        return phrase("replay-scores", over=told, scores=scores) if scores else told

    def title(self, name: str) -> str:
        """What an event or a step is called; nothing for what has no name."""
        labels = (self.things.label(group, name) for group in ("events", "steps", "cards", "windows"))
        return capital(harmless(next((label.one for label in labels if label), name)))

    def card(self, card: str) -> str:
        """A card; one that is called by a number is one of its type."""
        label = self.things.label("cards", card)
        if label is None or not label.one[:1].isdigit():
            return self.things.called("cards", card)
        return f"{self.things.called('types', self.program.box.card_index[card][0])} {label.one}"

    # parts of sentences

    def _begun(self, sentence: str) -> str:
        """A sentence with a capital letter, unless it begins with a name."""
        return sentence if sentence.startswith(tuple(map(harmless, self.names))) else capital(sentence)

    def _chosen(self, choice: Choice, value: Any) -> str:
        if choice.kind == "player":
            return str(self.names[value])
        group, words = "cards", self.program.box.cards.get(choice.of, ())
        if choice.kind in OF_DICE:
            group, words = "faces", self.program.box.pools[choice.of].faces
        chosen = value if isinstance(value, tuple) else (value,)
        return self._listed(group, [words[index] for index in chosen]) or phrase("nothing")

    def _listed(self, group: str, keys: Iterable[str]) -> str:
        """Things, several of a kind together."""
        name = self.card if group == "cards" else lambda key: self.things.called(group, key)
        counted = Counter(keys).items()
        return ", ".join(name(key) if count == 1 else f"{count} \u00d7 {name(key)}" for key, count in counted)

    def _the(self, group: str, key: str) -> str:
        """A thing with its article, where the language has one for it."""
        return determined("the", self.things.noun(group, key))

    def _zone(self, zone: Sequence[str | None]) -> str:
        """A zone, and whose it is."""
        called, owner = self._the("zones", str(zone[0])), self._owner(zone)
        return called if owner is None else phrase("replay-of", thing=called, owner=owner)

    def _owner(self, zone: Sequence[str | None]) -> str | None:
        if zone[1] is None or self.program.box.zones[str(zone[0])].of == "player":
            return zone[1]
        return self._the("places", zone[1])

    def _cards(self, event: Event) -> str:
        """Cards by their names, or how many there are."""
        if event.data["cards"] is None:
            kind = self.program.box.zones[event.data["from"][0]].holds
            return self.things.counted(event.data["count"], "types", kind)
        return self._listed("cards", event.data["cards"]) or phrase("nothing")

    def _player(self, zone: Sequence[str | None]) -> str | None:
        """The player to whom a zone belongs."""
        return zone[1] if self.program.box.zones[str(zone[0])].of == "player" else None

    def _dice_called(self, event: Event) -> str:
        return determined("the", self.things.noun("dice", event.data["dice"]), many=True)

    # one method for each kind of event

    def _roll(self, event: Event) -> str:
        return self._thrown("replay-roll", event)

    def _reroll(self, event: Event) -> str:
        shown = self._listed("faces", event.data["shown"]) or phrase("nothing")
        return self._thrown("replay-reroll", event, shown=shown)

    def _dice(self, event: Event) -> str:
        return self._thrown("replay-dice", event)

    def _thrown(self, key: str, event: Event, **more: str) -> str:
        faces = self._listed("faces", event.data["faces"]) or phrase("nothing")
        return phrase(key, dice=self._dice_called(event), faces=faces, **more)

    def _clear(self, event: Event) -> str:
        return phrase("replay-clear", dice=self._dice_called(event))

    def _draw(self, event: Event) -> str:
        who = self._player(event.data["to"])
        if who is None:
            return self._move(event)
        return phrase("replay-draw", who=who, source=self._zone(event.data["from"]), cards=self._cards(event))

    def _play(self, event: Event) -> str:
        who = self._player(event.data["from"])
        return self._move(event) if who is None else phrase("replay-play", who=who, cards=self._cards(event))

    def _move(self, event: Event) -> str:
        return self._moved("replay-move", event)

    def _deal(self, event: Event) -> str:
        return self._moved("replay-move", event)

    def _shuffle(self, event: Event) -> str:
        return self._moved("replay-shuffle", event)

    def _moved(self, key: str, event: Event) -> str:
        source, target = (self._zone(event.data[end]) for end in ("from", "to"))
        return phrase(key, source=source, target=target, cards=self._cards(event))

    def _tell(self, event: Event) -> str:
        has = "has" in event.data
        card = self.card(event.data["has" if has else "lacks"])
        return phrase("replay-has" if has else "replay-lacks", zone=self._zone(event.data["of"]), card=card)

    def _role(self, event: Event) -> str:
        held = row(event.data["to"]) or phrase("nobody")
        return phrase("replay-is", what=self.things.called("roles", event.data["of"]), value=held)

    def _pawn(self, event: Event) -> str:
        place = self.things.called("places", event.data["to"])
        return phrase("replay-is", what=self.things.called("pawns", event.data["of"]), value=place)

    def _lay(self, event: Event) -> str:
        places = ", ".join(self.things.called("places", place) for place in event.data["to"]) or phrase("nothing")
        return phrase("replay-is", what=self.things.called("tracks", event.data["of"]), value=places)

    def _count(self, event: Event) -> str:
        counter, owner = event.data["of"], event.data["owner"]
        called = self.things.called("counters", counter)
        if owner is not None:
            of_place = self.program.box.counters[counter][0] == "place"
            of = self.things.called("places", owner) if of_place else owner
            called = phrase("replay-of", thing=called, owner=of)
        return phrase("replay-is", what=called, value=event.data["to"])

    def _end(self, event: Event) -> str:
        return phrase("replay-end", what=self.title(event.data["scope"]))

    def _reveal(self, _: Event) -> str:
        return phrase("replay-reveal")
