"""`gulliver why`: what led to a result, and what the rules read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main
from interpreter.scenario import tree as t
from interpreter.scenario.parser import parse
from interpreter.trial.causes import Story, story
from interpreter.trial.runner import run_case

ROOT = Path(__file__).parents[3]
RULES = """\
format: 1
ruleset: shells
version: 1
title: Shells
source: "book, page 1"
players: {from: 2, to: 4}
sources: {book: {title: The Book of Shells}}
options: {late: {values: [may, never], default: may, ruling: Q1}}
rulings: {Q1: {question: May one wait?, answer: Yes., option: late}}
attributes: {cards: [worth]}
dice: {die: {faces: {calm: 3, storm: 1}}}
types: {shell: {}}
roles: {active: {held-by: one}, awake: {held-by: several}}
counters: {turns: {of: player}}
zones:
  lap: {of: player, holds: shell, seen-by: owner, starts: empty}
  beach: {holds: shell, seen-by: everybody, starts: full}
cards:
  conch: {type: shell, copies: 2, worth: 5}
  clam:
    type: shell
    copies: 3
    worth: 1
setup:
  - {give: active, at-random-among: everybody}
  - {id: wake, give: awake, to: everybody}
steps:
  game:
    - id: rounds
      repeat: [round]
  round:
    - id: throw
      roll: die
      count: 2
    - id: choose
      each: player
      among: awake
      ask: player
      answers:
        take:
          choose: {what: {card: beach, where: "count(die, calm) > 0"}}
          do: [{id: pick-up, move: what, from: beach, to: lap of actor}]
        sleep:
          if: option late = may
          do: [{id: fall-asleep, take-away: awake, from: actor}]
        idle:
          unless: {must-act: [take]}
    - id: over
      if: count(beach) = 0
      end: game
scoring: {score: "sum(lap of player, worth)", source: "book, page 9"}
"""
SCENARIO = """\
ruleset "."

background
  players: Ada, Bruno
  active: Ada
  awake: Ada, Bruno

scenario game "A game"
  given at throw
    Ada lap: conch
  when
    roll: calm, storm
    Ada: sleep
    Bruno: take clam
    roll: calm, calm
  then
    Ada cannot: take conch because takes-part
    Bruno cannot: idle because must-act
    Ada score: 5
    Bruno lap: clam
    chance over: 0
    event: fall-asleep
"""


@pytest.fixture
def shells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ruleset.yaml").write_text(RULES)
    (tmp_path / "a.scenario").write_text(SCENARIO)
    return tmp_path


def why(*words: str, code: int = 0) -> str:
    done: Result = CliRunner().invoke(main, ["why", *words])
    assert done.exit_code == code, done.output
    return done.output


def asked(*words: str, code: int = 0) -> list[str]:
    return [line.strip() for line in why(*words, code=code).splitlines()]


def as_json(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(why(*words, "--format", "json"))["cases"][0]
    return found


def line_of(text: str, of: str = RULES) -> int:
    return 1 + next(number for number, line in enumerate(of.splitlines()) if text in line)


def place(text: str) -> str:
    return f"ruleset.yaml:{line_of(text)}"


def test_a_refused_answer_names_the_line_that_made_it_so(shells: Path) -> None:
    lines = asked("a.scenario::game:17")

    assert lines[1] == "line 17 holds: Ada cannot: take conch because takes-part"
    assert lines[2].startswith("Ada cannot answer `take conch`: takes-part: ")
    assert "Ada is not among awake (Bruno), since line 13" in lines
    assert any(line.startswith(f"rule steps.round.choose (shells, {place('- id: choose')}; ") for line in lines)


def test_a_compulsory_answer_is_named_with_its_rule(shells: Path) -> None:
    lines = asked("a.scenario::game:18")

    assert "Bruno cannot answer `idle`: must-act: take is possible" in lines
    assert "possible: take clam; take conch" in lines or "possible: take conch; take clam" in lines
    after = lines[lines.index("another answer comes before `idle`") + 1]
    assert after == f"rule steps.round.choose.answers.take (shells, {place('        take:')}; source book, page 1)"


def test_a_fact_names_the_event_that_changed_it_last(shells: Path) -> None:
    lines = asked("a.scenario::game:20")

    assert lines[2] == "Bruno lap is clam; changed last:"
    assert lines[3] == "clam moved from beach to lap of Bruno, since line 14"
    assert lines[4].startswith("rule steps.round.choose.answers.take.do.pick-up")


def test_the_chain_stands_under_the_lines_of_the_script(shells: Path) -> None:
    lines = asked("a.scenario::game:13")

    chain = lines[lines.index("what led there:") :]
    told = [line for line in chain[: chain.index("what these rules read:")] if not line.startswith("rule ")]
    assert told == [
        "what led there:",
        "line 12: roll: calm, storm",
        "thrown (die): calm, storm",
        "line 13: Ada: sleep",
        "Ada answers `sleep`",
        "awake is now Bruno",
    ]
    assert lines[-2:] == ["the sources:", "book: The Book of Shells"]


IN_ANY_ORDER = """\
ruleset celestia

