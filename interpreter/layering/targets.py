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
        """Where it stands among its neighbours."""
        return next(number for number, (_, entry) in enumerate(self._neighbours()) if entry is self.node)

    def put(self, new: Node) -> None:
        """Put another node in its place; in a list it is called as before."""
        if self.parent.is_list:
            self.parent.value[self.index] = evolve(new, name=self.node.name, after=self.node.after)
        else:
            self.parent.value[self.key] = evolve(new, after=self.node.after)

    def take(self) -> None:
        """Take it away."""
        if self.parent.is_list:
            del self.parent.value[self.index]
        else:
            del self.parent.value[self.key]

    def beside(self, side: str, new: Node) -> None:
        """Put a node before it, or after it and after what was put there earlier."""
        entries = self._neighbours()
        if side == "before":
            entries.insert(self.index, (new.name, new))
        else:
            entries.insert(self._behind(entries), (new.name, evolve(new, after=self.path[-1])))
        if self.parent.is_list:
            self.parent.value[:] = [entry for _, entry in entries]
        else:
            self.parent.value.clear()
            self.parent.value.update(entries)

    def _neighbours(self) -> list[tuple[str | None, Node]]:
        if self.parent.is_list:
            return [(entry.name, entry) for entry in self.parent.value]
        return list(self.parent.value.items())

    def _behind(self, entries: list[tuple[str | None, Node]]) -> int:
        """Where the first one stands that nobody put behind this one."""
        behind: set[str | None] = {self.path[-1]}
        at = self.index + 1
        while at < len(entries) and entries[at][1].after in behind:
            behind.add(entries[at][0])
            at += 1
        return at


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
