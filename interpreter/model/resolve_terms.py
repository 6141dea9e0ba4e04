"""Expression text to terms: every name resolves, every type agrees, or a finding says where not."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import Factory, evolve, frozen

from interpreter.expressions import tree as e
from interpreter.expressions.parser import ExpressionError, parse_expression
from interpreter.model import terms as t
from interpreter.model.calls import Calls
from interpreter.model.draft import Draft, Path, Text
from interpreter.model.findings import Declared, Finding, Names, declared, entries, nowhere
from interpreter.model.looking import WORDS, Scope
from interpreter.model.terms import Term, type_of
from interpreter.texts import Words, in_a_row, one_of

_NUMERIC = {"number", "unknown"}


@frozen
class TermResolver:
    """Resolves the expressions of one ruleset; `names` collects what is wrong and what is used."""

    draft: Draft
    names: Names
    value_types: dict[str, str]
    returns: list[tuple[str, Path]] = Factory(list)  # the piles on which cards are put back, and where it is said
    deals: list[tuple[str, str]] = Factory(list)  # from which pile to which one cards go face down
    resolved: list[tuple[Path, Term]] = Factory(list)  # every expression, and where it stands

    def term(self, text: Text | None, path: Path, scope: Scope, *expected: str) -> Term:
        """Resolve the text at `path`; `expected` are the types that fit (none: any)."""
        if text is None:
            return t.Broken()
        try:
            expression = parse_expression(str(text))
        except ExpressionError as error:
            self._syntax(error, path)
            return t.Broken()
        resolved = _Resolving(self.draft, self.names, self.value_types, path, scope).resolve(expression)
        found = type_of(resolved)
        if expected and found not in (*expected, "unknown"):
            values = {"expected": one_of(WORDS[x] for x in expected), "found": WORDS[found]}
            self.names.add(Finding("R0201", path, values, expression.place.start, expression.place.end))
            return t.Broken()
        self.resolved.append((path, resolved))
        return resolved

    def card(self, text: str, path: Path, scope: Scope, holds: str) -> Term:
        """A kind of card of one type, alone in its key: its name, or a chosen one."""
        return _Resolving(self.draft, self.names, self.value_types, path, scope).card_of(_alone(text), holds)

    def face(self, text: str, path: Path, scope: Scope, pool: str) -> Term:
        """A face of one pool, alone in its key: its name, or a chosen one."""
        return _Resolving(self.draft, self.names, self.value_types, path, scope).face(_alone(text), pool)

    def _syntax(self, error: ExpressionError, path: Path) -> None:
        values = {"found": error.found, "expected": in_a_row(error.expected) or Words("something else")}
        self.names.add(Finding("R0001", path, values, error.start, error.end))


def _alone(text: str) -> e.Name:
    return e.Name(text, e.Place(0, len(text)))


_FIXED: Mapping[str, Term] = {
    "everybody": t.Everybody(),
    "nobody": t.Nobody(),
    "yes": t.AllOf(()),
    "no": t.AnyOf(()),
    "players": t.PlayerCount(),
    "places": t.AllPlaces(),
}
_NAMED = ("roles", "pawns", "tracks", "zones", "counters", "values", "places")


@frozen
class _Resolving(Calls):
    """One expression being resolved."""

    def resolve(self, node: e.Expression) -> Term:  # noqa: C901, PLR0911, PLR0912  # one case a class
        """The term of an expression."""
        match node:
            case e.Number(value=value):
                return t.Number(value)
            case e.Name():
                return self._name(node)
            case e.Option():
                return self._option(node)
            case e.Of():
                return self._of(node)
            case e.Call():
                return self._call(node)
            case e.Not(operand=operand):
                return t.Not(self.typed(operand, "condition"))
            case e.Logic(operator=operator, operands=operands):
                parts = tuple(self.typed(o, "condition") for o in operands)
                return t.AllOf(parts) if operator == "and" else t.AnyOf(parts)
            case e.Binary():
                return self._binary(node)
            case e.Negative(operand=operand):
                return t.Arithmetic("-", t.Number(0), self.typed(operand, "number"))
            case e.Conditional():
                return self._conditional(node)
            case e.Quantified():
                return self._quantified(node)

    # names

    def _name(self, node: e.Name) -> Term:
        draft, name = self.draft, node.id
        if name in self.scope.variables:
            return self._variable(name)
        if name in _FIXED:
            return _FIXED[name]
        group = next((group for group in _NAMED if name in getattr(draft, group)), None)
        if group is None and name in draft.cards:
            return self._card_kind(name)
        if group is None:
            return self._unknown("name", node, self._names())
        if group == "zones":
            return self._zone(node, None)
        self._use(group, name)
        return self._thing(group, name)

    def _thing(self, group: str, name: str) -> Term:
        """What a declared name means when it stands alone."""
        match group:
            case "roles":
                return t.RolePlayer(name) if self.draft.roles[name].held_by == "one" else t.RoleSet(name)
            case "pawns":
                return t.PawnSpace(name)
            case "tracks":
                return t.TrackSpaces(name)
            case "counters":
                return t.CounterOf(name, None)
            case "places":
                return t.PlaceKind(name)
            case _:
                return t.ValueOf(name, None, self.value_types.get(name, "unknown"))

    def _names(self) -> Declared:
        d = self.draft
        known = declared(d.roles, d.pawns, d.tracks, d.zones, d.counters, d.values, d.places)
        variables = {name: self.scope.declared.get(name) for name in self.scope.variables}
        return {**known, **variables, **nowhere(_FIXED)}

    def _zone(self, node: e.Name, owner: Term | None) -> Term:
        zone = self.draft.zones[node.id]
        self._use("zones", node.id)
        wanted = zone.of or "table"
        found = type_of(owner) if owner is not None else "table"
        if found not in (wanted, "unknown"):
            values = {"zone": node.id, "wanted": _OWNERS[wanted], "found": WORDS.get(found, Words("nobody"))}
            return self._wrong("R0202", node.place, values)
        return t.ZoneOf(node.id, owner)

    def _option(self, node: e.Option) -> Term:
        option = self.draft.options.get(node.id)
        if option is None:
            word = evolve(node.place, start=node.place.end - len(node.id))
            return self._unknown_word("option", node.id, word, declared(self.draft.options))
        self._use("options", node.id)
        if option.values is not None:
            return self._wrong("R0203", node.place, {"option": node.id})
        return t.OptionNumber(node.id)

    def _of(self, node: e.Of) -> Term:
        draft, name = self.draft, node.name.id
        owner = self.resolve(node.owner)
        kind = type_of(owner)
        if name in draft.zones:
            return self._zone(node.name, owner)
        if kind in ("card", "zone") and name in draft.attributes.cards:
            return self._card_number(name, owner, node.owner.place)
        if kind in ("place", "unknown") and name in draft.attributes.places:
            self._use("attributes", "places", str(draft.attributes.places.index(name)))
            return t.PlaceNumber(name, owner)
        if name in draft.values and draft.values[name].of is not None:
            self._use("values", name)
            self._expect(owner, node.owner.place, str(draft.values[name].of))
            return t.ValueOf(name, owner, self.value_types.get(name, "unknown"))
        if name in draft.counters and draft.counters[name].of is not None:
            self._use("counters", name)
            self._expect(owner, node.owner.place, str(draft.counters[name].of))
            return t.CounterOf(name, owner)
        group = "cards" if kind in ("zone", "card") else "places"
        numbers = entries(getattr(draft.attributes, group), ("attributes", group))
        known = {**declared(draft.zones, draft.values, draft.counters), **numbers}
        return self._unknown("zone, number or value", node.name, known)

    def _card_number(self, name: str, owner: Term, place: e.Place) -> Term:
        """A number of a kind of card, or of the one card in a zone."""
        draft = self.draft
        self._use("attributes", "cards", str(draft.attributes.cards.index(name)))
        if not isinstance(owner, t.ZoneOf):
            return t.NumberOnCard(name, owner)
        if draft.zones[owner.zone].pile:
            return self._wrong("R0209", place, {"zone": owner.zone})
        return t.CardNumber(name, owner)

    # operators

    def _binary(self, node: e.Binary) -> Term:
        operator = node.operator
        if operator in ("+", "-", "*"):
            return t.Arithmetic(operator, self.typed(node.left, "number"), self.typed(node.right, "number"))
        if operator == "without":
            return self._without(node)
        if operator in ("in", "not in"):
            player = self.typed(node.left, "player")
            return t.Contains(player, self.typed(node.right, "players"), operator == "not in")
        if isinstance(node.left, e.Option) and operator in ("=", "!="):
            option = self.draft.options.get(node.left.id)
            if option is None:
                return self._option(node.left)  # what it is compared with may be one of its values
            if option.values is not None:
                return self._option_is(node, node.left, entries(option.values, (*option.path, "values")))
        return self._comparison(node)

    def _option_is(self, node: e.Binary, left: e.Option, values: Declared) -> Term:
        self._use("options", left.id)
        word = node.right.id if isinstance(node.right, e.Name) else None
        if isinstance(node.right, e.Number):
            word = str(node.right.value)
        if word is None or word not in values:
            what = Words("value of option {option}", option=left.id)
            return self._unknown_word(what, word or Words("this"), node.right.place, values)
        return t.OptionIs(left.id, word, node.operator == "!=")

    def _comparison(self, node: e.Binary) -> Term:
        left, right = self._sides(node.left, node.right)
        kinds = {type_of(left), type_of(right)} - {"unknown"}
        equal = node.operator in ("=", "!=")
        if not (kinds <= {"number"} or (equal and any(kinds <= group for group in _ALIKE))):
            values = {"left": WORDS[type_of(left)], "right": WORDS[type_of(right)]}
            return self._wrong("R0204", node.place, values)
        return t.Compare(node.operator, left, right)

    def _sides(self, left: e.Expression, right: e.Expression) -> tuple[Term, Term]:
        """Both sides of a comparison; what a face or a card is compared with is one, too."""
        pool = self._bound(left, "face") or self._bound(right, "face")
        if pool is not None:
            return self.face(left, pool), self.face(right, pool)
        kind = self._bound(left, "card") or self._bound(right, "card")
        if kind is not None:
            return self.card_of(left, kind), self.card_of(right, kind)
        return self.resolve(left), self.resolve(right)

    def _without(self, node: e.Binary) -> Term:
        left = self.resolve(node.left)
        if isinstance(left, t.ZoneOf):
            card = self._card(node.right, left.zone)
            return left if card is None else evolve(left, without=(*left.without, card))
        self._expect(left, node.left.place, "players")
        return t.Without(left, self.typed(node.right, "player", "players"))

    def _conditional(self, node: e.Conditional) -> Term:
        condition = self.typed(node.condition, "condition")
        then, otherwise = self.resolve(node.then), self.resolve(node.otherwise)
        kinds = {type_of(then), type_of(otherwise)} - {"unknown"}
        if kinds == {"player", "players"}:
            kinds = {"players"}
        if len(kinds) > 1:
            values = {"left": WORDS[type_of(then)], "right": WORDS[type_of(otherwise)]}
            return self._wrong("R0205", node.place, values)
        return t.Choose(condition, then, otherwise, next(iter(kinds), "unknown"))

    def _quantified(self, node: e.Quantified) -> Term:
        among = self._among(node)
        inner = evolve(self, scope=self.scope.bind(node.variable.id, self._member(among), self.path))
        if node.quantifier in _GATHERING:
            return t.Gathered(node.quantifier, node.variable.id, among, inner.typed(node.body, "number"))
        body = inner.typed(node.body, "condition")
        if node.quantifier == "those":
            return t.Those(node.variable.id, among, body)
        return t.Quantified(node.quantifier, node.variable.id, among, body)

    def _among(self, node: e.Quantified) -> Term:
        if node.quantifier == "those":
            return self.typed(node.among, "players")
        if isinstance(node.among, e.Name) and node.among.id in self.draft.dice:
            self._use("dice", node.among.id)
            return t.Showing(node.among.id)
        return self.typed(node.among, "players", "places", "zone")

    def _member(self, among: Term) -> str:
        """The type of what is looked at one by one."""
        if isinstance(among, t.ZoneOf):
            return f"card {self.draft.zones[among.zone].holds}"
        if isinstance(among, t.Showing):
            return f"face {among.pool}"
        return {"players": "player", "places": "place"}.get(type_of(among), "unknown")

_GATHERING = ("total", "highest", "lowest")
_ALIKE = ({"player", "players"}, {"place"}, {"card"}, {"face"})
_OWNERS = {"table": Words("no owner"), "player": WORDS["player"], "place": WORDS["place"]}


