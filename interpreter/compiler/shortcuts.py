"""A graph to the same graph without detours: whatever leads to a block that only leads on goes straight there."""

from __future__ import annotations

from attrs import evolve

from interpreter.compiler.flow import Block, Branch, Call, Exit, Finish, Graph, Jump, Label, Return, Stop


def take_shortcuts(graph: Graph) -> None:
    """Change the exits of all blocks; where control goes in the end stays the same."""
    for block in graph.blocks.values():
        block.exit = _straight(graph, block.exit)
    graph.returns[:] = [_behind(graph, label) for label in graph.returns]


def _straight(graph: Graph, exit_: Exit) -> Exit:
    match exit_:
        case Jump(to=to):
            return Jump(_behind(graph, to))
        case Branch(then=then, otherwise=otherwise):
            return evolve(exit_, then=_behind(graph, then), otherwise=_behind(graph, otherwise))
        case Call(entry=entry, after=after):
            return Call(_behind(graph, entry), _behind(graph, after))
        case Stop() | Return() | Finish():
            return exit_


def _behind(graph: Graph, label: Label) -> Label:
    """The first block from here that does something; a circle of blocks that do nothing is left as it is."""
    seen: set[Label] = set()
    while label not in seen:
        seen.add(label)
        block = graph.blocks[label]
        if not isinstance(block.exit, Jump) or not _is_empty(block):
            return label
        label = block.exit.to
    return label


def _is_empty(block: Block) -> bool:
    return not block.lines and not block.takes_answer
