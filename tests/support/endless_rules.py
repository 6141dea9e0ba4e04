"""Rules that never come to an end, each by the reason why; `circle` are the rules that repeat, with their lines."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

_HEAD = """\
format: 1
ruleset: endless
version: 1
title: Endless
players: {from: 2, to: 3}
roles: {active: {held-by: one}}
counters: {pot: {}}
setup: [{id: begin, set: pot, to: 0}, {id: first, give: active, at-random-among: everybody}]
"""
_TAIL = 'scoring: {score: "0"}\n'
FILE = "rulesets/endless/ruleset.yaml"


@frozen
class Endless:
    """Rules without their head, and what must be named of them."""

    name: str
    rules: str
    circle: dict[str, int]  # path -> line
    asks: bool = False  # somebody is asked, or chance decides, all the time

    def write(self, folder: Path) -> None:
        """Lay the rules out in a folder, where they are called `endless`."""
        file = folder / FILE
        file.parent.mkdir(parents=True)
        file.write_text(_HEAD + self.rules + _TAIL, "utf-8")


ENDLESS = [
    Endless(
        "a-while-that-nothing-changes",
        """\
steps:
  game:
    - {id: fill, while: pot >= 0, do: [{id: more, set: pot, to: 1 - pot}]}
    - {id: fin, give: active, to: left(active)}
""",
        {"steps.game.fill": 11, "steps.game.fill.do.more": 11},
    ),
    Endless(
        "two-actions-that-replace-each-other",
        """\
actions:
  one:
    do:
      - {id: take, set: pot, to: 1}
      - {id: instead, if: pot > 0, run: other}
  other:
    do:
      - {id: give-back, set: pot, to: 2}
      - {id: back, if: pot > 0, run: one}
steps:
  game:
    - {id: start, run: one}
    - {id: fin, give: active, to: left(active)}
""",
        {"actions.one.do.instead": 13, "actions.other.do.back": 17},
    ),
    Endless(
        "two-windows-that-open-each-other",
        """\
types: {spell: {}}
zones:
  deck: {holds: spell, pile: true, starts: full}
  used: {holds: spell, seen-by: everybody}
  hand: {of: player, holds: spell, seen-by: owner}
cards:
  charm: {type: spell, copies: 1, play: {in: calling, to: used, by: active}}
  spell: {type: spell, copies: 1, play: {in: answering, to: used, by: active}}
windows: {calling: {}, answering: {}}
actions:
  call: {do: [{id: open-calling, window: calling, from: active}, {id: then-answer, if: pot = 0, run: answer}]}
  answer: {do: [{id: open-answering, window: answering, from: active}, {id: then-call, if: pot = 0, run: call}]}
steps:
  game:
    - {id: start, run: call}
    - {id: all, draw: deck, to: hand of active}
""",
        {"actions.call.do.then-answer": 19, "actions.answer.do.then-call": 20},
    ),
    Endless(
        "somebody-who-has-no-choice",
        """\
steps:
  game:
    - repeat: [turn, other]
  turn:
    - {id: say, ask: active, answers: {ok: {do: [{set: pot, to: 1}]}}}
  other:
    - {id: fin, if: pot = 7, end: game}
""",
        {"steps.turn.say": 13},
        asks=True,
    ),
    Endless(
        "dice-that-nobody-waits-for",
        """\
dice: {coin: {faces: {heads: 1, tails: 1}}}
steps:
  game:
    - repeat: [toss]
  toss:
    - {id: throw, roll: coin}
    - {id: fin, if: "count(coin, heads) = 2", end: game}
""",
        {"steps.toss.throw": 14},
        asks=True,
    ),
]
