"""A piece of a ruleset to everything that it is made of: statements, choices, terms."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import attrs


def inside(value: object) -> Iterator[object]:
    """Every part, outer before inner."""
    waiting: list[Any] = [value]
    while waiting:  # a generator in a generator for each level takes five times as long
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += reversed(part.values())
        elif isinstance(part, tuple | list):
            waiting += reversed(part)
        elif (fields := fields_backwards(type(part))) is not None:  # type: ignore[arg-type]  # classes can be hashed
            yield part
            waiting += [getattr(part, field) for field in fields]


def parts(value: object) -> Iterator[Any]:
    """What a piece is made of directly."""
    for field in reversed(fields_backwards(type(value)) or ()):  # type: ignore[arg-type]  # classes can be hashed
        part = getattr(value, field)
        yield from (each for each in (part if isinstance(part, tuple) else (part,)) if attrs.has(type(each)))


@cache
def fields_backwards(kind: type[Any]) -> tuple[str, ...] | None:
    """The fields of a class of ours, the last one first; None for any other class."""
    return tuple(field.name for field in reversed(attrs.fields(kind))) if attrs.has(kind) else None
