"""Two stacks to everything in which their rules differ, each with the places where both are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from enum import Enum
from typing import Any

from attrs import frozen

from interpreter.documents.document import Path, entry_names
from interpreter.layering.nodes import Origin
from interpreter.layering.stack import Stack
from interpreter.source.span import Span


class Kind(Enum):
    """What became of a value."""

    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"


@frozen
class Site:
    """Where something is written; without a place it was chosen with the stack."""

    span: Span | None = None
    layer: str | None = None  # None: by the ruleset itself
    why: str | None = None    # the reason that the layer states


CHOSEN = Site()


@frozen
class Difference:
    """One value, entry or step that is not the same in both."""

    kind: Kind
    path: Path  # in the stack that has it; of a change, in the later one
    was: Any = None
    to: Any = None
    was_at: Site | None = None
    to_at: Site | None = None  # of what is gone, where it is taken away; None: it never was there

    @property
    def name(self) -> str:
        """The path as it is written."""
        return ".".join(self.path)


def differences(before: Stack, after: Stack) -> tuple[Difference, ...]:
    """Everything that differs, in the order of the rules."""
    return tuple(_Comparison(before, after).between(before.data, after.data, (), ()))


def site(stack: Stack, path: Path) -> Site:
    """Where a value of a stack comes from."""
    match path:
        case ("options", option, "default") if option in stack.options:
            return CHOSEN
        case _:
            return _written(stack, stack.origin(path))


def _written(stack: Stack, origin: Origin) -> Site:
    return Site(origin.name, origin.layer, None if origin.layer is None else stack.why(origin.layer))


def _taken_away(stack: Stack, path: Path) -> Site | None:
    """Where a layer says that it takes away what stood at a path, or something around it."""
    spans = (stack.removed.get(path[:length]) for length in range(len(path), 0, -1))
    span = next((span for span in spans if span is not None), None)
    if span is None:
        return None
    layer = next(layer for layer in stack.layers if span.file in {each.file for each in stack.layer_documents(layer)})
    return Site(span, layer, stack.why(layer))


@frozen
class _Comparison:
    before: Stack
    after: Stack

    def between(self, was: Any, to: Any, old: Path, new: Path) -> Iterator[Difference]:
        """What differs between two values at their paths."""
        if isinstance(was, dict) and isinstance(to, dict):
            yield from self._of_keys(was, to, old, new)
        elif isinstance(was, list) and isinstance(to, list) and (_holds_entries(was) or _holds_entries(to)):
            yield from self._of_entries(was, to, old, new)
        elif was != to:
            places = (site(self.before, old), site(self.after, new))
            yield Difference(Kind.CHANGED, new, was, to, *places)

    def _of_keys(self, was: dict[str, Any], to: dict[str, Any], old: Path, new: Path) -> Iterator[Difference]:
        for key in dict.fromkeys([*was, *to]):
            if key not in to:
                yield self._removed(was[key], (*old, key), new)
            elif key not in was:
                yield self._added(to[key], (*new, key))
            else:
                yield from self.between(was[key], to[key], (*old, key), (*new, key))

    def _of_entries(self, was: list[Any], to: list[Any], old: Path, new: Path) -> Iterator[Difference]:
        """Entries are the same if they have the same id, or, without one, were written at the same place."""
        olds, news = tuple(_paths(was, old)), tuple(_paths(to, new))
        keys = (_identities(self.before, was, olds), _identities(self.after, to, news))
        for verb, i, j, k, m in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
            if verb == "equal" or (verb == "replace" and j - i == m - k):
                for n in range(j - i):
                    yield from self.between(was[i + n], to[k + n], olds[i + n], news[k + n])
            else:
                yield from (self._removed(was[n], olds[n], new) for n in range(i, j))
                yield from (self._added(to[n], news[n]) for n in range(k, m))

    def _added(self, to: Any, path: Path) -> Difference:
        return Difference(Kind.ADDED, path, to=to, to_at=site(self.after, path))

    def _removed(self, was: Any, path: Path, around: Path) -> Difference:
        taken = _taken_away(self.after, path) or self._replaced(path[:-1], around)
        return Difference(Kind.REMOVED, path, was, None, site(self.before, path), taken)

    def _replaced(self, old: Path, new: Path) -> Site | None:
        """Where a layer put something else in place of what stood around it."""
        origin = self.after.origin(new)
        is_new = origin.layer is not None and not _is_same(origin, self.before.origin(old))
        return _written(self.after, origin) if is_new else None


def _is_same(one: Origin, other: Origin) -> bool:
    return (one.layer, one.path) == (other.layer, other.path)


def _holds_entries(values: Iterable[Any]) -> bool:
    return any(isinstance(value, (dict, list)) for value in values)


def _paths(entries: list[Any], path: Path) -> Iterator[Path]:
    return ((*path, name) for name in entry_names(entries))


def _identities(stack: Stack, entries: list[Any], paths: Iterable[Path]) -> list[tuple[Any, ...]]:
    return [_identity(stack.origin(path), entry) for path, entry in zip(paths, entries, strict=True)]


def _identity(origin: Origin, entry: Any) -> tuple[Any, ...]:
    own = entry.get("id") if isinstance(entry, dict) else None
    return ("id", own) if isinstance(own, str) else ("at", origin.layer, origin.path)
