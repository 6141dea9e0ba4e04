"""The choices of an answer to the text that lists every form of it."""

from __future__ import annotations

from collections.abc import Sequence

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
        if len(choices) == 1 and choice.where is None:
            found = self._single(answer, choice, env)
            if found is not None:
                return found
        return self._product(answer, choices, env)

    def _single(self, answer: str, choice: r.Choice, env: Env) -> str | None:
        """One choice that has a table or a function of its own."""
        c, name = self.c, answer.replace("-", "_")
        if choice.kind == "player":
            table = c.globals.add(f"{name}_by", tables.player_answers(answer, c.box.players))
            return f"{table}[{c.writer.bits(given(choice.among), env.names)}]"
        if choice.kind == "dice" and (choice.least, choice.most) == (1, None):
            function = c.globals.add(f"{name}_dice", tables.dice_answers(answer))
            return f"{function}({c.writer.active(choice.of, env.names)})"
        if choice.kind == "payment":
            finder, arguments = self._payment_call(choice, env).split("(", maxsplit=1)
            return f"{c.pays(answer, finder)}({arguments}"
        return None

    def _payment_call(self, choice: r.Choice, env: Env) -> str:
        return self.c.writer.payment_call(str(choice.demand), _zone_of(choice), env.names)

    def _product(self, answer: str, choices: Sequence[r.Choice], env: Env) -> str:
        loops, inner = [], env
        for index, choice in enumerate(choices):
            values = self._values(choice, inner)
            inner = inner.bind(choice.name, f"c{index}")
            filtered = choice.where is not None and choice.kind not in _SUBSETS
            where = f" if {self.c.text(given(choice.where), inner)}" if filtered else ""
            where = f" if tick(){where}" if index else where  # the product may be empty, and take for ever to be so
            loops.append(f"for c{index} in {values}{where}")
        chosen = "".join(f", c{index}" for index in range(len(choices)))
        if len(choices) > 1:
            return f"within(lambda tick: (({answer!r}{chosen}) {' '.join(loops)}))"
        return f"tuple([({answer!r}{chosen}) {' '.join(loops)}])"

    def _values(self, choice: r.Choice, env: Env) -> str:
        """What can be chosen, one after the other."""
        c = self.c
        match choice.kind:
            case "player":
                return f"MEMBERS[{c.writer.bits(given(choice.among), env.names)}]"
            case "dice" | "cards":
                return f"subsets({self._pool(choice, env)}, {choice.least}, {choice.most})"
            case "die":
                return f"sorted(set({c.writer.active(choice.of, env.names)}))"
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


_SUBSETS = ("dice", "cards")


def _zone_of(choice: r.Choice) -> t.ZoneOf:
    assert choice.zone is not None
    return choice.zone


def given(term: t.Term | None) -> t.Term:
    """A term that the schema requires."""
    assert term is not None
    return term
