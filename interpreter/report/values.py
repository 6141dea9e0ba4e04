"""Plain data of a ruleset to one readable line."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import shorten
from typing import Any

from interpreter.source.display import harmless

_LONGEST = 120


def in_one_line(value: Any) -> str:
    """The value as it could stand in a file, cut to what a reader takes in."""
    return shorten(harmless(_flow(value)), _LONGEST, placeholder=" …")


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return _within("{}", (f"{key}: {_flow(item)}" for key, item in value.items()))
    if isinstance(value, list):
        return _within("[]", map(_flow, value))
    return str(value)


def _within(brackets: str, parts: Iterable[str]) -> str:
    return f"{brackets[0]}{', '.join(parts)}{brackets[1]}"
