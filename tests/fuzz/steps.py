"""Luck to steps of rules by chance: most verbs, choices and answers, steps within steps, and what runs what."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from attrs import define, evolve, field, frozen

from tests.fuzz.expressions import Expressions

Step = dict[str, Any]
FACES = ("one", "two", "six")
KINDS = ("stick", "stone", "rope")
_DEEPEST = 4


@frozen
class Scope:
    """What steps at one place may name."""

    players: tuple[str, ...] = ("active",)
    places: tuple[str, ...] = ("cart", "cave")
    kinds: tuple[str, ...] = KINDS
    ends: tuple[str, ...] = ()
    after: int = 0  # sequences and actions from this number on may be run


@define
class Steps:
    """Writes the steps of one game; the longer it has written, the plainer they get."""

    luck: random.Random
    sequences: int
    actions: int
    windows: int
    left: int
    scope: Scope = field(factory=Scope)
    depth: int = 0
    ids: int = 0

    def block(self, *ends: str) -> list[Step]:
        with self.scoped(ends=(*self.scope.ends, *ends)):
            return [self._step() for _ in range(self.luck.choice([1, 2, 2, 3]))]

    def _step(self) -> Step:
        self.left -= 1
        self.ids += 1
        id_ = f"i{self.ids}"
        plain = [self._set, self._set, self._roll, self._again, self._draw, self._move, self._role, self._pawn]
        plain += [self._clear, self._tell, self._put, self._run, self._run, self._run]
        if self.left < 0 or self.depth > _DEEPEST or self.luck.random() < 0.5:
            return {"id": id_, **self._when(), **self.luck.choice(plain)()}
        wide = [self._do, self._if, self._loop, self._each, self._each, self._place, self._ask, self._ask, self._window]
        wide += [self._leave]
        return {"id": id_, **self.luck.choice(wide)(id_)}

    def _when(self) -> Step:
        return {"if": self.condition()} if self.luck.random() < 0.3 else {}

    def _set(self) -> Step:
        if self.luck.random() < 0.5:
            return {"set": "pot", "to": self.amount()}
        return {"set": "points", "for": self.player(), "to": self.amount()}

    def _roll(self) -> Step:
        return {"roll": "die", "count": self.few()}

    def _again(self) -> Step:
        showing = {"showing": self.luck.sample(FACES, 2)} if self.luck.random() < 0.5 else {}
        return {"reroll": "die", **showing}

    def _put(self) -> Step:
        return {"put": "die", "showing": [self.luck.choice(FACES)], "count": self.few()}

    def _clear(self) -> Step:
        return {"clear": "die"} if self.luck.random() < 0.5 else {"clear": "die", "showing": ["one"]}

    def _draw(self) -> Step:
        if self.luck.random() < 0.1:
            return {"draw": "deck", "to": "under", "count": self.few()}
        from_ = self.luck.choice(["deck", "deck", "pile", "under"])
        to = self.luck.choice(["hand of P", "hand of P", "bag of P", "hole of L", "gone"])
        return {"draw": from_, "to": self._filled(to), "count": self.few()}

    def _move(self) -> Step:
        zones = ["hand of P", "bag of P", "hole of L", "gone"]
        from_, to = self._filled(self.luck.choice(zones)), self._filled(self.luck.choice([*zones, "pile"]))
        what = self.luck.choice(["all", *self.scope.kinds])
        often = {} if what == "all" or self.luck.random() < 0.5 else {"count": self.few()}
        return {"move": what, "from": from_, "to": to, **often}

    def _role(self) -> Step:
        return self.luck.choice(
            [
                {"give": "active", "to": self.player()},
                {"give": "crew", "to": self.among()},
                {"take-away": "crew", "from": self.player()},
            ]
        )

    def _pawn(self) -> Step:
        if self.luck.random() < 0.5:
            return {"place": "cart", "at": self.luck.choice(["first(road)", "last(road)", "cave"])}
        if self.luck.random() < 0.3:
            return {"lay": "road", "where": self.luck.choice(["space != hill", "depth of space > 0 or space = cave"])}
        return {"if": "not last(cart)", "advance": "cart"}

    def _tell(self) -> Step:
        kind, hand = self.luck.choice(self.scope.kinds), f"hand of {self.player()}"
        if self.luck.random() < 0.5:
            return {"if": f"count({hand}, {kind}) > 0", "tell": hand, "has": kind}
        return {"if": f"count({hand}, {kind}) = 0", "tell": hand, "lacks": kind}

    def _run(self) -> Step:
        """Run a sequence or an action; what comes later in the file, so that most games end."""
        number = self.luck.randrange(self.scope.after, self.sequences + self.actions + 1)
        if number < self.sequences:
            return {"run": f"s{number}"}
        if number < self.sequences + self.actions:
            return {"run": f"a{number - self.sequences}", "with": {}}  # what it needs is filled in at the end
        return {"set": "pot", "to": "pot + 1"}

    # steps with steps in them

    def _do(self, id_: str) -> Step:
        with self._deeper():
            return {"do": self.block(id_)}

    def _if(self, _: str) -> Step:
        with self._deeper():
            further = {"else": self.block()} if self.luck.random() < 0.5 else {}
            return {"if": self.condition(), "do": self.block(), **further}

    def _loop(self, id_: str) -> Step:
        with self._deeper():
            if self.luck.random() < 0.7:
                return {"times": self.few(), "do": self.block(id_)}
            inner = [*self.block(id_), {"set": "pot", "to": f"pot + {self.luck.choice([0, 1, 1, 1, 1, 2])}"}]
            return {"while": f"pot < {self.luck.choice([3, 9])}", "do": inner}

    def _each(self, id_: str) -> Step:
        name = f"p{self.ids}"
        how = self.luck.choice([{}, {"from": self.player()}, {"after": self.player()}])
        how |= self.luck.choice([{}, {"among": self.among()}])
        with self._deeper(), self.scoped(players=(*self.scope.players, name)):
            how |= {"where": self.condition()} if self.luck.random() < 0.3 else {}
            if self.luck.random() < 0.4:
                plays = {"plays": self.one_of("w", self.windows)} if self.windows and self.luck.random() < 0.5 else {}
                together = {"together": self.luck.choice(["yes", "option way = long"])}
                return {"each": name, **how, **together, "ask": name, **plays, "answers": self._answers()}
            return {"each": name, **how, "do": self.block(id_)}

    def _place(self, id_: str) -> Step:
        name = f"l{self.ids}"
        with self._deeper(), self.scoped(places=(*self.scope.places, name)):
            where = self.luck.choice(["places", "road", "through(cart, 2)"])
            return {"each": name, "in": where, "do": self.block(id_)}

    def _ask(self, _: str) -> Step:
        plays = {"plays": self.one_of("w", self.windows)} if self.windows and self.luck.random() < 0.3 else {}
        with self._deeper():
            return {"ask": self.player(), **plays, "answers": self._answers()}

    def _answers(self) -> Step:
        further = {f"b{self.ids}-{number}": self._answer() for number in range(self.luck.choice([1, 1, 2]))}
        if self.luck.random() < 0.2:
            further[f"u{self.ids}"] = {**self._answer(), "unless": {"first": [*further]}}
        return {**further, "no-way": {}}

    def _answer(self) -> Step:
        when: Step = self.luck.choice([{}, {}, {"if": self.condition()}, {"refuse": {"never": self.condition()}}])
        with self.scoped(players=(*self.scope.players, "actor")):
            return {**when, **self.chosen()}

    def chosen(self) -> Step:
        """A choice, and what happens to it."""
        self.ids += 1
        ways = [self._player_chosen, self._card_chosen, self._cards_chosen, self._dice_chosen, self._die_chosen]
        ways += [self._paid, self._kind_chosen]
        if self.luck.random() < 0.15:
            return {"do": self.block()}
        return self.luck.choice(ways)(f"c{self.ids}")

    def _player_chosen(self, name: str) -> Step:
        with self.scoped(players=(*self.scope.players, name)):
            where = {"where": self.condition()} if self.luck.random() < 0.3 else {}
            return {"choose": {name: {"player": self.among(), **where}}, "do": self.block()}

    def _card_chosen(self, name: str) -> Step:
        where = {"where": f"{name} != stick"} if self.luck.random() < 0.5 else {}
        with self.scoped(kinds=(*self.scope.kinds, name)):
            return {"choose": {name: {"card": self._filled("hand of P"), **where}}, "do": self.block()}

    def _cards_chosen(self, name: str) -> Step:
        some = self.luck.choice([{}, {"least": 1}, {"where": f"{name} != rope"}, {"where": f"worth of {name} > 1"}])
        moved = {"move": name, "from": "hand of actor", "to": self._filled(self.luck.choice(["gone", "bag of P"]))}
        done = self.luck.choice([[moved], [moved, *self.block()], [*self.block(), moved]])
        return {"choose": {name: {"cards": "hand of actor", "most": 2, **some}}, "do": done}

    def _dice_chosen(self, name: str) -> Step:
        done = self.luck.choice([{"reroll": "die"}, {"clear": "die"}, {"turn": "die", "to": self.luck.choice(FACES)}])
        where = {"where": f"{name} != one"} if self.luck.random() < 0.3 else {}
        return {"choose": {name: {"dice": "die", **where}}, "do": [{**done, "which": name}, *self.block()]}

    def _die_chosen(self, name: str) -> Step:
        turned = {"turn": "die", "which": name, "to": f"{name}-to"}
        choices = {name: {"die": "die"}, f"{name}-to": {"face": "die", "where": f"{name}-to != {name}"}}
        return {"choose": choices, "do": [turned, *self.block()]}

    def _paid(self, name: str) -> Step:
        paid = {"move": name, "from": "hand of actor", "to": self._filled(self.luck.choice(["gone", "hand of P"]))}
        done = self.luck.choice([[paid, *self.block()], [*self.block(), paid]])
        return {"choose": {name: {"payment": self.luck.choice(["toll", "fee"]), "from": "hand of actor"}}, "do": done}

    def _kind_chosen(self, name: str) -> Step:
        with self.scoped(kinds=(*self.scope.kinds, name)):
            by = {"by": self.player()} if self.luck.random() < 0.5 else {}
            return {"choose": {name: {"kind": "thing", **by}}, "do": self.block()}

    def _window(self, _: str) -> Step:
        if not self.windows:
            return self._set()
        rounds = {"rounds": 1} if self.luck.random() < 0.3 else {}
        among = {"among": self.among()} if self.luck.random() < 0.3 else {}
        return {"window": self.one_of("w", self.windows), "from": self.player(), **among, **rounds}

    def _leave(self, _: str) -> Step:
        if not self.scope.ends:
            return self._set()
        return {"if": self.condition(), "end": self.luck.choice(self.scope.ends)}

    # words

    def _expressions(self) -> Expressions:
        return Expressions(self.luck, self.luck.choice([0, 2, 6]), bound=self.scope.players[1:])

    def condition(self) -> str:
        return self._expressions().condition()

    def amount(self) -> str:
        return f"min(99, max(-9, {self._expressions().number()}))"

    def few(self) -> str | int:
        return self.luck.choice([1, 1, 2, f"min(3, max(0, {self._expressions().number()}))"])

    def among(self) -> str:
        return self.luck.choice(["everybody", "crew", "everybody without active", "crew without active"])

    def player(self) -> str:
        name = self.luck.choice(self.scope.players)
        return name if self.luck.random() < 0.7 else f"left({name})"

    def _filled(self, zone: str) -> str:
        return zone.replace("P", self.player()).replace("L", self.luck.choice(self.scope.places))

    def one_of(self, letter: str, number: int) -> str:
        return f"{letter}{self.luck.randrange(number)}"

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        self.depth += 1
        yield
        self.depth -= 1

    @contextmanager
    def scoped(self, **changes: Any) -> Iterator[None]:
        """Meanwhile something else may be named."""
        before = self.scope
        self.scope = evolve(before, **changes)
        yield
        self.scope = before
