"""Documents to trees in which every value knows where it was written, and such trees back to plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve, frozen

from interpreter.documents.document import Document, Path, Place, entry_names
from interpreter.source.span import Span


@frozen(eq=False)
class Origin:
    """Where a value was written; `layer` is None for the ruleset itself."""

    document: Document
    path: Path  # in the document
    layer: str | None

    @property
    def place(self) -> Place:
        """The place in the document."""
        return self.document.spans[self.path]

    @property
    def name(self) -> Span:
        """The smallest place that stands for the whole value."""
        return self.place.name

    def inner(self, key: str) -> Origin:
        """The origin of what stands under a key."""
        return Origin(self.document, (*self.path, key), self.layer)


@frozen(eq=False)
class Node:
    """A value: plain, or a dict or list of further nodes, which only the stage that builds them changes."""

    value: Any
    origin: Origin
    name: str | None = None   # of an entry of a list: what layers call it, whatever they put beside it; None: nothing
    after: str | None = None  # of an entry of a list: what a layer put it behind

    @property
    def is_mapping(self) -> bool:
        """It has keys."""
        return isinstance(self.value, dict)

    @property
    def is_list(self) -> bool:
        """It has entries."""
        return isinstance(self.value, list)


def located(value: Any, origin: Origin) -> Node:
    """The node of a part of a document."""
    if isinstance(value, dict):
        return Node({key: located(item, origin.inner(key)) for key, item in value.items()}, origin)
    if isinstance(value, list):
        names = entry_names(value)
        return Node([_entry(item, origin, name) for name, item in zip(names, value, strict=True)], origin)
    return Node(value, origin)


def _entry(value: Any, origin: Origin, name: str) -> Node:
    """An entry of a list; plain ones are no things of their own, so they have no name."""
    return evolve(located(value, origin.inner(name)), name=name if isinstance(value, dict) else None)


def plain(node: Node) -> Any:
    """The data of a node."""
    if node.is_mapping:
        return {key: plain(item) for key, item in node.value.items()}
    if node.is_list:
        return [plain(item) for item in node.value]
    return node.value


def children(node: Node) -> Iterable[tuple[str, Node]]:
    """What stands directly in a node, each with its name in paths."""
    if node.is_mapping:
        return tuple(node.value.items())
    if node.is_list:
        return tuple(zip(entry_names([identity(entry) for entry in node.value]), node.value, strict=True))
    return ()


def identity(node: Node) -> dict[str, Any] | None:
    """As much of an entry's data as its name needs."""
    if not node.is_mapping or "id" not in node.value:
        return None
    return {"id": node.value["id"].value}


def origins(node: Node, path: Path = ()) -> Iterator[tuple[Path, Origin]]:
    """Every path of a tree with the place where it was written."""
    yield path, node.origin
    for name, child in children(node):
        yield from origins(child, (*path, name))


def addressed(node: Node) -> dict[str, Node]:
    """What layers can name: keys, and entries by `id` or by the number that they had where they were written."""
    if node.is_mapping:
        return dict(node.value)
    entries: dict[str, Node] = {}
    if node.is_list:
        entries = {entry.name: entry for entry in node.value if entry.name is not None}
        for entry in node.value:
            own = (identity(entry) or {}).get("id")
            if isinstance(own, str):
                entries.setdefault(own, entry)
    return entries


def addresses(node: Node, path: Path = ()) -> Iterator[Path]:
    """Every path by which layers can name something."""
    for name, child in addressed(node).items():
        yield (*path, name)
        yield from addresses(child, (*path, name))


def found(node: Node, path: Iterable[str]) -> Node | None:
    """The node at a path, if there is one."""
    for name in path:
        inner = addressed(node).get(name)
        if inner is None:
            return None
        node = inner
    return node
