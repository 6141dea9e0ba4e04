"""A code or a key and its values to words in the language that is spoken; each has messages and phrases."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Self

import yaml
from attrs import frozen

from interpreter.source.display import harmless
from interpreter.source.speech import DEFAULT, joined, number, plural, spoken
from interpreter.texts import Words

_PLACEHOLDER = re.compile(r"(\b\w+ )?\{([a-z][a-z0-9_]*)\}")  # with the word before it


@frozen
class Entry:
    """What a language has to say about a code; all texts may hold `{placeholders}`."""

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
    text = resources.files("interpreter.source").joinpath(folder, f"{language}.yaml").read_text("utf-8")
    found: Mapping[str, Any] = yaml.load(text, Loader=yaml.CSafeLoader)
    return found


def entry(code: str) -> Entry:
    """The entry of a code; a code without one is a bug."""
    known = entries(spoken())
    assert code in known, f"no message for {code}"
    return known[code]


class Phrase(str):
    """A phrase in the language that is spoken; `key` and `values` are what it was made of."""

    __slots__ = ("key", "values")
    key: str
    values: Mapping[str, str | int]

    def __new__(cls, key: str, values: Mapping[str, str | int]) -> Self:
        """The phrase with its placeholders filled."""
        made = super().__new__(cls, _phrase(key, values))
        made.key, made.values = key, values
        return made


def phrase(key: str, **values: str | int) -> str:
    """A phrase with its placeholders filled; `count` chooses the form, and numbers are written as the language does."""
    return Phrase(key, values)


def _phrase(key: str, values: Mapping[str, str | int]) -> str:
    known = phrases(spoken())
    assert key in known, f"no phrase {key}"
    template = known[key]
    if not isinstance(template, str):
        template = template.get(plural(int(values["count"])), template["other"])
    return filled(template, {name: number(v) if isinstance(v, int) else v for name, v in values.items()})


def worded(text: str) -> str:
    """A text that stands in English elsewhere, in the language that is spoken."""
    return wordings(spoken()).get(text, text)


def said(text: str) -> str:
    """A text of ours in the language that is spoken; any other text stays as it is."""
    return filled(worded(text.template), text.values) if isinstance(text, Words) else text


def filled(template: str, values: Mapping[str, str]) -> str:
    """The template with its placeholders filled; a missing value is a bug."""

    def value(match: re.Match[str]) -> str:
        name = match[2]
        assert name in values, f"no value for {{{name}}} in {template!r}"
        return joined(match[1] or "", harmless(said(values[name])))

    return _PLACEHOLDER.sub(value, template)
