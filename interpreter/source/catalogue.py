"""A code or a key and its values to words in the language that is spoken; each has messages and phrases."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple, Self

from interpreter.source.display import harmless
from interpreter.source.speech import DEFAULT, joined, number, plural, spoken
from interpreter.texts import Words

_HERE = os.path.dirname(__file__)  # noqa: PTH120  # `pathlib` and `importlib.resources` take as long as the help
_PLACEHOLDER = re.compile(
    r"(?P<before>\b\w+ )?\{(?P<name>[a-z][a-z0-9_]*)\}"  # with the word before it
    r"|\{=(?P<words>(?:[^{}]|\{[a-z_]+\})+)\}"  # what a scenario writes, in English: {=given at {step}}
)


class Entry(NamedTuple):
    """What a language has to say about a code; all texts may hold `{placeholders}` and `{=words of a scenario}`."""

    message: str
    help: str | None = None     # what to do about it
    label: str | None = None    # a few words beside the caret
    explain: str | None = None  # a wrong and a right example


@cache
def entries(language: str = DEFAULT) -> Mapping[str, Entry]:
    """Every entry of a language by its code."""
    return {code: Entry(**words) for code, words in _read("messages", language).items()}


@cache
def phrases(language: str = DEFAULT) -> Mapping[str, str | Mapping[str, str]]:
    """Every phrase of a language by its key; one that goes with a count has a text for each form."""
    return dict(_read("phrases", language))


@cache
def wordings(language: str = DEFAULT) -> Mapping[str, str]:
    """What texts that stand in English elsewhere, such as in the schemas, are in a language; English needs none."""
    return {} if language == DEFAULT else dict(_read("wordings", language))


@cache
def helps(language: str = DEFAULT) -> Mapping[str, str]:
    """The help of each command in a language; that in English stands at the command."""
    return {} if language == DEFAULT else dict(_read("help", language))


def _read(folder: str, language: str) -> Mapping[str, Any]:
    import yaml  # noqa: PLC0415  # the help in English needs no catalogue

    with open(os.path.join(_HERE, folder, f"{language}.yaml"), "rb") as text:  # noqa: PTH118, PTH123  # see above
        found: Mapping[str, Any] = yaml.load(text, Loader=yaml.CSafeLoader)
    return found


def entry(code: str) -> Entry:
    """The entry of a code; a code without one is a bug."""
    known = entries(spoken())
    assert code in known, f"no message for {code}"
    return known[code]


class Phrase(str):
    """A phrase that goes into a finding: made once more where its values get other words."""

    __slots__ = ("key", "template", "values")
    key: str
    template: str
    values: Mapping[str, str | int]

    def __new__(cls, key: str, **values: str | int) -> Self:
        """The phrase with its placeholders filled."""
        template = _form(key, values)
        made = super().__new__(cls, filled(template, {name: _shown(value) for name, value in values.items()}))
        made.key, made.template, made.values = key, template, values
        return made


def phrase(key: str, **values: str | int) -> str:
    """A phrase with its placeholders filled; `count` chooses the form, and numbers are written as the language does."""
    return Phrase(key, **values)


def _form(key: str, values: Mapping[str, str | int]) -> str:
    """The template of a phrase, in the form that goes with its count."""
    known = phrases(spoken())
    assert key in known, f"no phrase {key}"
    template = known[key]
    if isinstance(template, str):
        return template
    return template.get(plural(int(values["count"])), template["other"])


def _shown(value: str | int) -> str:
    return number(value) if isinstance(value, int) else value


def worded(text: str) -> str:
    """A text that stands in English elsewhere, in the language that is spoken."""
    return wordings(spoken()).get(text, text)


def said(text: str) -> str:
    """A text of ours in the language that is spoken; any other text stays as it is."""
    return filled(worded(text.template), text.values) if isinstance(text, Words) else text


def texts_of(code: str) -> tuple[str, ...]:
    """What a finding of a code says."""
    known = entry(code)
    return tuple(filter(None, (known.message, known.help, known.label)))


def quotations(texts: Iterable[str]) -> tuple[str, ...]:
    """What texts quote of a scenario: templates in English, which a file may write in its own words."""
    return tuple(match["words"] for text in texts for match in _PLACEHOLDER.finditer(text) if match["words"])


def filled(template: str, values: Mapping[str, str]) -> str:
    """The template with its placeholders filled; a missing value is a bug.

    What is quoted of a scenario stands in English, unless `values` has other words for it.
    """

    def value(match: re.Match[str]) -> str:
        if match["words"]:
            return harmless(values.get(f"={match['words']}") or filled(match["words"], values))
        name = match["name"]
        assert name in values, f"no value for {{{name}}} in {template!r}"
        return joined(match["before"] or "", harmless(said(values[name])))

    return _PLACEHOLDER.sub(value, template)
