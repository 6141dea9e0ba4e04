"""Findings about a scenario, with ids and words of the default language, to the same in the language that is spoken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from attrs import evolve, frozen

from interpreter.layering.stack import Stack
from interpreter.scenario.translation import Translator
from interpreter.source.diagnostics import Diagnostic, Related
from interpreter.source.speech import DEFAULT, spoken
from interpreter.trial.translating import wording

# values that are no words of a scenario: addresses of rules, files, people, numbers
_KEPT = frozenset(
    ["rule", "steps", "file", "who", "player", "players", "id", "layer", "stack", "hash", "column", "count", "have",
     "given", "wanted", "least", "most", "because", "chance", "what"]
)  # fmt: skip
_TRUTHS = frozenset(["yes", "no"])  # said already, though options have values of that name
_WORD = re.compile(r"\"(?:[^\"\\]|\\.)*\"|(?:(?P<count>\d+) )?(?P<name>[^\W\d_](?:[\w'\u2019.-]*\w)?)")


def retold(findings: Iterable[Diagnostic], stack: Stack, players: Iterable[str]) -> tuple[Diagnostic, ...]:
    """The findings with the words of the language that is spoken; in the default one they have them already."""
    if spoken() == DEFAULT:
        return tuple(findings)
    teller = _Teller(stack, spoken(), frozenset(players))
    return tuple(teller.finding(finding) for finding in findings)


def retold_values(values: Mapping[str, str], stack: Stack, players: Iterable[str]) -> Mapping[str, str]:
    """The values of a phrase with the words of the language that is spoken; `reason` is the id of a refusal."""
    if spoken() == DEFAULT:
        return values
    return _Teller(stack, spoken(), frozenset(players)).values(values)


@frozen
class _Teller:
    """Tells in one language what a scenario in the default one says with ids."""

    stack: Stack
    language: str
    players: frozenset[str]

    def finding(self, finding: Diagnostic) -> Diagnostic:
        related = tuple(self._related(each) for each in finding.related)
        return evolve(finding, values=self._values(finding.values), related=related)

    def _related(self, related: Related) -> Related:
        return evolve(related, values=self.values(related.values))

    def values(self, values: Mapping[str, str]) -> dict[str, str]:
        told = self._values(values)
        label = self.stack.labels.get(self.language, {}).get("refusals", {}).get(values.get("reason", ""))
        return {**told, "text": label.one} if label is not None and "text" in told else told

    def _values(self, values: Mapping[str, str]) -> dict[str, str]:
        return {key: value if key in _KEPT else self._value(key, value) for key, value in values.items()}

    def _value(self, key: str, value: str) -> str:
        translator = Translator(DEFAULT, self.language, self._named)
        if key == "subject":
            return translator.part(value, "subject") or value
        told = translator.cell(value)
        return told if told != value else _WORD.sub(self._word, value)

    def _named(self, name: str, count: int) -> str:
        return name if name in self.players else wording(self.stack, self.language).word(name, count)

    def _word(self, match: re.Match[str]) -> str:
        name, count = match["name"], match["count"]
        if name is None or name in _TRUTHS:
            return match[0]
        told = self._named(name, int(count or 1))
        return f"{count} {told}" if count else told
