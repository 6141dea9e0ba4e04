"""Expressions that name each other, or ask within questions, until nobody can work them out: refused with a reason."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from attrs import frozen
from click.testing import CliRunner

from interpreter.cli import main

RULES = """\
format: 1
ruleset: bomb
version: 1
title: Bomb
players: {from: 2, to: 6}
dice: {die: {faces: {one: 1, two: 1}}}
types: {thing: {}}
counters: {pot: {starts: 3}}
roles: {active: {held-by: one}}
demands: {toll: {dice: die, jokers: "JOKERS"}}
zones:
  deck: {holds: thing, pile: true, starts: full}
  hand: {of: player, holds: thing, room: "ROOM"}
  bag: {of: player, holds: thing, room: 3 + room(hand of player)}
cards: {stick: {type: thing, meets: [one]}, stone: {type: thing, copies: 3}, straw: {type: thing}}
values:
  first-one: {is: pot + 1}
  mirrored: {of: player, is: left(player) if player = active else player}
VALUES
setup: [{id: first, give: active, at-random-among: everybody}]
steps:
  game:
    - {id: ask, ask: active, answers: {agree: {if: "CONDITION"}, refuse: {}}}
    - {id: fin, end: game}
scoring: {score: "pot + room(bag of player) + (1 if payable(toll, hand of player) else 0)"}
"""
LETTERS = "abcdefghijklmnopqrstuvwxyz"
SECONDS = 20


@frozen
class Bomb:
    """What stands in the rules, and the code of what is wrong with it; none if nothing is."""

    name: str
    condition: str = "pot > 0"
    values: str = ""
    code: str = ""
    room: str = "3"
    jokers: str = "1"

    def rules(self) -> str:
        text = RULES.replace("CONDITION", self.condition).replace("VALUES\n", self.values)
        return text.replace("ROOM", self.room).replace("JOKERS", self.jokers)


def chain(length: int, text: str) -> str:
    """Values, each made of the one before, which may stand below it."""
    listed = [f"  v{number}: {{is: {text.replace('V', f'v{number - 1}')}}}\n" for number in range(1, length)]
    return "".join(["  v0: {is: pot}\n", *listed][::-1])


def within(question: str, times: int) -> str:
    """Questions within questions."""
    return "".join(question.replace("X", letter) for letter in LETTERS[:times])


BOMBS = [
    Bomb("nothing-is-wrong", "v3 > pot and some a in everybody: mirrored of a = active", chain(4, "V * V")),
    Bomb("room-for-whoever-can-pay", room="3 if payable(toll, bag of active) else 2"),
    Bomb("values-that-name-the-last-one-twice", "v24 > 5", chain(25, "V * V"), "R0212"),
    Bomb("values-below-values", "v900 > 5", chain(901, "V + 1"), "R0211"),
    Bomb("a-value-of-a-value-of-a-value", f"{'mirrored of ' * 30}active = active", code="R0211"),
    Bomb("two-values-made-of-each-other", "odd > 5", "  odd: {is: even + 1}\n  even: {is: odd + 1}\n", "R0210"),
    Bomb("a-value-made-of-itself", "odd > 5", "  odd: {is: odd}\n", "R0210"),
    Bomb("room-made-of-itself", room="room(bag of player)", code="R0210"),
    Bomb("a-demand-made-of-itself", jokers="1 if payable(toll, hand of active) else 0", code="R0210"),
    Bomb("everybody-for-everybody", within("some X in everybody: ", 25) + "pot > 5", code="R0212"),
    Bomb("every-card-for-every-card", within("every X in hand of active: ", 25) + "pot > 5", code="R0212"),
    Bomb("every-face-for-every-face", within("some X in die: ", 25) + "pot > 5", code="R0212"),
    Bomb("a-sum-without-end", " + ".join(["pot"] * 300) + " > 5", code="R0001"),
    Bomb("one-sign-after-the-other", "-" * 1500 + "pot > 5", code="R0001"),
    Bomb("without-without", "active in " + " without ".join(["everybody"] * 120), code="R0001"),
    Bomb("more-questions-than-levels", "some a in everybody: " * 80 + "pot > 5", code="R0001"),
    Bomb("a-choice-within-a-choice", "1 if pot > 1 else " * 80 + "pot > 5", code="R0001"),
    Bomb("brackets-in-brackets", "(" * 500 + "pot" + ")" * 500 + " > 5"),
]


@pytest.fixture(params=BOMBS, ids=lambda bomb: bomb.name)
def bomb(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bomb:
    found: Bomb = request.param
    (tmp_path / "rulesets" / "bomb").mkdir(parents=True)
    (tmp_path / "rulesets" / "bomb" / "ruleset.yaml").write_text(found.rules(), "utf-8")
    monkeypatch.chdir(tmp_path)
    return found


@pytest.mark.parametrize("command", ["check rulesets/bomb", "simulate bomb --games 1 --players 6", "show bomb"])
def test_what_grows_without_bounds_is_refused(bomb: Bomb, command: str) -> None:
    begun = time.process_time()
    result = CliRunner().invoke(main, command.split())

    assert time.process_time() - begun < SECONDS
    assert result.exit_code == (1 if bomb.code else 0), result.output
    assert f"error[{bomb.code}]" in result.output or not bomb.code


@pytest.mark.parametrize(
    ("code", "words"),
    [("R0210", "se compone de sí mismo"), ("R0211", "pasa de 60 niveles"), ("R0212", "GULLIVER_MOST_")],
)
def test_it_is_said_in_spanish(code: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rulesets" / "bomb").mkdir(parents=True)
    bomb = next(bomb for bomb in BOMBS if bomb.code == code)
    (tmp_path / "rulesets" / "bomb" / "ruleset.yaml").write_text(bomb.rules(), "utf-8")
    monkeypatch.chdir(tmp_path)

    assert words in CliRunner().invoke(main, ["check", "rulesets/bomb", "--lang", "es"]).output


def test_a_circle_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    values = "  odd: {is: even + 1}\n  even: {is: odd + 1}\n"
    (tmp_path / "rulesets" / "bomb").mkdir(parents=True)
    (tmp_path / "rulesets" / "bomb" / "ruleset.yaml").write_text(Bomb("circle", "odd > 5", values).rules(), "utf-8")
    monkeypatch.chdir(tmp_path)
    told = CliRunner().invoke(main, ["check", "rulesets/bomb"]).output

    assert "error[R0210]: `odd` is made of itself" in told or "error[R0210]: `even` is made of itself" in told
    assert any(f"rulesets/bomb/ruleset.yaml:{line}:" in told for line in (19, 20))


def test_a_given_value_does_not_grow_from_rule_to_rule(tmp_path: Path) -> None:
    """Each rule gives the next one twice what it was given: the text would be a thousand billion times as long."""
    levels = 40
    doubled = "[{{run: up-{}, with: {{it: it + it}}}}]"
    further = (f"  up-{n}: {{needs: {{it: number}}, do: {doubled.format(n + 1)}}}\n" for n in range(levels))
    last = f"  up-{levels}: {{needs: {{it: number}}, do: [{{set: pot, to: it}}]}}\n"
    begin = "    - {id: up, run: up-0, with: {it: 1}}\n"
    rules = Bomb("doubling").rules().replace("    - {id: fin", f"{begin}    - {{id: fin")
    (tmp_path / "ruleset.yaml").write_text(f"{rules}actions:\n{''.join(further)}{last}", "utf-8")

    begun = time.process_time()
    told = CliRunner().invoke(main, ["simulate", str(tmp_path), "--games", "1", "--seed", "1"])

    assert told.exit_code == 0, told.output
    assert f"{2**levels:,}"[:9] in told.output
    assert time.process_time() - begun < SECONDS
