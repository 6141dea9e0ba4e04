"""Text that somebody wrote to text that a terminal can show safely, and its width."""

from __future__ import annotations

import re
import unicodedata

# What no file may hold: control characters, line separators that editors do not count, what turns the writing round.
UNREADABLE = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
TAB = "    "
LONGEST = 160  # characters of a text that are quoted
_CONTROL_PICTURES = 0x2400
_DELETE = 0x7F
_FIRST_PRINTABLE = 0x20
_BLIND = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINING = frozenset("\u200c\u200d")  # without them some scripts cannot be written
_WEIGHTLESS = frozenset({"Mn", "Me", "Cf"})


def harmless(text: str) -> str:
    """The text without anything that moves a cursor, changes colours or turns the writing round."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_harmless, text))


def short(text: str) -> str:
    """A harmless text as far as a reader takes it in."""
    return harmless(text[:LONGEST]) + ("…" if len(text) > LONGEST else "")


def width(text: str) -> int:
    """The cells of a terminal that a harmless text takes."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _harmless(character: str) -> str:
    number = ord(character)
    if character == "\t":
        return TAB
    if number < _FIRST_PRINTABLE:
        return chr(_CONTROL_PICTURES + number)
    if number == _DELETE:
        return "\u2421"
    blind = unicodedata.category(character) in _BLIND and character not in _JOINING
    return "\ufffd" if blind else character


def _cells(character: str) -> int:
    if unicodedata.category(character) in _WEIGHTLESS:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
