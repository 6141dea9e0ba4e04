"""A noun to the words around it in the language that is spoken: articles, numbers, contractions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol

from attrs import field, frozen

from interpreter.source.speech import number, plural, spoken

Forms = Mapping[str, tuple[str, str]]  # gender -> with one, with several
_NO_FORMS: Forms = {}


class Noun(Protocol):
    """What a thing is called: one of it, several of it, and its gender."""

    @property
    def one(self) -> str:
        """One of it."""

    @property
    def other(self) -> str:
        """Several of it."""

    @property
    def gender(self) -> str | None:
        """As the language names genders; without one no article is known."""


@frozen
class Grammar:
    """What a language puts before nouns. A language without genders of nouns needs none of it."""

    words: Mapping[str, Forms] = field(factory=dict)  # determiner -> its forms
    contractions: Mapping[str, str] = field(factory=dict)
    sounding: frozenset[str] = frozenset()  # feminine nouns that take the other form of `changing` determiners
    changing: frozenset[str] = frozenset()
    articles: frozenset[str] = frozenset()
    pronouns: tuple[str, ...] = ()  # words that begin what needs no article
    many_end: str = ""  # how a noun of one form ends if it means several


_WITH_STRESSED_A = frozenset({
    "agua", "águila", "ala", "alga", "alma", "ama", "ancla", "arca", "área", "arma", "arpa", "asa", "asta", "aula",
    "ave", "hacha", "hada", "hambre",
})  # fmt: skip
_GRAMMARS = {
    "es": Grammar(
        words={
            "the": {"m": ("el", "los"), "f": ("la", "las")},
            "a": {"m": ("un", "unos"), "f": ("una", "unas")},
            "any": {"m": ("algún", "algunos"), "f": ("alguna", "algunas")},
            "no": {"m": ("ningún", "ningunos"), "f": ("ninguna", "ningunas")},
            "that": {"m": ("ese", "esos"), "f": ("esa", "esas")},
            "each": {"m": ("cada", "cada"), "f": ("cada", "cada")},
            "all": {"m": ("todo el", "todos los"), "f": ("toda la", "todas las")},
        },
        contractions={"de el": "del", "a el": "al"},
        sounding=_WITH_STRESSED_A,
        changing=frozenset({"the", "a", "any", "no"}),
        articles=frozenset({"the", "a"}),
        pronouns=("quien ", "quienes "),
        many_end="s",
    )
}
_NO_GRAMMAR = Grammar()


def determined(word: str, noun: Noun, *, many: bool = False) -> str:
    """A noun behind `the`, `a`, `any`, `no`, `that`, `each` or `all`; a name with a capital letter has no article."""
    grammar = _GRAMMARS.get(spoken(), _NO_GRAMMAR)
    called = noun.other if many else noun.one
    forms, gender = grammar.words.get(word, _NO_FORMS), noun.gender
    is_name = word in grammar.articles and not called[:1].islower()
    if gender is None or gender not in forms or is_name or called.startswith(grammar.pronouns):
        return called
    several = many or is_many(noun)
    if not several and word in grammar.changing and _sounds(called, grammar):
        gender = "m"
    return f"{forms[gender][several]} {called}"


def is_many(noun: Noun) -> bool:
    """Whether a noun with one form means several things."""
    ending = _GRAMMARS.get(spoken(), _NO_GRAMMAR).many_end
    return bool(ending) and noun.one == noun.other and noun.one.split(maxsplit=1)[0].endswith(ending)


def counted(count: int, noun: Noun) -> str:
    """So many of a thing."""
    return f"{number(count)} {noun.one if plural(count) == 'one' else noun.other}"


def contracted(text: str) -> str:
    """A text in which small words that the language joins are one."""
    for apart, together in _GRAMMARS.get(spoken(), _NO_GRAMMAR).contractions.items():
        text = re.sub(rf"(?<!\w){apart}(?!\w)", together, text)
    return text


def _sounds(called: str, grammar: Grammar) -> bool:
    return called.split(maxsplit=1)[0] in grammar.sounding
