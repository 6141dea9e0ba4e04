"""The schema of layers follows that of rulesets: what a layer adds is what a ruleset declares.

`python tests/unit/schemas/test_layer_schema.py` writes the derived part anew.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from interpreter.documents.layout import laid_out
from interpreter.documents.reader import parse_document
from interpreter.documents.shipped import shipped
from interpreter.documents.validation import validate
from interpreter.layering.shapes import path_kinds

FILE = shipped("schemas") / "layer.schema.json"
RULESET = json.loads((shipped("schemas") / "ruleset.schema.json").read_text("utf-8"))
HEAD = "format: 1\nlayer: a\nchanges: pebbles 1\n"


def derived() -> dict[str, Any]:
    """The paths of a ruleset, each with the definition that a value there must fit."""
    return {pattern: {"$ref": f"ruleset.schema.json#/$defs/{kind}"} for pattern, kind in path_kinds(RULESET).items()}


def test_what_is_added_is_what_the_ruleset_declares() -> None:
    stated = json.loads(FILE.read_text("utf-8"))["$defs"]["wholes"]["patternProperties"]

    assert stated == derived(), f"run `python {__file__}`"


def test_what_both_define_is_the_same() -> None:
    ours = json.loads(FILE.read_text("utf-8"))["$defs"]

    assert {name: part for name, part in ours.items() if name in RULESET["$defs"]} == {
        name: part for name, part in RULESET["$defs"].items() if name in ours
    }


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("add: {cards.red: {type: pebble, copeis: 1.5}}", "K0103"),
        ("add: {cards.red: {copies: 2}}", "K0102"),
        ("add: {zones.heap: {holds: pebble, hold: 1}}", "K0101"),
        ("add: {steps.turn: {draw: heap}}", "K0103"),
        ("add: {steps.turn: [{drow: heap}]}", "K0101"),
        ("add: {steps.turn.ask.answers.stop: {doo: []}}", "K0101"),
        ("replace: {cards.red.play: {inn: storm, in: storm}}", "K0101"),
        ("insert: [{after: steps.turn.draw, step: {draw: heap, give: lead}}]", "K0118"),
    ],
)
def test_a_layer_is_checked_like_the_rules_that_it_changes(rules: str, code: str) -> None:
    findings = validate(parse_document(HEAD + rules, "layer.yaml"), "layer")

    assert [finding.code for finding in findings] == [code]
    assert all(finding.span and finding.span.line == 4 for finding in findings)


def write() -> None:
    """Write the derived part anew."""
    schema = json.loads(FILE.read_text("utf-8"))
    schema["$defs"]["wholes"]["patternProperties"] = derived()
    FILE.write_text(laid_out(schema) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
