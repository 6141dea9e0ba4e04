"""A code and its values to words, from one file of messages a language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

import yaml
from attrs import frozen

from interpreter.source.display import harmless

_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")


@frozen
class Entry:
    """What a language has to say about a code; all texts may hold `{placeholders}`."""

    message: str
    help: str | None = None     # what to do about it
    label: str | None = None    # a few words beside the caret
    explain: str | None = None  # a wrong and a right example


@cache
def entries(language: str = "en") -> Mapping[str, Entry]:
    """Every entry of a language by its code."""
    text = resources.files("interpreter.source").joinpath("messages", f"{language}.yaml").read_text("utf-8")
    return {code: Entry(**words) for code, words in yaml.load(text, Loader=yaml.CSafeLoader).items()}


def entry(code: str, language: str = "en") -> Entry:
    """The entry of a code; a code without one is a bug."""
    known = entries(language)
    assert code in known, f"no message for {code}"
    return known[code]


def filled(template: str, values: Mapping[str, str]) -> str:
    """The template with its placeholders filled; a missing value is a bug."""

    def value(match: re.Match[str]) -> str:
        name = match[1]
        assert name in values, f"no value for {{{name}}} in {template!r}"
        return harmless(values[name])

    return _PLACEHOLDER.sub(value, template)
