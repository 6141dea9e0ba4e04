"""`history`, `diff`, `compare`, and stacks wherever a ruleset can be named, on a small game with house rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from syrupy.assertion import SnapshotAssertion

from interpreter.cli import main
from interpreter.commands.stacks import parsed_stack
from interpreter.report.comparisons import in_parts

GAME = """\
format: 1
ruleset: pebbles
version: 1
title: Pebbles
players: {from: 2, to: 4}
options:
  kind: {values: [calm, wild], default: calm}
types: {pebble: {}}
zones:
  heap: {holds: pebble, pile: true, starts: full}
  lap: {holds: pebble}
roles: {first: {held-by: one}}
cards:
  grey: {type: pebble, copies: 8}
  white: {type: pebble, copies: 2}
steps:
  game:
    - id: choose
      ask: first
      answers: {go: {if: option kind = calm}, stay: {}}
    - id: take
      draw: heap
      to: lap
    - id: stop
      end: game
"""
MORE = """\
format: 1
layer: house/more
changes: pebbles 1
title: More
why: Games were too short.
change: {cards.grey.copies: {was: 8, to: 12}}
add: {cards.red: {type: pebble, copies: 1}}
remove: [cards.white]
insert: [{after: steps.game.take, step: {id: again, draw: heap, to: lap}}]
"""
EVEN_MORE = """\
format: 1
layer: house/even-more
changes: pebbles 1
requires: [house/more]
over: house/more
change: {cards.grey.copies: {was: 12, to: 20}}
"""
OTHER = GAME.replace("ruleset: pebbles", "ruleset: stones")
SCENARIOS = """\
ruleset pebbles

scenario heap "How many there are"
  given
    players: Ada, Bruno
    first: Ada
  then
    first: Ada
    heap: count 10

dispute go "May Ada go?"
  given
    players: Ada, Bruno
    first: Ada
  reading as-it-stands
    then
      Ada can: go
  reading wild with option kind = wild
    then
      Ada cannot: go

scenario stay "She may always stay"
  given
    players: Ada, Bruno
    first: Ada
  then
    Ada can: stay
