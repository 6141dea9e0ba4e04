from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from interpreter.documents.reader import parse_document
from interpreter.documents.schemas import build_validator, schema_names
from interpreter.documents.validation import validate, validate_data
from interpreter.source.diagnostics import Diagnostic
from interpreter.source.rendering import as_text, in_memory

SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["pieces"],
    "properties": {
        "format": {"const": 1},
        "odds": {"type": "string", "pattern": "^[0-9]+:[0-9]+$", "patternErrorMessage": "write 3:1, say"},
        "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": True, "minItems": 1, "maxItems": 3},
        "open": {"type": "boolean"},
        "size": {"type": "integer", "exclusiveMinimum": 0, "maximum": 9},
        "names": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "who": {"type": "string", "minLength": 1, "maxLength": 5},
        "never": False,
        "pieces": {
            "type": "object",
            "propertyNames": {"pattern": "^[a-z-]+$", "patternErrorMessage": "small letters and hyphens"},
            "additionalProperties": {"$ref": "#/$defs/piece"},
        },
        "steps": {"type": "array", "items": {"$ref": "#/$defs/step"}},
    },
    "$defs": {
        "piece": {
            "type": "object",
            "x-noun": "a piece",
            "required": ["moves"],
            "additionalProperties": False,
            "dependentRequired": {"limit": ["value"]},
            "properties": {
                "name": {"type": "string"},
                "moves": {"type": "array", "items": {"enum": ["slide", "jump"]}},
                "value": {"type": "integer", "minimum": 1},
                "limit": {"type": "integer"},
            },
        },
        "step": {
            "type": "object",
            "x-noun": "a step",
            "x-verbs": {"roll": ["count"], "move": ["by"]},
            "additionalProperties": False,
            "properties": {name: {} for name in ("id", "if", "roll", "count", "move", "by")},
            "oneOf": [{"required": ["roll"]}, {"required": ["move"]}],
            "allOf": [{"if": {"required": ["roll"]}, "then": {"properties": {"count": {"type": "integer"}}}}],
        },
    },
}


def findings(text: str, schema: dict[str, Any] = SCHEMA) -> list[Diagnostic]:
    document = parse_document(text, "f")
    return validate_data(document.data, document.spans, "f", build_validator(schema))


TEXTS = [
    ("pieces: {}\ntagz: [a]", "f:2:1: K0101 `tagz` is not a key of the file"),
    ("pieces: {r: {movs: [slide]}}", "f:1:14: K0101 `movs` is not a key of a piece"),
    ("format: 1", "f:1:1: K0102 `pieces` is missing in the file"),
    ("pieces:\n  r: {name: x}", "f:2:3: K0102 `moves` is missing in a piece"),
    ("- a", "f:1:1: K0103 the file must be a mapping, not a list"),
    ("pieces: 3", "f:1:9: K0103 `pieces` must be a mapping, not `3`"),
    ("pieces:\n  r:", "f:2:5: K0103 `r` must be a mapping, not left empty"),
    ("pieces: {}\nopen: yes", "f:2:7: K0103 `open` must be true or false, not the text `yes`"),
    ("pieces: {}\nsize: 012", "f:2:7: K0103 `size` must be a whole number, not the text `012`"),
    ("pieces: {}\nsize: 3.0", "f:2:7: K0103 `size` must be a whole number, not `3.0`"),
    ("pieces: {}\nsize: true", "f:2:7: K0103 `size` must be a whole number, not `true`"),
    ("pieces: {}\nsize:\n  a: 1\n  b: 2", "f:2:1: K0103 `size` must be a whole number, not a mapping"),
    ("pieces: {}\ntags: [a, 3]", "f:2:11: K0103 entry 2 of `tags` must be a text, not `3`"),
    ("pieces: {}\nnames: 3", "f:2:8: K0103 `names` must be a text or a list, not `3`"),
    ("pieces: {}\nnames: [a, 3]", "f:2:12: K0103 entry 2 of `names` must be a text, not `3`"),
    ("pieces: {r: {moves: [slde]}}", "f:1:22: K0104 `slde` is not possible for entry 1 of `moves`"),
    ("pieces: {r: {moves: [{}]}}", "f:1:22: K0103 entry 1 of `moves` must be one of slide, jump, not a mapping"),
    ("pieces: {}\nformat: 2", "f:2:9: K0105 `format` must be `1`"),
    ("pieces: {}\nodds: 3-1", "f:2:7: K0106 `3-1` cannot be read as `odds`"),
    ("pieces: {r: {moves: [], value: 0}}", "f:1:32: K0107 `value` is too small: 0"),
    ("pieces: {}\nsize: 10", "f:2:7: K0108 `size` is too large: 10"),
    ("pieces: {}\nsize: 0", "f:2:7: K0123 `size` is too small: 0"),
    ("pieces: {}\ntags: []", "f:2:7: K0109 `tags` has too few entries: 0"),
    ("pieces: {}\ntags: [a, b, c, d]", "f:2:7: K0110 `tags` has too many entries: 4"),
    ("pieces: {}\ntags: [a, b, a]", "f:2:14: K0111 `a` stands twice in `tags`"),
    ("pieces: {}\nwho: ''", "f:2:6: K0112 `who` is too short"),
    ("pieces: {}\nwho: abcdef", "f:2:6: K0113 `who` is too long"),
    ("pieces: {Bad_Id: {moves: []}}", "f:1:10: K0114 `Bad_Id` cannot be a key of `pieces`"),
    ("pieces: {r: {moves: [], limit: 3}}", "f:1:25: K0116 `limit` needs `value` beside it in a piece"),
    ("pieces: {}\nsteps:\n  - id: x", "f:3:5: K0117 a step does not say what happens"),
    ("pieces: {}\nsteps:\n  - {roll: x, move: y}", "f:3:15: K0118 a step says two things at once: `roll`, `move`"),
    ("pieces: {}\nsteps:\n  - {roll: x, by: y}", "f:3:15: K0122 `by` does not go with `roll`"),
    ("pieces: {}\nsteps:\n  - {rol: x}", "f:3:6: K0101 `rol` is not a key of a step"),
    ("pieces: {}\nsteps:\n  - {roll: x, count: a}", "f:3:22: K0103 `count` must be a whole number, not the text `a`"),
    ("pieces: {}\nnever: 1", "f:2:1: K0120 `never` cannot stand in the file"),
]


