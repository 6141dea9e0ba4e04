"""A refusal to words in the language that is spoken: the condition as rules are told, what it saw, since which line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import frozen

from interpreter.engine import describe
from interpreter.engine.machine import Machine
from interpreter.engine.program import Program
from interpreter.engine.reasons import Refusal, Saw, offered
from interpreter.layering.labels import Labels
from interpreter.library import LoadedRuleset
from interpreter.prose.sentences import teller
from interpreter.prose.telling import Teller as RuleTeller
from interpreter.source.catalogue import phrase
from interpreter.source.speech import spoken
from interpreter.trial.history import chapter, is_outside, made_so
from interpreter.trial.retelling import Teller

_OUR_OWN = {"held": "refused-held", "takes-part": "refused-takes-part", "where": "refused-takes-part",
            "entitled": "refused-entitled", "asked": "refused-asked"}  # conditions that no author wrote  # fmt: skip
_PLAYERS_OF = ("play", "by")
_SHOWN = 4  # answers


@frozen(slots=False)
class Reasons:
    """Tells why somebody may not do something in one game."""

    loaded: LoadedRuleset
    program: Program
    players: tuple[str, ...]
    teller: Teller

    @cached_property
    def _labels(self) -> Labels:
        return self.loaded.stack.labels.get(spoken(), {})

    @cached_property
    def _rules(self) -> RuleTeller:
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

    def seen(self, refusal: Refusal, machine: Machine, events: int) -> tuple[str, ...]:
        """Each part of the condition with its value, and since which line of the script that is so.

        It is told on the table of a machine, after so many of its events.
        """
        return tuple(self._since(saw, refusal, machine, events) for saw in refusal.seen)

    def values(self, refusal: Refusal) -> tuple[str, ...]:
        """Each part of the condition with its value."""
        return tuple(self._told(saw, refusal) for saw in refusal.seen)

    def _told(self, saw: Saw, refusal: Refusal) -> str:
        return self._answers(saw, refusal) if saw.type == "answers" else self._saw(saw, refusal)

    def _since(self, saw: Saw, refusal: Refusal, machine: Machine, events: int) -> str:
        told = self._told(saw, refusal)
        event = made_so(self.program, machine.events[:events], saw, refusal.seat)
        span = None if event is None else chapter(machine, event)
        return told if span is None else phrase("seen-since", what=told, line=str(span.line))

    def _saw(self, saw: Saw, refusal: Refusal) -> str:
        """What the condition looked at, and what that is now."""
        told = self._rules.at(self.program.rules[refusal.rule].path)
        value = self._value(saw.type, saw.value)
        if is_outside(saw, refusal.seat):
            who = self.players[refusal.seat]
            return phrase("seen-outside", who=who, what=told.said(saw.words), value=value)
        return told.fact(saw.words, saw.type, value)

    def _value(self, kind: str, value: object) -> str:
        text = describe.value_text(self.program, kind, value, self.players)
        if kind == "players" and text == describe.NOTHING:
            return phrase("nobody")
        return self._rules.the("places", text) if kind == "place" else text

    def _answers(self, saw: Saw, refusal: Refusal) -> str:
        """Which forms of another answer are possible."""
        if not saw.value:
            return phrase("seen-impossible", what=self.teller.answers(saw.words))
        shown = "; ".join(self._answer(refusal.site, answer) for answer in saw.value[:_SHOWN])
        rest = len(saw.value) - _SHOWN
        return phrase("seen-possible", what=phrase("and-more", listed=shown, count=rest) if rest > 0 else shown)

    def _answer(self, site: int, answer: tuple[str, ...]) -> str:
        return self.teller.answers(describe.answer_text(self.program, self.program.sites[site], answer, self.players))

    def compelling(self, refusal: Refusal) -> Iterator[int]:
        """The rules of the answers that are compulsory, because they are possible."""
        for saw in refusal.seen:
            if saw.type == "answers" and saw.value:
                option = offered(self.program.sites[refusal.site], saw.words)
                if option is not None:
                    yield option.rule
