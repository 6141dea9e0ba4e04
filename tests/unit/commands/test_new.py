"""`gulliver new`: what it writes is right as it stands."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main

GAMES = Path(__file__).parents[2] / "games" / "rulesets"
SHIPPED = ("celestia", "celestia-duo")
TINY = """\
format: 1
ruleset: pebbles
version: 3
title: Pebbles
players: {from: 2, to: 4}
"""
PILE = """\
types: {pebble: {}}
zones: {heap: {holds: pebble, pile: true, starts: full}, lap: {of: player, holds: pebble}}
cards: {grey: {type: pebble, copies: 8}, red: {type: pebble}}
setup: [{id: deal, each: player, draw: heap, to: lap of player}]
steps: {game: [{end: game}]}
"""
OPTION = """\
options: {again: {values: ["no", "yes"], default: "no"}}
steps: {game: [{if: option again = yes, do: []}, {end: game}]}
"""
DICE = "dice: {die: {faces: {head: 1, tail: 1}}}\nsteps: {game: [{roll: die}, {end: game}]}\n"
ONLY_STEPS = "steps: {game: [{end: game}]}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def gulliver(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def lines(result: Result) -> list[str]:
    return result.stdout.splitlines()


def put(folder: Path, rules: str, name: str = "pebbles") -> None:
    file = folder / "rulesets" / name / "ruleset.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(rules)


def is_right(folder: Path) -> None:
    """Everything in the folder checks clean and holds, and the commands that are printed work."""
    checked, ran = gulliver("check", "rulesets/house", "scenarios"), gulliver("run")
    assert ": 0 errors, 0 warnings" in checked.stdout, checked.stdout
    assert ran.exit_code == 0, ran.stdout


@pytest.mark.parametrize("game", SHIPPED)
def test_a_house_rule_for_a_shipped_game_is_right_at_once(folder: Path, game: str) -> None:
    result = gulliver("new", "house-rule", "calm", "--for", game)

    assert result.exit_code == 0, result.output
    assert [line.split(":")[0] for line in lines(result)] == [
        "wrote rulesets/house/calm.yaml",
        f"wrote rulesets/house/{game}.schema.json",
        "wrote scenarios/house/calm.scenario",
        "next",
        "then",
    ]
    is_right(folder)


@pytest.mark.parametrize("game", SHIPPED)
def test_the_scenario_shows_what_the_house_rule_changes(folder: Path, game: str) -> None:
    gulliver("new", "house-rule", "calm", "--for", game)
    scenario = folder / "scenarios" / "house" / "calm.scenario"
    scenario.write_text(scenario.read_text().replace(f"{game} with house/calm", game))

    assert gulliver("run").exit_code == 1


@pytest.mark.parametrize("game", SHIPPED)
def test_each_line_that_waits_for_its_turn_can_be_taken(folder: Path, game: str) -> None:
    gulliver("new", "house-rule", "calm", "--for", game)
    file = folder / "rulesets" / "house" / "calm.yaml"
    waiting = re.compile(r"(?m)^( *)# (?= *(?:[a-z]+\.[a-z.-]+:|add:|remove:|insert:|- (?:after|before):|step:))")
    assert len(waiting.findall(file.read_text())) > 2
    file.write_text(waiting.sub(r"\1", file.read_text()))

    assert ": 0 errors" in gulliver("check", "rulesets/house").stdout, file.read_text()


@pytest.mark.parametrize("rules", [PILE, OPTION, DICE, ONLY_STEPS], ids=["pile", "option", "dice", "steps"])
def test_a_house_rule_for_any_game_guards_a_real_value(folder: Path, rules: str) -> None:
    put(folder, TINY + rules)

    result = gulliver("new", "house-rule", "calm", "--for", "pebbles")

    assert result.exit_code == 0, result.output
    text = (folder / "rulesets/house/calm.yaml").read_text()
    assert re.search(r"(?m)^  [a-z.-]+: \{was: .+, to: .+\}$", text)
    is_right(folder)


def test_what_cannot_be_changed_leaves_an_empty_house_rule(folder: Path) -> None:
    put(folder, TINY.replace("to: 4", "to: 2") + ONLY_STEPS)

    gulliver("new", "house-rule", "calm", "--for", "pebbles")

    assert "change:\n  {}\n" in (folder / "rulesets/house/calm.yaml").read_text()
    is_right(folder)


@pytest.mark.parametrize("game", sorted(path.name for path in GAMES.iterdir() if (path / "ruleset.yaml").is_file()))
def test_the_games_of_other_tests(folder: Path, game: str) -> None:
    (folder / "rulesets").mkdir()
    (folder / "rulesets" / game).symlink_to(GAMES / game)

    results = [gulliver("new", what, f"my-{what}", "--for", game) for what in ("house-rule", "scenario")]

    assert [result.exit_code for result in results] == [0, 0], [result.output for result in results]
    is_right(folder)


def test_the_editor_is_told_where_its_schema_lies(folder: Path) -> None:
    gulliver("new", "house-rule", "calm", "--for", "celestia")
    file = folder / "rulesets" / "house" / "calm.yaml"

    said = file.read_text().partition("\n")[0].removeprefix("# yaml-language-server: $schema=")
    assert (file.parent / said).is_file()


def test_nothing_is_overwritten(folder: Path) -> None:
    gulliver("new", "house-rule", "calm", "--for", "celestia")
    before = {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}

    again = gulliver("new", "house-rule", "calm", "--for", "celestia")
    other = gulliver("new", "house-rule", "wild", "--for", "celestia")

    assert again.exit_code == 1
    assert "rulesets/house/calm.yaml is there already: choose another name, or delete the file first" in again.stderr
    assert "kept rulesets/house/celestia.schema.json, which is there already" in other.stdout
    assert all(file.read_bytes() == text for file, text in before.items())


def test_a_scenario_in_the_way_stops_it_before_anything_is_written(folder: Path) -> None:
    (folder / "scenarios" / "house").mkdir(parents=True)
    (folder / "scenarios" / "house" / "calm.scenario").write_text("")

    assert gulliver("new", "house-rule", "calm", "--for", "celestia").exit_code == 1
    assert not (folder / "rulesets").exists()


def test_without_a_game_those_that_there_are_are_named(folder: Path) -> None:
    result = gulliver("new", "house-rule", "calm")

    assert result.exit_code == 2
    assert "say which game it is for: --for celestia, --for celestia-duo" in result.stderr


def test_the_table_says_which_game_is_meant(folder: Path) -> None:
    put(folder, TINY + PILE)
    (folder / "table.yaml").write_text("format: 1\nruleset: pebbles\n")

    assert gulliver("new", "house-rule", "calm").exit_code == 0
    assert "changes: pebbles 3" in (folder / "rulesets/house/calm.yaml").read_text()


def test_a_house_rule_can_lie_upon_others(folder: Path) -> None:
    put(folder, TINY + PILE)
    gulliver("new", "house-rule", "calm", "--for", "pebbles")

    result = gulliver("new", "house-rule", "wild", "--for", "pebbles with house/calm")

    assert result.exit_code == 0, result.output
    text = (folder / "rulesets/house/wild.yaml").read_text()
    assert "requires: [house/calm]" in text
    assert "{was: 9, to: 10}" in text
    assert "ruleset pebbles with house/calm, house/wild" in (folder / "scenarios/house/wild.scenario").read_text()


def test_it_can_be_written_elsewhere(folder: Path) -> None:
    result = gulliver("new", "house-rule", "calm", "--for", "celestia", "--at", "games")

    assert result.exit_code == 0, result.output
    for command in (line.partition(": gulliver ")[2] for line in lines(result)[-2:]):
        assert gulliver(*command.split()).exit_code == 0, command


@pytest.mark.parametrize(
    ("name", "advice"),
    [("Calm Sky", "write calm-sky"), ("2calm", "write calm"), ("../calm", "write calm"), ("ñandú", "write nandu")],
)
def test_a_name_is_a_plain_word(folder: Path, name: str, advice: str) -> None:
    result = gulliver("new", "house-rule", name, "--for", "celestia")

    assert result.exit_code == 2
    assert advice in result.stderr
    assert not list(folder.iterdir())


@pytest.mark.parametrize("name", ["no", "null", "on"])
def test_a_name_that_yaml_takes_for_something_else(folder: Path, name: str) -> None:
    gulliver("new", "house-rule", name, "--for", "celestia")

    is_right(folder)


def test_a_ruleset_is_a_game_that_can_be_played(folder: Path) -> None:
    result = gulliver("new", "ruleset", "my-game")

    assert result.exit_code == 0, result.output
    commands = [line.partition(": gulliver ")[2].split() for line in lines(result)[-3:]]
    assert [words[0] for words in commands] == ["check", "run", "simulate"]
    for words in commands:
        assert gulliver(*words).exit_code == 0, words
    assert gulliver("check").stdout == "2 things checked: 0 errors, 0 warnings\n"
    assert (folder / "rulesets" / "my-game" / "ruleset.schema.json").is_file()


def test_a_ruleset_takes_no_name_that_is_taken(folder: Path) -> None:
    assert "there is a game celestia already" in gulliver("new", "ruleset", "celestia").stderr
    assert "write my-game" in gulliver("new", "ruleset", "my/game").stderr


@pytest.mark.parametrize("game", SHIPPED)
def test_a_scenario_holds(folder: Path, game: str) -> None:
    result = gulliver("new", "scenario", "mine/first", "--for", game)

    assert result.exit_code == 0, result.output
    assert f"ruleset {game}\n" in (folder / "scenarios/mine/first.scenario").read_text()
    assert gulliver("run").exit_code == 0


def test_a_scenario_names_the_whole_stack(folder: Path) -> None:
    gulliver("new", "house-rule", "calm", "--for", "celestia")

    gulliver("new", "scenario", "first", "--for", "celestia with house/calm, option turbo = must")

    text = (folder / "scenarios/first.scenario").read_text()
    assert "ruleset celestia with house/calm, option turbo = must\n" in text
    assert gulliver("run", "scenarios/first.scenario").exit_code == 0


def test_a_game_that_lies_elsewhere_is_to_be_copied(folder: Path) -> None:
    result = gulliver("new", "house-rule", "calm", "--for", os.fspath(GAMES / "pig"))

    assert result.exit_code == 1
    assert "into rulesets/pig: files name a game, not its folder" in result.stderr


def test_rules_that_are_wrong_are_findings(folder: Path) -> None:
    put(folder, TINY + "steps: {game: [{end: gaem}]}\n")

    result = gulliver("new", "house-rule", "calm", "--for", "pebbles")

    assert result.exit_code == 1
    assert "rulesets/pebbles/ruleset.yaml:6:" in result.stderr
