"""A stack to marks behind the lines of its rules: which layers wrote something of what a line says."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from attrs import frozen

from interpreter.model import draft as d

_NOTHING: Mapping[d.Path, str] = {}
_GROUP = 1  # names of a path that leads to a group as a whole


@frozen
class Marks:
    """`laid` says of every path that a layer wrote which layer it was."""

    laid: Mapping[d.Path, str] = _NOTHING

    def of(self, node: d.Node, apart: Collection[str] = ()) -> str:
        """The mark of a line that says all of a node except the keys that have lines of their own."""
        return _mark(layer for path, layer in self._within(node.path) if not set(path[:1]) & set(apart))

    def at(self, path: d.Path) -> str:
        """The mark of a line that says no more than that there is something at a path."""
        return _mark(layer for rest, layer in self._within(path) if not rest)

    def _within(self, path: d.Path) -> Iterator[tuple[d.Path, str]]:
        """What layers wrote at a path and inside it; a line further up already speaks for what is new as a whole."""
        above = self.laid.get(path[:-1]) if len(path) - 1 > _GROUP else None
        length = len(path)
        return ((at[length:], layer) for at, layer in self.laid.items() if at[:length] == path and layer != above)


def _mark(layers: Iterator[str]) -> str:
    names = ", ".join(dict.fromkeys(layers))
    return f"  [{names}]" if names else ""


NO_MARKS = Marks()
