"""Snapshots that wait to what `gulliver review` shows of them: lines, pages, plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from interpreter.commands.output import SCHEMA
from interpreter.snapshots.grouping import Changed, Group
from interpreter.snapshots.parting import Cause, Told
from interpreter.snapshots.waiting import State, Waiting
from interpreter.source.catalogue import phrase
from interpreter.source.display import harmless

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def told(outcome: str, each: Changed) -> str:
    """What was done with a snapshot."""
    return phrase(f"review-{outcome}", id=each.waiting.id)


def listing(groups: Sequence[Group]) -> Iterator[str]:
    """What waits, a line each, below the rule that changed it."""
    for group in groups:
        if group.rule is not None:
            yield _rule(group)
        margin = "" if group.rule is None else "  "
        for each in group.members:
            yield f"{margin}{_headline(each.waiting)}"
            yield from (f"{margin}  {line}" for line in _causes(each))


def _rule(group: Group) -> str:
    rule = group.rule
    assert rule is not None, "the group is that of a rule"
    key = "review-chance" if group.is_chance else "review-rule"
    place = "" if rule.span is None else f" ({rule.layer}, {rule.span.file}:{rule.span.line})"
    return harmless(phrase(key, rule=rule.path) + place)


def _headline(waiting: Waiting) -> str:
    words = [phrase(f"review-state-{state.value}") for state in State]
    said = phrase(f"review-state-{waiting.state.value}")
    return f"{said:<{max(map(len, words))}} {harmless(waiting.id)}"


def _causes(each: Changed) -> Iterator[str]:
    """What chance had to do with it; nothing where a rule alone changed it."""
    found = each.parting
    if found.shift is not None:
        key = "review-shifted" if each.is_seeded else "review-scripted"
        yield phrase(key, stream=each.stream or "", rule=found.shift.rule, line=str(found.shift.number))
        if found.rule is not None:
            key = "review-rule-before" if found.cause is Cause.BOTH else "review-rule-after"
            yield phrase(key, rule=found.rule.rule, line=str(found.rule.number))


def page(group: Group, each: Changed, place: str, *, coloured: bool) -> str:
    """One snapshot with all that changes in it; the first of a group below its rule."""
    head = [_rule(group)] if group.rule is not None and each is group.members[0] else []
    lines = (harmless(line) for line in each.waiting.difference)
    shown = (click.style(line, fg=_COLOURS.get(line[:1])) if coloured else line for line in lines)
    return "\n".join([*head, f"{_headline(each.waiting)}  ({place})", *(f"  {c}" for c in _causes(each)), *shown])


# ---- for programs ---------------------------------------------------------------------------------------------------


def as_object(snapshots: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The whole answer."""
    return {"schema": SCHEMA, "snapshots": list(snapshots)}


def plain(each: Changed) -> dict[str, Any]:
    """One snapshot."""
    waiting, snapshot = each.waiting, each.waiting.snapshot
    return {
        "id": waiting.id,
        "file": snapshot.scenario.as_posix(),
        "name": snapshot.name,
        "state": waiting.state.value,
        "accepted": snapshot.accepted.as_posix(),
        "pending": None if waiting.state is State.STALE else snapshot.pending.as_posix(),
        "changed_by": _plain_rule(each),
        "cause": each.parting.cause.value,
        "stream": each.stream,
        "seeded": each.is_seeded,
        "first_rule": _plain_line(each.parting.rule),
        "first_chance": _plain_line(each.parting.shift),
        "diff": list(waiting.difference),
    }


def _plain_rule(each: Changed) -> dict[str, Any] | None:
    rule = each.rule
    if rule is None:
        return None
    span = rule.span
    return {"rule": rule.path, "layer": rule.layer, "file": span and span.file, "line": span and span.line}


def _plain_line(line: Told | None) -> dict[str, Any] | None:
    return None if line is None else {"rule": line.rule, "line": line.number, "about": line.about, "value": line.value}
