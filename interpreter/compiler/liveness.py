"""A graph to the cells that matter at each block: those that some continuation reads before it writes them.

Cells are the locals of rules, and the dice on the table. At a stop inside a procedure whatever any of its callers
reads matters (`live_cells`); where a position starts there are no callers yet (`cells_read_from`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from interpreter.compiler.flow import Block, Branch, Call, Exit, Graph, Label, Stop, targets

_CELL = re.compile(r"s\.([vd]_\w+)")
_WRITE = re.compile(r"(s\.[vd]_\w+(?:, s\.[vd]_\w+)*) = (.*)", re.DOTALL)


Live = dict[Label, frozenset[str]]


def live_cells(graph: Graph) -> Live:
    """For each block, the cells that are read there or later before they are written."""
    return _fixed_point(graph, lambda exit_, live: _union(live, targets(exit_, graph.returns)))


def cells_read_from(graph: Graph) -> Live:
    """The same for a block where the course of play starts: procedures return to where they were called from there."""
    return _fixed_point(graph, _within)


def _within(exit_: Exit, live: Live) -> set[str]:
    match exit_:
        case Call(entry=entry, after=after):
            return _union(live, (entry, after))
        case _:
            return _union(live, targets(exit_))


def cells_read(block: Block) -> Iterator[str]:
    """The cells that a block reads, as often as it does."""
    for line in block.lines:
        write = _WRITE.fullmatch(line.text)
        yield from _CELL.findall(write[2] if write else line.text)
    yield from _CELL.findall(_asked(block.exit))


def cells_written(block: Block) -> frozenset[str]:
    """The cells that a block writes as a whole."""
    return _reads_and_writes(block)[1]


def _union(live: Live, labels: tuple[Label, ...]) -> set[str]:
    return set().union(*(live[label] for label in labels))


def _fixed_point(graph: Graph, behind: Callable[[Exit, Live], set[str]]) -> Live:
    live: Live = {label: frozenset() for label in graph.blocks}
    order = [(label, block.exit, *_reads_and_writes(block)) for label, block in sorted(graph.blocks.items())]
    changed = True
    while changed:
        changed = False
        for label, exit_, reads, writes in order:
            found = reads | (behind(exit_, live) - writes)
            if found != live[label]:
                live[label] = found
                changed = True
    return live


def _reads_and_writes(block: Block) -> tuple[frozenset[str], frozenset[str]]:
    """The cells that a block reads before it writes them, and those that it writes."""
    reads: set[str] = set()
    writes: set[str] = set()
    for line in block.lines:
        write = _WRITE.fullmatch(line.text)
        reads |= set(_CELL.findall(write[2] if write else line.text)) - writes
        writes |= set(_CELL.findall(write[1])) if write else set()
    reads |= set(_CELL.findall(_asked(block.exit))) - writes
    return frozenset(reads), frozenset(writes)


def _asked(exit_: Exit) -> str:
    """What an exit looks at."""
    match exit_:
        case Stop():
            return f"{exit_.who} {exit_.answers}"
        case Branch():
            return exit_.condition
        case _:
            return ""
