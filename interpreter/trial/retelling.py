"""Findings about a scenario, with ids and words of the default language, to the same in the words of its file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from attrs import evolve, frozen

from interpreter.layering.labels import Labels
from interpreter.library import LoadedRuleset
from interpreter.scenario import tree as t
from interpreter.scenario.quoting import Quoter, quoter
from interpreter.scenario.translation import Translator
from interpreter.source.catalogue import Phrase
from interpreter.source.diagnostics import Diagnostic, Related
from interpreter.source.speech import DEFAULT, spoken
from interpreter.texts import Words
from interpreter.trial.positions import player_names
from interpreter.trial.translating import wording

# values that are no words of a scenario: addresses of rules, files, people, numbers, what a rule says
_KEPT = frozenset(
    ["rule", "steps", "file", "who", "player", "players", "id", "layer", "stack", "hash", "column", "count", "have",
     "given", "wanted", "least", "most", "chance", "what", "text"]
)  # fmt: skip
_KEYWORDS = frozenset(["frequency"])
_SUBJECTS = frozenset(["subject", "words"])
_WORD = re.compile(r"\"(?:[^\"\\]|\\.)*\"|(?:(?P<count>\d+) )?(?P<name>[^\W\d_](?:[\w'\u2019.-]*\w)?)")


def teller_of(file: t.ScenarioFile, case: t.Case, loaded: LoadedRuleset | None) -> Teller:
    """What tells about a case in the language of its file; `loaded` are its rules, as far as they are known."""
    if loaded is None:
        return Teller(quoter(file.language), {})
    givens = (block for block in case.blocks if isinstance(block, t.Given))
    players = player_names([*file.background, *(line for given in givens for line in given.lines)]) or ()
    names, words = frozenset(name.text for name in players), wording(loaded.stack, file.language)

    def named(name: str, count: int) -> str:
        return name if name in names else words.word(name, count)

    return Teller(Quoter(file.language, named), loaded.stack.labels.get(spoken(), {}))


@frozen
class Teller:
    """Tells in the language of a file what is said with ids and words of the default one."""

    quoter: Quoter
    labels: Labels  # of the language that is spoken

    def findings(self, findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """The findings with other words."""
        return tuple(map(self._finding, findings))

    def words(self, text: str) -> str:
        """Words that a scenario may hold."""
        return self._value("", text)

    def _finding(self, finding: Diagnostic) -> Diagnostic:
        quoted = self.quoter.finding(finding)
        related = tuple(map(self._related, quoted.related))
        meant = finding.suggestion and self.words(finding.suggestion)
        return evolve(quoted, values=self._values(quoted.values), related=related, suggestion=meant)

    def _related(self, related: Related) -> Related:
        values = self._values(related.values)
        label = None if spoken() == DEFAULT else self.labels.get("refusals", {}).get(related.values.get("reason", ""))
        return evolve(related, values=values if label is None else {**values, "text": label.one})

    def _values(self, values: Mapping[str, str]) -> dict[str, str]:
        return {key: self._value(key, value) for key, value in values.items()}

    def _value(self, key: str, value: str) -> str:
        if isinstance(value, Phrase):
            quoted = self.quoter.quoted((value.template,), {})
            told = {name: self._value(name, each) for name, each in value.values.items() if isinstance(each, str)}
            return Phrase(value.key, **{**value.values, **told, **quoted})
        if isinstance(value, Words):
            return Words(value.template, **self._values(value.values))
        return value if self._is_kept(key) else self._told(key, value)

    def _is_kept(self, key: str) -> bool:
        return key in _KEPT or key.startswith("=") or self.quoter.language == DEFAULT

    def _told(self, key: str, value: str) -> str:
        translator = Translator(DEFAULT, self.quoter.language, self.quoter.naming)
        if key in _KEYWORDS:
            return translator.anything(value)
        told = translator.part(value, "subject") if key in _SUBJECTS else translator.cell(value)
        if told not in (None, value):
            return told
        for separator in ("; ", ", "):
            if separator in value:
                return separator.join(self._told(key, part) for part in value.split(separator))
        return _WORD.sub(self._word, value)

    def _word(self, match: re.Match[str]) -> str:
        name, count = match["name"], match["count"]
        if name is None:
            return match[0]
        told = self.quoter.naming(name, int(count or 1))
        return f"{count} {told}" if count else told
