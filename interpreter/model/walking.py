"""A piece of a ruleset to everything that it is made of: statements, choices, terms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import attrs


def inside(value: object) -> Iterator[object]:
    """Every part, outer before inner."""
    if isinstance(value, dict):
        for item in value.values():
            yield from inside(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from inside(item)
    elif attrs.has(type(value)):
        yield value
        for field in attrs.fields(cast(Any, type(value))):
            yield from inside(getattr(value, field.name))
