"""The path that a layer names to the place in the tree: what stands there, and how it can be changed."""

from __future__ import annotations

from attrs import evolve, frozen

from interpreter.documents.document import Path
from interpreter.layering.nodes import Node, addressed


@frozen
class Target:
    """Something in the tree; `path` names its entries as they were first called."""

    parent: Node
    key: str
    node: Node
    path: Path

    @property
    def index(self) -> int:
        """Where it stands in a list."""
        return next(number for number, entry in enumerate(self.parent.value) if entry is self.node)

    def put(self, new: Node) -> None:
        """Put another node in its place; in a list it is called as before."""
        if self.parent.is_list:
            self.parent.value[self.index] = evolve(new, name=self.node.name, after=self.node.after)
        else:
            self.parent.value[self.key] = new

    def take(self) -> None:
        """Take it away."""
        if self.parent.is_list:
            del self.parent.value[self.index]
        else:
            del self.parent.value[self.key]

    def beside(self, side: str, new: Node) -> None:
        """Put a node before it, or after it and after what was put there earlier."""
        entries = self.parent.value
        if side == "before":
            entries.insert(self.index, new)
            return
        behind, at = {self.node.name}, self.index + 1
        while at < len(entries) and entries[at].after in behind:
            behind.add(entries[at].name)
            at += 1
        entries.insert(at, evolve(new, after=self.node.name))


def reach(root: Node, names: Path) -> Target | None:
    """What a path leads to."""
    node, parent = root, root
    path: Path = ()
    for name in names:
        inner = addressed(node).get(name)
        if inner is None:
            return None
        parent, node = node, inner
        path = (*path, inner.name or name)
    return Target(parent, names[-1], node, path) if names else None
