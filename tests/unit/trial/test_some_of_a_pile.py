"""What is missing in a pile that nobody has seen is said in numbers."""

from __future__ import annotations

import pytest

from interpreter.scenario.parser import parse
from interpreter.trial.runner import run_file

SCENARIO = """\
ruleset celestia

scenario pile
  given at setup
    players: Ada, Bruno
  then
    deck: some {claim}
"""


@pytest.mark.parametrize(
    ("claim", "actual"),
    [("9 turbo", "some 8 turbo"), ("9 turbo, 20 compass", "some 8 turbo, some 20 compass"), ("9 cannon", None)],
)
def test_the_numbers_of_what_was_asked_for(claim: str, actual: str | None) -> None:
    (verdict,) = run_file(parse(SCENARIO.format(claim=claim), "pile.scenario"))

    assert [finding.values["actual"] for finding in verdict.findings] == ([actual] if actual else [])
