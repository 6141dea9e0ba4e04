"""The stages of a stack and a path to what became of the value there, from the ruleset up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from attrs import evolve, field, frozen

from interpreter.documents.document import Path, value_at
from interpreter.layering.differences import Difference, Kind, Site, differences, site
from interpreter.layering.operations import meant_path
from interpreter.layering.stack import Stack
from interpreter.source.diagnostics import Diagnostic, SourceError, error

ABSENT = object()  # where a stage has nothing at the path


@frozen
class History:
    """What the ruleset says at a path, each change to it, and what holds in the end."""

    path: Path
    stack: str
    base: str
    first: Any = field(default=ABSENT)  # ABSENT: the ruleset has no such path
    first_at: Site | None = None
    changes: tuple[Difference, ...] = ()
    last: Any = field(default=ABSENT)


def history(stages: Sequence[Stack], path: Path) -> History:
    """The history of a path over the stages of a stack; the first is the ruleset alone.

    Raises:
        SourceError: Neither the ruleset nor a layer ever had such a path.
    """
    found = tuple(change for before, after in pairwise(stages) for change in _changes(before, after, path))
    first, last = _value(stages[0], path), _value(stages[-1], path)
    if first is ABSENT and last is ABSENT and not found:
        raise SourceError([_nowhere(stages, path)])
    first_at = None if first is ABSENT else site(stages[0], path)
    return History(path, stages[-1].full_name, stages[0].ruleset, first, first_at, found, last)


def _changes(before: Stack, after: Stack, path: Path) -> Iterator[Difference]:
    """What differs at the path or inside it; of what came and went around it, only what stood there."""
    for difference in differences(before, after):
        length = len(difference.path)
        if difference.path[: len(path)] == path:
            yield difference
        elif difference.path == path[:length]:
            yield from _inside(difference, before, after, path)


def _inside(around: Difference, before: Stack, after: Stack, path: Path) -> Iterator[Difference]:
    """What the coming or going of a whole thing means for a path in it."""
    inner = path[len(around.path) :]
    if around.kind is Kind.ADDED and (to := _at(around.to, inner)) is not ABSENT:
        yield evolve(around, path=path, to=to, to_at=site(after, path))
    if around.kind is Kind.REMOVED and (was := _at(around.was, inner)) is not ABSENT:
        yield evolve(around, path=path, was=was, was_at=site(before, path))


def _value(stack: Stack, path: Path) -> Any:
    return _at(stack.data, path)


def _at(data: Any, path: Path) -> Any:
    try:
        return value_at(data, path)
    except (KeyError, ValueError, TypeError):
        return ABSENT


def _nowhere(stages: Sequence[Stack], path: Path) -> Diagnostic:
    typed = ".".join(path)
    known = dict.fromkeys(".".join(known) for stage in stages for known in stage.paths if known)
    return error("L0402", None, meant_path(typed, known), path=typed, stack=stages[-1].full_name)
