"""A stack to the places in its rules that can be changed, each with what the schema says of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from interpreter.documents.document import Path, entry_names
from interpreter.documents.schemas import raw_schema
from interpreter.layering.shapes import Schema, defined
from interpreter.layering.stack import Stack

EXPRESSION, STEPS, REASONS = "expression", "steps", "refusals"
# What only names and words are for, what people are told, and what claims something about the rules.
_NO_RULES = frozenset({
    "format", "ruleset", "version", "title", "sources", "rulings", "attributes", "types", "windows", "bots",
    "invariants", "source", "unverified", "note", "ruling", "id", "event",
})  # fmt: skip

_CHOOSABLE = frozenset({"values", "from", "to"})  # of an option: what a table may choose is no rule of the game


@frozen
class Site:
    """A value of the rules; `kind` is the definition of the schema that it follows, if it has a name."""

    path: Path
    value: Any
    shape: Schema
    kind: str | None

    @property
    def key(self) -> str:
        """The key, or the name of the entry."""
        return self.path[-1]


def sites(stack: Stack) -> Iterator[Site]:
    """Every value of the rules, the outer ones first; what stands under `unverified` is left out."""
    schema = raw_schema("ruleset")
    yield from _Walk(schema["$defs"]).keys(Site((), stack.data, schema, None))


@frozen
class _Walk:
    definitions: Schema

    def site(self, path: Path, value: Any, part: Schema) -> Iterator[Site]:
        """A value and everything within."""
        kind = defined(part)
        shape = self.definitions[kind] if kind is not None else part
        if "anyOf" in shape:
            yield from self.site(path, value, self._fitting(shape["anyOf"], value))
            return
        here = Site(path, value, shape, kind)
        yield here
        if isinstance(value, dict):
            yield from self.keys(here)
        elif isinstance(value, list) and "items" in shape:
            for name, entry in zip(entry_names(value), value, strict=True):
                yield from self.site((*path, name), entry, shape["items"])

    def keys(self, site: Site) -> Iterator[Site]:
        """What stands under the keys of a mapping."""
        shape, names = site.shape, "properties" not in site.shape
        skipped: frozenset[str] = frozenset() if names else _NO_RULES | set(site.value.get("unverified", ()))
        skipped |= _CHOOSABLE if site.kind == "option" else frozenset()
        for key, value in site.value.items():
            part = shape.get("properties", {}).get(key, shape.get("additionalProperties"))
            if key not in skipped and isinstance(part, Mapping):
                yield from self.site((*site.path, key), value, part)

    def _fitting(self, alternatives: list[Schema], value: Any) -> Schema:
        """The alternative for a list, a number or a word."""
        types = {list: "array", int: "integer"}
        wanted = types.get(type(value))
        fitting = (each for each in alternatives if each.get("type") == wanted)
        return next(fitting, alternatives[0])
