"""Schemas, drafts and resolver say the same about every key."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest
from jsonschema import Draft202012Validator

from interpreter.documents.schemas import validator
from interpreter.documents.shipped import shipped
from interpreter.model import draft as d
from interpreter.model.from_document import draft_from_document

SCHEMAS = {path.name: json.loads(path.read_text("utf-8")) for path in sorted(shipped("schemas").glob("*.schema.json"))}
RULESET = SCHEMAS["ruleset.schema.json"]

MAPPINGS = {
    "players": d.Players, "source-entry": d.Source, "option": d.Option, "ruling": d.Ruling, "attributes": d.Attributes,
    "pool": d.Pool, "place": d.Place, "track": d.Track, "pawn": d.Pawn, "role": d.Role, "counter": d.Counter,
    "component-type": d.Kinds, "zone": d.Zone, "refill": d.Refill, "card": d.Card, "play": d.Play, "choice": d.Choice,
    "answer": d.Answer, "demand": d.Demand, "value": d.Value, "action": d.Action, "window": d.Window,
    "scoring": d.Scoring, "invariant": d.Invariant, "statement": d.Statement,
}  # fmt: skip
OF_FILES_ONLY = {"part-of"}


def keys_of(cls: type) -> set[str]:
    carried = {"attributes"} if cls in (d.Card, d.Place) else set()
    names = {field.name.rstrip("_").replace("_", "-") for field in attrs.fields(cls)}
    return names - {"path"} - carried


def subschemas(schema: Any, where: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(schema, dict):
        yield where, schema
        for key, inner in schema.items():
            yield from subschemas(inner, (*where, key))
    elif isinstance(schema, list):
        for number, inner in enumerate(schema):
            yield from subschemas(inner, (*where, str(number)))


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.parametrize("name", MAPPINGS)
def test_schema_and_draft_have_the_same_keys(name: str) -> None:
    assert set(RULESET["$defs"][name]["properties"]) == keys_of(MAPPINGS[name])


@pytest.mark.parametrize("name", MAPPINGS)
def test_schema_and_draft_require_the_same_keys(name: str) -> None:
    required = {
        field.name.rstrip("_").replace("_", "-")
        for field in attrs.fields(MAPPINGS[name])
        if field.default is attrs.NOTHING and field.name != "path"
    }

    assert set(RULESET["$defs"][name].get("required", ())) == required


def test_the_file_has_the_keys_of_a_whole_draft() -> None:
    assert set(RULESET["properties"]) - OF_FILES_ONLY == keys_of(d.Draft)


def test_the_verbs_are_those_of_the_draft() -> None:
    assert tuple(RULESET["$defs"]["statement"]["x-verbs"]) == d.VERBS


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_mapping_with_keys_is_closed(name: str) -> None:
    conditional = {"then", "else", "if"}
    for where, schema in subschemas(SCHEMAS[name]):
        if "properties" in schema and not conditional & set(where):
            assert "additionalProperties" in schema, where
            assert schema["additionalProperties"] is not True, where


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_key_has_a_title_and_a_description(name: str) -> None:
    for where, schema in subschemas(SCHEMAS[name]):
        if len(where) > 1 and where[-2] == "properties" and not {"then", "else"} & set(where):
            assert {"title", "description"} <= set(schema), where


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_reference_leads_somewhere(name: str) -> None:
    for where, schema in subschemas(SCHEMAS[name]):
        if isinstance(schema.get("$ref"), str):
            file, _, definition = schema["$ref"].partition("#/$defs/")
            assert definition in SCHEMAS[file or name]["$defs"], where


@pytest.mark.parametrize("name", SCHEMAS)
def test_only_words_that_old_editors_know_are_used(name: str) -> None:
    assert not {"unevaluatedProperties", "prefixItems", "dependentSchemas"} & {
        key for _, schema in subschemas(SCHEMAS[name]) for key in schema
    }


def sample(schema: Mapping[str, Any], depth: int = 0) -> Any:
    """Data that a schema allows, with every key as far as that goes."""
    if "$ref" in schema:
        return sample(RULESET["$defs"][schema["$ref"].removeprefix("#/$defs/")], depth)
    if "anyOf" in schema:
        return sample(schema["anyOf"][-1], depth)
    if "examples" in schema:
        return schema["examples"][0]
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    kind = schema["type"] if isinstance(schema["type"], str) else schema["type"][0]
    return _SAMPLES[kind](schema, depth)


def _mapping(schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
    if "properties" not in schema:
        return {"a1": sample(schema["additionalProperties"], depth + 1)}
    verbs = schema.get("x-verbs", {})
    said = next((verb for verb in verbs if depth < DEEPEST or verb not in ("do", "ask")), None)
    elsewhere = {*verbs, *(key for keys in verbs.values() for key in keys)} - {said, *verbs.get(said, ())}
    optional = set(schema["properties"]) - set(schema.get("required", ())) - {said, *verbs.get(said, ())}
    left_out = elsewhere | (optional if depth > DEEPEST else set())
    return {key: sample(part, depth + 1) for key, part in schema["properties"].items() if key not in left_out}


def _list(schema: Mapping[str, Any], depth: int) -> list[Any]:
    if depth > DEEPEST and "minItems" not in schema:
        return []
    if schema.get("minItems", 0) > 1:
        return ["a1", "b2"]
    return [sample(schema["items"], depth + 1)]


DEEPEST = 8
_SAMPLES: Mapping[str, Callable[[Mapping[str, Any], int], Any]] = {
    "string": lambda _schema, _depth: "a1",
    "integer": lambda _schema, _depth: 1,
    "boolean": lambda _schema, _depth: True,
    "array": _list,
    "object": _mapping,
}


def test_what_the_schema_allows_becomes_a_draft() -> None:
    data = {key: value for key, value in sample(RULESET).items() if key not in OF_FILES_ONLY}
    assert [error.message for error in validator("ruleset").iter_errors(data)] == []

    draft = draft_from_document(data)

    assert {key for key in keys_of(d.Draft) if getattr(draft, key, None)} == set(data)


@pytest.mark.parametrize("verb", d.VERBS)
def test_every_verb_with_all_that_goes_with_it_becomes_a_draft(verb: str) -> None:
    schema = RULESET["$defs"]["statement"]
    own = {verb, *schema["x-verbs"][verb]}
    theirs = {*schema["x-verbs"], *(key for keys in schema["x-verbs"].values() for key in keys)} - own
    step = {key: sample(part, DEEPEST) for key, part in schema["properties"].items() if key not in theirs}
    data = {"format": 1, "ruleset": "a1", "version": 1, "title": "A", "players": {"from": 1, "to": 2}, "setup": [step]}
    assert [error.message for error in validator("ruleset").iter_errors(data)] == []

    assert draft_from_document(data).setup[0].verb == verb


def test_every_shipped_file_states_its_schema() -> None:
    for file in Path(__file__).parents[3].glob("rulesets/**/*.yaml"):
        if "examples" not in file.parts:
            first = file.read_text("utf-8").split("\n", maxsplit=1)[0]
            folder = first.removeprefix("# yaml-language-server: $schema=")
            assert (file.parent / folder).resolve().is_file(), file
