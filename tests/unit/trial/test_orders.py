"""`in any order`: every order that can be, and what follows must hold in each."""

from __future__ import annotations

import pytest

from interpreter.scenario.formatter import format_text
from interpreter.scenario.parser import parse
from interpreter.trial.rewording import naming
from interpreter.trial.runner import run_file
from interpreter.trial.verdicts import Verdict

TABLE = """\
ruleset celestia

scenario orders
  given at powers
    players: Ada, Bruno, Cara, Dora
    captain: Ada
    dice: fog, blank
    city-1 treasures: 1, 2
    {hands}
  when
    in any order
      {lines}
  then
    {claim}
"""
EJECTIONS = "Ada: ejection Cara; Bruno: ejection Dora"
DICE = "Bruno: wind-gust; roll: birds; Cara: alternative-route fog; roll: pirates"


def verdict(lines: str, claim: str) -> Verdict:
    hands = [f"{line.split(':')[0]} hand: {line.split()[1]}" for line in lines.split("; ") if "roll" not in line]
    text = TABLE.format(hands="\n    ".join(hands), lines="\n      ".join(lines.split("; ")), claim=claim)
    (found,) = run_file(parse(text, "scenarios/orders.scenario"))
    return found


@pytest.mark.parametrize(
    ("lines", "claim", "code"),
    [
        (EJECTIONS, "order matters", None),
        (EJECTIONS, "order does not matter", "E0511"),
        (EJECTIONS, "Cara treasures: 1", "E0101"),  # true in the written order only
        (EJECTIONS, "aboard: Ada, Bruno", None),
        (DICE, "order does not matter", None),
        (DICE, "order matters", "E0510"),
        (DICE, "dice: birds, pirates", None),
        ("Bruno: wind-gust; roll: any; Cara: alternative-route fog; roll: any", "order does not matter", "E0511"),
        ("Bruno: wind-gust", "order matters", "P0317"),
        ("roll: fog; Bruno: wind-gust; Ada: ejection Cara", "order matters", "P0318"),
    ],
)
def test_orders(lines: str, claim: str, code: str | None) -> None:
    assert [finding.code for finding in verdict(lines, claim).findings] == ([code] if code else [])


def test_a_difference_names_both_orders_and_what_differs() -> None:
    (finding,) = verdict(EJECTIONS, "order does not matter").findings
    (note,) = finding.related

    assert finding.values["one"] == "Ada: ejection Cara; Bruno: ejection Dora"
    assert finding.values["other"] == "Bruno: ejection Dora; Ada: ejection Cara"
    assert note.values == {"subject": "Cara treasures", "one": "1 of city-1", "other": "2 of city-1"}


def test_what_fails_in_one_order_is_shown_in_that_order() -> None:
    (finding,) = verdict(EJECTIONS, "Cara treasures: 1").findings

    assert finding.scenario is not None
    assert finding.scenario.endswith(
        "  when\n    Ada: pass\n    Bruno: ejection Dora\n    Ada: ejection Cara\n  then\n    Cara treasures: 1\n"
    )
    (shown,) = run_file(parse(finding.scenario, "scenarios/orders.scenario"))
    assert [each.code for each in shown.findings] == ["E0101"]


def test_it_is_said_in_spanish_as_well() -> None:
    lines = "Bruno: wind-gust if possible"
    text = format_text(TABLE.format(hands="Bruno hand: wind-gust", lines=lines, claim="order matters"))
    there = format_text(text, "a.scenario", "es", lambda tree: naming(tree, "es"))

    for said in ("en cualquier orden", "si es posible", "el orden importa"):
        assert said in there
    assert format_text(there, "a.scenario", "en", lambda tree: naming(tree, "en")) == text