scenario both
  given at powers
    players: Ada, Bruno, Cara, Dora
    captain: Ada
    dice: fog, blank
    city-1 treasures: 2, 1
    Ada hand: ejection
    Bruno hand: ejection
  when
    in any order
      Ada: ejection Cara
      Bruno: ejection Dora
  then
    aboard: Ada, Bruno
"""


def test_what_is_done_in_any_order_stands_under_its_own_line(tmp_path: Path) -> None:
    file = tmp_path / "a.scenario"
    file.write_text(IN_ANY_ORDER)

    lines = asked(f"{file}::both:16")

    assert lines[lines.index("line 13: Ada: ejection Cara") + 1] == "Ada answers `ejection Cara`"
    assert lines[lines.index("line 14: Bruno: ejection Dora") + 1] == "Bruno answers `ejection Dora`"
    assert "aboard is now Ada, Bruno, since line 14" in lines


def test_rulings_stand_with_the_rules_that_read_their_option(shells: Path) -> None:
    told = as_json("a.scenario::game:13")

    rules = [event["rule"] for chapter in told["chain"] for event in chapter["events"]]
    assert {rule["title"] for rule in rules} == {"The Book of Shells"}
    asked_by = next(rule for rule in rules if rule["path"] == "steps.round.choose")
    assert asked_by["line"] == line_of("- id: choose")


def test_a_score_names_the_numbers_of_the_cards(shells: Path) -> None:
    lines = asked("a.scenario::game:19")

    assert f"cards.conch.worth: 5 (shells, {place('conch:')})" in lines
    assert f"cards.clam.worth: 1 (shells, {place('worth: 1')})" in lines


def test_a_zone_names_the_numbers_of_copies(shells: Path) -> None:
    (shells / "a.scenario").write_text(SCENARIO + "    beach: 2 clam, 2 conch\n")

    lines = asked("a.scenario::game")

    assert lines[1] == "line 23 does not hold: beach: 2 clam, 2 conch"
    assert f"cards.clam.copies: 3 (shells, {place('copies: 3')})" in lines


def test_a_chance_names_the_faces_of_the_dice(shells: Path) -> None:
    lines = asked("a.scenario::game:16")

    assert f"dice.die.faces.storm: 1 (shells, {place('faces:')})" in lines
    assert f"steps.round.throw.count: 2 (shells, {place('count: 2')})" in lines


def test_without_a_line_the_first_failure_is_told(shells: Path) -> None:
    (shells / "a.scenario").write_text(SCENARIO.replace("Ada score: 5", "Ada score: 6"))

    lines = asked("a.scenario::game")

    assert lines[1:3] == ["line 19 does not hold: Ada score: 6", "`Ada score` is 5, not 6"]
    assert lines[3] == "Ada score is 5, as the position has it"


def test_without_a_failure_the_last_claims_are_told(shells: Path) -> None:
    told = [claim["line"] for claim in as_json("a.scenario::game")["claims"]]

    assert told == [17, 18, 19, 20, 21, 22]


def test_what_cannot_be_played_is_told_as_far_as_it_went(shells: Path) -> None:
    (shells / "a.scenario").write_text(SCENARIO.replace("Bruno: take clam", "Bruno: take clam\n    Ada: idle"))

    lines = asked("a.scenario::game", code=1)

    assert any(line.startswith("error[P0") for line in lines)
    assert "clam moved from beach to lap of Bruno" in lines


def test_a_position_that_cannot_be_names_the_number_of_copies(shells: Path) -> None:
    (shells / "a.scenario").write_text(SCENARIO.replace("lap: conch", "lap: 3 conch"))

    assert f"the box has so many of conch ({place('conch:')}" in why("a.scenario::game", code=1)


def test_options_and_languages(shells: Path) -> None:
    lines = asked("a.scenario::game", "--option", "late=never", "--lang", "es", code=1)

    assert lines[0] == "a.scenario:8 game  [shells con opción late = never]"
    assert "lo que ha llevado hasta ahí:" in lines


@pytest.mark.parametrize("words", ["a.scenario", "a.scenario::", "a.scenario::game:x", "a.scenario::gam", "b::a"])
def test_what_is_no_place_is_a_wrong_usage(words: str, shells: Path) -> None:
    why(words, code=2)


@pytest.mark.parametrize("line", [0, 3, 999, SCENARIO.count("\n") + 1])
def test_a_line_of_no_scenario_is_a_wrong_usage(line: int, shells: Path) -> None:
    why(f"a.scenario::game:{line}", code=2)


def test_the_cells_of_a_row_stand_in_the_lines(shells: Path) -> None:
    table = '"A game"\n  for each\n    who | other\n    ada | Ada\n'
    text = SCENARIO.replace('"A game"\n', table).replace("    Ada: sleep", "    <other>: sleep")
    (shells / "a.scenario").write_text(text)

    assert "line 16: Ada: sleep" in asked("a.scenario::game.ada:16")


def test_each_reading_is_told_and_a_line_of_one_only_there() -> None:
    file = "scenarios/celestia/rulings-b08-b14.scenario"
    text = (ROOT / file).read_text("utf-8")
    line = line_of("reading compulsory", text) + 2

    every = json.loads(why(str(ROOT / file) + "::" + _dispute_before(text, line), "--format", "json"))
    one = json.loads(why(f"{ROOT / file}::{_dispute_before(text, line)}:{line}", "--format", "json"))

    assert every["schema"] == 1
    assert len(every["cases"]) > 1
    assert [case["reading"] for case in one["cases"]] == ["compulsory"]


def _dispute_before(text: str, line: int) -> str:
    heads = [each.split()[1] for each in text.splitlines()[:line] if each.startswith("dispute ")]
    return heads[-1]


# ---- because


@pytest.mark.parametrize(
    "reason",
    ["must-act", "choose", "steps.round.choose", "steps.round.choose.answers.idle.unless.must-act", "take"],
)
def test_because_names_what_refuses_an_answer(reason: str, shells: Path) -> None:
    (shells / "a.scenario").write_text(SCENARIO.replace("because must-act", f"because {reason}"))

    assert CliRunner().invoke(main, ["run", "a.scenario"]).exit_code == 0


@pytest.mark.parametrize("reason", ["late", "Q1", "sleep"])
def test_because_names_the_option_and_its_ruling(reason: str, shells: Path) -> None:
    given = SCENARIO.replace('"A game"', '"A game" with option late = never').split("  when")[0]
    script = f"  when\n    roll: calm, storm\n    Ada: take conch\n  then\n    Bruno cannot: sleep because {reason}\n"
    (shells / "a.scenario").write_text(given + script)

    done = CliRunner().invoke(main, ["run", "a.scenario"])

    assert done.exit_code == 0, done.output


def test_because_of_an_unknown_path_suggests_one(shells: Path) -> None:
    (shells / "a.scenario").write_text(SCENARIO.replace("because must-act", "because steps.round.chose"))

    done = CliRunner().invoke(main, ["run", "a.scenario"])

    assert "did you mean `steps.round.choose`?" in done.output


# ---- as `run` judges it

ANY = SCENARIO.split("  when", maxsplit=1)[0] + (
    """\
  when
    roll: any
  then
    event: throw
    chance die: 2 calm: 9/16
    possible: die: 2 storm
    always: die: 2 calm
    die: 2 storm
    snapshot state
