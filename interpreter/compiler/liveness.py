"""A graph to the cells that matter at each block: those that some continuation reads before it writes them.

Cells are the locals of rules, and the dice on the table.
"""

from __future__ import annotations

import re

from interpreter.compiler.flow import Block, Branch, Graph, Label, Stop, targets

_CELL = re.compile(r"s\.([vd]_\w+)")
_WRITE = re.compile(r"s\.([vd]_\w+) = (.*)", re.DOTALL)


def live_cells(graph: Graph) -> dict[Label, frozenset[str]]:
    """For each block, the cells that are read there or later before they are written."""
    live = {label: frozenset[str]() for label in graph.blocks}
    order = sorted(graph.blocks)
    changed = True
    while changed:
        changed = False
        for label in order:
            found = _before(graph.blocks[label], live, graph.returns)
            if found != live[label]:
                live[label] = found
                changed = True
    return live


def _before(block: Block, live: dict[Label, frozenset[str]], returns: list[Label]) -> frozenset[str]:
    needed: set[str] = set()
    for target in targets(block.exit, returns):
        needed |= live[target]
    if isinstance(block.exit, Stop):
        needed |= set(_CELL.findall(f"{block.exit.who} {block.exit.answers}"))
    if isinstance(block.exit, Branch):
        needed |= set(_CELL.findall(block.exit.condition))
    for line in reversed(block.lines):
        write = _WRITE.fullmatch(line.text)
        if write is not None:
            needed.discard(write[1])
            needed |= set(_CELL.findall(write[2]))
        else:
            needed |= set(_CELL.findall(line.text))
    return frozenset(needed)
