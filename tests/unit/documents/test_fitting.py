"""The quick answer must never differ from the full one: data that it lets pass is looked at by nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter.documents.fitting import Fitting, UnsureError
from interpreter.documents.keywords import full_validator
from interpreter.documents.reader import read_document
from interpreter.documents.schemas import Validator, build_validator, validator

CHECKOUT = Path(__file__).parents[3]
SMALL = CHECKOUT / "tests" / "games" / "rulesets"
ODD: tuple[Any, ...] = (None, True, 0, 3.5, "", "Two words", [], ["a", "a"], {}, {"odd": 1})


def agree(against: Validator, data: Any) -> bool:
    """Whether the data fits; both ways to find out say so."""
    full = next(iter(against.iter_errors(data)), None) is None
    assert against.fits(data) == full, data
    return full


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        ({"type": "integer"}, [1, -3], [1.0, True, "1", None]),
        ({"type": ["string", "null"]}, ["", None], [0, []]),
        ({"const": 1}, [1], [2, True, "1"]),
        ({"enum": ["a", 1]}, ["a", 1], ["b", True, None]),
        ({"pattern": "^a"}, ["ab", 3], ["ba"]),
        ({"minLength": 1, "maxLength": 2}, ["a", "ñu", []], ["", "abc"]),
        ({"minimum": 1, "maximum": 3}, [1, 2.5, "0", True], [0, 3.5]),
        ({"items": {"type": "string"}, "minItems": 1}, [["a"], "x"], [[], [1]]),
        ({"uniqueItems": True}, [["a", "b"], [1]], [["a", "a"]]),
        ({"required": ["a"]}, [{"a": 1}, []], [{}]),
        ({"dependentRequired": {"a": ["b"]}}, [{}, {"b": 1}, {"a": 1, "b": 1}], [{"a": 1}]),
        ({"properties": {"a": False}}, [{"b": 1}], [{"a": 1}]),
        ({"properties": {"a": {"type": "string"}}, "additionalProperties": False},
         [{"a": ""}, {}], [{"a": 1}, {"b": 1}]),
        ({"patternProperties": {"^x": {"type": "string"}}, "additionalProperties": {"type": "integer"}},
         [{"xa": "", "b": 1}], [{"xa": 1}, {"b": ""}]),
        ({"properties": {"xa": {"minLength": 2}}, "patternProperties": {"^x": {"type": "string"}}},
         [{"xa": "ab"}], [{"xa": "a"}, {"xa": 1}, {"xb": 1}]),
        ({"propertyNames": {"pattern": "^[a-z]+$"}}, [{"a": 1}, 7], [{"A": 1}]),
        ({"minProperties": 1, "maxProperties": 1}, [{"a": 1}], [{}, {"a": 1, "b": 2}]),
        ({"anyOf": [{"type": "string"}, {"minimum": 3}]}, ["", 3], [1]),
        ({"oneOf": [{"type": "integer"}, {"minimum": 3}]}, [1, 3.5], [3, 1.5]),
        ({"allOf": [{"type": "integer"}, {"minimum": 3}]}, [3], [1, 3.5]),
        ({"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}},
         [{"a": 1, "b": 1}, {"c": 1}], [{"a": 1}, {"b": 1}]),
        ({"x-verbs": {"a": ["with"], "b": []}},
         [{"a": 1, "with": 1}, {"b": 1}], [{}, {"a": 1, "b": 1}, {"b": 1, "with": 1}]),
        ({"$ref": "#/$defs/tree", "$defs": {"tree": {"items": {"$ref": "#/$defs/tree"}, "type": "array"}}},
         [[], [[], [[]]]], [1, [[1]]]),
        (True, [1, None], []),
    ],
)  # fmt: skip
def test_keywords(schema: Any, good: list[Any], bad: list[Any]) -> None:
    against = build_validator(schema if isinstance(schema, dict) else {"allOf": [schema]})

    assert [agree(against, data) for data in good] == [True] * len(good)
    assert [agree(against, data) for data in bad] == [False] * len(bad)


def test_a_reference_into_another_file() -> None:
    other = {"$defs": {"word": {"$ref": "#/$defs/text"}, "text": {"type": "string"}}}
    against = build_validator({"items": {"$ref": "other.json#/$defs/word"}}, {"other.json": other})

    assert agree(against, ["a"])
    assert not agree(against, [1])


@pytest.mark.parametrize(
    ("schema", "data"),
    [({"uniqueItems": True}, [{"a": 1}, {"a": 1}]), ({"multipleOf": 2}, 4), ({"oneOf": [{"multipleOf": 2}, True]}, 3)],
)
def test_what_it_cannot_decide_is_left_to_the_full_answer(schema: dict[str, Any], data: Any) -> None:
    with pytest.raises(UnsureError):
        Fitting(schema, {}).check(schema)(data)
    assert not build_validator(schema).fits(data)
    assert build_validator({}).is_valid(data, schema) == full_validator(schema, {}).is_valid(data)


def shipped(kinds: str) -> list[Any]:
    """The files of some kinds, each with its kind; a part of a ruleset has numbers that another file declares."""
    files = [path for path in sorted((CHECKOUT / "rulesets").rglob("*.yaml")) if "examples" not in path.parts]
    found = ((path, re.search(rf"/({kinds})\.schema\.json", path.read_text("utf-8"))) for path in files)
    return [pytest.param(path, kind[1], id=path.relative_to(CHECKOUT).as_posix()) for path, kind in found if kind]


@pytest.mark.parametrize(("path", "kind"), shipped("labels|equivalents|layer"))
def test_what_is_shipped_needs_no_full_answer(path: Path, kind: str) -> None:
    assert validator(kind).fits(read_document(path).data)


def odd_ones(data: Any) -> Iterator[Any]:
    """The data with something else in one place, or without it."""
    yield from ODD
    if isinstance(data, dict):
        for key, value in data.items():
            yield {other: inner for other, inner in data.items() if other != key}
            yield {**data, f"{key}x": value}
            yield from ({**data, key: inner} for inner in odd_ones(value))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from ([*data[:number], inner, *data[number + 1 :]] for inner in odd_ones(value))


def test_rules_with_anything_odd_in_them() -> None:
    data = read_document(SMALL / "pig" / "ruleset.yaml").data
    against = validator("ruleset")

    verdicts = [agree(against, odd) for odd in list(odd_ones(data))[::3]]

    assert agree(against, data)
    assert 20 < sum(verdicts) < len(verdicts) - 200
