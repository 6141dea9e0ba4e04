"""What a case reaches, on a small game: exactly the rules that ran, each way that a condition went."""

from __future__ import annotations

from pathlib import Path

from interpreter.scenario.parser import parse
from interpreter.trial.coverage import observed_case, reached_by
from interpreter.trial.runner import run_case

MARKET = Path(__file__).parents[3] / "docs" / "examples" / "market"


def case(text: str):  # type: ignore[no-untyped-def]  # noqa: ANN201
    file = parse(f'ruleset "{MARKET}"\n\nscenario one\n{text}', "one.scenario")
    return file, *next(iter(file.tests()))


TURN = """\
  given
    players: Ada, Bruno
    dealer: Ada
    cart: mill
    Ada hand: apple
  when
    roll: rain
    Ada: pay apple
  then
    Ada coins: 2
"""


def test_the_rules_that_ran_are_reached() -> None:
    reached = reached_by(*case(TURN))

    assert ("steps", "turn", "weather") in reached
    assert ("steps", "turn", "shelter", "answers", "pay") in reached
    assert ("steps", "turn", "shelter", "answers", "pay", "do", "1") in reached
    assert ("demands", "shelter") in reached
    assert ("cards", "apple") in reached
    assert ("steps", "turn", "shelter", "answers", "rest") not in reached
    assert ("cards", "whistle") not in reached


def test_a_condition_is_seen_to_go_one_way() -> None:
    hits = observed_case(*case(TURN)).hits

    assert [probe.way for probe in hits if probe.path == ("steps", "turn", "drive", "if")] == [True]


def test_a_case_comes_out_as_it_does_unobserved() -> None:
    for text in (TURN, TURN.replace("coins: 2", "coins: 3")):
        told, seen = run_case(*case(text)), observed_case(*case(text)).verdict

        assert (told.outcome, told.findings) == (seen.outcome, seen.findings)


def test_a_case_knows_nothing_of_the_one_before() -> None:
    reached_by(*case(TURN))
    reached = reached_by(*case(TURN.replace("Ada: pay apple", "Ada: rest").replace("coins: 2", "coins: 0")))

    assert ("steps", "turn", "shelter", "answers", "rest") in reached
    assert ("steps", "turn", "shelter", "answers", "pay") not in reached


def test_what_an_option_decides_of_a_play_counts_only_for_whoever_holds_the_card() -> None:
    path = ("cards", "whistle", "play", "refuse", "forbidden")
    held = TURN.replace("hand: apple", "hand: apple, whistle").replace("    Ada: pay", "    Ada: pass\n    Ada: pay")

    assert [probe.way for probe in observed_case(*case(TURN)).hits if probe.path == path] == []
    assert [probe.way for probe in observed_case(*case(held)).hits if probe.path == path] == [False]
