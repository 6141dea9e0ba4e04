"""A stack to marks behind the lines of its rules: the path of what a line says, and which layers wrote some of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from attrs import frozen

from interpreter.model import draft as d

_NOTHING: Mapping[d.Path, str] = {}
_GROUP = 1  # names of a path that leads to a group as a whole


@frozen
class Marks:
    """`laid` says of every path that a layer wrote which layer it was; with `paths` each line tells its own."""

    laid: Mapping[d.Path, str] = _NOTHING
    paths: bool = False

    def of(self, node: d.Node, apart: Collection[str] = ()) -> str:
        """The mark of a line that says all of a node except the keys that have lines of their own."""
        layers = (layer for path, layer in self._within(node.path) if not set(path[:1]) & set(apart))
        return self._path(node.path) + _mark(layers)

    def at(self, path: d.Path) -> str:
        """The mark of a line that says no more than that there is something at a path."""
        return self._path(path) + _mark(layer for rest, layer in self._within(path) if not rest)

    def _path(self, path: d.Path) -> str:
        return f"  {{{'.'.join(path)}}}" if self.paths else ""

    def _within(self, path: d.Path) -> Iterator[tuple[d.Path, str]]:
        """What layers wrote at a path and inside it; a line further up already speaks for what is new as a whole."""
        above = self.laid.get(path[:-1]) if len(path) - 1 > _GROUP else None
        length = len(path)
        return ((at[length:], layer) for at, layer in self.laid.items() if at[:length] == path and layer != above)


def _mark(layers: Iterator[str]) -> str:
    names = ", ".join(dict.fromkeys(layers))
    return f"  [{names}]" if names else ""


NO_MARKS = Marks()
