"""The schema of rulesets to what may stand at each path: for all rulesets as patterns, for one ruleset path by path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from interpreter.documents.document import Path

Schema = Mapping[str, Any]
_ID = "[A-Za-z0-9-]+"
_DEFINITION = "#/$defs/"
_STEPS, _STEP = "steps", "statement"
_NO_RULES = frozenset({"unverified", "source", "note"})


def path_kinds(rules: Schema) -> dict[str, str]:
    """Pattern of paths -> the definition that says what stands there; of everything with keys, and of steps."""
    walk = _Walk(rules["$defs"])
    outside = [(pattern, kind) for key, part in rules["properties"].items() for pattern, kind in walk.part(key, part)]
    inside = list(walk.keys(_STEP, ""))
    lists = f"{_any_of(outside)}(?:\\.{_ID}{_any_of(inside)})*"
    found = [(pattern, kind) for pattern, kind in outside if kind != _STEPS]
    found += [(lists, _STEPS), (f"{lists}\\.{_ID}", _STEP)]
    found += [(f"{lists}\\.{_ID}{rest}", kind) for rest, kind in inside if kind != _STEPS]
    return {f"^{pattern}$": kind for pattern, kind in found}


def _any_of(patterns: list[tuple[str, str]]) -> str:
    """Where steps stand among these."""
    return f"(?:{'|'.join(pattern for pattern, kind in patterns if kind == _STEPS)})"


@frozen
class _Walk:
    """Goes through the definitions of a schema; steps, which hold steps, are not entered."""

    definitions: Schema

    def part(self, path: str, part: Schema) -> Iterator[tuple[str, str]]:
        """A path, and what lies below it."""
        kind = defined(part)
        inner = defined(part.get("additionalProperties"))
        if kind is not None:
            yield from self.kind(path, kind)
        elif inner is not None and self._has_paths(inner):
            yield from self.kind(f"{path}\\.{_ID}", inner)

    def kind(self, path: str, kind: str) -> Iterator[tuple[str, str]]:
        """A path at which something of a kind stands, and what lies below it."""
        if self._has_paths(kind):
            yield path, kind
        if kind != _STEPS:
            yield from self.keys(kind, path)

    def keys(self, kind: str, path: str) -> Iterator[tuple[str, str]]:
        """What lies below the keys of a definition."""
        for key, part in self.definitions[kind].get("properties", {}).items():
            if key not in _NO_RULES:
                yield from self.part(f"{path}\\.{key}", part)

    def _has_paths(self, kind: str) -> bool:
        return kind == _STEPS or "properties" in self.definitions[kind]


def defined(part: Any) -> str | None:
    """The definition that a schema refers to, if it does."""
    reference = part.get("$ref") if isinstance(part, Mapping) else None
    return None if reference is None else str(reference).rpartition(_DEFINITION)[2]


def shape_at(rules: Schema, path: Path) -> Schema:
    """The part of the schema that says what stands at a path; everything, if the schema does not say."""
    shape = rules
    for name in path:
        shape = _inner(_resolved(shape, rules), name)
    return shape


def _resolved(shape: Schema, rules: Schema) -> Schema:
    kind = defined(shape)
    return shape if kind is None else rules["$defs"][kind]


def _inner(shape: Schema, name: str) -> Schema:
    inner = shape.get("properties", {}).get(name) or shape.get("items") or shape.get("additionalProperties")
    return inner if isinstance(inner, Mapping) else {}
