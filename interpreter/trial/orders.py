"""`in any order`: its lines to every order of the deeds in them, and whether orders lead to the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations

from interpreter.errors import InterpreterError
from interpreter.scenario import tree as t
from interpreter.scenario import writing as w
from interpreter.source.diagnostics import SourceError, error
from interpreter.trial.branches import Branch, Memory

MOST = 6
Deed = tuple[t.WhenLine, ...]  # what somebody does, and what chance does about it


class NotNowError(InterpreterError):
    """Somebody who is asked cannot wait for another: in this order it cannot be done."""


def orders(block: t.InAnyOrder) -> Iterator[tuple[Deed, ...]]:
    """Every order of the deeds, the written one first; those of one player stay as they are written.

    Raises:
        SourceError: There are too many of them, or chance comes before any.
    """
    deeds = _deeds(block)
    if not 1 < len(deeds) <= MOST:
        raise SourceError([error("P0317", block.span, count=str(len(deeds)), most=str(MOST))])
    players = [_player(deed) for deed in deeds]
    for numbers in permutations(range(len(deeds))):
        if all(a < b or players[a] != players[b] for at, b in enumerate(numbers) for a in numbers[:at]):
            yield tuple(deeds[number] for number in numbers)


def _deeds(block: t.InAnyOrder) -> list[Deed]:
    found: list[Deed] = []
    for line in block.lines:
        if isinstance(line, t.Choice):
            found.append((line,))
        elif found:
            found[-1] += (line,)
        else:
            raise SourceError([error("P0318", line.span)])
    return found


def _player(deed: Deed) -> str:
    (first, *_) = deed
    assert isinstance(first, t.Choice)
    return first.player.text


def order_words(order: Iterable[Deed]) -> str:
    """An order as messages name it."""
    return "; ".join(w.happening(line) for line, *_ in order)


def are_alike(results: Sequence[Sequence[Branch]], memory: Memory) -> bool:
    """Whether all orders lead to the same branches, each as likely."""
    first, *others = ({key: odds for key, odds in _odds(branches, memory).items() if odds} for branches in results)
    return all(other == first for other in others)


def _odds(branches: Iterable[Branch], memory: Memory) -> Mapping[Hashable, Fraction]:
    found: dict[Hashable, Fraction] = {}
    for branch in branches:
        key = branch.sameness(memory)
        found[key] = found.get(key, Fraction(0)) + branch.weight
    return found


def outcomes(branches: Iterable[Branch], orders_: Iterable[str]) -> dict[str, list[Branch]]:
    """The branches that belong to each order; those of no order in particular belong to all."""
    known = list(branches)
    return {order: [each for each in known if each.order in (None, order)] for order in orders_}
