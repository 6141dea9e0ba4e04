"""A JSON Schema to everything that does not fit: the library's validator, with what our schemas say besides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from jsonschema import Draft202012Validator, TypeChecker, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from interpreter.documents.fitting import has_one_verb, has_pattern

_OWN = "#/$defs/"


def full_validator(schema: Mapping[str, Any], others: Mapping[str, Any]) -> Validator:
    """The library's validator of a schema, which may refer to the others by their file names."""
    resources = ((name, _resource(other)) for name, other in others.items())
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
    if isinstance(instance, str) and not has_pattern(instance, pattern):
        yield ValidationError("")


def _check_verbs(
    _validator: Validator, verbs: Sequence[str] | Mapping[str, Sequence[str]], instance: Any, _schema: Any
) -> Iterator[ValidationError]:
    if isinstance(instance, dict) and not has_one_verb(verbs, instance):
        yield ValidationError("")


_Validator: Any = extend(  # type: ignore[no-untyped-call]  # the stubs leave its result open
    Draft202012Validator,
    {"properties": _check_properties, "pattern": _check_pattern, "x-verbs": _check_verbs},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_whole),
)
