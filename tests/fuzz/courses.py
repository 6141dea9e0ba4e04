"""Luck to rulesets whose rules run each other: sequences, actions, loops, windows and their cards, by chance."""

from __future__ import annotations

import random
from typing import Any

import yaml
from attrs import define

from tests.fuzz.expressions import HEAD, Expressions
from tests.fuzz.steps import FACES, KINDS, Step, Steps

_ROUNDS = 3
_ONWARD = 0.95  # how often rules only run what comes after them, so that most games end


@define
class Course:
    """Writes the rules of one game."""

    luck: random.Random
    steps: Steps

    def rules(self) -> dict[str, Any]:
        """Everything but the places, pawns, dice and counters."""
        every = [*range(self.steps.sequences)]
        turn = [{"run": f"s{number}"} for number in every[:1]] + self.steps.block("turn") + _CLOCK
        steps: dict[str, Any] = {"game": [{"repeat": ["turn"]}], "turn": turn}
        steps |= {f"s{number}": self._within(number + 1, f"s{number}") for number in every}
        rules = {
            "zones": self._zones(),
            "demands": self._demands(),
            "windows": {f"w{number}": {} for number in range(self.steps.windows)},
            "cards": {kind: self._card() for kind in KINDS},
            "actions": {f"a{number}": self._action(number) for number in range(self.steps.actions)},
            "setup": _SETUP,
            "steps": steps,
            "scoring": {"score": "points of player"},
        }
        if self.luck.random() < 0.3:
            rules["bots"] = {"worth": Expressions(self.luck, 3, bound=("player",)).number()}
        return rules

    def _zones(self) -> Step:
        seen = lambda *ways: self.luck.choice(ways)  # noqa: E731  # one of many
        again = seen({}, {}, {"at-once": "yes"}, {"at-once": "pot > 3"})
        room = seen(3, "1 + rounds", "option goal")
        return {
            "deck": {"holds": "thing", "pile": True, "starts": "full", "refill": {"from": "gone", **again}},
            "gone": {"holds": "thing", "seen-by": "everybody"},
            "hand": {"of": "player", "holds": "thing", "seen-by": seen("owner", "nobody"), "remembered": True},
            "bag": {"of": "player", "holds": "thing", "seen-by": seen("everybody", "owner"), "room": room},
            "pile": {"holds": "thing", "pile": True},
            "under": {"holds": "thing", "pile": True},
            "hole": {"of": "place", "holds": "thing", "seen-by": "nobody", **self._memory()},
        }

    def _memory(self) -> Step:
        return {"remembered": True} if self.luck.random() < 0.6 else {}

    def _demands(self) -> Step:
        further = self.luck.choice([{}, {"jokers": 1}, {"helped-by": ["bag"]}, {"fewest": "yes"}])
        return {"toll": {"dice": "die", "free": ["one"]}, "fee": {"dice": "die", "needs": {"two": 1}, **further}}

    def _within(self, after: int, *ends: str) -> list[Step]:
        """Steps that run only what comes after them; now and then anything."""
        with self.steps.scoped(after=after if self.luck.random() < _ONWARD else 0, ends=ends):
            return self.steps.block()

    def _card(self) -> Step:
        card: Step = {"type": "thing", "copies": self.luck.choice([2, 3, 9]), "worth": self.luck.randint(0, 3)}
        card["meets"] = self.luck.sample(FACES, 2)
        steps = self.steps
        if steps.windows and self.luck.random() < 0.8:
            by = steps.among()
            card["play"] = {"in": steps.one_of("w", steps.windows), "from": "hand", "to": "gone", "by": by}
            if self.luck.random() < 0.4:
                card["play"]["refuse"] = {"not-now": steps.condition()}
            with steps.scoped(players=(*steps.scope.players, "actor")):
                card |= steps.chosen()
        return card

    def _action(self, number: int) -> Step:
        types = (("who", "player"), ("what", "thing"), ("often", "number"), ("where", "place"))
        needs = {f"{name}{number}": type_ for name, type_ in types if self.luck.random() < 0.5}
        named = {type_: (name,) for name, type_ in needs.items()}
        scope = self.steps.scope
        with self.steps.scoped(
            players=(*scope.players, *named.get("player", ())),
            places=(*scope.places, *named.get("place", ())),
            kinds=(*scope.kinds, *named.get("thing", ())),
        ):
            block = self._within(self.steps.sequences + number + 1)
        return {**({"needs": needs} if needs else {}), "do": block}


_CLOCK: list[Step] = [
    {"id": "clock", "set": "rounds", "to": "rounds + 1"},
    {"id": "over", "if": f"rounds > {_ROUNDS}", "end": "game"},
    {"id": "next-one", "give": "active", "to": "left(active)"},
]
_SETUP: list[Step] = [
    {"give": "active", "at-random-among": "everybody"},
    {"give": "crew", "to": "everybody"},
    {"place": "cart", "at": "first(road)"},
    {"each": "player", "draw": "deck", "to": "hand of player", "count": 3},
]
_GIVEN = {
    "player": ("active", "left(active)"),
    "thing": KINDS,
    "number": (0, 1, 2, "pot", "count(hand of active)"),
    "place": ("cart", "lake"),
}


def _fill_in(value: Any, rules: Step, luck: random.Random) -> None:
    """Give every action that is run what it needs: all of them are known only at the end."""
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _fill_in(each, rules, luck)
    if isinstance(value, dict) and "with" in value and "run" in value:
        needs = rules["actions"][value["run"]].get("needs", {})
        value["with"] = {name: luck.choice(_GIVEN[type_]) for name, type_ in needs.items()}
        if not needs:
            del value["with"]


def _things() -> Step:
    """What expressions name, and a little more."""
    things: Step = yaml.safe_load(HEAD)
    things["places"]["hill"] = {}
    things["counters"]["rounds"] = {}
    return things


class _Plain(yaml.SafeDumper):
    """Writes what stands in two places twice."""

    def ignore_aliases(self, _: Any) -> bool:
        return True


def ruleset(luck: random.Random) -> str:
    """Rules that run each other."""
    most = luck.choice([3, 3, 6, 12])
    steps = Steps(luck, luck.randint(0, most), luck.randint(0, most), luck.choice([0, 1, 2]), luck.choice([9, 30, 90]))
    rules = Course(luck, steps).rules()
    _fill_in(rules, rules, luck)
    return yaml.dump(_things() | rules, Dumper=_Plain, sort_keys=False, width=120)
