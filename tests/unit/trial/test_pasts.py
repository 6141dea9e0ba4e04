"""Expectations to what of the past tells branches apart: positions are one if nothing can ask what parts them."""

from __future__ import annotations

import pytest

from interpreter.scenario.parser import parse
from interpreter.trial.loading import load
from interpreter.trial.pasts import Past
from interpreter.trial.runner import start

TABLE = """\
ruleset celestia

scenario past
  given at facing
    players: Ada, Bruno, Cara
    captain: Ada
    dice: fog, blank
    Ada hand: compass
  when
    Ada: pay compass
  then
    {line}
"""


def past(line: str) -> Past:
    file = parse(TABLE.format(line=line), "scenarios/past.scenario")
    ((scenario, case),) = file.tests()
    return start(file, case, load(file, scenario, case)).past


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("captain: Ada", set()),
        ("captain: Ada because crash", {"causes"}),
        ("Bruno cannot: stay", {"asks"}),
        ("only aircraft changed", {"changes"}),
        ("event: arrive", {"arrive"}),
        ("chance crash: 1/2", {"crash"}),
    ],
)
def test_only_what_is_asked_for_counts(line: str, asked: set[str]) -> None:
    found = past(line)
    assert {name for name in ("asks", "changes", "causes") if getattr(found, name)} | set(found.events) == asked
