"""An expression to the names in it that can be misspelt, and a name to how it is misspelt."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from interpreter.expressions import tree as e


def names(node: object) -> Iterator[tuple[str, int, bool]]:  # noqa: C901  # one case a class
    """Every name in an expression, with its offset, and whether it declares a variable."""
    match node:
        case e.Name(id=word, place=place):
            yield word, place.start, False
        case e.Option(id=word, place=place):
            yield word, place.end - len(word), False
        case e.Quantified(variable=variable, among=among, body=body):
            yield variable.id, variable.place.start, True
            yield from names(among)
            yield from names(body)
        case tuple():
            for inner in node:
                yield from names(inner)
        case e.Place():
            return
        case _ if attrs.has(type(node)):
            for field in attrs.fields(type(node)):
                yield from names(getattr(node, field.name))


def misspelt(word: str) -> str:
    return f"{word[0]}x{word[1:]}"
