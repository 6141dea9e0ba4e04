"""Claims about all branches: how far they reach, what they merge, and how far they came when there are too many."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from interpreter.scenario.parser import parse
from interpreter.trial.branches import Branch
from interpreter.trial.exploring import Explorer, Tree
from interpreter.trial.runner import run_file
from interpreter.trial.verdicts import Outcome, Verdict

TABLE = """\
ruleset celestia

scenario claims
  given{at}
    players: Ada, Bruno, Cara
    captain: Ada
{given}
{when}
  then
    {claim}
"""


def verdict(claim: str, given: str = "", when: str = "", at: str = "") -> Verdict:
    lines = "\n".join(f"    {line}" for line in given.split("; ") if line)
    script = "  when\n" + "\n".join(f"    {line}" for line in when.split("; ")) if when else ""
    text = TABLE.format(at=at, given=lines, when=script, claim=claim)
    (found,) = run_file(parse(text, "scenarios/claims.scenario"))
    return found


def codes(found: Verdict) -> list[str]:
    return [finding.code for finding in found.findings]


HAND = "Ada hand: compass"
BOTH = "Bruno: stay; Cara: stay"


@pytest.mark.parametrize(
    ("claim", "when"),
    [
        ("chance crash: 7/9", f"roll: any; {BOTH}"),
        ("chance crash: at least 7/9", f"roll: any; {BOTH}"),
        ("chance captain: Bruno: 1", f"roll: any; {BOTH}"),
        ("possible: arrive", f"roll: any; {BOTH}"),
        ("possible: captain: Cara for any roll for every choice of Bruno, Cara until hand-over, succession", ""),
        ("never: crash until somebody decides", ""),
        ("chance dice: fog, blank: 1/9 until somebody decides", ""),
        ("chance crash: 7/9", f"roll: any; {BOTH.replace('; ', ' if possible; ')} if possible"),
    ],
)
def test_what_is_true(claim: str, when: str) -> None:
    assert verdict(claim, f"{HAND}; city-1 treasures: 1, 2", when).outcome is Outcome.PASSED


@pytest.mark.parametrize(
    ("claim", "when", "code"),
    [
        ("chance crash: 1/2", f"roll: any; {BOTH}", "E0502"),
        ("always: crash", f"roll: any; {BOTH}", "E0501"),
        ("never: crash for every choice of Bruno, Cara", "roll: any", "E0508"),
        ("chance crash: 7/9", f"roll: any; {BOTH}; Ada: any", "E0506"),
        ("never: crash until payment", "roll: any", "E0504"),
        ("never: crash until somewhere", "roll: any", "E0505"),
        ("never: crash until harvest", "roll: any", "E0505"),
        ("never: harvest", "roll: any", "E0205"),
        ("possible: payment", "roll: any", "E0205"),
        ("chance legs: 0", "roll: any", "E0205"),
        ("no event: powers", "roll: fog, blank", "E0205"),
        ("possible: crash for every choice of Eve", f"roll: fog, blank; {BOTH}; Ada: pay compass", "P0101"),
        ("chance crash: 1 for every choice of Eve", "roll: fog, blank", "P0101"),
        ("always: crash for every choice of Eve", f"roll: fog, blank; {BOTH}; Ada: pay compass", "P0101"),
        ("no event: arrive\n  then for every choice of Eve\n    captain: Ada", "roll: fog, blank", "P0101"),
    ],
)
def test_what_is_not(claim: str, when: str, code: str) -> None:
    given = f"{HAND}; city-1 treasures: 1, 2"
    assert codes(verdict(claim, given, when)) == [code]


def test_a_chance_is_judged_for_each_course_of_choices() -> None:
    """Whether Bruno plays it safe does not depend on the dice: both courses have odds of their own."""
    assert verdict("chance crash: 7/9", f"{HAND}; city-1 treasures: 1", "roll: any; Bruno: any; Cara: stay").is_fine


def test_any_roll_looks_past_the_next_throw_even_after_one_that_was_left_open() -> None:
    when = "roll: any; Bruno: stay; Cara: stay; Bruno: wind-gust if possible"
    assert verdict("chance crash: 76/81 for any roll", f"{HAND}; Bruno hand: wind-gust", when).is_fine


def test_too_many_positions_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GULLIVER_MOST_POSITIONS", "12")
    (finding,) = verdict("chance crash: 1/2 for any roll for every choice of Bruno, Cara", HAND).findings[:1]
    assert finding.code == "E0506"

    (finding,) = verdict("never: provisions for any roll for every choice of Bruno, Cara", HAND).findings
    assert (finding.code, finding.values["looked"]) == ("E0503", "12")
    assert int(finding.values["open"]) > 0


def test_a_chance_that_is_not_settled_has_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GULLIVER_MOST_POSITIONS", "12")
    (finding,) = verdict("chance dice: 2 blank: 1/9 until somebody decides", HAND).findings
    (note,) = finding.related

    assert (finding.code, note.values) == ("E0503", {"least": "0", "most": "13/36"})
    assert verdict("chance dice: 2 blank: at most 1/2 until somebody decides", HAND).is_fine
    assert codes(verdict("chance dice: 2 blank: 1/2 until somebody decides", HAND)) == ["E0502"]


def test_an_expectation_about_changes_looks_at_its_own_branch() -> None:
    """What the dice show was there before the second `when`, another thing in each branch."""
    when = "roll: any; Bruno: stay\n  then\n    Cara is asked\n  when\n    Cara: leave"
    found = verdict("only aboard, city-1 treasures, Cara treasures changed", f"{HAND}; city-1 treasures: 1", when)

    assert found.is_fine


def test_claims_that_reach_as_far_look_at_the_same_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []
    tree = Explorer.tree

    def counted(explorer: Explorer, branches: Iterable[Branch]) -> Tree:
        looked.append(explorer.reach)
        return tree(explorer, branches)

    monkeypatch.setattr(Explorer, "tree", counted)
    claims = "chance dice: fog, blank: 1/9\n    chance dice: blank, blank: 1/9\n    possible: dice: fog, fog"
    assert verdict(f"{claims} until somebody decides").outcome is Outcome.FAILED  # the last one alone reaches so far
    assert verdict("\n    ".join(f"{each.strip()} until somebody decides" for each in claims.split("\n"))).is_fine
    assert len(looked) == 2 + 1


def test_claims_about_events_look_for_themselves() -> None:
    claims = "chance crash: 7/9\n    chance arrive: 2/9\n    possible: captain: Bruno"
    assert verdict(claims, HAND, f"roll: any; {BOTH}").is_fine
