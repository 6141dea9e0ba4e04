"""Words of ours that go into a sentence or a list: English texts that whoever prints them can say in any language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Self

_DIGITS = 18
_PLACEHOLDER = re.compile(r"\{([a-z]+)\}")


class Words(str):
    """A text in English; `template` and `values` are what another language makes its own text of."""

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, str]

    def __new__(cls, template: str, **values: str) -> Self:
        """The template with its placeholders filled."""
        made = super().__new__(cls, _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), template))
        made.template, made.values = template, values
        return made


def number_or_text(word: str) -> str | int:
    """A word as a number, if it is one in digits and no longer than any that can be meant."""
    return int(word) if word.isdecimal() and len(word) <= _DIGITS else word


def one_of(texts: Iterable[str]) -> str:
    """Texts between which there is a choice."""
    return reduce(lambda first, second: Words("{first} or {second}", first=first, second=second), texts)


def in_a_row(texts: Iterable[str]) -> str:
    """Texts one after the other; none without any."""
    return reduce(lambda first, second: Words("{first}, {second}", first=first, second=second), texts or [""])
