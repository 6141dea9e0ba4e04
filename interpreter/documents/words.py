"""Plain data and types of JSON Schema to the words of an author."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from interpreter.texts import Words, one_of

_TYPES = {
    "string": Words("a text"),
    "integer": Words("a whole number"),
    "number": Words("a number"),
    "array": Words("a list"),
    "object": Words("a mapping"),
    "boolean": Words("true or false"),
    "null": Words("nothing"),
}
_YES = frozenset({"yes", "on", "y", "true"})
_NO = frozenset({"no", "off", "n", "false"})
_LONGEST = 40
_DIGITS = re.compile(r"[-+]?[0-9_]*[0-9]")


def type_words(types: Sequence[str]) -> str:
    """The types that are possible."""
    return one_of(dict.fromkeys(_TYPES[name] for name in types))


def description(value: Any) -> str:
    """What a value is: its type, and itself where it is short."""
    match value:
        case None:
            return Words("left empty")
        case dict():
            return _TYPES["object"]
        case list():
            return _TYPES["array"]
        case str():
            return Words("the text `{text}`", text=shown(value))
        case _:
            return f"`{shown(value)}`"


def shown(value: Any) -> str:
    """A value as the author wrote it, or nearly so; never long."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case dict():
            return "{…}"
        case list():
            return "[…]"
        case _:
            text = " ".join(str(value).split())
            return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def advice(value: Any, wanted: Sequence[str]) -> str:
    """How to write a value so that it has one of the types; empty if there is nothing to say."""
    if isinstance(value, str):
        return _advice_on_text(value, wanted)
    if "string" in wanted and isinstance(value, (bool, int, float)):
        return Words('write it in quotes: "{text}"', text=shown(value))
    if isinstance(value, list) and len(value) == 1 and "array" not in wanted:
        return Words("write {value}, without brackets", value=shown(value[0]))
    if "object" in wanted and value is None:
        return Words("write its keys on the lines below, indented")
    return _advice_on_list(value, wanted)


def _advice_on_text(text: str, wanted: Sequence[str]) -> str:
    if "boolean" in wanted and text.casefold() in _YES | _NO:
        return Words("write {value}", value="true" if text.casefold() in _YES else "false")
    if "integer" in wanted and _DIGITS.fullmatch(text):
        return _advice_on_digits(text) if len(text) <= _LONGEST else ""
    return _advice_on_list(text, wanted) or (Words("write it in digits") if "integer" in wanted else "")


def _advice_on_digits(text: str) -> str:
    plain = str(int(text.replace("_", "")))
    return Words("write {number}, without quotes, leading zeros or underscores", number=plain)


def _advice_on_list(value: Any, wanted: Sequence[str]) -> str:
    if "array" in wanted and not isinstance(value, (dict, list)) and value is not None:
        return Words("write it in brackets: [{value}]", value=shown(value))
    return ""
