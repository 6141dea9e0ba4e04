"""The name of a kind of file to the validator of its JSON Schema.

Two words of our own may stand in a schema, which editors ignore:

* `x-noun`: what an author calls the mapping, with its article ("a card");
* `x-verbs`: the keys of which a statement has exactly one, as a list, or as a mapping
  from each verb to the keys that go with it and with no other verb.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, TypeChecker, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from interpreter.documents.shipped import shipped

_SUFFIX = ".schema.json"
_OWN = "#/$defs/"


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


@cache
def validator(name: str, folder: Path | None = None) -> Validator:
    """The validator of a kind of file; a kind without a schema is a bug."""
    known = _schemas(folder or shipped("schemas"))
    assert name + _SUFFIX in known, f"no schema named {name}"
    return build_validator(known[name + _SUFFIX], known)


def build_validator(schema: Mapping[str, Any], others: Mapping[str, Any] | None = None) -> Validator:
    """The validator of a schema, which may refer to the others by their file names and to nothing else."""
    resources = ((name, _resource(other)) for name, other in (others or {}).items())
    registry: Registry[Any] = Registry().with_resources(resources).crawl()
    built: Validator = _with_own_refs(schema)(schema, registry=registry)
    return built


def _with_own_refs(schema: Mapping[str, Any]) -> Any:
    """The class for a schema; one that refers to nothing but its own `$defs` looks them up without detours."""
    targets = {f"{_OWN}{name}": target for name, target in schema.get("$defs", {}).items()}
    if not targets.keys() >= set(_refs(schema)):
        return _Validator

    def check_ref(against: Validator, ref: str, instance: Any, _schema: Any) -> Iterator[ValidationError]:
        yield from against.descend(instance, targets[ref])  # type: ignore[attr-defined]  # the stubs lack it

    return extend(_Validator, {"$ref": check_ref})  # type: ignore[no-untyped-call]


def _refs(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from (ref for key, ref in schema.items() if key == "$ref" and isinstance(ref, str))
    if isinstance(schema, (dict, list)):
        for inner in schema.values() if isinstance(schema, dict) else schema:
            yield from _refs(inner)


@cache
def _schemas(folder: Path) -> dict[str, Any]:
    return {path.name: json.loads(path.read_text("utf-8")) for path in sorted(folder.glob(f"*{_SUFFIX}"))}


def _resource(schema: Any) -> Resource[Any]:
    return Resource.from_contents(schema, default_specification=DRAFT202012)


def _is_whole(_checker: TypeChecker, value: object) -> bool:
    """JSON Schema takes 3.0 for a whole number; an author who writes it means something else."""
    return isinstance(value, int) and not isinstance(value, bool)


def _check_properties(
    against: Validator, properties: Mapping[str, Any], instance: Any, schema: Any
) -> Iterator[ValidationError]:
    """As the library does, but a key whose schema is `false` stays an error about that key."""
    if not isinstance(instance, dict):
        return
    if any(wanted is False and key in instance for key, wanted in properties.items()):
        yield ValidationError("")
    allowed = {key: wanted for key, wanted in properties.items() if wanted is not False}
    yield from Draft202012Validator.VALIDATORS["properties"](against, allowed, instance, schema)


def _check_pattern(_validator: Validator, pattern: str, instance: Any, _schema: Any) -> Iterator[ValidationError]:
    """As the library does, but `$` is the end: Python lets a line break stand behind it."""
    if isinstance(instance, str) and re.search(re.sub(r"\$$", r"\\Z", pattern), instance) is None:
        yield ValidationError("")


def _check_verbs(
    _validator: Validator, verbs: Sequence[str] | Mapping[str, Sequence[str]], instance: Any, _schema: Any
) -> Iterator[ValidationError]:
    if not isinstance(instance, dict):
        return
    said = [verb for verb in verbs if verb in instance]
    if len(said) != 1 or misplaced_keys(verbs, said[0], instance):
        yield ValidationError("")


def misplaced_keys(
    verbs: Sequence[str] | Mapping[str, Sequence[str]], said: str, instance: Mapping[str, Any]
) -> tuple[str, ...]:
    """The keys of a statement that go only with another verb than the one that is said."""
    if not isinstance(verbs, Mapping):
        return ()
    elsewhere = {key for keys in verbs.values() for key in keys} - set(verbs[said])
    return tuple(key for key in instance if key in elsewhere)


_Validator: Any = extend(  # type: ignore[no-untyped-call]  # the stubs leave its result open
    Draft202012Validator,
    {"properties": _check_properties, "pattern": _check_pattern, "x-verbs": _check_verbs},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_whole),
)
