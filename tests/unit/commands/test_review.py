"""`gulliver run` and `gulliver review` on snapshots, as somebody types them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main
from interpreter.commands.review import Questions
from interpreter.scenario.parser import parse
from interpreter.snapshots.grouping import grouped
from interpreter.snapshots.waiting import State, waiting

ACCEPTED = Path("__snapshots__/dice/three.transcript.txt")


@pytest.fixture
def scenario(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lay_out: Callable[[Path], Path], no_ci: None) -> Path:
    monkeypatch.chdir(tmp_path)
    return lay_out(tmp_path).relative_to(tmp_path)


def gulliver(*words: str) -> Result:
    result = CliRunner().invoke(main, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def found(*words: str) -> list[dict[str, Any]]:
    told = json.loads(gulliver("review", ".", "--format", "json", *words).stdout)
    assert told["schema"] == 1
    snapshots: list[dict[str, Any]] = told["snapshots"]
    return snapshots


def change(scenario: Path) -> None:
    text = scenario.read_text().replace("roll: three\n  then", "roll: four\n  then")
    scenario.write_text(text.replace("pot: 3", "pot: 4"))


def test_a_new_snapshot_waits_until_it_is_accepted(scenario: Path) -> None:
    first = gulliver("run", str(scenario))
    assert first.exit_code == 3
    assert "E0701" in first.stdout
    assert "+roll die: three" in first.stdout
    assert not ACCEPTED.exists()

    assert [each["state"] for each in found("--list")] == ["new"]
    done = gulliver("review", ".", "--accept", "all", "--reason", "counted by hand")
    assert (done.exit_code, done.stdout) == (0, "accepted dice.scenario::three.transcript\n")
    assert "# accepted: counted by hand\n" in ACCEPTED.read_text()
    assert gulliver("run", str(scenario)).exit_code == 0
    assert found("--list") == []


def test_a_changed_one_shows_what_changed(scenario: Path) -> None:
    accept_all(scenario)
    change(scenario)

    result = gulliver("run", str(scenario))

    assert result.exit_code == 3
    assert "E0702" in result.stdout
    assert "-roll die: three" in result.stdout
    assert "+roll die: four" in result.stdout
    (told,) = found("--list")
    assert told["state"] == "changed"
    assert Path(told["pending"]).is_file()
    assert told["accepted"] == ACCEPTED.as_posix()


def accept_all(scenario: Path) -> None:
    gulliver("run", str(scenario))
    assert gulliver("review", ".", "--accept", "all").exit_code == 0


def test_rejecting_forgets_what_waits(scenario: Path) -> None:
    accept_all(scenario)
    before = ACCEPTED.read_text()
    change(scenario)
    gulliver("run", str(scenario))

    assert gulliver("review", ".", "--reject", "three").stdout == "rejected dice.scenario::three.transcript\n"
    assert ACCEPTED.read_text() == before
    assert found("--list") == []


@pytest.mark.parametrize(
    "word", ["three", "three.transcript", "dice.scenario::three", "dice.scenario::three.transcript", "new"]
)
def test_a_snapshot_has_several_names(scenario: Path, word: str) -> None:
    gulliver("run", str(scenario))

    assert [each["outcome"] for each in found("--accept", word)] == ["accepted"]
    assert ACCEPTED.exists()


def test_what_is_not_there_cannot_be_accepted(scenario: Path) -> None:
    gulliver("run", str(scenario))

    result = gulliver("review", ".", "--accept", "thre")

    assert result.exit_code == 5
    assert "three.transcript" in result.stderr


def test_where_nothing_can_be_kept_a_run_says_that_nothing_waits(scenario: Path, tmp_path: Path) -> None:
    (tmp_path / ".gulliver").write_text("in the way")

    assert "it cannot be kept, so that it waits for no review: Not a directory" in gulliver("run", str(scenario)).stdout


def test_one_thing_cannot_be_accepted_and_rejected(scenario: Path) -> None:
    gulliver("run", str(scenario))

    assert gulliver("review", ".", "--accept", "all", "--reject", "three").exit_code == 2
    assert gulliver("review", ".", "--list", "--reject", "three").exit_code == 2


def test_what_nobody_asks_for_is_a_warning_until_it_is_deleted(scenario: Path) -> None:
    accept_all(scenario)
    scenario.write_text(scenario.read_text().replace("    snapshot transcript\n", ""))

    result = gulliver("run", str(scenario))
    assert result.exit_code == 0
    assert "E0703" in result.stdout
    assert "E0703" not in gulliver("run", str(scenario), "-k", "three").stdout
    assert [each["state"] for each in found("--list")] == ["stale"]
    gulliver("review", ".", "--accept", "all")
    assert ACCEPTED.exists()
    assert gulliver("review", ".", "--accept", "stale").exit_code == 0
    assert not ACCEPTED.exists()


def test_snapshots_of_a_file_that_is_gone_are_stale(scenario: Path) -> None:
    accept_all(scenario)
    scenario.unlink()

    assert [each["id"] for each in found("--list")] == ["dice.scenario::three.transcript"]


def test_a_file_that_cannot_be_read_keeps_its_snapshots(scenario: Path) -> None:
    accept_all(scenario)
    scenario.write_text("ruleset pig\nscenari three\n")

    result = gulliver("review", ".", "--list")

    assert result.stdout == "nothing waits\n"
    assert "dice.scenario:2" in result.stderr


def test_under_other_rules_snapshots_are_not_compared(scenario: Path) -> None:
    assert gulliver("run", str(scenario), "--option", "goal=50").exit_code == 0


def test_a_case_that_fails_has_no_snapshot(scenario: Path) -> None:
    scenario.write_text(scenario.read_text().replace("pot: 3", "pot: 4"))

    assert gulliver("run", str(scenario)).exit_code == 1
    assert found("--list") == []


def test_a_build_server_only_looks(scenario: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")

    assert gulliver("run", str(scenario)).exit_code == 3
    assert gulliver("review", ".", "--accept", "all").exit_code == 2
    assert gulliver("review", ".").exit_code == 2
    assert gulliver("review", ".", "--list").exit_code == 0
    assert not Path(".gulliver").exists()


def test_without_a_terminal_nothing_is_asked(scenario: Path) -> None:
    gulliver("run", str(scenario))

    result = gulliver("review", ".")

    assert result.exit_code == 2
    assert "--accept" in result.stderr


def test_the_view_of_somebody_who_does_not_play(scenario: Path) -> None:
    scenario.write_text(scenario.read_text().replace("snapshot transcript", "snapshot view of Bruna"))

    result = gulliver("run", str(scenario))

    assert result.exit_code == 1
    assert "did you mean `Bruno`" in result.stdout


TWO = """\
ruleset pig

