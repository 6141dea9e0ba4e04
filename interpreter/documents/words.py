"""Plain data and types of JSON Schema to the words of an author."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

_TYPES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "array": "a list",
    "object": "a mapping",
    "boolean": "true or false",
    "null": "nothing",
}
_YES = frozenset({"yes", "on", "y", "true"})
_NO = frozenset({"no", "off", "n", "false"})
_LONGEST = 40
_DIGITS = re.compile(r"[-+]?[0-9_]*[0-9]")


def type_words(types: Sequence[str]) -> str:
    """The types that are possible."""
    return " or ".join(dict.fromkeys(_TYPES[name] for name in types))


def description(value: Any) -> str:
    """What a value is: its type, and itself where it is short."""
    match value:
        case None:
            return "left empty"
        case dict():
            return "a mapping"
        case list():
            return "a list"
        case str():
            return f"the text `{shown(value)}`"
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
        return f'write it in quotes: "{shown(value)}"'
    if isinstance(value, list) and len(value) == 1 and "array" not in wanted:
        return f"write {shown(value[0])}, without brackets"
    if "object" in wanted and value is None:
        return "write its keys on the lines below, indented"
    return _advice_on_list(value, wanted)


def _advice_on_text(text: str, wanted: Sequence[str]) -> str:
    if "boolean" in wanted and text.casefold() in _YES | _NO:
        return f"write {'true' if text.casefold() in _YES else 'false'}"
    if "integer" in wanted and _DIGITS.fullmatch(text):
        return f"write {int(text.replace('_', ''))}, without quotes, leading zeros or underscores"
    return _advice_on_list(text, wanted) or ("write it in digits" if "integer" in wanted else "")


def _advice_on_list(value: Any, wanted: Sequence[str]) -> str:
    if "array" in wanted and not isinstance(value, (dict, list)) and value is not None:
        return f"write it in brackets: [{shown(value)}]"
    return ""
