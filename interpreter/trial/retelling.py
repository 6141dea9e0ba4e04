"""Findings and answers, with ids and words of the default language, to the same in the language that is spoken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from attrs import evolve, frozen

from interpreter.layering.stack import Stack
from interpreter.scenario.translation import Translator
from interpreter.source.catalogue import Phrase, phrase
from interpreter.source.diagnostics import Diagnostic
from interpreter.source.speech import DEFAULT, spoken
from interpreter.texts import Words
from interpreter.trial.translating import wording

# values that are no words of a scenario: addresses of rules, files, people, numbers, and what is told already
_KEPT = frozenset(
    ["rule", "steps", "file", "who", "player", "players", "id", "layer", "stack", "hash", "column", "count", "have",
     "given", "wanted", "least", "most", "chance", "what", "text", "takes"]
)  # fmt: skip
_WORD = re.compile(r"\"(?:[^\"\\]|\\.)*\"|(?:(?P<count>\d+) )?(?P<name>[^\W\d_](?:[\w'\u2019.-]*\w)?)")


@frozen
class Retelling:
    """Tells in the language that is spoken what is said with the ids of these rules about these players."""

    stack: Stack
    players: tuple[str, ...]
    language: str = DEFAULT  # of the file that they are about

    def findings(self, findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """The findings with the words of the language that is spoken; in the default one they have them already."""
        return tuple(findings) if spoken() == DEFAULT else tuple(map(self._finding, findings))

    def words(self, text: str) -> str:
        """A value, answers or a line of a scenario."""
        return text if spoken() == DEFAULT else self._words(text)

    def answers(self, text: str) -> str:
        """What somebody answers."""
        translator = Translator(DEFAULT, spoken(), self._named)
        return text if spoken() == DEFAULT else translator.part(text, "answers") or self._words(text)

    def _finding(self, finding: Diagnostic) -> Diagnostic:
        related = tuple(evolve(each, values=self._values(each.values)) for each in finding.related)
        meant = finding.suggestion
        if meant is not None and self.language == spoken():
            meant = self._named(meant, 1)
        return evolve(finding, values=self._values(finding.values), related=related, suggestion=meant)

    def _values(self, values: Mapping[str, str]) -> dict[str, str]:
        return {key: self._value(key, value) for key, value in values.items()}

    def _value(self, key: str, value: str) -> str:
        if isinstance(value, Phrase):
            numbers = {name: each for name, each in value.values.items() if isinstance(each, int)}
            texts = {name: each for name, each in value.values.items() if isinstance(each, str)}
            return phrase(value.key, **numbers, **self._values(texts))
        if isinstance(value, Words):
            return Words(value.template, **self._values(value.values))
        if key in _KEPT:
            return value
        if key == "subject":
            return Translator(DEFAULT, spoken(), self._named).part(value, "subject") or value
        return self._words(value)

    def _words(self, text: str) -> str:
        told = Translator(DEFAULT, spoken(), self._named).cell(text)
        return told if told != text else _WORD.sub(self._word, text)

    def _named(self, name: str, count: int | None) -> str:
        return name if name in self.players else wording(self.stack, spoken()).word(name, count)

    def _word(self, match: re.Match[str]) -> str:
        name, count = match["name"], match["count"]
        if name is None:
            return match[0]
        told = self._named(name, int(count or 1))
        return f"{count} {told}" if count else told