background
  players: Ada, Bruno
  active: Ada

scenario one
  when
    roll: three
  then
    pot: 3
    snapshot state
    snapshot transcript
    snapshot view of Bruno
"""


@pytest.mark.parametrize(
    ("keys", "outcomes"),
    [
        ("ars", ["accepted", "rejected", "skipped"]),
        ("xyA", ["accepted"] * 3),
        ("aR", ["accepted", "rejected", "rejected"]),
        ("sS", ["skipped"] * 3),
        ("aq", ["accepted"]),
    ],
)
def test_keys_decide(scenario: Path, keys: str, outcomes: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    scenario.write_text(TWO)
    gulliver("run", str(scenario))
    file = parse(TWO, str(scenario))
    typed = iter(keys)

    questions = Questions(lambda _: next(typed), "why not", coloured=False)
    told = list(questions.answers(grouped(waiting([file]), [file])))

    assert [outcome for outcome, _ in told] == outcomes
    assert "one.state  (1 of 3)" in capsys.readouterr().out
    left = [each for each in waiting([file]) if each.state is State.NEW]
    assert len(left) == 3 - len([each for each in outcomes if each != "skipped"])


def test_a_letter_is_a_line_and_so_is_the_reason(scenario: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gulliver("run", str(scenario))
    file = parse(scenario.read_text(), str(scenario))
    typed = iter(["yes", " a ", "counted by hand"])

    questions = Questions(lambda _: next(typed), "", coloured=False)

    assert [outcome for outcome, _ in questions.answers(grouped(waiting([file]), [file]))] == ["accepted"]
    assert capsys.readouterr().out.count("(a)ccept") == 2
    assert "# accepted: counted by hand\n" in ACCEPTED.read_text()


def test_who_says_no_more_decides_no_more(scenario: Path, tmp_path: Path) -> None:
    pexpect = pytest.importorskip("pexpect")
    gulliver("run", str(scenario))
    settings = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    child = pexpect.spawn(sys.executable, ["-m", "interpreter", "review"], cwd=str(tmp_path), env=settings, timeout=60)
    child.expect("> ")
    child.sendeof()
    child.expect(pexpect.EOF)
    child.close()

    assert child.exitstatus == 0
    assert not ACCEPTED.exists()


# ---- the rule that changed it, or chance ----------------------------------------------------------------------------

SEEDED = """\
ruleset pig

