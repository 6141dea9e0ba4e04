"""The words after an answer's name to the choices that they stand for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from interpreter.engine.program import Choice
from interpreter.scenario import tree as t
from interpreter.source.diagnostics import SourceError
from interpreter.trial.vocabulary import NOTHING, Vocabulary

Value = object


def readings(vocabulary: Vocabulary, choices: Sequence[Choice], items: Sequence[t.Item]) -> Iterator[tuple[Value, ...]]:
    """Every way to read the items as one value for each choice, in order.

    Raises:
        SourceError: A word is the name of nothing that fits.
    """
    if not choices:
        if not items:
            yield ()
        return
    first, *rest = choices
    if not rest:
        for value in _values(vocabulary, first, items):
            yield (value,)
        return
    trouble: SourceError | None = None
    found = False
    for cut in range(len(items) + 1):
        try:
            heads = list(_values(vocabulary, first, items[:cut]))
            tails = list(readings(vocabulary, rest, items[cut:]))
        except SourceError as wrong:
            trouble = wrong
            continue
        for head, tail in product(heads, tails):
            found = True
            yield (head, *tail)
    if not found and trouble is not None:
        raise trouble


def _values(vocabulary: Vocabulary, choice: Choice, items: Sequence[t.Item]) -> Iterator[Value]:
    if choice.kind == "player":
        if len(items) == 1 and items[0].count == 1:
            yield vocabulary.seat(items[0].name)
        return
    if choice.kind in SINGLE:
        yield from _single(vocabulary, choice, items)
        return
    if len(items) == 1 and items[0].name.text == NOTHING and not items[0].name.is_quoted:
        yield ()
        return
    if not items:
        return
    if choice.kind == "dice":
        yield vocabulary.dice(items, choice.of)
        return
    kinds = [vocabulary.cards(item, choice.of) for item in items for _ in range(item.count)]
    yield from {tuple(sorted(cards)): None for cards in product(*kinds)}


SINGLE = ("die", "face", "card", "kind")


def _single(vocabulary: Vocabulary, choice: Choice, items: Sequence[t.Item]) -> Iterator[Value]:
    """One face or one kind of card."""
    if len(items) != 1 or items[0].count != 1:
        return
    if choice.kind in ("die", "face"):
        yield vocabulary.dice(items, choice.of)[0]
    else:
        yield from vocabulary.cards(items[0], choice.of)
