"""Luck to rulesets full of expressions that nobody wrote: wide ones, deep ones, ones that name each other."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

from attrs import define

HEAD = """\
format: 1
ruleset: maze
version: 1
title: Maze
players: {from: 2, to: 6}
options: {goal: {from: 1, to: 9, default: 3}, way: {values: [long, short], default: long}}
attributes: {cards: [worth], places: [depth]}
dice: {die: {faces: {one: 1, two: 1, six: 4}, shows: {one: 1, two: 2, six: 6}}}
types: {thing: {}}
places: {cave: {depth: 3}, lake: {depth: 5}}
tracks: {road: {of: places}}
pawns: {cart: {on: road}}
counters: {pot: {starts: 3}, points: {of: player}}
roles: {active: {held-by: one}, crew: {held-by: several}}
"""
_CARDS = """\
cards:
  stick: {type: thing, meets: [one], worth: 2}
  stone: {type: thing, copies: 3, meets: [six]}
"""
_COURSE = """\
setup:
  - {id: first, give: active, at-random-among: everybody}
  - {id: deal, each: player, draw: deck, to: hand of player}
steps:
  game:
    - {id: throw, roll: die, count: 2}
    - {id: ask, ask: active, answers: {agree: {if: CONDITION}, refuse: {}}}
    - {id: count, set: pot, to: NUMBER}
    - {id: fin, if: CONDITION, end: game}
    - {id: over, end: game}
scoring: {score: NUMBER}
"""
_DEEPEST = 9


@define
class Expressions:
    """Writes expressions by type; the longer it has written, the sooner it comes to an end."""

    luck: random.Random
    left: int = 40
    depth: int = 0
    values: tuple[str, ...] = ()
    bound: tuple[str, ...] = ()

    def number(self) -> str:
        """An amount."""
        return self._any(
            [str(self.luck.choice([0, 1, 7, 99, 10**12])), "pot", "points of active", "option goal", "sum(die)",
             "count(hand of active)", "depth of cart", "players", "count(die, six)", "room(bag of active)",
             *[name for name in self.values if name.startswith("n")]],
            [lambda: f"{self._in(self.number)} {self.luck.choice('+-*')} {self._in(self.number)}",
             lambda: f"({self._in(self.number)})",
             lambda: f"-{self._in(self.number)}",
             lambda: f"{self.luck.choice(['min', 'max'])}({self._in(self.number)}, {self._in(self.number)})",
             lambda: f"({self._in(self.number)} if {self._in(self.condition)} else {self._in(self.number)})",
             lambda: f"({self.luck.choice(['total', 'highest', 'lowest'])} {self._each(self.number)})",
             lambda: f"points of {self._in(self.player)}"],
        )  # fmt: skip

    def condition(self) -> str:
        """What is true or not."""
        return self._any(
            ["yes", "option way = long", "pot > 3", "active in crew", "last(cart)", "payable(toll, hand of active)",
             *[name for name in self.values if name.startswith("c")]],
            [lambda: f"({self._in(self.condition)} {self.luck.choice(['and', 'or'])} {self._in(self.condition)})",
             lambda: f"not {self._in(self.condition)}",
             lambda: f"{self._in(self.number)} {self.luck.choice(['=', '!=', '<', '>='])} {self._in(self.number)}",
             lambda: f"({self.luck.choice(['some', 'every'])} {self._each(self.condition)})",
             lambda: f"{self._in(self.player)} {self.luck.choice(['in', 'not in'])} {self._in(self.set_of_players)}"],
        )  # fmt: skip

    def player(self) -> str:
        """One player."""
        return self._any(["active", *self.bound], [lambda: f"left({self._in(self.player)})"])

    def set_of_players(self) -> str:
        """Some players."""
        return self._any(
            ["everybody", "nobody", "crew", *[name for name in self.values if name.startswith("p")]],
            [lambda: f"{self._in(self.set_of_players)} without {self._in(self.player)}",
             lambda: f"(those {self._each(self.condition)})"],
        )  # fmt: skip

    def _any(self, plain: list[str], further: list[Callable[[], str]]) -> str:
        self.left -= 1
        if self.left < 0 or self.depth > _DEEPEST or self.luck.random() < 0.2:
            return self.luck.choice(plain)
        return self.luck.choice(further)()

    def _in(self, write: Callable[[], str]) -> str:
        self.depth += 1
        text = write()
        self.depth -= 1
        return text

    def _each(self, write: Callable[[], str]) -> str:
        name = self.luck.choice("abcdefgh")
        among = self._in(self.set_of_players)
        self.bound += (name,)
        body = self._in(write)
        self.bound = self.bound[:-1]
        return f"{name} in {among}: {body}"


def ruleset(luck: random.Random) -> str:
    """Rules whose expressions are all by chance."""
    values: list[str] = []
    named = [f"{luck.choice('ncp')}{number}" for number in range(luck.choice([0, 3, 30]))]

    def writer() -> Expressions:
        known = named if luck.random() < 0.02 else [value.partition(":")[0] for value in values[-3:]]
        return Expressions(luck, luck.choice([3, 10, 40, 100]), values=tuple(map(str.strip, known)))

    for name in named:
        kinds = {"n": Expressions.number, "c": Expressions.condition, "p": Expressions.set_of_players}
        values.append(f"  {name}: {{is: {json.dumps(kinds[name[0]](writer()))}}}\n")
    zones = f"""\
demands: {{toll: {{dice: die, jokers: {json.dumps(writer().number() if luck.random() < 0.3 else "1")}}}}}
zones:
  deck: {{holds: thing, pile: true, starts: full}}
  hand: {{of: player, holds: thing, seen-by: owner}}
  bag: {{of: player, holds: thing, room: {json.dumps(writer().number())}}}
"""
    course = _COURSE
    for word, write in (("CONDITION", Expressions.condition), ("NUMBER", Expressions.number)):
        while word in course:
            course = course.replace(word, json.dumps(write(writer())), 1)
    return HEAD + _CARDS + zones + ("values:\n" + "".join(values) if values else "") + course
