"""Positions of zones: what `only` and `none` set aside, what finds no room, how a finding calls what is open."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.scenario.parser import parse
from interpreter.trial.runner import run_file

GAME = """format: 1
ruleset: shed
version: 1
title: Shed
players: {from: 2, to: 2}
attributes: {cards: [size]}
places: {field: {}, yard: {}}
tracks: {lane: {of: places}}
pawns: {cart: {on: lane}}
roles: {farmer: {held-by: one}}
types: {tool: {}, barn: {}}
zones:
  rack: {holds: tool, seen-by: everybody, starts: full}
  box: {holds: tool, seen-by: everybody, room: size of stall of cart}
  barns: {holds: barn, pile: true, starts: full}
  stall: {of: place, holds: barn, seen-by: everybody}
cards:
  hoe: {type: tool, copies: 4}
  rake: {type: tool, copies: 2}
  small-barn: {type: barn, size: 2}
setup: [{place: cart, at: first(lane)}, {id: build, draw: barns, to: stall of cart}]
steps:
  game:
    - {id: pack, ask: farmer, answers: {all: {do: [{move: hoe, from: rack, to: box, count: 9}]}, stay: {}}}
    - {id: end, end: game, winners: farmer}
"""
SCENARIO = """ruleset shed

scenario one "One"
  given
    players: Ada, Bruno
    farmer: Ada
{given}
  when
    Ada: {answer}
  then
    winners: Ada
{then}
"""


def findings(tmp_path: Path, given: list[str], then: list[str], answer: str = "stay") -> list[str]:
    folder = tmp_path / "rulesets" / "shed"
    folder.mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(GAME)
    lines = ["\n".join(f"    {line}" for line in block) for block in (given, then)]
    text = SCENARIO.format(given=lines[0], then=lines[1], answer=answer)
    file = parse(text, str(tmp_path / "one.scenario"))
    (verdict,) = run_file(file)
    return [f"{finding.code} {finding.message}" for finding in verdict.findings]


def test_only_and_none_set_the_rest_of_a_zone_aside(tmp_path: Path) -> None:
    given = ["rack: only rake", "field stall: small-barn"]

    assert findings(tmp_path, given, ["rack: rake", "box: none"]) == []


def test_none_empties_a_zone(tmp_path: Path) -> None:
    assert findings(tmp_path, ["rack: none", "field stall: small-barn"], ["rack: none"]) == []


def test_what_fits_is_moved_and_the_rest_stays(tmp_path: Path) -> None:
    given = ["box: rake", "field stall: small-barn"]

    assert findings(tmp_path, given, ["box: rake, hoe", "rack: 3 hoe, rake"], "all") == []


def test_a_position_with_more_than_there_is_room_for_cannot_be(tmp_path: Path) -> None:
    found = findings(tmp_path, ["box: 3 hoe", "field stall: small-barn"], [])

    assert found == ["P0213 this position cannot be: box holds 1 more than there is room for"]


@pytest.mark.parametrize(("place", "given"), [("field", []), ("yard", ["cart: yard", "field stall: small-barn"])])
def test_what_is_open_is_called_as_a_scenario_calls_it(tmp_path: Path, place: str, given: list[str]) -> None:
    found = findings(tmp_path, given, [], "all")

    assert found == [f"P0302 `{place} stall` is open, and a rule reads it"]
