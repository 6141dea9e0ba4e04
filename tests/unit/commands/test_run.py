"""`gulliver run --with LAYER`: scenarios of other rulesets than the layer changes are left out, not broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from interpreter.cli import main

GAME = """format: 1
ruleset: {name}
version: 1
title: A game
players: {{from: 2, to: 2}}
options: {{kind: {{values: [calm, wild], default: calm}}}}
roles: {{first: {{held-by: one}}}}
steps: {{game: [{{id: choose, ask: first, answers: {{go: {{if: option kind = calm}}, stay: {{}}}}}}]}}
"""
LAYER = """format: 1
layer: house/wild
changes: one 1
title: Wild
why: Somebody likes it.
options: {kind: wild}
"""
SCENARIO = """ruleset {name}

scenario first "Somebody goes"
  given
    players: Ada, Bruno
    first: Ada
  then
    Ada can: go
"""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "scenarios").mkdir()
    for name in ("one", "two"):
        folder = tmp_path / "rulesets" / name
        folder.mkdir(parents=True)
        (folder / "ruleset.yaml").write_text(GAME.format(name=name))
        (tmp_path / "scenarios" / f"{name}.scenario").write_text(SCENARIO.format(name=name))
    (tmp_path / "rulesets" / "house").mkdir()
    (tmp_path / "rulesets" / "house" / "wild.yaml").write_text(LAYER)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("table")
def test_a_layer_leaves_scenarios_of_other_rulesets_out() -> None:
    done = CliRunner().invoke(main, ["run", "--with", "house/wild", "--format", "json"])

    told = json.loads(done.output)
    assert done.exit_code == 1
    assert [(each["file"], each["outcome"]) for each in told["scenarios"]] == [
        ("scenarios/one.scenario", "failed"),
        ("scenarios/two.scenario", "skipped"),
    ]


@pytest.mark.usefixtures("table")
def test_nothing_ran_if_all_are_left_out() -> None:
    done = CliRunner().invoke(main, ["run", "scenarios/two.scenario", "--with", "house/wild"])

    assert (done.exit_code, done.output.split(" in ")[0]) == (5, "1 skipped")


@pytest.mark.usefixtures("table")
def test_a_layer_that_is_nowhere_is_still_an_error() -> None:
    done = CliRunner().invoke(main, ["run", "--with", "house/wilder"])

    assert done.exit_code == 1
    assert "L0001" in done.output
