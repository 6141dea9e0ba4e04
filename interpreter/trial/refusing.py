"""Why an answer is refused, to words: what each condition saw here, and the line of the script that made it so."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from interpreter.engine import describe
from interpreter.engine.machine import Machine
from interpreter.engine.program import Program
from interpreter.engine.reasons import Refusal, Saw, offered
from interpreter.source.catalogue import phrase, worded
from interpreter.trial.history import chapter, is_outside, made_so

_SHOWN = 4  # answers


@frozen
class Witness:
    """Tells what conditions saw on the table of one machine, after so many of its events."""

    program: Program
    players: tuple[str, ...]

    def parts(self, refusal: Refusal, machine: Machine, events: int) -> tuple[str, ...]:
        """Each part of the condition with its value, and since which line of the script it is so."""
        return tuple(self._part(saw, refusal, machine, events) for saw in refusal.seen)

    def _part(self, saw: Saw, refusal: Refusal, machine: Machine, events: int) -> str:
        told = self._value(saw, refusal)
        event = made_so(self.program, machine.events[:events], saw, refusal.seat)
        span = None if event is None else chapter(machine, event)
        return told if span is None else phrase("seen-since", what=told, line=str(span.line))

    def _value(self, saw: Saw, refusal: Refusal) -> str:
        if saw.type == "answers":
            return self._answers(saw, refusal)
        text = describe.value_text(self.program, saw.type, saw.value, self.players)
        value = worded(text) if saw.type == "condition" or text == describe.NOTHING else text
        if is_outside(saw, refusal.seat):
            return phrase("seen-outside", who=self.players[refusal.seat], what=saw.words, value=value)
        return phrase("ask-seen", what=saw.words, value=value)

    def _answers(self, saw: Saw, refusal: Refusal) -> str:
        """Which forms of another answer are possible."""
        if not saw.value:
            return phrase("seen-impossible", what=saw.words)
        shown = "; ".join(self._answer(refusal.site, answer) for answer in saw.value[:_SHOWN])
        rest = len(saw.value) - _SHOWN
        return phrase("seen-possible", what=phrase("and-more", listed=shown, count=rest) if rest > 0 else shown)

    def _answer(self, site: int, answer: tuple[str, ...]) -> str:
        return describe.answer_text(self.program, self.program.sites[site], answer, self.players)

    def compelling(self, refusal: Refusal) -> Iterator[int]:
        """The rules of the answers that are compulsory, because they are possible."""
        for saw in refusal.seen:
            if saw.type == "answers" and saw.value:
                option = offered(self.program.sites[refusal.site], saw.words)
                if option is not None:
                    yield option.rule
