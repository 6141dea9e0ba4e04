"""The name of a kind of file to the validator of its JSON Schema.

Two words of our own may stand in a schema, which editors ignore:

* `x-noun`: what an author calls the mapping, with its article ("a card");
* `x-verbs`: the keys of which a statement has exactly one, as a list, or as a mapping
  from each verb to the keys that go with it and with no other verb.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from interpreter.documents.fitting import Check, Fitting, UnsureError
from interpreter.documents.shipped import shipped

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator as Protocol

_SUFFIX = ".schema.json"


def schema_names(folder: Path | None = None) -> tuple[str, ...]:
    """The kinds of file that have a schema."""
    return tuple(sorted(path.name.removesuffix(_SUFFIX) for path in (folder or shipped("schemas")).glob(f"*{_SUFFIX}")))


def schema_file(name: str) -> Path:
    """Where the schema of a kind of file lies."""
    return shipped("schemas") / (name + _SUFFIX)


def raw_schema(name: str) -> Mapping[str, Any]:
    """The schema of a kind of file as it is written."""
    schema: Mapping[str, Any] = _schemas(shipped("schemas"))[name + _SUFFIX]
    return schema


@frozen(slots=False)
class Validator:
    """What says of data whether it fits a schema, which may refer to others by their file names and to nothing else."""

    schema: Mapping[str, Any]
    others: Mapping[str, Any] = field(repr=False)

    def fits(self, data: Any) -> bool:
        """Whether the data surely fits; a no may be wrong."""
        try:
            return self._check(data)
        except UnsureError:
            return False

    def iter_errors(self, data: Any) -> Iterator[ValidationError]:
        """Everything that does not fit."""
        yield from self._full().iter_errors(data)

    def is_valid(self, data: Any, part: Mapping[str, Any]) -> bool:
        """Whether the data fits a part of the schema."""
        try:
            return Fitting(self.schema, self.others).check(part)(data)
        except UnsureError:
            return bool(self._full().evolve(schema=part).is_valid(data))

    def _full(self) -> Protocol:
        from interpreter.documents.keywords import full_validator  # noqa: PLC0415  # slow, and only errors need it

        return full_validator(self.schema, self.others)

    @cached_property
    def _check(self) -> Check:
        return Fitting(self.schema, self.others).check(self.schema)


@cache
def validator(name: str, folder: Path | None = None) -> Validator:
    """The validator of a kind of file; a kind without a schema is a bug."""
    known = _schemas(folder or shipped("schemas"))
    assert name + _SUFFIX in known, f"no schema named {name}"
    return build_validator(known[name + _SUFFIX], known)


def build_validator(schema: Mapping[str, Any], others: Mapping[str, Any] | None = None) -> Validator:
    """The validator of a schema, which may refer to the others by their file names and to nothing else."""
    return Validator(schema, others or {})


@cache
def _schemas(folder: Path) -> dict[str, Any]:
    return {path.name: json.loads(path.read_text("utf-8")) for path in sorted(folder.glob(f"*{_SUFFIX}"))}
