"""Steps that cannot be reached and cards that can never be played: one warning each, at its line, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import frozen
from click.testing import CliRunner

from interpreter.cli import main

HEAD = """\
format: 1
ruleset: never
version: 1
title: Never
players: {from: 2, to: 3}
types: {thing: {}}
counters: {pot: {}}
roles: {active: {held-by: one}}
zones:
  deck: {holds: thing, pile: true, starts: full}
  hand: {of: player, holds: thing, seen-by: owner}
  heap: {holds: thing, seen-by: everybody}
setup:
  - {id: first, give: active, at-random-among: everybody}
  - {id: deal, each: player, draw: deck, to: hand of player, count: 2}
"""
CARDS = """\
windows: {night: {}}
cards:
  plain: {type: thing, copies: 9}
  trick: {type: thing, copies: 3, play: {in: night, to: heap}, do: [{id: gain, set: pot, to: pot + 1}]}
"""
PLAIN = "cards: {plain: {type: thing, copies: 9}}\n"
END = 'scoring: {score: "pot + count(heap)"}\n'
HEAD_LINES = HEAD.count("\n")


@frozen
class Never:
    """Rules, the code of their only warning (none if nothing is wrong) and the line of the rules where it stands."""

    name: str
    rules: str
    code: str = ""
    line: int = 0


NEVER = [
    Never("a-card-that-is-played", CARDS + "steps:\n  game: [{id: dark, window: night, from: active}, {end: game}]\n"),
    Never("a-card-that-can-never-be-played", CARDS + "steps:\n  game: [{id: fin, end: game}]\n", "R0402", 4),
    Never(
        "actions-that-only-run-each-other",
        PLAIN
        + "actions:\n  one: {do: [{id: on, if: pot > 3, run: two}]}\n  two: {do: [{id: back, run: one}]}\n"
        + "steps:\n  game: [{id: fin, end: game}]\n",
        "R0403",
        3,
    ),
    Never(
        "a-step-behind-the-end",
        PLAIN + "steps:\n  game:\n    - {id: fin, end: game}\n    - {id: late, set: pot, to: 1}\n",
        "R0404",
        5,
    ),
    Never(
        "a-step-behind-an-end-with-a-condition",
        PLAIN + "steps:\n  game:\n    - {id: fin, if: pot > 3, end: game}\n    - {id: late, set: pot, to: 1}\n",
    ),
    Never(
        "a-game-that-cannot-end",
        PLAIN + "steps:\n  game:\n    - repeat: [turn]\n  turn:\n    - {id: more, set: pot, to: pot + 1}\n",
        "R0405",
        4,
    ),
]
SPANISH = {
    "R0402": "no se puede jugar nunca",
    "R0403": "solo se ejecuta desde",
    "R0404": "esto no ocurre nunca",
    "R0405": "la partida no puede acabar nunca",
}


@pytest.fixture(params=NEVER, ids=lambda never: never.name)
def never(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Never:
    found: Never = request.param
    (tmp_path / "rulesets" / "never").mkdir(parents=True)
    (tmp_path / "rulesets" / "never" / "ruleset.yaml").write_text(HEAD + found.rules + END, "utf-8")
    monkeypatch.chdir(tmp_path)
    return found


def test_it_is_one_warning_at_its_line(never: Never) -> None:
    told = CliRunner().invoke(main, ["check", "rulesets/never"])

    assert told.exit_code == 0, told.output
    assert told.output.count("warning[") == bool(never.code), told.output
    if never.code:
        assert f"warning[{never.code}]" in told.output
        assert f"rulesets/never/ruleset.yaml:{HEAD_LINES + never.line}:" in told.output


def test_it_is_said_in_spanish(never: Never) -> None:
    told = CliRunner().invoke(main, ["check", "rulesets/never", "--lang", "es"]).output

    assert (SPANISH[never.code] in told) if never.code else ("advertencia[" not in told)