@pytest.mark.parametrize(("text", "expected"), TEXTS, ids=[expected.split()[1] for _, expected in TEXTS])
def test_one_cause_is_one_finding(text: str, expected: str) -> None:
    assert [str(finding) for finding in findings(text)] == [expected]


def test_several_unknown_keys_are_several_findings() -> None:
    found = findings("pieces: {}\nxyz: 1\ntagz: 2\n")

    assert [(str(finding.span), finding.suggestion) for finding in found] == [("f:2:1", None), ("f:3:1", "tags")]


def test_an_unknown_key_was_meant_to_be_the_missing_one() -> None:
    (finding,) = findings("pieces: {r: {movs: [slide]}}")

    assert finding.help == "did you mean `moves`?  a piece takes: name, moves, value, limit"


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        ("pieces: {}\nopen: off", "write false"),
        ("pieces: {}\nsize: 1_000", "write 1000, without quotes, leading zeros or underscores"),
        ("pieces: {}\nwho: 3", 'write it in quotes: "3"'),
        ("pieces: {}\ntags: a", "write it in brackets: [a]"),
        ("pieces:", "write its keys on the lines below, indented"),
        ("pieces: {}\nodds: 3-1", "write 3:1, say"),
        ("pieces: {r: {moves: [slde]}}", "did you mean `slide`?  possible: slide, jump"),
    ],
)
def test_the_help_says_what_to_write(text: str, help_: str) -> None:
    assert findings(text)[0].help == help_


def test_a_union_of_mappings_names_the_keys_that_decide() -> None:
    schema = {"oneOf": [{"required": ["take"]}, {"required": ["give"]}]}

    assert [str(finding) for finding in findings("id: x", schema)] == ["f:1:1: K0121 the file lacks one of its keys"]


def test_a_union_that_nothing_fits_says_what_the_schema_tells() -> None:
    schema = {"anyOf": [{"type": "string", "pattern": "^a$"}, {"type": "string", "pattern": "^b$"}]}

    assert findings("x", schema)[0].code == "K0115"
    assert findings("x", {**schema, "errorMessage": "write a or b"})[0].message == "write a or b"


def test_a_keyword_without_words_tells_what_the_schema_tells() -> None:
    assert findings("a: 1", {"not": {"required": ["a"]}})[0].code == "K0199"
    assert findings("a: 1", {"not": {}, "errorMessage": "not now"})[0].message == "not now"


def test_the_data_never_floods_the_message() -> None:
    (finding,) = findings("pieces: {}\nwho: " + "x" * 5000)

    assert len(str(finding)) < 100


def test_schemas_are_found_by_the_kind_of_file_and_refer_to_each_other(tmp_path: Path) -> None:
    game = {"properties": {"x": {"$ref": "parts.schema.json#/$defs/x"}}}
    (tmp_path / "game.schema.json").write_text(json.dumps(game))
    (tmp_path / "parts.schema.json").write_text(json.dumps({"$defs": {"x": {"type": "integer"}}}))

    found = validate(parse_document("x: a", "f"), "game", tmp_path)

    assert schema_names(tmp_path) == ("game", "parts")
    assert [str(finding) for finding in found] == ["f:1:4: K0103 `x` must be a whole number, not the text `a`"]


def test_findings_are_shown_with_their_lines(snapshot: SnapshotAssertion) -> None:
    text = "format: 1\nodds: 3-1\npieces:\n  rook:\n    movs: [slide]\n    value: 012\n  pawn: {moves: [slde]}\n"

    assert as_text(findings(text), in_memory({"f": text})) == snapshot
