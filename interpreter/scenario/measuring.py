"""The blocks of a file to how many lines the tests of each scenario lay and play: rows times readings times lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.budgets import most
from interpreter.scenario.lines import Block
from interpreter.scenario.reader import Reader


def beyond_budget(scenarios: Iterable[Block], background: Iterable[Block], reader: Reader) -> Iterator[Block]:
    """The scenarios with which a file asks for more than it may."""
    laid = sum(map(_lines, background))
    total = 0
    for block in scenarios:
        cost = _tests(block, reader) * (laid + _lines(block))
        if total + cost > most("lines"):
            yield block
        else:
            total += cost


def _tests(block: Block, reader: Reader) -> int:
    """How many tests a scenario stands for, at most."""
    readings = sum(reader.opens(child, "reading") for child in block.children)
    rows = max((len(child.children) for child in block.children if reader.opens(child, "table")), default=1)
    return max(readings, 1) * max(rows, 1)


def _lines(block: Block) -> int:
    """The lines of a block, with those below it."""
    count, waiting = 0, [block]
    while waiting:
        count += 1
        waiting += waiting.pop().children
    return count