background
  players: Ada, Bruno
  active: Ada

scenario scripted
  when
    roll: three
    Ada: more
    roll: four
  then
    Ada is asked
    snapshot transcript
    snapshot state

scenario seeded
  given seed 1
  when
    Ada: more
  then
    game: running
    snapshot transcript
"""
RULES = Path("rulesets/pig/ruleset.yaml")
ADDS, ROLLS = "    - {set: pot, to: pot + sum(die)}\n", "    - {id: roll, roll: die}\n"


@pytest.fixture
def seeded(scenario: Path) -> Path:
    scenario.write_text(SEEDED)
    accept_all(scenario)
    return scenario


def change_rules(scenario: Path, old: str, new: str) -> list[dict[str, Any]]:
    """What waits after the rules were changed."""
    text = RULES.read_text()
    assert old in text
    RULES.write_text(text.replace(old, new))
    gulliver("run", str(scenario))
    return found("--list")


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(RULES.read_text().splitlines(), 1) if text in line)


def test_snapshots_are_grouped_by_the_rule_that_changed_them(seeded: Path) -> None:
    waits = change_rules(seeded, ADDS, "    - {id: add, set: pot, to: pot + 2 * sum(die)}\n")
    listed = gulliver("review", ".", "--list").stdout

    assert {each["cause"] for each in waits} == {"rules"}
    assert {each["changed_by"]["rule"] for each in waits} == {"steps.throw.add"}
    assert listed.splitlines() == [
        f"changed by steps.throw.add (pig, {RULES}:{line_of('id: add')})",
        "  changed dice.scenario::scripted.state",
        "  changed dice.scenario::scripted.transcript",
        "  changed dice.scenario::seeded.transcript",
    ]


def test_all_that_a_rule_changed_is_accepted_with_a_reason(seeded: Path) -> None:
    change_rules(seeded, ADDS, "    - {id: add, set: pot, to: pot + 2 * sum(die)}\n")
    result = gulliver("review", ".", "--accept", "rule:steps.throw", "--reason", "dice count double")

    assert result.stdout.count("accepted") == 3
    assert "# accepted: dice count double\n" in Path("__snapshots__/dice/seeded.transcript.txt").read_text()
    assert gulliver("run", str(seeded)).exit_code == 0


def test_a_shifted_stream_is_told_from_a_changed_rule_and_can_be_accepted_by_its_name(seeded: Path) -> None:
    seeded.write_text(SEEDED.replace("given seed 1", "given seed 9"))  # its second throw is another one
    gulliver("run", str(seeded))
    (waits,) = found("--list")
    listed = gulliver("review", ".", "--list").stdout

    assert (waits["cause"], waits["stream"], waits["seeded"]) == ("chance", "die roll", True)
    assert waits["first_rule"] is None
    assert "the random stream die roll was shifted: line 8, steps.throw.roll, asks the same" in listed
    assert listed.startswith("chance at steps.throw.roll (pig, ")
    assert [each["outcome"] for each in found("--accept", "stream:die roll")] == ["accepted"]


def test_what_a_glob_means_is_rejected_and_found_again_by_the_next_run(seeded: Path) -> None:
    change_rules(seeded, ADDS, "    - {set: pot, to: pot + 2 * sum(die)}\n")
    result = gulliver("review", ".", "--reject", "scripted.*", "--reason", "a mistake")

    assert result.stdout.count("rejected") == 2
    assert [each["name"] for each in found("--list")] == ["seeded.transcript"]
    assert gulliver("run", str(seeded)).exit_code == 3
    assert len(found("--list")) == 3


def test_what_the_script_gave_is_no_shift(seeded: Path) -> None:
    seeded.write_text(SEEDED.replace("roll: four", "roll: five"))
    gulliver("run", str(seeded))
    (_, transcript) = found("--list")

    assert (transcript["cause"], transcript["seeded"]) == ("chance", False)
    assert "chance gave something else, as the script says" in gulliver("review", ".", "--list").stdout


def test_an_unknown_rule_means_nothing(seeded: Path) -> None:
    change_rules(seeded, ADDS, "    - {set: pot, to: 0}\n")

    assert gulliver("review", ".", "--accept", "rule:steps.thro").exit_code == 5
    assert gulliver("review", ".", "--accept", "stream:die").exit_code == 5
