from __future__ import annotations

import pytest

from interpreter.scenario.parser import parse
from interpreter.trial.runner import run_file
from interpreter.trial.verdicts import Outcome

HEAD = """\
ruleset celestia

scenario case
"""
GIVEN = """\
  given
    players: Ada, Bruno, Cara, Dora
    captain: Cara
    city-1 treasures: only 1
"""


def outcome(text: str) -> Outcome:
    (verdict,) = run_file(parse(text, "case.scenario"))
    return verdict.outcome


@pytest.mark.parametrize(
    ("expectation", "wanted"),
    [
        ("Ada hand: turbo", Outcome.KNOWN_WRONG),
        ("Adda hand: turbo", Outcome.FAILED),
        ("captain: Cara because nosuchrule", Outcome.FAILED),
    ],
)
def test_known_wrong_excuses_no_mistake_in_the_text(expectation: str, wanted: Outcome) -> None:
    text = f'{HEAD}  known-wrong "to be settled"\n{GIVEN}  then\n    {expectation}\n'

    assert outcome(text) is wanted


def test_the_others_give_a_forced_answer_too() -> None:
    played = "  when\n    roll: fog, blank\n    Dora: leave\n    others: stay\n"
    text = f"{HEAD}{GIVEN}{played}  then\n    aboard: Ada, Bruno, Cara\n"

    assert outcome(text) is Outcome.PASSED


def test_what_the_others_are_to_answer_is_looked_at_even_if_nobody_is_left_to_say_it() -> None:
    played = "  when\n    roll: fog, blank\n    others: ANSWER\n    Dora: leave\n    Ada: stay\n    Bruno: stay\n"
    text = f"{HEAD}{GIVEN}{played}  then\n    aboard: Ada, Bruno, Cara\n"

    assert outcome(text.replace("ANSWER", "stay")) is Outcome.PASSED
    assert outcome(text.replace("ANSWER", "sleep")) is Outcome.ERROR
