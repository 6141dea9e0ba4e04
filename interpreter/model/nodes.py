"""A draft to all of its mappings and all of its statements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from interpreter.model import draft as d


def nodes(value: object) -> Iterator[d.Node]:
    """Every mapping, outer before inner."""
    if isinstance(value, d.Node):
        yield value
        for field in attrs.fields(type(value)):
            yield from nodes(getattr(value, field.name))
    elif isinstance(value, dict):
        for item in value.values():
            yield from nodes(item)
    elif isinstance(value, list):
        for item in value:
            yield from nodes(item)


def statements(draft: d.Draft) -> Iterator[d.Statement]:
    """Every statement, outer before inner."""
    blocks = [draft.setup, *draft.steps.values()]
    blocks += [action.do for action in draft.actions.values()]
    blocks += [card.do for card in draft.cards.values()]
    for block in blocks:
        yield from _nested(block)


def _nested(block: Iterable[d.Statement]) -> Iterator[d.Statement]:
    for statement in block:
        yield statement
        yield from _nested(statement.do or ())
        yield from _nested(statement.else_)
        for answer in statement.answers.values():
            yield from _nested(answer.do)
