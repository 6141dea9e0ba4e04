"""The choices of an answer to the text that lists every form of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import prod

from attrs import frozen

from interpreter.compiler.context import Context, Env
from interpreter.engine import tables
from interpreter.model import rules as r
from interpreter.model import terms as t


@frozen
class Listing:
    """Lists answers; an answer is its name and then the value of each choice."""

    c: Context

    def now(self, answer: r.Answer) -> list[r.Choice]:
        """The choices that are made together with the answer."""
        return [choice for choice in answer.choices if not self._deferred(choice)]

    def _deferred(self, choice: r.Choice) -> bool:
        if choice.by is None:
            return False
        return self.c.writer.unfolded(choice.by) != t.Variable("actor", "player")

    def text(self, answer: str, choices: Sequence[r.Choice], env: Env) -> str:
        """Every combination of choices, as one tuple of answers."""
        choice = choices[0]
        if len(choices) == 1:
            found = self._some_kinds(answer, choice, env) if choice.where else self._single(answer, choice, env)
            if found is not None:
                return found
        return self._product(answer, choices, env)

    def _single(self, answer: str, choice: r.Choice, env: Env) -> str | None:
        """One choice that has a table or a function of its own."""
        c, name = self.c, answer.replace("-", "_")
        if choice.kind == "player":
            table = c.globals.add(f"{name}_by", tables.player_answers(answer, c.box.players))
            return f"{table}[{c.writer.bits(given(choice.among), env.names)}]"
        if choice.kind == "card":
            zone = _zone_of(choice)
            each = tuple((answer, kind) for kind in range(len(c.box.cards[c.box.zones[zone.zone].holds])))
            return f"tuple(compress({c.globals.add(f'{name}_each', each)}, {c.writer.counted(zone, env.names)}))"
        if choice.kind == "dice" and (choice.least, choice.most) == (1, None):
            function = c.globals.add(f"{name}_dice", tables.dice_answers(answer))
            return f"{function}({c.writer.active(choice.of, env.names)})"
        if choice.kind == "payment":
            function = c.globals.add(f"{name}_payments", tables.payment_answers(answer))
            return f"{function}({self._payment_call(choice, env)})"
        return None

    def _some_kinds(self, answer: str, choice: r.Choice, env: Env) -> str | None:
        """Some cards of a zone, if it is always the same kinds that may be chosen."""
        c, where = self.c, self.c.text(given(choice.where), env.bind(choice.name, "q"))
        if choice.kind != "cards" or not _OF_KINDS.fullmatch(where):
            return None
        zone = _zone_of(choice)
        info = c.box.zones[zone.zone]
        kinds = eval(f"tuple([q for q in range({len(c.box.cards[info.holds])}) if {where}])")  # noqa: S307  # numbers
        name = f"{answer.replace('-', '_')}_cards"
        function = c.globals.add(name, tables.card_answers(answer, kinds, choice.least, choice.most))
        return f"{function}(s.{info.cell}, {c.writer.base(zone, env.names) or '0'})"

    def _payment_call(self, choice: r.Choice, env: Env) -> str:
        return self.c.writer.payment_call(str(choice.demand), _zone_of(choice), env.names)

    def _product(self, answer: str, choices: Sequence[r.Choice], env: Env) -> str:
        first, loops, inner, are_few = [], [], env, self._are_few(choices)
        for index, choice in enumerate(choices):
            values = self._values(choice, inner)
            if index and choice.kind == "card":  # the same for each of the choices before
                first.append(f"for n{index} in [{values}]")
                values = f"n{index}"
            inner = inner.bind(choice.name, f"c{index}")
            filtered = choice.where is not None and choice.kind not in _SUBSETS
            where = f" if {self.c.text(given(choice.where), inner)}" if filtered else ""
            if index and not are_few:  # the product may be empty, and take for ever to be so
                where = f" if tick(){where}"
            loops.append(f"for c{index} in {values}{where}")
        chosen = "".join(f", c{index}" for index in range(len(choices)))
        listed = f"({answer!r}{chosen}) {' '.join([*first, *loops])}"
        return f"tuple([{listed}])" if are_few else f"within(lambda tick: ({listed}))"

    def _are_few(self, choices: Sequence[r.Choice]) -> bool:
        """Whether the box cannot have so many answers that they are to be counted."""
        return len(choices) == 1 or prod(map(self._most, choices)) < _MANY

    def _most(self, choice: r.Choice) -> int:
        """How much there can be to choose from; for what is made of several cards or dice, just many."""
        box = self.c.box
        match choice.kind:
            case "player":
                return box.players
            case "die" | "face":
                return len(box.pools[choice.of].faces)
            case "card":
                return len(box.cards[box.zones[_zone_of(choice).zone].holds])
            case "kind":
                return len(box.cards[choice.of])
            case _:
                return _MANY

    def _values(self, choice: r.Choice, env: Env) -> str:
        """What can be chosen, one after the other."""
        c = self.c
        match choice.kind:
            case "player":
                return f"MEMBERS[{c.writer.bits(given(choice.among), env.names)}]"
            case "dice" | "cards":
                return f"subsets({self._pool(choice, env)}, {choice.least}, {choice.most})"
            case "die":
                return f"different_faces({c.writer.active(choice.of, env.names)})"
            case "face":
                return f"range({len(c.box.pools[choice.of].faces)})"
            case "card":
                return f"kinds({c.writer.counted(_zone_of(choice), env.names)})"
            case "kind":
                return f"KINDS_{choice.of.replace('-', '_')}"
            case _:
                return self._payment_call(choice, env)

    def _pool(self, choice: r.Choice, env: Env) -> str:
        """The dice or cards of which some are chosen, one by one."""
        c = self.c
        if choice.kind == "dice":
            pool = c.writer.active(choice.of, env.names)
        else:
            pool = f"spread({c.writer.counted(_zone_of(choice), env.names)})"
        if choice.where is None:
            return pool
        return f"tuple([q for q in {pool} if {c.text(choice.where, env.bind(choice.name, 'q'))}])"


# A condition on a kind alone: no field of the state, no table, no other choice.
_OF_KINDS = re.compile(r"(?:q|and|or|not|True|False|\d|[ ()=!<>])+")
_SUBSETS = ("dice", "cards")
_MANY = 1000


def _zone_of(choice: r.Choice) -> t.ZoneOf:
    assert choice.zone is not None
    return choice.zone


def given(term: t.Term | None) -> t.Term:
    """A term that the schema requires."""
    assert term is not None
    return term
