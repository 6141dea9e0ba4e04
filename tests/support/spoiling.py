"""A text to the same text with a few mistakes in it, as people, editors and attackers make them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

Way = Callable[[str, random.Random], str]

WORD = re.compile(r'"[^"\n]*"|[\w-]+|[^\w\s]')
_NASTY = [*'"#:;,<>|{]%\t\0', "é", "\u202e", "\ud800", "&a", "*a", "!x", "999999999", "-1", "0", "1/2", "count 3"]
_NASTY += ["none", "any", "only", "others", "nothing", "because", "until", "for any roll"]


def spoilt(text: str, luck: random.Random, ways: Sequence[Way]) -> str:
    """The text with a few mistakes."""
    for _ in range(luck.choice([1, 1, 1, 2, 3, 8])):
        text = luck.choice(ways)(text, luck)
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def without_a_line(text: str, luck: random.Random) -> str:
    lines = text.split("\n")
    del lines[luck.randrange(len(lines))]
    return "\n".join(lines) or text


def with_a_line_twice(text: str, luck: random.Random) -> str:
    lines = text.split("\n")
    lines.insert(luck.randrange(len(lines)), luck.choice(lines))
    return "\n".join(lines)


def with_a_line_moved(text: str, luck: random.Random) -> str:
    lines = text.split("\n")
    line = lines.pop(luck.randrange(len(lines)))
    lines.insert(luck.randrange(len(lines) + 1), line)
    return "\n".join(lines)


def indented_otherwise(text: str, luck: random.Random) -> str:
    lines = text.split("\n")
    at = luck.randrange(len(lines))
    lines[at] = " " * luck.randrange(8) + lines[at].lstrip()
    return "\n".join(lines)


def with_another_word(text: str, luck: random.Random) -> str:
    words = list(WORD.finditer(text))
    if not words:
        return text
    old, new = luck.choice(words), luck.choice(words)
    return text[: old.start()] + new[0] + text[old.end() :]


def without_a_word(text: str, luck: random.Random) -> str:
    words = list(WORD.finditer(text))
    if not words:
        return text
    old = luck.choice(words)
    return text[: old.start()] + text[old.end() :]


def with_something_nasty(text: str, luck: random.Random) -> str:
    words = list(WORD.finditer(text))
    at = luck.choice(words) if words else None
    if at is None:
        return text
    return text[: at.start()] + luck.choice(_NASTY) + text[luck.choice([at.start(), at.end()]) :]


def without_a_character(text: str, luck: random.Random) -> str:
    at = luck.randrange(max(1, len(text)))
    return text[:at] + text[at + 1 :]


SPOIL: list[Way] = [
    without_a_line,
    with_a_line_twice,
    with_a_line_moved,
    indented_otherwise,
    with_another_word,
    with_another_word,
    with_another_word,
    without_a_word,
    with_something_nasty,
    without_a_character,
]
