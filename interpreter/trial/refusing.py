"""A refusal to words: the condition as rules are told in the language that is spoken, and what it saw."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import frozen

from interpreter.engine import describe
from interpreter.engine.program import Program
from interpreter.engine.reasons import Refusal
from interpreter.layering.labels import Labels
from interpreter.library import LoadedRuleset
from interpreter.prose.sentences import teller
from interpreter.prose.telling import Teller
from interpreter.source.catalogue import phrase
from interpreter.source.speech import spoken

_OUR_OWN = {"held": "refused-held", "takes-part": "refused-takes-part", "where": "refused-takes-part",
            "entitled": "refused-entitled", "asked": "refused-asked"}  # conditions that no author wrote  # fmt: skip
_PLAYERS_OF = ("play", "by")


@frozen(slots=False)
class Reasons:
    """Tells why somebody may not do something in one game."""

    loaded: LoadedRuleset
    program: Program
    players: tuple[str, ...]

    @cached_property
    def _labels(self) -> Labels:
        return self.loaded.stack.labels.get(spoken(), {})

    @cached_property
    def _rules(self) -> Teller:
        return teller(self.loaded.ruleset.draft, self._labels)

    def label(self, refusal: Refusal) -> str | None:
        """What people say if this is the reason."""
        label = self._labels.get("refusals", {}).get(refusal.id)
        return None if label is None else label.one

    def condition(self, refusal: Refusal) -> str:
        """The condition that refuses, or that does not hold."""
        path = self.program.rules[refusal.rule].path
        if refusal.id in _OUR_OWN:
            return phrase(_OUR_OWN[refusal.id], card=self._rules.the("cards", path[-1]))
        told = self._rules.at(path)
        if path[-2:] == _PLAYERS_OF:
            return told.players_of(refusal.text).removeprefix(";").strip().removeprefix("by ")
        return told.need(refusal.text) if refusal.is_needed else told.said(refusal.text)

    def seen(self, refusal: Refusal) -> Iterator[str]:
        """What the condition looked at, and what that is now."""
        told = self._rules.at(self.program.rules[refusal.rule].path)
        for words, kind, value in refusal.seen:
            yield told.fact(words, kind, self._value(kind, value))

    def _value(self, kind: str, value: object) -> str:
        text = describe.value_text(self.program, kind, value, self.players)
        if kind == "players" and text == describe.NOTHING:
            return phrase("nobody")
        return self._rules.the("places", text) if kind == "place" else text
