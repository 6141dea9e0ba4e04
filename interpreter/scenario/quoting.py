"""What messages quote of a scenario, in English in the catalogue, to the words of the language of a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from attrs import evolve, frozen

from interpreter.scenario.translation import Naming, Translator
from interpreter.scenario.wording import wording_of
from interpreter.source import catalogue
from interpreter.source.diagnostics import Diagnostic, Related
from interpreter.source.speech import DEFAULT

_IN_CAPITALS = re.compile(r"\b[A-Z]{2,}\b")  # stands for a name
_QUOTED = str.maketrans({'"': '\\"', "\\": "\\\\"})


@frozen
class Quoter:
    """Gives findings about a file the words that its language has for what they quote."""

    language: str
    naming: Naming

    def finding(self, finding: Diagnostic) -> Diagnostic:
        """The finding, and what it refers to."""
        related = tuple(map(self._related, finding.related))
        quoted = self.quoted(catalogue.texts_of(finding.code), finding.values)
        return evolve(finding, values={**finding.values, **quoted}, related=related)

    def _related(self, related: Related) -> Related:
        quoted = self.quoted(catalogue.texts_of(related.key), related.values)
        return evolve(related, values={**related.values, **quoted})

    def quoted(self, texts: Iterable[str], values: Mapping[str, str]) -> dict[str, str]:
        """The words of what texts quote of a scenario, as further values of theirs."""
        return {f"={template}": self.words(template, values) for template in catalogue.quotations(texts)}

    def message(self, code: str) -> str:
        """A message that has no values of its own."""
        return catalogue.filled(catalogue.entry(code).message, self.quoted(catalogue.texts_of(code), {}))

    def words(self, template: str, values: Mapping[str, str]) -> str:
        """What stands for a quotation; `values` are in English."""
        told = _IN_CAPITALS.sub(lambda name: catalogue.worded(name[0]), template)
        english = catalogue.filled(told, {name: self._written(value) for name, value in values.items()})
        return Translator(DEFAULT, self.language, self.naming).anything(english)

    def _written(self, value: str) -> str:
        """A value as it can stand in a statement: a name with spaces in quotes."""
        is_unreadable = Translator(DEFAULT, DEFAULT, self.naming).part(value, "value") is None
        return f'"{value.translate(_QUOTED)}"' if is_unreadable else value


def quoter(language: str) -> Quoter:
    """For findings about a file of which no rules are known: they name nothing but what every game has."""
    return Quoter(language, wording_of({}, language).word)
