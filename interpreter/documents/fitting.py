"""A JSON Schema to a quick answer whether data fits. Why it does not is for `keywords` to say.

It is made of functions, one for each part of the schema that is reached. What they do not know how to decide
(a keyword, or whether mappings in a list are alike) they do not decide: then nobody may rely on the quick answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Sized
from functools import cache
from typing import Any

Schema = Any  # a mapping, or true or false
Check = Callable[[Any], bool]

_OWN = "#/$defs/"
_TYPES: dict[str, Check] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}
_SAY_NOTHING = frozenset({
    "$schema", "$id", "$defs", "$comment", "title", "description", "markdownDescription", "default", "examples",
    "enumDescriptions", "defaultSnippets", "errorMessage", "patternErrorMessage", "deprecationMessage", "deprecated",
    "then", "else", "patternProperties", "additionalProperties",  # read with `if` and `properties`
})  # fmt: skip


class UnsureError(Exception):
    """The quick answer cannot be given."""


class Fitting:
    """The checks of a schema and of those that it refers to, by the names of their files."""

    def __init__(self, root: Mapping[str, Any], others: Mapping[str, Any]) -> None:
        self._files = {**others, "": root}
        self._known: dict[tuple[str, str], Check] = {}

    def check(self, schema: Schema, file: str = "") -> Check:
        """A function from data to whether it fits a schema, which stands in a file (the root: no name).

        The function raises `UnsureError` where that cannot be told.
        """
        if isinstance(schema, bool):
            return lambda _: schema
        tests = [self._test(key, wanted, schema, file) for key, wanted in schema.items() if not _is_silent(key)]
        if not {"patternProperties", "additionalProperties"}.isdisjoint(schema) and "properties" not in schema:
            tests.append(_members(self, {}, schema, file))
        return tests[0] if len(tests) == 1 else _all_of(tests)

    def _test(self, key: str, wanted: Any, schema: Mapping[str, Any], file: str) -> Check:
        return _KEYWORDS[key](self, wanted, schema, file) if key in _KEYWORDS else _unsure

    def checks(self, schemas: Mapping[str, Schema], file: str) -> dict[str, Check]:
        """The check of each of several schemas."""
        return {key: self.check(schema, file) for key, schema in schemas.items()}

    def referred(self, ref: str, file: str) -> Check:
        """The check of what a reference means; it is made when it is first reached, for schemas contain themselves."""
        name, _, where = ref.partition("#")
        target = (name or file, where)

        def check(value: Any) -> bool:
            known = self._known.get(target)
            if known is None:
                known = self._known[target] = self.check(self._part(*target), target[0])
            return known(value)

        return check

    def _part(self, file: str, where: str) -> Schema:
        found = self._files[file]
        for step in where.split("/")[1:]:
            found = found[step]
        return found


def _unsure(_: Any) -> bool:
    raise UnsureError


def _is_silent(key: str) -> bool:
    """Whether a keyword says nothing about data by itself."""
    return key in _SAY_NOTHING or (key.startswith("x-") and key != "x-verbs")


def _all_of(tests: Sequence[Check]) -> Check:
    def check(value: Any) -> bool:
        for test in tests:  # noqa: SIM110  # a generator would take twice as long
            if not test(value):
                return False
        return True

    return check


Keyword = Callable[[Fitting, Any, Mapping[str, Any], str], Check]


def _type(_: Fitting, wanted: str | Sequence[str], _schema: Any, _file: str) -> Check:
    if isinstance(wanted, str):
        return _TYPES[wanted]
    kinds = [_TYPES[kind] for kind in wanted]
    return lambda value: any(kind(value) for kind in kinds)


def _members(its: Fitting, wanted: Mapping[str, Schema], schema: Mapping[str, Any], file: str) -> Check:
    """`properties`, with what is said of the keys that they do not name."""
    known = its.checks(wanted, file)
    patterned = its.checks(schema.get("patternProperties", {}), file)
    patterns = [(re.compile(pattern), check) for pattern, check in patterned.items()]
    others = its.check(schema.get("additionalProperties", True), file)

    def fits(key: str, value: Any) -> bool:
        matching = [check for pattern, check in patterns if pattern.search(key)]
        if key in known:
            matching.append(known[key])
        return all(check(value) for check in matching or (others,))

    return lambda data: not isinstance(data, dict) or all(fits(key, value) for key, value in data.items())


def _names(its: Fitting, wanted: Schema, _schema: Any, file: str) -> Check:
    check = its.check(wanted, file)
    return lambda data: not isinstance(data, dict) or all(map(check, data))


def _items(its: Fitting, wanted: Schema, _schema: Any, file: str) -> Check:
    check = its.check(wanted, file)
    return lambda data: not isinstance(data, list) or all(map(check, data))


def _required(_: Fitting, wanted: Sequence[str], _schema: Any, _file: str) -> Check:
    return lambda data: not isinstance(data, dict) or all(key in data for key in wanted)


def _required_with(_: Fitting, wanted: Mapping[str, Sequence[str]], _schema: Any, _file: str) -> Check:
    keys = [(key, other) for key, others in wanted.items() for other in others]
    return lambda data: not isinstance(data, dict) or all(other in data for key, other in keys if key in data)


def _any_of(its: Fitting, wanted: Sequence[Schema], _schema: Any, file: str) -> Check:
    checks = [its.check(schema, file) for schema in wanted]
    return lambda value: any(check(value) for check in checks)


def _one_of(its: Fitting, wanted: Sequence[Schema], _schema: Any, file: str) -> Check:
    checks = [its.check(schema, file) for schema in wanted]
    return lambda value: sum(check(value) for check in checks) == 1


def _each_of(its: Fitting, wanted: Sequence[Schema], _schema: Any, file: str) -> Check:
    return _all_of([its.check(schema, file) for schema in wanted])


def _depends(its: Fitting, wanted: Schema, schema: Mapping[str, Any], file: str) -> Check:
    parts = (wanted, schema.get("then", True), schema.get("else", True))
    asked, then, otherwise = (its.check(part, file) for part in parts)
    return lambda value: then(value) if asked(value) else otherwise(value)


def _enum(_: Fitting, wanted: Sequence[Any], _schema: Any, _file: str) -> Check:
    return lambda value: any(type(value) is type(each) and value == each for each in wanted)


def _distinct(_: Fitting, wanted: bool, _schema: Any, _file: str) -> Check:  # noqa: FBT001  # as JSON Schema has it
    def check(value: Any) -> bool:
        if not isinstance(value, list) or len(value) <= 1:
            return True
        if not all(isinstance(entry, str) for entry in value):
            raise UnsureError
        return len(set(value)) == len(value)

    return check if wanted else lambda _: True


def _verbs(_: Fitting, verbs: Sequence[str] | Mapping[str, Sequence[str]], _schema: Any, _file: str) -> Check:
    return lambda value: not isinstance(value, dict) or has_one_verb(verbs, value)


def _sized(kind: type[Sized], compare: Callable[[int, int], bool]) -> Keyword:
    def keyword(_: Fitting, wanted: int, _schema: Any, _file: str) -> Check:
        return lambda value: not isinstance(value, kind) or compare(len(value), wanted)

    return keyword


def _numeric(compare: Callable[[Any, Any], bool]) -> Keyword:
    def keyword(_: Fitting, wanted: float, _schema: Any, _file: str) -> Check:
        return lambda value: not _TYPES["number"](value) or compare(value, wanted)

    return keyword


def _pattern(_: Fitting, wanted: str, _schema: Any, _file: str) -> Check:
    return lambda value: not isinstance(value, str) or has_pattern(value, wanted)


def has_pattern(text: str, pattern: str) -> bool:
    """Whether a text fits a pattern, of which `$` is the very end: Python lets a line break stand behind it."""
    return _searched(pattern).search(text) is not None


@cache
def _searched(pattern: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\$$", r"\\Z", pattern))


_KEYWORDS: dict[str, Keyword] = {
    "$ref": lambda its, wanted, _, file: its.referred(wanted, file),
    "type": _type,
    "properties": _members,
    "propertyNames": _names,
    "items": _items,
    "required": _required,
    "dependentRequired": _required_with,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "allOf": _each_of,
    "if": _depends,
    "const": lambda its, wanted, schema, file: _enum(its, [wanted], schema, file),
    "enum": _enum,
    "uniqueItems": _distinct,
    "pattern": _pattern,
    "minLength": _sized(str, lambda size, wanted: size >= wanted),
    "maxLength": _sized(str, lambda size, wanted: size <= wanted),
    "minItems": _sized(list, lambda size, wanted: size >= wanted),
    "maxItems": _sized(list, lambda size, wanted: size <= wanted),
    "minProperties": _sized(dict, lambda size, wanted: size >= wanted),
    "maxProperties": _sized(dict, lambda size, wanted: size <= wanted),
    "minimum": _numeric(lambda value, wanted: value >= wanted),
    "maximum": _numeric(lambda value, wanted: value <= wanted),
    "x-verbs": _verbs,
}


def has_one_verb(verbs: Sequence[str] | Mapping[str, Sequence[str]], instance: Mapping[str, Any]) -> bool:
    """Whether a statement says exactly one thing, and only with keys that go with it."""
    said = [verb for verb in verbs if verb in instance]
    return len(said) == 1 and not misplaced_keys(verbs, said[0], instance)


def misplaced_keys(
    verbs: Sequence[str] | Mapping[str, Sequence[str]], said: str, instance: Mapping[str, Any]
) -> tuple[str, ...]:
    """The keys of a statement that go only with another verb than the one that is said."""
    if not isinstance(verbs, Mapping):
        return ()
    elsewhere = {key for keys in verbs.values() for key in keys} - set(verbs[said])
    return tuple(key for key in instance if key in elsewhere)
