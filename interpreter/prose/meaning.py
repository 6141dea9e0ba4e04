"""An expression of the rule language to what it means: a condition, some players, an amount, a zone, a function."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from attrs import evolve, field, frozen

from interpreter.expressions import tree as t
from interpreter.expressions.parser import ExpressionError, parse_expression
from interpreter.model import draft as d
from interpreter.prose.things import Things
from interpreter.source.patterns import pattern

CONTRARY = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in", "not in": "in"}
_ACTOR = "actor"  # whoever answers: always known by something else
_ONCE = 1
_DENIED = {"=", "!=", "<", "<=", "not in"}


@frozen
class Variable:
    """What a name stands for within a rule: a `player`, a `die`, … and how it is referred to."""

    kind: str
    said: str
    many: bool = False


@frozen(eq=False)
class Meanings:
    """Looks at the expressions of one draft; `scope` are the names that rules gave to what they choose."""

    things: Things
    scope: Mapping[str, Variable] = field(factory=dict)

    def within(self, name: str, variable: Variable) -> Self:
        """The same where a further name is known."""
        others = (other.said for key, other in self.scope.items() if _ACTOR not in {key, name} and key != name)
        if variable.said in others:
            variable = evolve(variable, said=pattern("of-two", thing=variable.said, name=name))
        return evolve(self, scope={**self.scope, name: variable})

    def is_condition(self, node: t.Expression) -> bool:
        """Whether a tree holds or does not."""
        match node:
            case t.Not() | t.Logic():
                return True
            case t.Binary():
                return node.operator in CONTRARY
            case t.Call():
                return self.function(node) in {"payable", "meets", "last-of-pawn"}
            case t.Quantified():
                return node.quantifier in {"some", "every"}
            case t.Conditional():
                return self.is_condition(node.then)
            case _:
                return self.is_value(node)

    def is_value(self, node: t.Expression) -> bool:
        """Whether a tree names a declared value that holds or does not."""
        name = self.called(node)
        value = self.things.draft.values.get(name)
        tree = None if value is None or name in self.scope else parsed(value.is_)
        return tree is not None and self.is_condition(tree)

    @staticmethod
    def called(node: t.Expression) -> str:
        """The name that a tree is, or that it asks of something."""
        match node:
            case t.Name():
                return node.id
            case t.Of():
                return node.name.id
            case _:
                return ""

    def many(self, text: d.Text) -> bool:
        """Whether an expression means several players."""
        tree = parsed(text)
        return tree is not None and self.has_many(tree)

    def has_many(self, node: t.Expression) -> bool:
        """The same of a tree."""
        match node:
            case t.Name() if node.id in self.scope:
                return self.scope[node.id].many
            case t.Name():
                return node.id == "everybody" or self.is_shared(node) or self.is_many_value(node.id)
            case t.Binary():
                return node.operator == "without"
            case t.Conditional():
                return self.has_many(node.then)
            case t.Quantified():
                return node.quantifier == "those"
            case _:
                return False

    def is_many_value(self, name: str) -> bool:
        """Whether a declared value is several players."""
        value = self.things.draft.values.get(name)
        tree = None if value is None else parsed(value.is_)
        return tree is not None and self.has_many(tree)

    def is_shared(self, node: t.Expression) -> bool:
        """Whether a tree names a role that several players have."""
        role = self.things.draft.roles.get(self.called(node))
        return role is not None and role.held_by == "several"

    def state(self, role: str) -> str | None:
        """What a player is, if the words for a role are no noun and say the same of one and of several."""
        noun = self.things.label("roles", role)
        shared = self.things.draft.roles[role].held_by == "several"
        return noun.one if noun is not None and shared and noun.one == noun.other else None

    def function(self, node: t.Call) -> str:
        """Which function it is, where one name means several."""
        name, first = node.function.id, self.called(node.arguments[0])
        draft = self.things.draft
        match name:
            case "count" | "sum" if self.zone(node.arguments[0]) is None:
                dice = f"{name}-dice-showing" if len(node.arguments) > 1 else f"{name}-dice"
                key = dice if first in draft.dice else "count-players"
            case "last" if first in draft.pawns:
                key = "last-of-pawn"
            case "next" if len(draft.pawns) > 1 or len(node.arguments) > 1:
                key = f"next-{len(node.arguments)}"
            case "different" if len(node.arguments) > 1 and self.called(node.arguments[1]) == "home":
                key = "different-by-home"
            case "left" | "different" | "count" if len(node.arguments) > 1:
                key = f"{name}-2"
            case _:
                key = name
        return key

    def zone(self, node: t.Expression) -> str | None:
        """Which zone a tree names."""
        if isinstance(node, t.Binary) and node.operator == "without":
            return self.zone(node.left)
        name = self.called(node)
        return name if name in self.things.draft.zones else None

    def kind_of(self, node: t.Name) -> str:
        """What a name stands for that a rule gave."""
        variable = self.scope.get(node.id)
        return "" if variable is None else variable.kind

    def is_flag(self, counter: str) -> bool:
        """Whether a counter is only ever 0 or 1."""
        return counter in self.things.draft.counters and counter in self.things.flags

    def is_amount(self, node: t.Expression) -> bool:
        """Whether a tree is a number that changes."""
        match node:
            case t.Binary() | t.Negative():
                return True
            case t.Call():
                return node.function.id in {"count", "sum", "spaces", "min", "max", "room", "different"}
            case _:
                name = self.called(node)
                counters, values = self.things.draft.counters, self.things.draft.values
                return name not in self.scope and (name in counters or name in values or isinstance(node, t.Of))

    def is_plain(self, node: t.Quantified) -> bool:
        """Whether the name occurs once, in something that is not denied: then it need not be given at all."""
        denied = isinstance(node.body, t.Not | t.Quantified | t.Logic | t.Conditional) or (
            isinstance(node.body, t.Binary) and node.body.operator in _DENIED
        )
        return not denied and occurrences(node.body, node.variable.id) <= _ONCE

    def kind_among(self, node: t.Expression) -> str:
        """What a set is of."""
        name = self.called(node)
        if self.zone(node) is not None:
            return "card"
        if name in self.things.draft.dice:
            return "die"
        through = isinstance(node, t.Call) and node.function.id == "through"
        return "place" if name == "places" or name in self.things.draft.tracks or through else "player"


def parsed(text: d.Text) -> t.Expression | None:
    """The tree of an expression; nothing of what is none."""
    try:
        return parse_expression(str(text))
    except ExpressionError:
        return None


def occurrences(node: object, name: str) -> int:
    """How often a name stands in a tree."""
    if isinstance(node, t.Name):
        return int(node.id == name)
    if isinstance(node, tuple):
        return sum(occurrences(item, name) for item in node)
    fields = getattr(type(node), "__attrs_attrs__", ())
    return sum(occurrences(getattr(node, each.name), name) for each in fields)
