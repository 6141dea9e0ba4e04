"""Rules to the same rules in which every condition that an author wrote can be observed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import attrs
from attrs import evolve

from interpreter.compiler.words import words
from interpreter.model import rules as r
from interpreter.model import terms as t
from interpreter.model.rules import Path

# Fields of statements whose keys in a document are called otherwise.
_KEYS = {
    "condition": "if",
    "who": "ask",
    "owner": "for",
    "start": "from",
    "arguments": "with",
    "places": "in",
    "card": "move",
}
_CONDITIONS = {
    (r.Guarded, "condition"): "if",
    (r.Again, "condition"): "while",
    (r.Loop, "where"): "where",
    (r.Demand, "fewest"): "fewest",
}


def probed(ruleset: r.Ruleset) -> r.Ruleset:
    """The same rules, with each condition of the course, of answers and of choices marked by its path."""
    values = {k: evolve(v, term=_marked(v.term, ("values", k, "is"))) for k, v in ruleset.values.items()}
    rooms = {k: _marked(term, ("zones", k, "room")) for k, term in ruleset.rooms.items()}
    refills = {k: _refill(k, term) for k, term in ruleset.refill_at_once.items()}
    score = None if ruleset.score is None else _marked(ruleset.score, ("scoring", "score"))
    return evolve(
        ruleset,
        values=values,
        rooms=rooms,
        refill_at_once=refills,
        demands=_marked(ruleset.demands, ("demands",)),
        setup=_marked(ruleset.setup, ("setup",)),
        steps=_marked(ruleset.steps, ("steps",)),
        actions=_marked(ruleset.actions, ("actions",)),
        plays=_marked(ruleset.plays, ("cards",)),
        score=score,
        ties=_marked(ruleset.ties, ("scoring", "ties")),
    )


def _refill(zone: str, term: t.Term) -> t.Term:
    path = ("zones", zone, "refill", "at-once")
    return t.Probed(_marked(term, path), path, "branch", words(term))


def _marked(value: Any, path: Path) -> Any:
    """A part of the rules that stands at a path."""
    if isinstance(value, Mapping):
        return {key: _marked(item, (*path, key)) for key, item in value.items()}
    if isinstance(value, tuple):
        return tuple(_marked(item, path) for item in value)
    if not attrs.has(type(value)) or isinstance(value, r.Head):
        return value
    return _node(value, _path_of(value, path))


def _node(value: Any, path: Path) -> Any:
    """A statement, an answer, a choice, a term."""
    changed = {}
    for field in attrs.fields(cast(Any, type(value))):
        inner = getattr(value, field.name)
        here = path if isinstance(value, t.Term | r.Condition) else (*path, _key(value, field.name))
        marked = _marked(inner, here)
        kind = _kind(value, field.name)
        changed[field.name] = t.Probed(marked, here, kind, words(inner)) if kind and inner is not None else marked
    return evolve(value, **changed)


def _path_of(value: Any, path: Path) -> Path:
    """Statements, answers and choices know where they stand."""
    if hasattr(value, "head"):
        return cast(Path, value.head.path)
    return cast(Path, getattr(value, "path", path))


def _key(value: Any, field: str) -> str:
    return _CONDITIONS.get((type(value), field)) or _KEYS.get(field, field.replace("_", "-"))


def _kind(value: Any, field: str) -> str:
    """What sort of condition a field holds; empty if none."""
    if (type(value), field) in _CONDITIONS:
        return "branch"
    if isinstance(value, t.Choose) and field == "condition":
        return "case"
    if isinstance(value, r.Condition) and field == "term":
        return "refuse" if value.refuses else "allow"
    return "choose" if isinstance(value, r.Choice) and field == "where" else ""
