"""Findings and answers, with ids and words of the default language, to the same for those who read them.

What could be written into a file keeps the language of that file; what happened is told in the language that is spoken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from attrs import evolve, frozen

from interpreter.layering.stack import Stack
from interpreter.library import LoadedRuleset
from interpreter.scenario import tree as t
from interpreter.scenario.lines import QUOTE
from interpreter.scenario.quoting import Quoter, quoter
from interpreter.scenario.translation import Naming, Translator
from interpreter.source.catalogue import Phrase
from interpreter.source.diagnostics import Diagnostic
from interpreter.source.speech import DEFAULT, spoken
from interpreter.texts import Words
from interpreter.trial.positions import players_at
from interpreter.trial.translating import wording

# values that are no words of a scenario: addresses of rules, files, people, numbers, and what is told already
_KEPT = frozenset(
    ["rule", "steps", "file", "who", "player", "players", "id", "layer", "stack", "hash", "column", "count", "have",
     "given", "wanted", "least", "most", "chance", "what", "text", "seen", "takes"]
)  # fmt: skip
_KEYWORDS = frozenset(["frequency"])
_SUBJECTS = frozenset(["subject", "words"])
_WRITTEN = frozenset(["example"])  # lines to be written into the file
_WORD = re.compile(rf"{QUOTE}|(?:(?<!\d)(?P<count>\d+) )?(?P<name>[^\W\d_](?:[\w'\u2019.-]*\w)?)")


def teller_of(file: t.ScenarioFile, case: t.Case, loaded: LoadedRuleset | None) -> Teller:
    """What tells about a case; `loaded` are its rules, as far as they are known."""
    if loaded is None:
        return Teller(quoter(file.language), quoter(_told_in(file.language)))
    return teller_for(loaded.stack, players_at(file, case), file.language)


def teller_for(stack: Stack, players: Iterable[str] = (), language: str | None = None) -> Teller:
    """What tells about these rules and players, for a file in this language; without one, as is spoken."""
    names = frozenset(players)
    written = language or spoken()
    return Teller(*(Quoter(each, _naming(stack, names, each)) for each in (written, _told_in(written))))


def _told_in(language: str) -> str:
    """In which language names are told: the one that is spoken; in the default one they are told as in the file."""
    return language if spoken() == DEFAULT else spoken()


def _naming(stack: Stack, players: frozenset[str], language: str) -> Naming:
    words = wording(stack, language)

    def named(name: str, count: int | None) -> str:
        return name if name in players else words.word(name, count)

    return named


@frozen
class Teller:
    """Tells what is said with ids and words of the default language.

    `quoter` is for what could be written, `told` for what happened.
    """

    quoter: Quoter
    told: Quoter

    def findings(self, findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """The findings with other words."""
        return tuple(map(self._finding, findings))

    def words(self, text: str) -> str:
        """A value, answers or a line of a scenario."""
        return self._value("", text)

    def answers(self, text: str) -> str:
        """What somebody answers."""
        told = None if self.quoter.language == DEFAULT else self._translator().part(text, "answers")
        return told or self.words(text)

    def _finding(self, finding: Diagnostic) -> Diagnostic:
        quoted = self.quoter.finding(finding)
        related = tuple(evolve(each, values=self._values(each.values)) for each in quoted.related)
        meant = finding.suggestion and self._told("", finding.suggestion)
        return evolve(quoted, values=self._values(quoted.values), related=related, suggestion=meant)

    def _values(self, values: Mapping[str, str]) -> dict[str, str]:
        return {key: self._value(key, value) for key, value in values.items()}

    def _value(self, key: str, value: str) -> str:
        if isinstance(value, Phrase):
            quoted = self.quoter.quoted((value.template,), {})
            told = {name: self._value(name, each) for name, each in value.values.items() if isinstance(each, str)}
            return Phrase(value.key, **{**value.values, **told, **quoted})
        if isinstance(value, Words):
            return Words(value.template, **self._values(value.values))
        if key in _KEPT or key.startswith("="):
            return value
        return self._told(key, value)

    def _told(self, key: str, value: str) -> str:
        if self.quoter.language == DEFAULT:
            return value
        translator = self._translator()
        if key in _KEYWORDS:
            return translator.anything(value)
        told = translator.part(value, "subject") if key in _SUBJECTS else translator.cell(value)
        if told not in (None, value):
            return told
        for separator in ("; ", ", "):
            if separator in value:
                return separator.join(self._told(key, part) for part in value.split(separator))
        return _WORD.sub(lambda match: _word(match, self.quoter.naming), value)

    def _translator(self) -> Translator:
        return Translator(DEFAULT, self.quoter.language, self.quoter.naming)


def _word(match: re.Match[str], naming: Naming) -> str:
    name, count = match["name"], match["count"]
    if name is None:
        return match[0]
    told = naming(name, int(count or 1))
    return f"{count} {told}" if count else told
