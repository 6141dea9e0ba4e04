"""What the layers of a stack have done so far: which of them holds what, and what each has taken away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import Factory, frozen

from interpreter.documents.document import Path
from interpreter.layering.manifest import Manifest
from interpreter.layering.merge import merged
from interpreter.layering.nodes import Node, addressed, addresses, found, plain
from interpreter.layering.relations import names_under, needed_by
from interpreter.source.span import Span


@frozen
class Claim:
    """A layer had a say here."""

    layer: str
    place: Span


@frozen
class Ledger:
    """What layers did, by paths as the ruleset and its layers first gave them."""

    base: Manifest
    laid: tuple[Manifest, ...]
    lost: dict[Path, Claim] = Factory(dict)            # what is not there any more
    anchors: dict[Path, list[Claim]] = Factory(dict)   # what something was put beside
    _untouched: list[Node] = Factory(list)

    @property
    def untouched(self) -> Node:
        """The ruleset before any layer."""
        if not self._untouched:
            self._untouched.append(merged(self.base.documents))
        return self._untouched[0]

    def rights(self, layer: Manifest) -> Rights:
        """Whom a layer may overrule, and who overrules it."""
        over = frozenset(names_under(layer, "over"))
        below = self.laid[: self.laid.index(layer)]
        stronger = {other.name for other in below if layer.name in names_under(other, "over")}
        return Rights(layer.name, (over - stronger) | needed_by(layer, below), frozenset(stronger - over))

    def lose(self, path: Path, old: Node, new: Node | None, claim: Claim) -> None:
        """Note which names are gone now that something else, or nothing, stands at a path."""
        left = set() if new is None else set(_names(new, path))
        for name in _names(old, path):
            if name not in left:
                self.lost.setdefault(name, claim)

    def loss(self, path: Path) -> Claim | None:
        """Who took away what a path leads to."""
        ways = (path[:length] for length in range(1, len(path) + 1))
        return next((self.lost[way] for way in ways if way in self.lost), None)

    def anchored(self, path: Path) -> Iterator[Claim]:
        """Who put something beside what stands at a path or in it."""
        for anchor, claims in self.anchors.items():
            if anchor[: len(path)] == path:
                yield from claims

    def disputed(self, path: Path, old: Node, new: Node) -> Iterator[Claim]:
        """Who wrote, or took away, something in what stands at a path that would be otherwise now."""
        for inner, node in _inside(old):
            there = found(new, inner)
            if node.origin.layer is not None and (there is None or plain(there) != plain(node)):
                yield Claim(node.origin.layer, node.origin.name)
        for gone, claim in self.lost.items():
            if gone[: len(path)] == path and found(new, gone[len(path) :]) is not None:
                yield claim

    def is_of_the_ruleset(self, path: Path) -> bool:
        """It was there before any layer."""
        return found(self.untouched, path) is not None


@frozen
class Rights:
    """`may_change` holds layers whose word a layer may change, `stronger` those that overrule it."""

    layer: str
    may_change: frozenset[str]
    stronger: frozenset[str]

    def rival(self, claims: Iterable[Claim]) -> Claim | None:
        """The first who has a say that this layer may not change."""
        return next((claim for claim in claims if claim.layer not in self.may_change), None)


def holders(node: Node) -> Iterator[Claim]:
    """Every layer that wrote a value or a part of it."""
    if node.origin.layer is not None:
        yield Claim(node.origin.layer, node.origin.name)
    for child in node.value if node.is_list else addressed(node).values():
        yield from holders(child)


def _inside(node: Node, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    """A node and everything in it that can be named."""
    yield path, node
    for name, child in addressed(node).items():
        yield from _inside(child, (*path, name))


def removed_paths(lost: Mapping[Path, Claim]) -> dict[Path, Span]:
    """Every path that layers took away, and where they say so."""
    return {path: claim.place for path, claim in lost.items()}


def _names(node: Node, path: Path) -> Iterator[Path]:
    """All paths from a node on; texts count as names, too, as most of them are."""
    yield path
    yield from addresses(node, path)
    yield from _texts(node, path)


def _texts(node: Node, path: Path) -> Iterator[Path]:
    if isinstance(node.value, str):
        yield (*path, node.value)
    elif node.is_list:
        yield from ((*path, entry.value) for entry in node.value if isinstance(entry.value, str))
    for name, child in addressed(node).items():
        yield from _texts(child, (*path, name))
