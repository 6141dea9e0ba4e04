"""Errors of JSON Schema to the errors that have a cause of their own: unions are taken apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jsonschema import ValidationError

_UNIONS = ("anyOf", "oneOf")


def leaves(errors: Iterable[ValidationError]) -> Iterator[ValidationError]:
    """The errors, with the alternative that was probably meant in place of each union."""
    for error in errors:
        branch = _meant(error) if error.validator in _UNIONS else None
        if branch is None:
            yield error
        else:
            yield from leaves(branch)


def alternatives(error: ValidationError) -> list[list[ValidationError]]:
    """What is wrong with each alternative of a union."""
    branches: dict[int | str, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.relative_schema_path[0], []).append(inner)
    return list(branches.values())


def is_of_other_type(branch: list[ValidationError]) -> bool:
    """The alternative wants another type of value altogether."""
    return any(error.validator == "type" and not error.relative_path for error in branch)


def _meant(error: ValidationError) -> list[ValidationError] | None:
    """The one alternative that fits in type, or that fits clearly better than the others."""
    branches = [branch for branch in alternatives(error) if not is_of_other_type(branch)]
    ranked = sorted(branches, key=_misfit)
    if not ranked:
        return None
    if len(ranked) > 1 and _misfit(ranked[0]) == _misfit(ranked[1]):
        return None
    return ranked[0]


def _misfit(branch: list[ValidationError]) -> tuple[int, int]:
    """How badly an alternative fits: first what is wrong with the value itself, then inside it."""
    return sum(not error.relative_path for error in branch), len(branch)