"""
)


def test_claims_about_all_branches_are_judged_over_all_of_them(shells: Path) -> None:
    (shells / "a.scenario").write_text(ANY)

    told = [as_json(f"a.scenario::game:{line}")["claims"][0] for line in range(14, 19)]

    assert [(claim["holds"], claim["where"]) for claim in told] == [
        (True, "roll: calm, calm"),
        (True, "roll: calm, calm"),
        (True, "roll: storm, storm"),
        (False, "roll: calm, storm"),
        (False, "roll: calm, calm"),
    ]


def test_of_each_line_alone_it_finds_what_run_finds(shells: Path) -> None:
    (shells / "a.scenario").write_text(ANY)

    file = parse(ANY, "a.scenario")
    ran = run_case(file, *next(iter(file.tests())))
    alone = [as_json(f"a.scenario::game:{line}")["claims"][0]["findings"] for line in range(14, 20)]

    codes = [finding.code for finding in ran.findings]
    assert codes == ["E0501", "E0101", "E0507"]
    assert [finding["code"] for findings in alone for finding in findings] == codes


def test_the_branch_is_named_with_the_claim_and_with_the_chain(shells: Path) -> None:
    (shells / "a.scenario").write_text(ANY)

    lines = asked("a.scenario::game:16")

    assert lines[1:3] == ["line 16 holds: possible: die: 2 storm", "where roll: storm, storm"]
    assert lines[lines.index("what led there:") + 1] == "where roll: storm, storm"
    assert "thrown (die): 2 storm" in lines


ONLY = """\
  then
    Bruno can only: take; sleep
    Bruno can only: take
    Bruno cannot: sleep
