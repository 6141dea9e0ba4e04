"""A key and its values to a piece of a sentence that tells rules in the language that is spoken.

English tells rules in the words of the rule language itself, and so does every language without patterns.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

import yaml

from interpreter.source.catalogue import filled
from interpreter.source.speech import plural, spoken

Pattern = str | Mapping[str, str]


def are_known() -> bool:
    """Whether the language that is spoken has patterns."""
    return bool(_patterns(spoken()))


def knows(key: str) -> bool:
    """Whether there is a pattern for a key."""
    return key in _patterns(spoken())


def pattern(key: str, form: str = "", **values: str) -> str:
    """A pattern with its placeholders filled; one with forms is chosen by `form`: a gender, or `one` and `other`."""
    template = _patterns(spoken())[key]
    if not isinstance(template, str):
        template = template.get(form) or next(iter(template.values()))
    return filled(template, values)


def form_of(count: int) -> str:
    """The form that goes with a number."""
    return plural(count)


def forms(key: str) -> Mapping[str, str]:
    """All the forms of a pattern."""
    template = _patterns(spoken())[key]
    return {"one": template} if isinstance(template, str) else template


@cache
def _patterns(language: str) -> Mapping[str, Pattern]:
    file = resources.files("interpreter.source").joinpath("sentences", f"{language}.yaml")
    return dict(yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader)) if file.is_file() else {}
