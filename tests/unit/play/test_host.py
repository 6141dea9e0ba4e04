from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.api import load_ruleset
from interpreter.engine.machine import EndlessError, Machine
from interpreter.play import host as module
from interpreter.play.host import Ending
from interpreter.play.paper import Paper
from interpreter.play.session import Party, Session
from interpreter.source.diagnostics import SourceError
from playing import GAMES, Shown, Typist

MANY = """\
format: 1
ruleset: many
version: 1
title: Many
players: {from: 1, to: 1}
roles: {first: {held-by: one}}
types: {chip: {}}
zones:
  box: {holds: chip, pile: true, starts: full}
  hand: {of: player, holds: chip, seen-by: owner}
cards:
CHIPS
setup:
  - {id: begin, give: first, at-random-among: everybody}
  - {id: deal, each: player, draw: box, to: hand of player, count: 30}
steps:
  game:
    - id: choice
      ask: first
      answers:
        keep: {choose: {chip: {card: hand of first}}}
        swap: {choose: {chip: {card: hand of first}}}
        stop: {}
    - {end: game}
scoring: {score: count(hand of player)}
"""
ALONE = Party(("Ada",), {}, "1")


def many(folder: Path, lines: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[str, list[str]]:
    chips = "\n".join(f"  chip-{number}: {{type: chip, copies: 1}}" for number in range(10, 40))
    (folder / "many").mkdir()
    (folder / "many" / "ruleset.yaml").write_text(MANY.replace("CHIPS", chips))
    table = Shown(load_ruleset(folder / "many"), ALONE, lines)
    _, shown = table.play(capsys)
    return shown, [given.answer for given in table.session.answers]


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"^  (\d+)\. ", text, re.MULTILINE)]


def test_of_many_answers_some_of_each_name_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown, _ = many(tmp_path, ["quit"], capsys)

    assert numbers(shown) == [1, *range(2, 8), *range(32, 38)]
    assert "48 more: `all` lists them" in shown


def test_all_answers_are_shown_to_who_wants_that(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown, _ = many(tmp_path, ["all", "quit"], capsys)

    assert numbers(shown)[13:] == list(range(1, 62))


def test_the_beginning_of_a_name_narrows_the_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown, answers = many(tmp_path, ["swap chip 3", "swap chip-31"], capsys)

    assert numbers(shown)[13:] == list(range(52, 62))
    assert answers == ["swap chip-31"]


def test_numbers_stay_those_of_the_whole_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, answers = many(tmp_path, ["swap chip 3", "60"], capsys)

    assert answers == ["swap chip-38"]


def test_rules_that_cannot_be_carried_out_leave_the_game_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(load_ruleset(GAMES / "pig"), Party(("Ada", "Bruno"), {}, "1", is_open=True))
    before = list(session.log)
    answer = Machine.answer

    def stops(machine: Machine, given: tuple[object, ...]) -> None:
        answer(machine, given)
        raise EndlessError(machine.program, [0])

    monkeypatch.setattr(Machine, "answer", stops)
    with pytest.raises(SourceError):
        session.give(("hold",))
    assert session.answers == []
    assert session.log == before
    assert session.front is not None


def test_a_bot_that_cannot_play_takes_as_long_as_one_that_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal; what was slow before is waited for in windows, too."""
    rules = load_ruleset(GAMES / "spells")
    slept: list[float] = []
    clock = iter(range(100_000))
    monkeypatch.setattr(module.time, "sleep", slept.append)
    monkeypatch.setattr(module.time, "perf_counter", lambda: next(clock))
    party = Party(("Ada", "Bruno", "Cara"), {"Bruno": "random", "Cara": "random"}, "3")
    table = Shown(rules, party, ["1"] * 40)
    table.host.paper = Paper(is_terminal=True)
    table.host.play()

    assert 1 in slept


def test_one_person_alone_sits_before_the_screen_all_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    party = Party(("Ada", "Bruno", "Cara"), {"Bruno": "random", "Cara": "random"}, "3")
    ending, shown = Shown(load_ruleset(GAMES / "spells"), party, ["1"] * 60).play(capsys)

    assert ending is Ending.OVER
    assert "screen is yours" not in shown
    assert "there is nothing for you to play" not in shown


def test_reading_ends_when_there_is_nothing_more_to_read() -> None:
    typist = Typist(["a"])
    assert typist.line("> ", ()) == "a"
