"""An expression of the rule language to words of the language that is spoken, with the labels of its things."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import cast

from attrs import evolve, field, frozen

from interpreter.expressions import tree as t
from interpreter.expressions.parser import ExpressionError, parse_expression
from interpreter.model import draft as d
from interpreter.report.things import Things, row
from interpreter.source.grammar import Noun, contracted, determined
from interpreter.source.patterns import knows, pattern
from interpreter.source.speech import number

_WORDS = ("everybody", "nobody", "players", "yes", "no", "all")  # what an expression names without a label
_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in", "not in": "in"}
_COMPARED = {"=": "is", "!=": "is-not", "<": "less", "<=": "at-most", ">": "more", ">=": "at-least"}
_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times"}
_NONE = {("=", 0), ("<=", 0), ("<", 1)}  # comparisons with a number of things that say there are none
_SOME = {("!=", 0), (">", 0), (">=", 1)}
_ACTOR = "actor"  # whoever answers: always known by something else
_ENOUGH = 2


@frozen
class Variable:
    """What a name stands for within a rule: a `player`, a `die`, … and how it is referred to."""

    kind: str
    said: str
    many: bool = False


@frozen(eq=False)
class Expressions:
    """Tells the expressions of one draft; `scope` are the names that rules gave to what they choose and go through."""

    things: Things
    scope: Mapping[str, Variable] = field(factory=dict)

    def within(self, name: str, variable: Variable) -> Expressions:
        """The same where a further name is known."""
        others = (other.said for key, other in self.scope.items() if _ACTOR not in {key, name} and key != name)
        if variable.said in others:
            variable = evolve(variable, said=pattern("of-two", thing=variable.said, name=name))
        return evolve(self, scope={**self.scope, name: variable})

    def said(self, text: d.Text) -> str:
        """The words for an expression; what is none stands as it is."""
        tree = parsed(text)
        return str(text) if tree is None else contracted(self.of(tree))

    def denied(self, text: d.Text) -> str:
        """The words for its contrary."""
        tree = parsed(text)
        return str(text) if tree is None else contracted(self.contrary(tree))

    def of(self, node: t.Expression) -> str:
        """The words for a tree."""
        tell = cast(Callable[[t.Expression], str], getattr(self, f"_{type(node).__name__.lower()}"))
        return tell(node)

    def contrary(self, node: t.Expression) -> str:
        """The words for the contrary of a condition."""
        match node:
            case t.Not():
                return self.of(node.operand)
            case t.Binary() if node.operator in _OPPOSITE:
                return self._binary(evolve(node, operator=_OPPOSITE[node.operator]))
            case t.Call() if knows(f"call-{self._key(node)}-not"):
                return self._filled(node, f"{self._key(node)}-not")
            case t.Name() | t.Of() if self._is_value(node):
                return self._value(node, "value-not")
            case _:
                return pattern("not", condition=self.of(node))

    # What things are.

    def is_condition(self, node: t.Expression) -> bool:
        """Whether a tree holds or does not."""
        match node:
            case t.Not() | t.Logic():
                return True
            case t.Binary():
                return node.operator in _OPPOSITE
            case t.Call():
                return self._key(node) in {"payable", "meets", "last-of-pawn"}
            case t.Quantified():
                return node.quantifier in {"some", "every"}
            case t.Conditional():
                return self.is_condition(node.then)
            case _:
                return self._is_value(node)

    def _is_value(self, node: t.Expression) -> bool:
        name = self._called(node)
        value = self.things.draft.values.get(name)
        tree = None if value is None or name in self.scope else parsed(value.is_)
        return tree is not None and self.is_condition(tree)

    def _called(self, node: t.Expression) -> str:
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
        return tree is not None and self._many(tree)

    def _many(self, node: t.Expression) -> bool:
        match node:
            case t.Name() if node.id in self.scope:
                return self.scope[node.id].many
            case t.Name():
                return node.id == "everybody" or self.is_shared(node) or self._means_many(node.id)
            case t.Binary():
                return node.operator == "without"
            case t.Conditional():
                return self._many(node.then)
            case t.Quantified():
                return node.quantifier == "those"
            case _:
                return False

    def _means_many(self, name: str) -> bool:
        value = self.things.draft.values.get(name)
        tree = None if value is None else parsed(value.is_)
        return tree is not None and self._many(tree)

    def is_shared(self, node: t.Expression) -> bool:
        """Whether a tree names a role that several players have."""
        role = self.things.draft.roles.get(self._called(node))
        return role is not None and role.held_by == "several"

    def state(self, role: str) -> str | None:
        """What a player is, if the words for a role are no noun and say the same of one and of several."""
        noun = self.things.label("roles", role)
        shared = self.things.draft.roles[role].held_by == "several"
        return noun.one if noun is not None and shared and noun.one == noun.other else None

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
        name, owner = self._called(node), self.of(node.owner) if isinstance(node, t.Of) else ""
        if self._is_value(node):
            return pattern(key, name=self.things.quoted("values", name), owner=owner, form="of" if owner else "")
        noun = self.things.noun("values", name)
        if self._means_many(name) and not noun.gender:
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
        if self._called(node) in self.things.draft.pawns and isinstance(node, t.Name):
            return self._formed("where", self.things.kind("place"), pawn=self.of(node))
        return self.of(node)

    @staticmethod
    def _owned(thing: str, owner: str) -> str:
        return pattern("of", thing=thing, owner=owner) if owner else thing

    # Functions.

    def _key(self, node: t.Call) -> str:
        """Which function it is, where one name means several."""
        name, first = node.function.id, self._called(node.arguments[0])
        draft = self.things.draft
        match name:
            case "count" | "sum" if self.zone(node.arguments[0]) is None:
                dice = f"{name}-dice-showing" if len(node.arguments) > 1 else f"{name}-dice"
                key = dice if first in draft.dice else "count-players"
            case "last" if first in draft.pawns:
                key = "last-of-pawn"
            case "next" if len(draft.pawns) > 1 or len(node.arguments) > 1:
                key = f"next-{len(node.arguments)}"
            case "different" if len(node.arguments) > 1 and self._called(node.arguments[1]) == "home":
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
        name = self._called(node)
        return name if name in self.things.draft.zones else None

    def _call(self, node: t.Call) -> str:
        return self._filled(node, self._key(node))

    def _filled(self, node: t.Call, key: str) -> str:
        """The pattern of a function; `{a}` and `{b}` are its arguments, the rest what it is about."""
        noun = self._about(node)
        said = [self._argument(node, at) for at in range(len(node.arguments))]
        values = {"a": said[0], "b": said[-1], "items": row(said), "one": noun.one, "other": noun.other}
        values["places"] = self.things.kind("place").other
        if key == "count-2" and self._called(node.arguments[1]) in self.scope:
            key = "count-like"
        return pattern(f"call-{key}", form=noun.gender or "m", **values)

    def _argument(self, node: t.Call, at: int) -> str:
        """An argument: the name of a card, a face, a number or a demand as such, the rest as an expression."""
        argument = node.arguments[at]
        name = self._called(argument)
        if name in self.scope:
            showing = self._key(node) == "count-dice-showing"
            return self.shown(name) if showing else self.scope[name].said
        match self._key(node), at:
            case ("count-2", 1):
                return self.things.noun("cards", name).other
            case (("count-dice-showing" | "meets"), 1):
                return self.things.a("faces", name)
            case ("count-dice" | "sum-dice" | "count-dice-showing", 0):
                return self.things.noun("dice", name).other
            case ("sum" | "different-2", 1):
                return self.things.called("attributes", name)
            case ("payable", 0):
                return self.things.demand(name)
            case _:
                return self.of(argument)

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
        plain = isinstance(node, t.Quantified) and node.quantifier == "some" and self._is_plain(node)
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
            sum_in_product = node.operator != "+" and isinstance(side, t.Binary) and side.operator in "+-"
            bracketed = isinstance(side, t.Conditional | t.Quantified) or (sum_in_product and side is not node.left)
            sides.append(f"({self.of(side)})" if bracketed else self.of(side))
        return pattern(_ARITHMETIC[node.operator], a=sides[0], b=sides[1])

    def _without(self, node: t.Binary) -> str:
        name = self._called(node.right)
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
                return self._has_role(left, self._called(right), node)
            case left, right if self.is_shared(left) and node.operator in {"=", "!="}:
                return self._alone(right, self._called(left), node)
            case _:
                return self._noted(node)

    @staticmethod
    def _sign(node: t.Binary) -> str:
        return "yes" if node.operator in {"=", "in"} else "no"

    def _existing(self, call: t.Call, *, none: bool) -> str | None:
        """Whether there is any: cards in a zone, dice on the table, room, players."""
        key = f"call-{self._key(call)}-{'none' if none else 'some'}"
        if not knows(key):
            return None
        noun = self._about(call)
        if call.function.id == "count" and self._called(call.arguments[0]) in self.things.draft.dice:
            noun = self.things.noun("dice", self._called(call.arguments[0]))
        if self._key(call) == "count-2" and self._called(call.arguments[1]) not in self.scope:
            noun = self.things.noun("cards", self._called(call.arguments[1]))
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
            case left, t.Number() as amount if self.is_flag(self._called(left)) and amount.value in {0, 1}:
                so = (amount.value == 1) == (node.operator == "=")
                return pattern("noted", form="yes" if so else "no", name=self._flag(left))
            case t.Name() as left, t.Name() as right if self._kind(left) in {"die", "dice"}:
                return pattern("shows", form=self._sign(node), a=self.of(left), b=self.shown(right.id))
            case t.Name() as left, right if left.id in self.things.draft.pawns:
                return pattern("stands", form=self._sign(node), a=self.of(left), b=self.of(right))
            case t.Name() as left, t.Name() as right if self._kind(left) in {"card", "cards", "face", "kind"}:
                key = "is" if self._sign(node) == "yes" else "is-not"
                return pattern(key, a=self.of(left), b=self._instance(right))
            case _:
                return None

    def _kind(self, node: t.Name) -> str:
        variable = self.scope.get(node.id)
        return "" if variable is None else variable.kind

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
        name = self.things.quoted("counters", self._called(node))
        return self._owned(name, self.owner(node.owner)) if isinstance(node, t.Of) else name

    def is_flag(self, counter: str) -> bool:
        """Whether a counter is only ever 0 or 1."""
        return counter in self.things.draft.counters and counter in self.things.flags

    def _compared(self, node: t.Binary) -> str:
        if node.operator in {"in", "not in"}:
            return pattern("among", form=self._sign(node), a=self.of(node.left), b=self.of(node.right))
        key = _COMPARED[node.operator]
        exact = key in {"is", "is-not"} and self._is_amount(node.left) and not isinstance(node.right, t.Number)
        return pattern(f"{key}-exactly" if exact else key, a=self.of(node.left), b=self.of(node.right))

    def _is_amount(self, node: t.Expression) -> bool:
        match node:
            case t.Binary() | t.Negative():
                return True
            case t.Call():
                return node.function.id in {"count", "sum", "spaces", "min", "max", "room", "different"}
            case _:
                name = self._called(node)
                counters, values = self.things.draft.counters, self.things.draft.values
                return name not in self.scope and (name in counters or name in values or isinstance(node, t.Of))

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
        kind = self._kind_among(node.among)
        noun = self._noun_among(node.among, kind)
        everything = self._called(node.among) in {"everybody", "places"}
        variable = node.variable.id
        if node.quantifier == "some" and self._is_plain(node):
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

    def _is_plain(self, node: t.Quantified) -> bool:
        """Whether the name occurs once, in something that is not denied: then it need not be given at all."""
        denied = isinstance(node.body, t.Not | t.Quantified | t.Logic | t.Conditional) or (
            isinstance(node.body, t.Binary) and node.body.operator in {"=", "!=", "<", "<=", "not in"}
        )
        return not denied and occurrences(node.body, node.variable.id) < _ENOUGH

    def _among(self, node: t.Expression) -> str:
        return self._dice(node) if self._called(node) in self.things.draft.dice else self.of(node)

    def _dice(self, node: t.Expression) -> str:
        return self.things.the("dice", self._called(node), many=True)

    def _kind_among(self, node: t.Expression) -> str:
        name = self._called(node)
        if self.zone(node) is not None:
            return "card"
        if name in self.things.draft.dice:
            return "die"
        through = isinstance(node, t.Call) and node.function.id == "through"
        return "place" if name == "places" or name in self.things.draft.tracks or through else "player"

    def _noun_among(self, node: t.Expression, kind: str) -> Noun:
        zone = self.zone(node)
        return self.things.kind(kind) if zone is None else self.things.of_zone(zone)


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
