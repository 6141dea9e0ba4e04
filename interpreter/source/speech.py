"""The language that is spoken to people, and how it writes numbers, plurals and lists."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

if TYPE_CHECKING:
    from babel import Locale

DEFAULT = "en"
LANGUAGE = "GULLIVER_LANG"
_SETTINGS = (LANGUAGE, "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts
_REMEMBERED = 4096
_GROUPED_FROM = 10_000  # four digits stand together
_SPOKEN: ContextVar[str] = ContextVar("spoken", default=DEFAULT)
_CONTRACTED = {"es": {("a ", "el "): "al ", ("de ", "el "): "del "}}
_SAME_SOUND = {"es": {"y": ("e", ("i", "hi"), ("hia", "hie", "hio")), "o": ("u", ("o", "ho"), ())}}


@cache
def languages() -> tuple[str, ...]:
    """The languages that have messages, as two letters each."""
    folder = os.path.join(os.path.dirname(__file__), "messages")  # noqa: PTH118, PTH120  # `pathlib` is slow to import
    return tuple(sorted(name.removesuffix(".yaml") for name in os.listdir(folder) if name.endswith(".yaml")))  # noqa: PTH208


def spoken() -> str:
    """The language that is spoken now."""
    return _SPOKEN.get()


def speak(language: str) -> None:
    """Speak this language from now on; one of `languages()`."""
    _SPOKEN.set(language)


@lru_cache(_REMEMBERED)
def without_accents(word: str) -> str:
    """A word as somebody types it who has no accents at hand."""
    return "".join(letter for letter in normalize("NFD", word) if not combining(letter))


def alike(word: str) -> str:
    """What words have in common that differ in capital letters and accents only."""
    return without_accents(word.casefold())


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak this language for a while."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def preferred(environment: Mapping[str, str]) -> str:
    """The language that a user's settings ask for, as far as we speak it."""
    setting = next((environment[name] for name in _SETTINGS if environment.get(name)), "")
    return language_of(setting) or DEFAULT


def language_of(setting: str) -> str | None:
    """The language of a setting such as `es_ES.UTF-8`, if we speak it."""
    language = setting.replace("-", "_").split(".")[0].split("_")[0].casefold()
    return language if language in languages() else None


@cache
def _locale(language: str) -> Locale:
    from babel import Locale  # noqa: PLC0415  # slow, and most of what is said has no number

    return Locale.parse(language)


def plural(count: float, language: str | None = None) -> str:
    """Which form goes with a number: `one` or `other`; a language with more forms has more words."""
    form: str = _locale(language or spoken()).plural_form(count)
    return form


def number(value: float, digits: int = 0) -> str:
    """A number as people of the language write it, with so many digits behind the point or comma."""
    from babel.numbers import format_decimal  # noqa: PLC0415  # slow, and most of what is said has no number

    pattern = "#,##0" + ("." + "0" * digits if digits else "")
    return format_decimal(value, pattern, locale=spoken(), group_separator=abs(value) >= _GROUPED_FROM)


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def joined(word: str, text: str) -> str:
    """A word and the text behind it; some languages make one word of two small ones."""
    for (first, second), both in _CONTRACTED.get(spoken(), {}).items():
        if word == first and text.startswith(second):
            return both + text.removeprefix(second)
    return word + text


def listed(items: Iterable[str], conjunction: str) -> str:
    """Things in a row, the last one behind `and` or `or`, as the language says it."""
    *first, last = items if (items := list(items)) else [""]
    if not first:
        return last
    return f"{', '.join(first)} {_before(conjunction, last)} {last}"


def _before(conjunction: str, word: str) -> str:
    """A conjunction changes before a word that begins with its own sound."""
    other, sounds, unlike = _SAME_SOUND.get(spoken(), {}).get(conjunction, (conjunction, (), ()))
    folded = word.casefold()
    return other if folded.startswith(sounds) and not (unlike and folded.startswith(unlike)) else conjunction
