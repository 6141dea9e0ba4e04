"""Ids of a ruleset to what the language that is spoken calls them; an id without a label stands for itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

from attrs import fields, frozen

from interpreter.layering.labels import Label, Labels
from interpreter.model import draft as d
from interpreter.model.nodes import nodes, statements
from interpreter.source import patterns
from interpreter.source.catalogue import phrase
from interpreter.source.grammar import counted, determined
from interpreter.source.speech import listed

_NO_LABELS: Mapping[str, Label] = {}
_GROUPS = ("roles", "pawns", "tracks", "zones", "counters", "values", "places", "cards", "faces", "dice", "types")


@frozen(eq=False)
class Things:
    """The nouns of one draft; `labels` are the words of the language."""

    draft: d.Draft
    labels: Labels

    def label(self, group: str, key: str) -> Label | None:
        """What people call a thing."""
        return self.labels.get(group, _NO_LABELS).get(key)

    def noun(self, group: str, key: str) -> Label:
        """The same; for want of a label, the id."""
        label = self.label(group, key) or Label(key, key)
        return self._card(key, label) if group == "cards" else label

    def _card(self, key: str, label: Label) -> Label:
        """A card that is called by a number is one of its type."""
        card = self.draft.cards.get(key)
        if card is None or not label.one[:1].isdigit():
            return label
        kind = self.noun("types", card.type)
        one, other = (patterns.pattern("card-called", kind=of, name=label.one) for of in (kind.one, kind.other))
        return Label(one, other, kind.gender)

    def called(self, group: str, key: str) -> str:
        """The words alone: a heading, a request, a sentence."""
        return self.noun(group, key).one

    def quoted(self, group: str, key: str) -> str:
        """The words as something that is referred to."""
        return patterns.pattern("quoted", name=self.called(group, key))

    def the(self, group: str, key: str, *, many: bool = False) -> str:
        """A thing with its article; words without a gender are quoted."""
        noun = self.noun(group, key)
        return determined("the", noun, many=many) if noun.gender else self.quoted(group, key)

    def a(self, group: str, key: str) -> str:
        """Some thing of this kind; what has no forms needs no article."""
        noun = self.noun(group, key)
        return noun.one if noun.one == noun.other else determined("a", noun)

    def counted(self, count: int, group: str, key: str) -> str:
        """So many of a thing."""
        return counted(count, self.noun(group, key))

    def kind(self, word: str) -> Label:
        """What any player, place, card, die, face or number is called here."""
        label = self.label("names", word)
        if label is not None:
            return label
        forms = patterns.forms(f"any-{word}")
        return Label(forms["one"], forms["other"], forms.get("gender"))

    def of_zone(self, zone: str) -> Label:
        """What a card in a zone is called."""
        return self.noun("types", self.draft.zones[zone].holds) if zone in self.draft.zones else self.kind("card")

    def demand(self, key: str) -> str:
        """What is asked to be paid."""
        if self.label("demands", key) or key not in self.draft.demands:
            return self.called("demands", key)
        dice = self.the("dice", self.draft.demands[key].dice, many=True)
        return patterns.pattern("demand", dice=dice)

    def action(self, key: str) -> str:
        """An action or a sequence of steps, as something that is referred to."""
        group = "actions" if self.label("actions", key) else "steps"
        if self.label(group, key) or key not in self.draft.actions:
            return self.quoted(group, key)
        named = (s.id for s in self.draft.actions[key].do if s.id and self.label("steps", s.id))
        return self.quoted("steps", next(named, key))

    def group(self, key: str) -> str | None:
        """In which group an id is declared that an expression names."""
        return next((group for group in _GROUPS if key in self._declared[group]), None)

    @cached_property
    def _declared(self) -> Mapping[str, Mapping[str, object]]:
        draft = self.draft
        faces = {face: pool for pool in draft.dice.values() for face in pool.faces}
        return {group: faces if group == "faces" else getattr(draft, group) for group in _GROUPS}

    @cached_property
    def flags(self) -> frozenset[str]:
        """Counters that are only ever 0 or 1: what is so, or is not."""
        counters = self.draft.counters
        written = {name: [str(counter.starts)] for name, counter in counters.items()}
        for statement in statements(self.draft):
            if statement.set in written:
                written[statement.set].append(str(statement.to))
        flags = (name for name, texts in written.items() if len(texts) > 1 and all(map(_is_flag, texts)))
        return frozenset(name for name in flags if not self._reckoned(name))

    def _reckoned(self, name: str) -> bool:
        """Whether somebody reckons with a number."""
        used = re.compile(rf"[-+*] {name}(?![\w-])|(?<![\w-]){name}( of [\w-]+)? [-+*] ")
        return any(used.search(text) for text in self._texts)

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        values = (getattr(node, field.name) for node in nodes(self.draft) for field in fields(type(node)))
        return tuple(value for value in values if isinstance(value, str))

    def option_value(self, option: str, value: str) -> str:
        """A value of an option; a number is itself."""
        return self.called("option-values", f"{option}.{value}") if self._labels_value(option, value) else value

    def _labels_value(self, option: str, value: str) -> bool:
        return self.label("option-values", f"{option}.{value}") is not None


def _is_flag(text: str) -> bool:
    return text in {"0", "1"} or text.startswith("min(1, ")


def row(items: Iterable[str], conjunction: str = "and") -> str:
    """Things in a row, the last one behind `and` or `or`."""
    return listed(items, phrase(conjunction))
