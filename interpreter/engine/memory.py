"""What everybody remembers of a hidden zone, kept up to date: `known` counts by kind, `denied` kinds.

`known[i]`: at least so many of a kind lie there. `denied[i]`: 1 if none does. Programs call these functions when
cards come and go, seen by everybody or not, and when something is told.
"""

from __future__ import annotations

from typing import Any

Counts = list[Any]


def seen_coming(known: Counts, denied: Counts, index: int, number: int) -> None:
    """Everybody sees cards of a kind go in."""
    known[index] += number
    denied[index] = 0


def seen_going(known: Counts, denied: Counts, index: int, number: int) -> None:  # noqa: ARG001  # all take the same
    """Everybody sees cards of a kind come out."""
    known[index] = max(0, known[index] - number)


def unseen_coming(known: Counts, denied: Counts, base: int, size: int, number: int) -> None:  # noqa: ARG001  # all take the same
    """Cards go in that not everybody sees: any of them may be of a kind that was denied."""
    denied[base : base + size] = [0] * size


def unseen_going(known: Counts, denied: Counts, base: int, size: int, number: int) -> None:  # noqa: ARG001  # all take the same
    """Cards come out that not everybody sees: each may have been one of those that were known."""
    known[base : base + size] = [max(0, count - number) for count in known[base : base + size]]


def told_has(known: Counts, denied: Counts, index: int) -> None:
    """Everybody hears that a card of a kind lies there."""
    known[index] = max(1, known[index])
    denied[index] = 0


def told_lacks(known: Counts, denied: Counts, index: int) -> None:
    """Everybody hears that no card of a kind lies there."""
    known[index] = 0
    denied[index] = 1


FUNCTIONS = (seen_coming, seen_going, unseen_coming, unseen_going, told_has, told_lacks)
