"""In a window with rounds each player has so many turns, whatever is played; without, it stays open until all pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.api import load_ruleset
from interpreter.engine.decisions import Over
from interpreter.engine.machine import Machine
from interpreter.engine.tables import seats, turns
from interpreter.library import runner_of
from interpreter.simulation.games import fast_games, recorded_games

RULES = """\
format: 1
ruleset: knocks
version: 1
title: Knocks
players: {from: 3, to: 3}
roles: {opener: {held-by: one}}
counters: {knocks: {of: player}}
types: {chip: {}}
windows: {knocking: {}}
zones:
  deck: {holds: chip, pile: true, starts: full}
  hand: {of: player, holds: chip, seen-by: owner}
  heap: {holds: chip, seen-by: everybody}
cards:
  knock:
    type: chip
    copies: 12
    play: {in: knocking, to: heap}
    do: [{set: knocks, for: actor, to: knocks of actor + 1}]
setup:
  - {id: deal, each: player, draw: deck, to: hand of player, count: 4}
  - {id: begin, give: opener, at-random-among: everybody}
steps:
  game:
    - {id: knocking, window: knocking, from: opener, ROUNDS}
    - {end: game}
scoring: {score: knocks of player}
"""


def table(folder: Path, rounds: str) -> Machine:
    (folder / "ruleset.yaml").write_text(RULES.replace(", ROUNDS", rounds), "utf-8")
    return Machine.start(runner_of(load_ruleset(folder), 3))


def order(machine: Machine, answers: str) -> str:
    """Who is asked, when they answer so: `k` knocks, `p` passes."""
    asked = ""
    for answer in answers:
        while machine.state.who < 0:
            machine.happen(min(machine.waiting.outcomes, key=str))  # type: ignore[union-attr]
        asked += str(machine.state.who)
        machine.answer(("knock",) if answer == "k" else ("pass",))
    return asked + ("." if isinstance(machine.waiting, Over) else "")


@pytest.mark.parametrize(
    ("rounds", "answers", "asked"),
    [
        (", rounds: 1", "kpk", "012."),
        (", rounds: 2", "kpkppp", "012012."),
        (", rounds: 3", "kkkpppkkk", "012012012."),
        ("", "kppp", "0120."),
        ("", "pkkppp", "012012."),
    ],
)
def test_who_is_asked(tmp_path: Path, rounds: str, answers: str, asked: str) -> None:
    assert order(table(tmp_path, rounds), answers) == asked


def test_rounds_without_end_take_no_room(tmp_path: Path) -> None:
    machine = table(tmp_path, ", rounds: 1000000000000")
    assert order(machine, "p" * 30) == "012" * 10


@pytest.mark.parametrize("rounds", ["", ", rounds: 1", ", rounds: 3"])
def test_all_forms_agree(tmp_path: Path, rounds: str) -> None:
    runner = table(tmp_path, rounds).runner
    fast = list(fast_games(runner, "x", range(30)))

    assert fast == [game.played for game in recorded_games(runner, "x", range(30))]
    assert fast == [game.played for game in recorded_games(runner, "x", range(30), witness=lambda _: None)]


def test_turns_are_handed_out_one_by_one() -> None:
    assert turns(3)[2] == (2, (0, (1, ())))
    assert list(seats(turns(3)[2])) == [2, 0, 1]
