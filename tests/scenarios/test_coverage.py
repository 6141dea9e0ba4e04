"""The scenarios exercise the rules that are shipped: at least 95 % of the rules and 90 % of the branches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from interpreter.cli import main

CHECKOUT = Path(__file__).parents[2]
LEAST = ("--least-rules", "95", "--least-branches", "90")


@pytest.mark.parametrize(
    "name",
    [
        "celestia",
        pytest.param("a-little-help", marks=pytest.mark.exhaustive),
        pytest.param("celestia-duo", marks=pytest.mark.exhaustive),
    ],
)
def test_the_scenarios_exercise_a_ruleset(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CHECKOUT)
    done = CliRunner().invoke(main, ["cover", f"scenarios/{name}", "--of", name, "--format", "json", *LEAST])

    found = json.loads(done.stdout)
    assert done.exit_code == 0, found["rulesets"][name]["uncovered"]
    assert list(found["rulesets"]) == [name]
    assert found["failed"] == 0
    assert found["rulesets"][name]["rules"]["total"] > 50
