"""`gulliver check`, `show` and `explain` as somebody types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main

GOOD = """\
format: 1
ruleset: pebbles
version: 1
title: Pebbles
players: {from: 2, to: 4}
sources: {sheet: {title: The sheet}}
source: sheet
types: {pebble: {}}
zones:
  {heap: {holds: pebble, pile: true, starts: full}, lap: {holds: pebble}}
cards:
  grey: {type: pebble, copies: 8, unverified: {copies: counted in the dark}}
steps:
  game:
    - draw: heap
      to: lap
    - end: game
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rulesets" / "pebbles").mkdir(parents=True)
    write(tmp_path, GOOD)
    return tmp_path


def write(folder: Path, text: str) -> None:
    (folder / "rulesets" / "pebbles" / "ruleset.yaml").write_text(text)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_good_rules_pass(folder: Path) -> None:
    result = run("check")

    assert (result.exit_code, result.stdout) == (0, "1 thing checked: 0 errors, 0 warnings\n")


def test_a_finding_makes_the_exit_code_one(folder: Path) -> None:
    write(folder, GOOD.replace("end: game", "end: gaem"))

    result = run("check", "--format", "brief")

    assert result.exit_code == 1
    assert result.stdout.startswith("rulesets/pebbles/ruleset.yaml:17:12: R0101 `gaem` is no ")


def test_text_shows_the_line_as_written(folder: Path) -> None:
    write(folder, GOOD.replace("copies: 8", "copeis: 8"))

    result = run("check", "rulesets/pebbles/ruleset.yaml")

    assert "12 |   grey: {type: pebble, copeis: 8" in result.stdout
    assert "did you mean `copies`?" in result.stdout


def test_json_is_one_object(folder: Path) -> None:
    write(folder, GOOD.replace("end: game", "end: gaem"))

    said = json.loads(run("check", "--format", "json", "--unverified").stdout)

    assert said["schema"] == 1
    assert said["findings"][0]["range"]["start"] == {"line": 17, "column": 12}
    assert said["unverified"] == []


def test_unverified_data_are_listed_with_their_reason(folder: Path) -> None:
    assert "cards.grey.copies: counted in the dark" in run("check", "-q", "--unverified").stdout


def test_sources_are_listed_for_every_rule(folder: Path) -> None:
    assert "cards.grey: sheet\n" in run("check", "-q", "--sources").stdout


def test_layers_are_checked_upon_what_they_change(folder: Path) -> None:
    house = folder / "rulesets" / "house"
    house.mkdir()
    (house / "few.yaml").write_text(
        "format: 1\nlayer: house/few\nchanges: pebbles 1\nchange:\n  cards.grey.copeis: {to: 2}\n"
    )

    result = run("check", "rulesets", "--format", "brief")

    assert result.exit_code == 1
    assert result.stdout.startswith("rulesets/house/few.yaml:5:3: L0201 ")


@pytest.mark.parametrize(
    ("file", "said", "advice"),
    [
        ("zz.yaml", "house/zz", "write `layer: zz`, or move it to rulesets/house/zz.yaml"),
        ("house/mism.yaml", "calm", "write `layer: house/mism`, or move it to rulesets/calm.yaml"),
    ],
)
def test_a_layer_is_called_as_it_lies_on_its_shelf(folder: Path, file: str, said: str, advice: str) -> None:
    (folder / "rulesets" / "house").mkdir()
    (folder / "rulesets" / file).write_text(f"format: 1\nlayer: {said}\nchanges: pebbles 1\n")

    result = run("check")

    assert result.exit_code == 0
    assert f"rulesets/{file}:2:8" in result.stdout
    assert "warning[L0011]" in result.stdout
    assert advice in result.stdout


def test_a_layer_elsewhere_may_be_called_anything(folder: Path) -> None:
    (folder / "mine.yaml").write_text("format: 1\nlayer: house/short\nchanges: pebbles 1\n")

    assert "0 errors, 0 warnings" in run("check", "mine.yaml").stdout


def test_the_last_part_of_the_name_of_a_layer_is_enough_to_guess_it(folder: Path) -> None:
    (folder / "rulesets" / "house").mkdir()
    (folder / "rulesets" / "house" / "sixty.yaml").write_text("format: 1\nlayer: house/sixty\nchanges: pebbles 1\n")

    assert "did you mean `house/sixty`?" in run("show", "pebbles", "--with", "sixty").output


def test_scenarios_are_checked_against_their_ruleset(folder: Path) -> None:
    (folder / "a.scenario").write_text("ruleset pebbels\n\nscenario a\n  then\n    heap: none\n")

    result = run("check", "a.scenario", "--format", "brief")

    assert "a.scenario:1:9: L0001" in result.stdout


def test_a_file_that_says_not_what_it_is_is_a_finding(folder: Path) -> None:
    write(folder, GOOD.replace("ruleset: pebbles", "rulset: pebbles"))

    result = run("check", "--format", "brief")

    assert result.stdout.startswith("rulesets/pebbles/ruleset.yaml:2:1: L0002 ")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"\t- x", b"just words", b"a: [", b"- 1", b"format: 1"])
def test_no_content_makes_a_traceback(folder: Path, content: bytes) -> None:
    (folder / "rulesets" / "pebbles" / "ruleset.yaml").write_bytes(content)

    result = run("check")

    assert result.exit_code == 1
    assert "error[" in result.stdout


def test_nothing_to_check_is_not_success(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert run("check").exit_code == 5


def test_wrong_usage_is_two(folder: Path) -> None:
    assert run("check", "nowhere").exit_code == 2
    assert run("chekc").exit_code == 2
    assert run("explain", "K9999").exit_code == 2


def test_colours_are_asked_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, GOOD.replace("end: game", "end: gaem"))

    assert "\x1b[" in run("check", "--color", "always").stdout
    assert "\x1b[" not in run("check", "--color", "never").stdout
    assert "\x1b[" not in run("check").stdout


def test_show_names_components_and_steps(folder: Path) -> None:
    said = run("show", "pebbles").stdout

    assert "8 x grey" in said
    assert "COURSE OF PLAY\n  game:\n    draw heap, to lap\n" in said


def test_explain_gives_a_wrong_and_a_right_example() -> None:
    said = run("explain", "k0101").stdout

    assert "wrong:" in said
    assert "right:" in said


def test_a_setting_is_a_name_and_a_value(folder: Path) -> None:
    result = run("show", "pebbles", "--option", "length")

    assert result.exit_code == 2
    assert "write NAME=VALUE, not length" in result.stderr


def test_a_file_of_another_kind_is_a_finding(folder: Path) -> None:
    (folder / "notes.yaml").write_text("format: 1\npart-of: pebbles\n")

    assert "L0008" in run("check", "notes.yaml", "--format", "brief").stdout
