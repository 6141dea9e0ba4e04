"""`gulliver schema`: an editor knows the names of a stack, and what is wrong in a house rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from interpreter.cli import main
from interpreter.documents.schemas import raw_schema
from interpreter.layering.editor import _NAMED, editor_schema
from interpreter.library import load_ruleset

RULES = """\
format: 1
ruleset: pebbles
version: 1
title: Pebbles
players: {from: 2, to: 4}
options: {again: {values: ["no", "yes"], default: "no"}, goal: {from: 1, to: 9, default: 5}}
attributes: {cards: [weight]}
dice: {die: {faces: {head: 1, tail: 1}}}
types: {pebble: {}}
zones: {heap: {holds: pebble, pile: true, starts: full}, lap: {of: player, holds: pebble, seen-by: owner}}
cards: {grey: {type: pebble, copies: 8, weight: 2, meets: [head]}}
roles: {lead: {held-by: one}}
windows: {storm: {}}
setup: [{give: lead, at-random-among: everybody}]
steps:
  game:
    - {id: throw, roll: die, if: option again = yes}
    - {id: gust, window: storm, from: lead, if: option goal > 3}
    - end: game
"""
HEAD = {"format": 1, "layer": "house/calm", "changes": "pebbles 1"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rulesets" / "pebbles").mkdir(parents=True)
    (tmp_path / "rulesets" / "pebbles" / "ruleset.yaml").write_text(RULES)
    return tmp_path


def gulliver(*words: str) -> Result:
    return CliRunner().invoke(main, ["schema", *words])


def wrong(schema: Any, rules: str) -> list[str]:
    """Where an editor underlines something."""
    found = Draft202012Validator(schema).iter_errors({**HEAD, **yaml.safe_load(rules)})
    return sorted({".".join(map(str, error.absolute_path)) for error in found})


@pytest.mark.parametrize(
    "rules",
    [
        "change: {cards.grey.copies: {was: 8, to: 9, why: more}, cards.grey.weight: {to: 3}}",
        "change: {options.again.default: {was: 'no', to: 'yes'}, options.goal.default: {was: 5, to: 9}}",
        "change: {cards.grey.meets: {was: [head], to: [head, tail]}}",
        "change: {players.to: {was: 4, to: 3}}",
        "remove: [cards.grey, steps.game.gust]",
        "options: {again: 'yes', goal: 3}",
        "insert: [{after: steps.game.throw, step: {id: more, draw: heap, to: lap of player}}]",
        "insert: [{before: steps.game.throw, step: {window: storm}}]",
        "add: {cards.red: {type: pebble, copies: 2, weight: 1, meets: [tail], play: {in: storm}}}",
        "add: {windows.calm: {}, cards.red: {type: pebble, play: {in: calm}, do: []}}",
        "add: {cards.grey.play: {in: storm}, steps.pause: [{clear: die}]}",
        "replace: {cards.grey: {type: pebble}, steps.game: [{end: game}]}",
    ],
)
def test_what_is_right_is_not_underlined(folder: Path, rules: str) -> None:
    assert wrong(json.loads(gulliver("pebbles").stdout), rules) == []


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        ("changes: pebble 1", "changes"),
        ("change: {cards.gray.copies: {was: 8, to: 9}}", "change"),
        ("change: {cards.grey.copies: {was: 7, to: 9}}", "change.cards.grey.copies.was"),
        ("change: {cards.grey.copies: {was: 8, to: many}}", "change.cards.grey.copies.to"),
        ("change: {options.again.default: {to: maybe}}", "change.options.again.default.to"),
        ("change: {options.goal.default: {to: 10}}", "change.options.goal.default.to"),
        ("change: {cards.grey.copies: {was: 8}}", "change.cards.grey.copies"),
        ("remove: [cards.gray]", "remove.0"),
        ("options: {again: maybe}", "options.again"),
        ("options: {agian: 'yes'}", "options"),
        ("insert: [{after: steps.game.thorw, step: {end: game}}]", "insert.0.after"),
        ("insert: [{after: steps.game.throw, step: {end: game, give: lead}}]", "insert.0.step"),
        ("add: {cards.grey: {type: pebble}}", "add"),
        ("add: {cards.red: {copies: 1}}", "add.cards.red"),
        ("add: {cards.red: {type: pebble, play: {inn: storm}}}", "add.cards.red.play"),
        ("add: {steps.pause: {end: game}}", "add.steps.pause"),
        ("replace: {cards.red: {type: pebble}}", "replace"),
        ("replace: {cards.grey: {type: pebble, copies: x}}", "replace.cards.grey.copies"),
    ],
)
def test_what_is_wrong_is_underlined_at_its_place(folder: Path, rules: str, place: str) -> None:
    assert place in wrong(json.loads(gulliver("pebbles").stdout), rules)


def suggested(schema: Any, kind: str, key: str) -> list[str]:
    """What an editor offers behind a key."""
    part = schema["$defs"][kind]["properties"][key]
    part = part.get("items", part)
    return list(schema["$defs"][part["$ref"].rpartition("/")[2]]["anyOf"][0]["enum"])


@pytest.mark.parametrize(
    ("kind", "key", "names"),
    [
        ("card", "type", ["pebble"]),
        ("card", "meets", ["head", "tail"]),
        ("card", "starts-in", ["heap", "lap"]),
        ("play", "in", ["storm"]),
        ("statement", "window", ["storm"]),
        ("statement", "roll", ["die"]),
        ("statement", "move", ["grey"]),
        ("statement", "run", ["game"]),
        ("statement", "end", ["game", "throw", "gust"]),
    ],
)
def test_an_editor_offers_the_names_of_the_stack(folder: Path, kind: str, key: str, names: list[str]) -> None:
    assert suggested(json.loads(gulliver("pebbles").stdout), kind, key) == names


def test_an_editor_offers_the_numbers_of_cards(folder: Path) -> None:
    assert "weight" in json.loads(gulliver("pebbles").stdout)["$defs"]["card"]["properties"]


def test_a_layer_of_the_stack_counts(folder: Path) -> None:
    (folder / "rulesets" / "house").mkdir()
    (folder / "rulesets" / "house" / "red.yaml").write_text(
        "format: 1\nlayer: house/red\nchanges: pebbles 1\nadd: {cards.red: {type: pebble, copies: 2}}\n"
    )
    schema = json.loads(gulliver("pebbles with house/red").stdout)

    assert wrong(schema, "change: {cards.red.copies: {was: 2, to: 3}}") == []


def test_it_is_written_to_a_file(folder: Path) -> None:
    result = gulliver("pebbles", "-o", "pebbles.schema.json")

    assert result.stdout == "wrote pebbles.schema.json: the paths and names of pebbles\n"
    assert json.loads((folder / "pebbles.schema.json").read_text())["title"] == "Layer upon pebbles"
    assert gulliver("pebbles", "-o", "nowhere/pebbles.schema.json").exit_code == 1


def test_the_table_says_which_stack_is_meant(folder: Path) -> None:
    (folder / "table.yaml").write_text("format: 1\nruleset: pebbles\n")

    result = gulliver()

    assert json.loads(result.stdout)["title"] == "Layer upon pebbles"
    assert result.stderr == "as table.yaml says: pebbles\n"


@pytest.mark.parametrize("game", ["celestia", "celestia-duo"])
def test_the_schema_of_a_shipped_game_stands_for_itself(game: str) -> None:
    schema = editor_schema(load_ruleset(game).stack)

    Draft202012Validator.check_schema(schema)
    references = set(_references(schema))
    assert all(reference.startswith("#/$defs/") for reference in references)
    assert {reference.removeprefix("#/$defs/") for reference in references} <= schema["$defs"].keys()


def test_the_keys_that_take_names_are_those_of_the_schema() -> None:
    definitions = raw_schema("ruleset")["$defs"]
    naming = {(kind, key) for kind, part in definitions.items() for key, inner in part.get("properties", {}).items()
              if "#/$defs/name" in _references(inner)}  # fmt: skip
    local = {("statement", "which"), ("answer", "unless")}  # choices and answers beside it
    assert naming - _NAMED.keys() == local
    assert {(kind, key) for kind, key in _NAMED if key not in definitions[kind]["properties"]} == set()


def _references(part: Any) -> list[str]:
    if isinstance(part, dict):
        own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
        return own + [reference for inner in part.values() for reference in _references(inner)]
    return [reference for inner in part for reference in _references(inner)] if isinstance(part, list) else []