"""
SAMPLE = ["celestia/odds", "celestia-duo/odds", "a-little-help/odds", "celestia/rulings-b08-b14", "celestia/orders"]


def _verdicts(file: t.ScenarioFile) -> Iterator[tuple[Story, t.ThenLine, bool]]:
    """The story of each case to its end, and each of its last expectations with what `run` says of it."""
    for scenario, case in file.tests():
        wrong = {each.span.line for each in run_case(file, scenario, case).findings if each.span is not None}
        lines = [block for block in case.blocks if isinstance(block, t.Then)][-1].lines
        told = story(file, scenario, case)
        yield from ((told, line, line.span.line not in wrong) for line in lines if not isinstance(line, t.Snapshot))


@pytest.mark.parametrize("name", SAMPLE)
def test_a_line_holds_where_run_says_so(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    path = f"scenarios/{name}.scenario"
    file = parse(Path(path).read_text("utf-8"), path)

    for told, line, holds in _verdicts(file):
        claims = {claim.line.span.line: claim.holds for claim in told.claims}
        assert claims.get(line.span.line, True) == holds, f"{told.id}:{line.span.line}"
        assert not told.stopped


def test_a_picture_neither_holds_nor_fails(shells: Path) -> None:
    (shells / "a.scenario").write_text(SCENARIO + "    snapshot state\n")

    assert as_json("a.scenario::game:23")["claims"][0]["holds"] is None
    told = "line 23: snapshot state; `gulliver run` compares the picture, `gulliver review` accepts it"
    assert asked("a.scenario::game:23")[1] == told


def test_a_picture_of_several_branches_fails_as_in_run(shells: Path) -> None:
    (shells / "a.scenario").write_text(ANY)

    claim = as_json("a.scenario::game:19")["claims"][0]

    assert (claim["holds"], claim["findings"][0]["code"]) == (False, "E0507")


def test_a_question_is_told_up_to_its_end(shells: Path) -> None:
    (shells / "a.scenario").write_text(SCENARIO.split("  then", maxsplit=1)[0] + "  then ?\n")

    told = as_json("a.scenario::game")

    assert told["claims"] == []
    assert [chapter["line"] for chapter in told["chain"]] == [12, 13, 14, 15]


def test_can_only_tells_why_the_others_are_refused(shells: Path) -> None:
    (shells / "a.scenario").write_text(SCENARIO.split("    Bruno: take clam", maxsplit=1)[0] + ONLY)

    lines = asked("a.scenario::game:15")

    assert lines[1] == "line 15 holds: Bruno can only: take; sleep"
    assert "Bruno can answer `take`" in lines
    assert "Bruno cannot answer `idle`: must-act: take is possible" in lines


def test_can_only_names_what_else_is_possible(shells: Path) -> None:
    (shells / "a.scenario").write_text(SCENARIO.split("    Bruno: take clam", maxsplit=1)[0] + ONLY)

    lines = asked("a.scenario::game:16")

    assert lines[1:4] == ["line 16 does not hold: Bruno can only: take", "`Bruno` can do more than that", "also: sleep"]
    assert "Bruno cannot answer `idle`: must-act: take is possible" in lines


def test_what_is_possible_is_said_once(shells: Path) -> None:
    (shells / "a.scenario").write_text(SCENARIO.split("    Bruno: take clam", maxsplit=1)[0] + ONLY)

    lines = asked("a.scenario::game:17")

    assert lines[2:4] == ["`Bruno` can answer `sleep`", "`sleep` is offered by:"]
