"""The words of a language to the grammar of statements, and to what it says of them: a text to its parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import cache, lru_cache
from importlib import resources
from itertools import takewhile

from lark import Lark, Token, Tree, UnexpectedInput
from lark.lark import PostLex
from lark.lexer import PatternStr

from interpreter.scenario.lines import QUOTE
from interpreter.source.speech import DEFAULT, without_accents

PARTS = ("value", "answers", "odds")  # what stands in the cell of a table
_SUBJECT = "subject"
_PLAIN_WORD = re.compile(rf"{QUOTE}|[^\W\d_][\w-]*")
_NAMES_LANGUAGE = re.compile(r'^[^"\n]*"([^"\n]+)"[^\n]*-> language\b', re.MULTILINE)
_LAYS = re.compile(r'^changes: "([^"\n]+)"', re.MULTILINE)
_REMEMBERED = 4096


class Place(Enum):
    """Where a statement stands; the values are the start symbols of the grammar."""

    TOP = "top"
    MEMBER = "member"
    GIVEN = "placing"
    WHEN = "happening"
    TOGETHER = "deed"
    THEN = "claim"
    SEES = "seen"


@cache
def languages() -> tuple[str, ...]:
    """The languages in which scenarios can be written."""
    files = resources.files("interpreter.scenario").joinpath("words").iterdir()
    return tuple(sorted(file.name.removesuffix(".lark") for file in files if file.name.endswith(".lark")))


def _words(language: str) -> str:
    """The statements of a language, as they are written."""
    return resources.files("interpreter.scenario").joinpath("words", f"{language}.lark").read_text("utf-8")


@cache
def naming_word(language: str) -> str:
    """The word with which a file says that it is in a language: `language`.

    Looked up in the text of the grammar: to make the grammar of every language takes longer than to read a file.
    """
    return _found(_NAMES_LANGUAGE, language)


@cache
def laying_word(language: str) -> str:
    """The word with which something is laid upon a ruleset: `with`. Looked up in the text as well."""
    return _found(_LAYS, language)


def _found(pattern: re.Pattern[str], language: str) -> str:
    found = pattern.search(_words(language))
    assert found is not None, "every language has that statement"
    return found[1]


@cache
def grammar(language: str = DEFAULT) -> Lark:
    """The grammar of all statements, with the words of a language."""
    folder = resources.files("interpreter.scenario")
    return Lark(
        _words(language) + folder.joinpath("scenario.lark").read_text("utf-8"),
        parser="lalr",
        start=[*(place.value for place in Place), *PARTS, _SUBJECT],
        maybe_placeholders=False,
        postlex=_WholeWords(),
    )


@cache
def literals(language: str = DEFAULT) -> dict[str, str]:
    """Terminals that stand for one word or sign."""
    terminals = grammar(language).terminals
    return {each.name: each.pattern.value for each in terminals if isinstance(each.pattern, PatternStr)}


@cache
def opening(statement: str, language: str = DEFAULT) -> tuple[str, ...]:
    """The words of ours with which a statement begins: `for`, `each`."""
    for rule in grammar(language).rules:
        if rule.alias == statement or (rule.origin.name == statement and rule.alias is None):
            words = (literals(language).get(symbol.name) for symbol in rule.expansion)
            return tuple(word for word in takewhile(lambda word: word is not None, words) if word is not None)
    raise AssertionError(statement)


class _WholeWords(PostLex):
    """Lets a name begin anywhere, so that a word of ours is never taken from the front of a longer one."""

    always_accept = ("NAME", "FRACTION")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


def opens(text: str, language: str, *statements: str) -> bool:
    """Whether a line begins as one of these statements of the grammar does."""
    said = with_accents(text, language).replace(":", " :").split()
    return any(tuple(said[: len(words)]) == words for words in (opening(each, language) for each in statements))


@cache
def origin_word(language: str = DEFAULT) -> str:
    """The word between a thing and where it comes from: `of`."""
    (rule, *_) = (rule for rule in grammar(language).rules if rule.origin.name == "origin_item")
    return next(literals(language)[symbol.name] for symbol in rule.expansion if symbol.name in literals(language))


@cache
def verb(statement: str, language: str = DEFAULT) -> tuple[str, ...]:
    """The words of ours that stand between who a statement is about and its colon: `can`."""
    (rule, *_) = (rule for rule in grammar(language).rules if rule.alias == statement)
    words = (literals(language).get(symbol.name) for symbol in rule.expansion)
    return tuple(word for word in words if word not in (None, ":"))


@lru_cache(_REMEMBERED)
def parsed(text: str, start: str, language: str) -> Tree[Token]:
    """What a place or a part is made of.

    Raises:
        UnexpectedInput: The text is nothing of that kind.
    """
    return grammar(language).parse(with_accents(text, language), start=start)


def with_accents(text: str, language: str) -> str:
    """The same with our words as they are spelt: who types may leave accents out."""
    spelt = _accented(language)
    if not spelt:
        return text
    return _PLAIN_WORD.sub(lambda word: spelt.get(without_accents(word[0]), word[0]), text)


@cache
def _accented(language: str) -> dict[str, str]:
    """Our words by their letters without accents; none in a language that has no accents."""
    words = [word for word in literals(language).values() if _PLAIN_WORD.fullmatch(word)]
    spelt = {without_accents(word): word for word in words}
    return spelt if any(plain != word for plain, word in spelt.items()) else {}


def is_readable(text: str, place: Place, language: str = DEFAULT) -> bool:
    """Whether the text would be a statement in that place."""
    try:
        parsed(text, place.value, language)
    except UnexpectedInput:
        return False
    return True
