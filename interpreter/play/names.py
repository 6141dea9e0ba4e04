"""Ids of a game to what they are called on the screen, and to everything that somebody may type for them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache

from attrs import frozen

from interpreter.engine.program import PASS, Program, Site
from interpreter.layering.labels import Label
from interpreter.library import LoadedRuleset
from interpreter.source.catalogue import phrase
from interpreter.source.speech import DEFAULT, alike, number, spoken
from interpreter.trial.translating import wording
from interpreter.trial.vocabulary import NOTHING

_APART = re.compile(r"[\s_\u2010-\u2015-]+")
_QUOTES = str.maketrans("", "", "\"'`\u2018\u2019\u201c\u201d\u00ab\u00bb")
_OF = ("of", "de")  # between a card and where it comes from
_REMEMBERED = 4096


@lru_cache(_REMEMBERED)
def typed(text: str) -> str:
    """A text in which accents, capital letters, quotes and hyphens make no difference."""
    return _APART.sub(" ", alike(text).translate(_QUOTES)).strip()


@frozen(slots=False)
class Names:
    """The names of one game for these players."""

    loaded: LoadedRuleset
    program: Program
    players: tuple[str, ...]

    # on the screen

    def label(self, group: str, key: str) -> Label | None:
        """What people call a thing: in the language that is spoken, else in the default one."""
        labels = self.loaded.stack.labels
        tables = (labels.get(language, {}).get(group, {}) for language in (spoken(), DEFAULT))
        return next((table[key] for table in tables if key in table), None)

    def word(self, group: str, key: str, count: int = 1) -> str:
        """The label in the form that goes with a count; for want of one, the id."""
        label = self.label(group, key)
        return key if label is None else label.count(count)

    def first(self, groups: Iterable[str], key: str) -> str | None:
        """The label that an id has in the first of these groups that has one."""
        found = (self.label(group, key) for group in groups)
        return next((label.one for label in found if label is not None), None)

    def card(self, card: str, count: int = 1) -> str:
        """A card; one that is called by a number alone is one of its type."""
        word = self.word("cards", card, count)
        if not word.isdigit():
            return word
        return phrase("play-numbered", kind=self.word("types", self._type(card), count), name=word)

    def _type(self, card: str) -> str:
        return self.program.box.card_index[card][0]

    def cards(self, counts: Mapping[str, int]) -> str:
        """Cards with how many there are of each."""
        named = (self.many(count, self.card(card, count)) for card, count in counts.items() if count)
        return ", ".join(named) or phrase("nothing")

    def faces(self, faces: Iterable[str]) -> str:
        """Dice by what they show."""
        counted = Counter(faces).items()
        return ", ".join(self.many(n, self.word("faces", face, n)) for face, n in counted) or phrase("nothing")

    @staticmethod
    def many(count: int, word: str) -> str:
        """A thing, with its number if there are several."""
        return word if count == 1 else f"{number(count)} {word}"

    def some(self, count: int, zone: str) -> str:
        """So many cards, of which nobody knows which they are."""
        label = self.label("types", self.program.box.zones[zone].holds)
        if label is None:
            return phrase("play-cards", count=count)
        return f"{number(count)} {label.count(count)}"

    def zone(self, zone: str, owner: str | None) -> str:
        """A zone, and whose it is."""
        word = self.word("zones", zone)
        if owner is None:
            return word
        return phrase("play-of", thing=word, owner=self.word("places", owner))

    def head(self, answer: str) -> str:
        """The name of an answer."""
        if answer == PASS:
            return phrase("play-pass")
        return self.first(("answers", "cards", "choices", "names"), answer) or answer

    def thing(self, word: str) -> str:
        """Whatever an answer may list, by its id; what has no label stands for itself."""
        if word == NOTHING:
            return phrase("nothing")
        if word in self.program.box.card_index:
            return self.card(word)
        return self.first(("faces",), word) or word

    def asked(self, site: Site) -> str:
        """What somebody is asked about."""
        if site.kind == "window":
            return self.word("windows", site.stream)
        parts = reversed(self.program.rules[site.rule].path)
        found = (self.first(("steps", "cards", "actions"), part) for part in parts)
        return next((words for words in found if words is not None), site.stream)

    # what may be typed

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """All languages in which the things of this game have names."""
        return tuple(dict.fromkeys((DEFAULT, *self.loaded.stack.labels)))

    @cached_property
    def _known(self) -> dict[tuple[str, str], frozenset[str]]:
        return {}

    def forms(self, group: str, key: str) -> frozenset[str]:
        """Everything that may be typed for an id: the id and its labels in any language of the rules."""
        found = self._known.get((group, key))
        if found is None:
            found = self._known[group, key] = frozenset(map(typed, self._forms(group, key))) - {""}
        return found

    def _forms(self, group: str, key: str) -> Iterator[str]:
        yield key
        for language in self.languages:
            label = self.loaded.stack.labels.get(language, {}).get(group, {}).get(key)
            if label is not None:
                yield from (label.one, label.other, label.written, label.written_many)
            yield from wording(self.loaded.stack, language).words.get(key, ())
        if group == "cards" and key in self.program.box.card_index:
            yield self.card(key)
            yield from self._at_home(key)

    def called_cards(self, text: str) -> list[str]:
        """The cards that a text names, else those whose names begin with it."""
        wanted, cards = typed(text), self.loaded.ruleset.draft.cards
        exact = [card for card in cards if wanted in self.forms("cards", card)]
        return exact or [card for card in cards if any(form.startswith(wanted) for form in self.forms("cards", card))]

    def _at_home(self, card: str) -> Iterator[str]:
        """A card with the place that it comes from."""
        kind, index = self.program.box.card_index[card]
        labels = (self.loaded.stack.labels.get(language, {}).get("cards", {}).get(card) for language in self.languages)
        words = {card, *(label.one for label in labels if label is not None)}
        for home in self.program.box.homes[kind][index]:
            for place in self.forms("places", self.program.box.places[home]):
                yield from (f"{word} {of} {place}" for word in words for of in _OF)

    def head_forms(self, answer: str) -> frozenset[str]:
        """The same for the name of an answer."""
        groups = ("answers", "cards", "choices", "names")
        return frozenset().union(*(self.forms(group, answer) for group in groups))
