"""An expression of the rule language to words of the language that is spoken, with the labels of its things."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import cast

from attrs import evolve, frozen

from interpreter.expressions import tree as t
from interpreter.model import draft as d
from interpreter.prose.meaning import CONTRARY, Meanings, Variable, parsed
from interpreter.prose.things import row
from interpreter.source.grammar import Noun, contracted, determined
from interpreter.source.patterns import knows, pattern
from interpreter.source.speech import number

_WORDS = ("everybody", "nobody", "players", "yes", "no", "all")  # what an expression names without a label
_HOLDS = "yes"
_COMPARED = {"=": "is", "!=": "is-not", "<": "less", "<=": "at-most", ">": "more", ">=": "at-least"}
_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times"}
_NONE = {("=", 0), ("<=", 0), ("<", 1)}  # comparisons with a number of things that say there are none
_SOME = {("!=", 0), (">", 0), (">=", 1)}


@frozen(eq=False)
class Expressions(Meanings):
    """Tells the expressions of one draft."""

    def said(self, text: d.Text) -> str:
        """The words for an expression; what is none stands as it is."""
        tree = parsed(text)
        return str(text) if tree is None else contracted(self.of(tree))

    def fact(self, text: str, kind: str, value: str) -> str | None:
        """That a condition holds or does not, or how much a number is; nothing of what is neither."""
        tree = parsed(text)
        if tree is None or kind not in {"condition", "number"}:
            return None
        if kind == "condition":
            return contracted(self.of(tree) if value == _HOLDS else self.contrary(tree))
        amount = t.Number(int(value), tree.place)
        return contracted(self.of(t.Binary("=", tree, amount, tree.place)))

    def of(self, node: t.Expression) -> str:
        """The words for a tree."""
        tell = cast(Callable[[t.Expression], str], getattr(self, f"_{type(node).__name__.lower()}"))
        return tell(node)

    def contrary(self, node: t.Expression) -> str:
        """The words for the contrary of a condition."""
        match node:
            case t.Not():
                return self.of(node.operand)
            case t.Binary() if node.operator in CONTRARY:
                return self._binary(evolve(node, operator=CONTRARY[node.operator]))
            case t.Call() if knows(f"call-{self.function(node)}-not"):
                return self._filled(node, f"{self.function(node)}-not")
            case t.Name() | t.Of() if self.is_value(node):
                return self._value(node, "value-not")
            case _:
                return pattern("not", condition=self._grouped(node))

    # Names.

    def _number(self, node: t.Number) -> str:
        return number(node.value)

    def _name(self, node: t.Name) -> str:
        name = node.id
        if name in self.scope:
            return self.scope[name].said
        if name == "places":
            return determined("all", self.things.kind("place"), many=True)
        if name in _WORDS:
            return pattern(f"word-{name}")
        return self._thing(name)

    def _thing(self, name: str) -> str:
        group = self.things.group(name)
        if group == "values":
            return self._value(t.Name(name, t.Place(0, 0)))
        if group == "roles":
            return self._role(name)
        return name if group is None else self.things.the(group, name, many=group == "dice")

    def _role(self, name: str) -> str:
        shared = self.things.draft.roles[name].held_by == "several"
        state = self.state(name)
        return self.things.the("roles", name, many=shared) if state is None else pattern("those-in-state", state=state)

    def _value(self, node: t.Expression, key: str = "value") -> str:
        """A declared value: a condition that holds or not, some players, or a number."""
        name, owner = self.called(node), self.of(node.owner) if isinstance(node, t.Of) else ""
        if self.is_value(node):
            return pattern(key, name=self.things.quoted("values", name), owner=owner, form="of" if owner else "")
        noun = self.things.noun("values", name)
        if self.is_many_value(name) and not noun.gender:
            return determined("the", evolve(noun, gender="m"), many=True)
        return self._owned(self.things.the("values", name), owner)

    def _option(self, node: t.Option) -> str:
        return pattern("option", option=self.things.called("options", node.id))

    def _of(self, node: t.Of) -> str:
        name = node.name.id
        if name in self.things.draft.values:
            return self._value(node)
        group = next((g for g in ("zones", "counters") if name in getattr(self.things.draft, g)), "attributes")
        return self._owned(self.things.the(group, name), self.owner(node.owner))

    def owner(self, node: t.Expression) -> str:
        """Whose something is; what belongs to a place is told to be where a pawn stands."""
        if self.called(node) in self.things.draft.pawns and isinstance(node, t.Name):
            return self._formed("where", self.things.kind("place"), pawn=self.of(node))
        return self._grouped(node)

    @staticmethod
    def _owned(thing: str, owner: str) -> str:
        return pattern("of", thing=thing, owner=owner) if owner else thing

    # Functions.

    def _call(self, node: t.Call) -> str:
        return self._filled(node, self.function(node))

    def _filled(self, node: t.Call, key: str) -> str:
        """The pattern of a function; `{a}` and `{b}` are its arguments, the rest what it is about."""
        noun = self._about(node)
        said = [self._argument(node, at) for at in range(len(node.arguments))]
        values = {"a": said[0], "b": said[-1], "items": row(said), "one": noun.one, "other": noun.other}
        values["places"] = self.things.kind("place").other
        if key == "count-2" and self.called(node.arguments[1]) in self.scope:
            key = "count-like"
        return pattern(f"call-{key}", form=noun.gender or "m", **values)

    def _argument(self, node: t.Call, at: int) -> str:
        """An argument: the name of a card, a face, a number or a demand as such, the rest as an expression."""
        argument = node.arguments[at]
        name = self.called(argument)
        if name in self.scope:
            showing = self.function(node) == "count-dice-showing"
            return self.shown(name) if showing else self.scope[name].said
        match self.function(node), at:
            case ("count-2", 1):
                said = self.things.noun("cards", name).other
            case (("count-dice-showing" | "sum-dice-showing" | "meets"), 1):
                said = self.things.a("faces", name)
            case ("count-dice" | "sum-dice" | "count-dice-showing" | "sum-dice-showing", 0):
                said = self.things.noun("dice", name).other
            case ("sum", 1):
                said = self.things.noun("attributes", name).other
            case ("different-2", 1):
                said = self.things.called("attributes", name)
            case ("payable", 0):
                said = self.things.demand(name)
            case _:
                said = self._grouped(argument)
        return said

    def _about(self, node: t.Call) -> Noun:
        """What a function counts or finds: cards of a type, or places."""
        zone = self.zone(node.arguments[0])
        return self.things.kind("place") if zone is None else self.things.of_zone(zone)

    def _formed(self, key: str, noun: Noun, **values: str) -> str:
        return pattern(key, form=noun.gender or "m", one=noun.one, other=noun.other, **values)

    # Conditions.

    def _not(self, node: t.Not) -> str:
        return self.contrary(node.operand)

    def _logic(self, node: t.Logic) -> str:
        inner = (self._grouped(operand) for operand in node.operands)
        return row(inner, node.operator)

    def _grouped(self, node: t.Expression) -> str:
        """What is joined itself stands in brackets."""
        plain = isinstance(node, t.Quantified) and node.quantifier == "some" and self.is_plain(node)
        joined = isinstance(node, t.Logic | t.Conditional | t.Quantified) and not plain
        return f"({self.of(node)})" if joined else self.of(node)

    def _binary(self, node: t.Binary) -> str:
        if node.operator in _ARITHMETIC:
            return self._arithmetic(node)
        if node.operator == "without":
            return self._without(node)
        return self._special(node) or self._compared(node)

    def _arithmetic(self, node: t.Binary) -> str:
        sides = []
        for side in (node.left, node.right):
            tight = node.operator == "*" or (node.operator == "-" and side is node.right)
            is_sum = isinstance(side, t.Binary) and side.operator in {"+", "-"}
            sides.append(f"({self.of(side)})" if tight and is_sum else self._grouped(side))
        return pattern(_ARITHMETIC[node.operator], a=sides[0], b=sides[1])

    def _without(self, node: t.Binary) -> str:
        name = self.called(node.right)
        if self.zone(node.left) is None or name in self.scope:
            return pattern("without", a=self.of(node.left), b=self.of(node.right))
        return pattern("without-cards", a=self.of(node.left), b=self.things.noun("cards", name).other)

    def _special(self, node: t.Binary) -> str | None:
        """Comparisons that people say in words of their own."""
        match node.left, node.right:
            case t.Option() as option, t.Name() as value if option.id in self.things.draft.options:
                said = self.things.option_value(option.id, value.id)
                name = self.things.called("options", option.id)
                return pattern("option-is", form=self._sign(node), option=name, value=said)
            case t.Call() as call, t.Number() as amount if (node.operator, amount.value) in _NONE | _SOME:
                return self._existing(call, none=(node.operator, amount.value) in _NONE)
            case left, right if self.is_shared(right) and node.operator in {"in", "not in"}:
                return self._has_role(left, self.called(right), node)
            case left, right if self.is_shared(left) and node.operator in {"=", "!="}:
                return self._alone(right, self.called(left), node)
            case _:
                return self._noted(node)

    @staticmethod
    def _sign(node: t.Binary) -> str:
        return "yes" if node.operator in {"=", "in"} else "no"

    def _existing(self, call: t.Call, *, none: bool) -> str | None:
        """Whether there is any: cards in a zone, dice on the table, room, players."""
        key = f"call-{self.function(call)}-{'none' if none else 'some'}"
        if not knows(key):
            return None
        noun = self._about(call)
        if call.function.id == "count" and self.called(call.arguments[0]) in self.things.draft.dice:
            noun = self.things.noun("dice", self.called(call.arguments[0]))
        if self.function(call) == "count-2" and self.called(call.arguments[1]) not in self.scope:
            noun = self.things.noun("cards", self.called(call.arguments[1]))
            key = f"call-count-{'none' if none else 'some'}"
        thing = determined("no" if none else "any", noun)
        said = [self._argument(call, at) for at in range(len(call.arguments))]
        return pattern(key, thing=thing, a=said[0], b=said[-1])

    def _has_role(self, player: t.Expression, role: str, node: t.Binary) -> str:
        state = self.state(role)
        who = self.of(player)
        if state is None:
            return pattern("among", form=self._sign(node), a=who, b=self._role(role))
        return pattern("in-state", form=self._sign(node), player=who, state=state)

    def _alone(self, player: t.Expression, role: str, node: t.Binary) -> str:
        state = self.state(role)
        who = self.of(player)
        if state is None:
            return pattern("alone", form=self._sign(node), a=self._role(role), b=who)
        return pattern("alone-in-state", form=self._sign(node), player=who, state=state)

    def _noted(self, node: t.Binary) -> str | None:
        """Counters that only ever say whether something is so; then pawns and dice."""
        match node.left, node.right:
            case left, t.Number(value=0 | 1) as amount if self._is_so(left, node):
                so = (amount.value == 1) == (node.operator == "=")
                return pattern("noted", form="yes" if so else "no", name=self._flag(left))
            case t.Name() as left, t.Name() as right if self.kind_of(left) in {"die", "dice"}:
                return pattern("shows", form=self._sign(node), a=self.of(left), b=self.shown(right.id))
            case t.Name() as left, right if left.id in self.things.draft.pawns:
                return pattern("stands", form=self._sign(node), a=self.of(left), b=self.of(right))
            case t.Name() as left, t.Name() as right if self.kind_of(left) in {"card", "cards", "face", "kind"}:
                key = "is" if self._sign(node) == "yes" else "is-not"
                return pattern(key, a=self.of(left), b=self._instance(right))
            case _:
                return None

    def _is_so(self, left: t.Expression, node: t.Binary) -> bool:
        return self.is_flag(self.called(left)) and node.operator in {"=", "!="}

    def shown(self, face: str) -> str:
        """A face that dice show: one by its name, or whichever a die that was chosen shows."""
        if face not in self.scope:
            return self.things.a("faces", face)
        variable = self.scope[face]
        return pattern("same", die=variable.said) if variable.kind == "die" else variable.said

    def _instance(self, node: t.Name) -> str:
        if node.id in self.scope or node.id not in {**self.things.draft.cards, **self._faces}:
            return self.of(node)
        return self.things.a("cards" if node.id in self.things.draft.cards else "faces", node.id)

    @cached_property
    def _faces(self) -> Mapping[str, int]:
        return {face: 0 for pool in self.things.draft.dice.values() for face in pool.faces}

    def _flag(self, node: t.Expression) -> str:
        name = self.things.quoted("counters", self.called(node))
        return self._owned(name, self.owner(node.owner)) if isinstance(node, t.Of) else name

    def _compared(self, node: t.Binary) -> str:
        if node.operator in {"in", "not in"}:
            return pattern("among", form=self._sign(node), a=self.of(node.left), b=self.of(node.right))
        key = _COMPARED[node.operator]
        exact = key in {"is", "is-not"} and self.is_amount(node.left) and not isinstance(node.right, t.Number)
        return pattern(f"{key}-exactly" if exact else key, a=self._grouped(node.left), b=self._grouped(node.right))

    # The rest.

    def _negative(self, node: t.Negative) -> str:
        return pattern("negative", a=self.of(node.operand))

    def _conditional(self, node: t.Conditional) -> str:
        """Cases one behind the other, the last one without a condition."""
        cases, rest = [], cast(t.Expression, node)
        while isinstance(rest, t.Conditional):
            cases.append(pattern("case", thing=self.of(rest.then), condition=self.of(rest.condition)))
            rest = rest.otherwise
        return pattern("cases", cases=", ".join(cases), otherwise=self.of(rest))

    def _quantified(self, node: t.Quantified) -> str:
        kind = self.kind_among(node.among)
        noun = self._noun_among(node.among, kind)
        everything = self.called(node.among) in {"everybody", "places"}
        variable = node.variable.id
        if node.quantifier == "some" and self.is_plain(node):
            told = determined("any", noun) if everything else self._any_of(node, noun)
            return self.within(variable, Variable(kind, told)).of(node.body)
        word = "the" if node.quantifier == "those" else "that"
        inner = self.within(variable, Variable(kind, determined(word, noun)))
        key = f"{node.quantifier}-of-all" if everything else node.quantifier
        forms = {"one": noun.one, "other": noun.other, "among": self._among(node.among)}
        return pattern(key, form=noun.gender or "m", body=inner.of(node.body), **forms)

    def _any_of(self, node: t.Quantified, noun: Noun) -> str:
        among = self._among(node.among)
        return pattern("any-of", form=noun.gender or "m", thing=determined("any", noun), among=among)

    def _among(self, node: t.Expression) -> str:
        return self._dice(node) if self.called(node) in self.things.draft.dice else self.of(node)

    def _dice(self, node: t.Expression) -> str:
        return self.things.the("dice", self.called(node), many=True)

    def _noun_among(self, node: t.Expression, kind: str) -> Noun:
        zone = self.zone(node)
        return self.things.kind(kind) if zone is None else self.things.of_zone(zone)
