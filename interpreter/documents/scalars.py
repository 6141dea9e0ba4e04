"""A plain scalar to plain data, so that nothing changes its meaning behind the author's back."""

from __future__ import annotations

import re

_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_NUMBER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)(\.[0-9]+)?")  # `012`, `1_000` and `3:1` are text
MOST_DIGITS = 15  # what every reader of JSON keeps exactly


def plain_value(text: str) -> bool | int | float | str | None:
    """What an unquoted text means."""
    if text in _WORDS:
        return _WORDS[text]
    number = _NUMBER.fullmatch(text)
    if number is None:
        return text
    return float(text) if number[1] else int(text)


def is_too_long(text: str) -> bool:
    """The text is a number that nobody could keep exactly."""
    return len(text) > MOST_DIGITS and _NUMBER.fullmatch(text) is not None