"""


@pytest.fixture(autouse=True)
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    texts = {
        "rulesets/pebbles/ruleset.yaml": GAME,
        "rulesets/stones/ruleset.yaml": OTHER,
        "rulesets/house/more.yaml": MORE,
        "rulesets/house/even-more.yaml": EVEN_MORE,
        "scenarios/pebbles.scenario": SCENARIOS,
        "scenarios/stones.scenario": "ruleset stones" + SCENARIOS.removeprefix("ruleset pebbles").split("\ndispute")[0],
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    done = CliRunner().invoke(main, words)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code != 70, done.stderr
    return done


def told(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*words, "--format", "json").stdout)
    assert found["schema"] == 1
    return found


# ---- history ------------------------------------------------------------------------------------------------------


def test_a_value_is_followed_from_the_ruleset_up(snapshot: SnapshotAssertion) -> None:
    done = run("history", "pebbles with house/more, house/even-more", "cards.grey.copies")

    assert done.exit_code == 0
    assert "rulesets/pebbles/ruleset.yaml:14  8\n" in done.stdout
    assert "rulesets/house/more.yaml:6        8 -> 12, because Games were too short.\n" in done.stdout
    assert done.stdout.endswith("now: 20\n")
    assert done.stdout == snapshot


def test_it_is_told_to_programs() -> None:
    found = told("history", "pebbles with house/more", "cards.grey.copies")

    (change,) = found["changes"]
    assert (found["base"]["value"], found["value"], found["exists"]) == (8, 12, True)
    assert found["base"]["at"] == {"file": "rulesets/pebbles/ruleset.yaml", "line": 14, "layer": None, "why": None}
    assert (change["was"], change["to"], change["kind"]) == (8, 12, "changed")
    assert change["to_at"] == {
        "file": "rulesets/house/more.yaml",
        "line": 6,
        "layer": "house/more",
        "why": "Games were too short.",
    }


@pytest.mark.parametrize(
    ("path", "kind", "line", "exists"),
    [
        ("cards.red", "added", 7, True),
        ("cards.red.copies", "added", 7, True),
        ("cards.white", "removed", 8, False),
        ("cards.white.copies", "removed", 8, False),
        ("steps.game.again", "added", 9, True),
    ],
)
def test_what_comes_and_goes(path: str, kind: str, line: int, exists: bool) -> None:  # noqa: FBT001  # a table
    found = told("history", "pebbles with house/more", path)

    (change,) = found["changes"]
    assert (change["path"], change["kind"], change["to_at"]["line"]) == (path, kind, line)
    assert found["exists"] is exists


def test_all_that_changed_in_a_whole_thing_is_told() -> None:
    said = run("history", "pebbles with house/more", "cards").stdout

    assert "grey.copies: 8 -> 12, because" in said
    assert "red: added: {type: pebble, copies: 1}" in said
    assert "white: removed, was {type: pebble, copies: 2}" in said


def test_an_option_that_was_chosen() -> None:
    said = run("history", "pebbles with option kind = wild", "options.kind.default").stdout

    assert "  chosen " in said
    assert "calm -> wild\nnow: wild\n" in said


def test_what_no_layer_changes() -> None:
    assert "no layer changes it\nnow: 2\n" in run("history", "pebbles", "cards.white.copies").stdout


@pytest.mark.parametrize("typed", ["cards.grey.copeis", "grey.copies", "cards.gray.copies"])
def test_a_path_that_is_nowhere(typed: str) -> None:
    done = run("history", "pebbles with house/more", typed)

    assert (done.exit_code, done.stdout) == (1, "")
    assert f"error[L0402]: `{typed}` is nowhere in pebbles with house/more" in done.stderr
    assert "did you mean `cards.grey.copies`?" in done.stderr


def test_findings_for_programs() -> None:
    assert [each["code"] for each in told("history", "pebbles", "nowhere")["findings"]] == ["L0402"]


# ---- diff ---------------------------------------------------------------------------------------------------------


def test_each_difference_has_both_places_and_the_reason(snapshot: SnapshotAssertion) -> None:
    done = run("diff", "pebbles", "pebbles with house/more, option kind = wild")

    because = "because Games were too short."
    was = "was rulesets/pebbles/ruleset.yaml:"
    assert done.exit_code == 0
    assert f"\n  options.kind.default: calm -> wild (chosen; {was}7)\n" in done.stdout
    assert f"\n  cards.grey.copies: 8 -> 12 (rulesets/house/more.yaml:6; {was}14) {because}\n" in done.stdout
    assert f"\n  cards.white removed: 2 x white (rulesets/house/more.yaml:8; {was}15) {because}\n" in done.stdout
    assert f"\n  cards.red added: 1 x red (rulesets/house/more.yaml:7) {because}\n" in done.stdout
    inserted = "again: draw heap, to lap (rulesets/house/more.yaml:9)"
    assert f"  steps.game.again inserted: {inserted} {because}" in done.stdout
    assert done.stdout == snapshot


def test_the_other_way_round() -> None:
    said = run("diff", "pebbles with house/more", "pebbles").stdout

    assert "cards.grey.copies: 12 -> 8 (rulesets/pebbles/ruleset.yaml:14; was rulesets/house/more.yaml:6)\n" in said
    assert "cards.red removed: 1 x red (was rulesets/house/more.yaml:7)\n" in said
    assert "cards.white added: 2 x white (rulesets/pebbles/ruleset.yaml:15)\n" in said


def test_steps_without_id_are_told_apart_by_where_they_are_written(table: Path) -> None:
    text = GAME.replace("    - id: take\n      draw", "    - draw")
    (table / "rulesets/pebbles/ruleset.yaml").write_text(text)
    layer = "insert: [{before: steps.game.stop, step: {draw: heap, to: lap}}]\n"
    (table / "rulesets/house/more.yaml").write_text(MORE.split("change:", maxsplit=1)[0] + layer)

    found = told("diff", "pebbles", "pebbles with house/more")["differences"]

    assert [(each["path"], each["kind"]) for each in found] == [("steps.game.2", "added")]


@pytest.mark.parametrize("same", ["pebbles", "pebbles with option kind = calm", "rulesets/pebbles"])
def test_no_difference(same: str) -> None:
    assert run("diff", "pebbles", same).stdout == "no difference\n"
    assert told("diff", "pebbles", same)["differences"] == []


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("pebbels", "L0001"),
        ("pebbles with house/mroe", "L0001"),
        ("pebbles with option kind = loud", "L0302"),
        ("pebbles with option kind wild", "L0401"),
        ("pebbles with", "L0401"),
        ("pebbles with ,", "L0401"),
    ],
)
def test_stacks_that_cannot_be_used(typed: str, code: str) -> None:
    for words in (("diff", "pebbles", typed), ("history", typed, "cards"), ("show", typed), ("simulate", typed)):
        done = run(*words)
        assert (done.exit_code, done.stdout) == (1, "")
        assert f"error[{code}]" in done.stderr


# ---- compare ------------------------------------------------------------------------------------------------------


def test_what_comes_out_differently_and_where(snapshot: SnapshotAssertion) -> None:
    done = run("compare", "pebbles", "pebbles with house/more, option kind = wild")

    assert done.exit_code == 1
    assert "heap: they part at scenarios/pebbles.scenario:9\n    A: as expected\n    B: " in done.stdout
    assert "  as-it-stands  passed  failed\n  wild          passed  passed\n" in done.stdout
    assert "stay" not in done.stdout
    assert done.stdout.endswith("2 of 4 come out differently; 1 skipped\n")
    assert done.stdout == snapshot


def test_for_programs() -> None:
    found = told("compare", "pebbles", "pebbles with option kind = wild")

    (scenario,) = found["scenarios"]
    assert (found["compared"], found["different"], found["skipped"]) == (4, 1, 1)
    assert (scenario["id"], scenario["reading"]) == ("go", "as-it-stands")
    assert scenario["outcomes"] == {"a": "passed", "b": "failed"}
    assert scenario["parts_at"] == {"file": "scenarios/pebbles.scenario", "line": 17}
    assert (scenario["findings"]["a"], scenario["findings"]["b"][0]["code"]) == ([], "E0103")


def test_alike() -> None:
    done = run("compare", "pebbles", "pebbles with option kind = calm", "scenarios/pebbles.scenario")

    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "0 of 4 come out differently")


def test_a_scenario_that_fails_under_both_for_other_reasons_differs(table: Path) -> None:
    file = table / "scenarios" / "pebbles.scenario"
    file.write_text(SCENARIOS.replace("count 10", "count 11"))

    assert run("compare", "pebbles", "pebbles with house/more", "scenarios/pebbles.scenario").exit_code == 1


def test_one_that_can_be_played_under_neither_says_nothing(table: Path) -> None:
    file = table / "scenarios" / "pebbles.scenario"
    file.write_text(SCENARIOS.replace("players: Ada, Bruno", "players: Ada", 1))

    done = run("compare", "pebbles", "pebbles with house/more", "scenarios/pebbles.scenario")

    assert (done.exit_code, done.stdout.splitlines()[-1]) == (
        0,
        "0 of 3 come out differently; 1 can be played under neither",
    )


def test_rulings_are_told_in_their_order() -> None:
    assert sorted(["B10", "N1", "B9", "B13"], key=in_parts) == ["B9", "B10", "B13", "N1"]


def test_different_games_cannot_be_compared() -> None:
    done = run("compare", "pebbles", "stones")

    assert (done.exit_code, done.stdout) == (1, "")
    assert "error[L0403]: `pebbles` and `stones` lie upon different rulesets" in done.stderr


def test_nothing_to_compare() -> None:
    assert run("compare", "pebbles", "pebbles with house/more", "scenarios/stones.scenario").exit_code == 5


# ---- show, simulate, check ----------------------------------------------------------------------------------------


def test_show_marks_what_layers_changed(snapshot: SnapshotAssertion) -> None:
    done = run("show", "pebbles with house/more, option kind = wild")

    lines = done.stdout.splitlines()
    assert "    12 x grey  [house/more]" in lines
    assert "    1 x red  [house/more]" in lines
    assert "    again: draw heap, to lap  [house/more]" in lines
    assert "    take: draw heap, to lap" in lines
    assert "  cards.white  [house/more]" in lines
    assert "  house/more: Games were too short." in lines
    assert "  kind = wild  (or: calm)  (chosen)" in lines
    assert "\n".join(lines[2:]) == snapshot


def test_show_marks_every_layer_that_had_a_say() -> None:
    said = run("show", "pebbles", "--with", "house/more", "--with", "house/even-more").stdout

    assert "    20 x grey  [house/even-more]" in said


def test_nothing_is_marked_without_layers() -> None:
    assert "[" not in run("show", "pebbles").stdout


def test_a_stack_can_be_simulated_and_checked() -> None:
    simulated = run("simulate", "pebbles with house/more, option kind = wild", "--games", "2").stdout

    assert simulated.startswith("pebbles with house/more, option kind = wild: 2 games of 2 players")
    assert run("check", "pebbles with house/more, option kind = wild").exit_code == 0
    assert run("check", "pebbles").stdout.startswith("1 thing checked")


def test_check_finds_what_is_wrong_with_a_stack() -> None:
    done = run("check", "pebbles with house/even-more", "--format", "brief")

    assert done.exit_code == 1
    assert "rulesets/house/even-more.yaml:4:12: L0209" in done.stdout


def test_what_the_command_line_adds_comes_last() -> None:
    first = run("show", "pebbles with option kind = wild", "--option", "kind=calm").stdout

    assert "kind = calm" in first


@pytest.mark.parametrize(
    "typed", ["./rulesets/pebbles with ./rulesets/house/more.yaml", '"rulesets/pebbles" with house/more']
)
def test_paths_in_stacks(typed: str) -> None:
    assert run("diff", typed, "pebbles with house/more").stdout == "no difference\n"


@pytest.mark.parametrize("verb", ["history", "diff", "compare", "show", "simulate", "check"])
def test_help_shows_examples_first(verb: str) -> None:
    said = run(verb, "--help").stdout

    assert said.index("Examples:") < said.index("Options:")
    assert "'NAME with house/long" in said


@pytest.mark.parametrize("verb", ["show", "simulate", "check"])
def test_a_stack_without_quotes_is_shown_with_them(verb: str) -> None:
    done = run(verb, "pebbles", "with", "house/more,", "option", "kind", "=", "wild", "-h")

    assert done.exit_code == 2
    assert f"{verb} 'pebbles with house/more, option kind = wild' -h" in done.stderr


@pytest.mark.parametrize("layers", ["house/more and house/even-more", "house/more house/even-more", "kind = wild"])
def test_what_names_no_stack_is_told_of_commas_and_options(layers: str) -> None:
    said = run("show", f"pebbles with {layers}").stderr

    assert "commas between them, `option` before each option" in said


@pytest.mark.parametrize("stack", ["pebbles with option tie = cards", "pebbles con opción tie = cards"])
def test_a_stack_is_named_with_the_words_of_any_language(stack: str) -> None:
    named = parsed_stack(stack)

    assert str(named) == "pebbles with option tie = cards"


def test_a_long_number_is_a_value_like_any_other() -> None:
    named = parsed_stack("pebbles with option most = 12345678901234567890")

    assert named.options == {"most": "12345678901234567890"}
