"""Expression text to terms: every name resolves, every type agrees, or a finding says where not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import Factory, evolve, frozen

from interpreter.expressions import tree as e
from interpreter.expressions.parser import ExpressionError, parse_expression
from interpreter.model import terms as t
from interpreter.model.draft import Draft, Path, Text
from interpreter.model.findings import Declared, Finding, Names, declared, entries, keys, nowhere, unknown
from interpreter.model.terms import Term, type_of

_NUMERIC = {"number", "unknown"}


@frozen
class Scope:
    """The names that the statements around bind: name -> type."""

    variables: Mapping[str, str] = Factory(dict)
    declared: Declared = Factory(dict)

    def bind(self, name: str, type_: str, path: Path | None = None) -> Scope:
        """The scope with one more name, which is given at the path."""
        return Scope({**self.variables, name: type_}, {**self.declared, name: path})

    def of_type(self, type_: str) -> Declared:
        """The names of one type."""
        return {name: self.declared.get(name) for name, kind in self.variables.items() if kind == type_}


@frozen
class TermResolver:
    """Resolves the expressions of one ruleset; `names` collects what is wrong and what is used."""

    draft: Draft
    names: Names
    value_types: dict[str, str]
    returns: list[tuple[str, Path]] = Factory(list)  # the piles on which cards are put back, and where it is said
    deals: list[tuple[str, str]] = Factory(list)  # from which pile to which one cards go face down

    def term(self, text: Text | None, path: Path, scope: Scope, *expected: str) -> Term:
        """Resolve the text at `path`; `expected` are the types that fit (none: any)."""
        if text is None:
            return t.Broken()
        try:
            expression = parse_expression(str(text))
        except ExpressionError as error:
            self._syntax(error, path)
            return t.Broken()
        resolved = _Resolving(self, path, scope).resolve(expression)
        found = type_of(resolved)
        if expected and found not in (*expected, "unknown"):
            values = {"expected": " or ".join(_WORDS[x] for x in expected), "found": _WORDS[found]}
            self.names.add(Finding("R0201", path, values, expression.place.start, expression.place.end))
            return t.Broken()
        return resolved

    def card(self, text: str, path: Path, scope: Scope, holds: str) -> Term:
        """A kind of card of one type, alone in its key: its name, or a chosen one."""
        return _Resolving(self, path, scope).card_of(_alone(text), holds)

    def face(self, text: str, path: Path, scope: Scope, pool: str) -> Term:
        """A face of one pool, alone in its key: its name, or a chosen one."""
        return _Resolving(self, path, scope).face(_alone(text), pool)

    def _syntax(self, error: ExpressionError, path: Path) -> None:
        values = {"found": error.found, "expected": ", ".join(error.expected) or "something else"}
        self.names.add(Finding("R0001", path, values, error.start, error.end))


def _alone(text: str) -> e.Name:
    return e.Name(text, e.Place(0, len(text)))


_WORDS = {
    "number": "a number",
    "condition": "a condition",
    "player": "a player",
    "players": "a set of players",
    "place": "a place",
    "places": "a set of places",
    "zone": "a zone",
    "dice": "dice",
    "card": "a kind of card",
    "face": "a face of the dice",
    "cards": "chosen cards",
    "picked": "chosen dice",
    "unknown": "anything",
}


_FIXED: Mapping[str, Term] = {
    "everybody": t.Everybody(),
    "nobody": t.Nobody(),
    "yes": t.AllOf(()),
    "no": t.AnyOf(()),
    "players": t.PlayerCount(),
    "places": t.AllPlaces(),
}
_NAMED = ("roles", "pawns", "tracks", "zones", "counters", "values")


@frozen
class _Resolving:
    """One expression being resolved."""

    base: TermResolver
    path: Path
    scope: Scope

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
        draft, name = self.base.draft, node.id
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

    def _variable(self, name: str) -> t.Variable:
        """A bound name; of cards and faces the scope says of which type or pool, too."""
        kind, _, of = self.scope.variables[name].partition(" ")
        return t.Variable(name, kind, of)

    def _card_kind(self, name: str) -> t.CardKind:
        self._use("cards", name)
        return t.CardKind(name, self.base.draft.cards[name].type)

    def _thing(self, group: str, name: str) -> Term:
        """What a declared name means when it stands alone."""
        match group:
            case "roles":
                return t.RolePlayer(name) if self.base.draft.roles[name].held_by == "one" else t.RoleSet(name)
            case "pawns":
                return t.PawnSpace(name)
            case "tracks":
                return t.TrackSpaces(name)
            case "counters":
                return t.CounterOf(name, None)
            case _:
                return t.ValueOf(name, None, self.base.value_types.get(name, "unknown"))

    def _names(self) -> Declared:
        d = self.base.draft
        known = declared(d.roles, d.pawns, d.tracks, d.zones, d.counters, d.values)
        variables = {name: self.scope.declared.get(name) for name in self.scope.variables}
        return {**known, **variables, **nowhere(_FIXED)}

    def _zone(self, node: e.Name, owner: Term | None) -> Term:
        zone = self.base.draft.zones[node.id]
        self._use("zones", node.id)
        wanted = zone.of or "table"
        found = type_of(owner) if owner is not None else "table"
        if found not in (wanted, "unknown"):
            values = {"zone": node.id, "wanted": _OWNERS[wanted], "found": _WORDS.get(found, "nobody")}
            return self._wrong("R0202", node.place, values)
        return t.ZoneOf(node.id, owner)

    def _option(self, node: e.Option) -> Term:
        option = self.base.draft.options.get(node.id)
        if option is None:
            word = evolve(node.place, start=node.place.end - len(node.id))
            return self._unknown_word("option", node.id, word, declared(self.base.draft.options))
        self._use("options", node.id)
        if option.values is not None:
            return self._wrong("R0203", node.place, {"option": node.id})
        return t.OptionNumber(node.id)

    def _of(self, node: e.Of) -> Term:
        draft, name = self.base.draft, node.name.id
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
            return t.ValueOf(name, owner, self.base.value_types.get(name, "unknown"))
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
        draft = self.base.draft
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
            option = self.base.draft.options.get(node.left.id)
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
            return self._unknown_word(f"value of option {left.id}", word or "this", node.right.place, values)
        return t.OptionIs(left.id, word, node.operator == "!=")

    def _comparison(self, node: e.Binary) -> Term:
        left, right = self._sides(node.left, node.right)
        kinds = {type_of(left), type_of(right)} - {"unknown"}
        equal = node.operator in ("=", "!=")
        if not (kinds <= {"number"} or (equal and any(kinds <= group for group in _ALIKE))):
            values = {"left": _WORDS[type_of(left)], "right": _WORDS[type_of(right)]}
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

    def _bound(self, node: e.Expression, kind: str) -> str | None:
        """Of which pool a bound face is, of which type a bound card; None for anything else."""
        if not isinstance(node, e.Name) or node.id not in self.scope.variables:
            return None
        variable = self._variable(node.id)
        return variable.of if variable.type == kind else None

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
            values = {"left": _WORDS[type_of(then)], "right": _WORDS[type_of(otherwise)]}
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
        if isinstance(node.among, e.Name) and node.among.id in self.base.draft.dice:
            self._use("dice", node.among.id)
            return t.Showing(node.among.id)
        return self.typed(node.among, "players", "places", "zone")

    def _member(self, among: Term) -> str:
        """The type of what is looked at one by one."""
        if isinstance(among, t.ZoneOf):
            return f"card {self.base.draft.zones[among.zone].holds}"
        if isinstance(among, t.Showing):
            return f"face {among.pool}"
        return {"players": "player", "places": "place"}.get(type_of(among), "unknown")

    # calls

    def _call(self, node: e.Call) -> Term:
        functions: dict[str, tuple[int, int, Callable[[e.Call], Term]]] = {
            "count": (1, 2, self._count),
            "sum": (1, 2, self._sum),
            "different": (1, 2, self._different),
            "left": (1, 2, self._left),
            "first": (1, 1, self._first),
            "next": (1, 2, self._next),
            "last": (1, 1, self._last),
            "through": (2, 2, self._through),
            "spaces": (2, 2, self._spaces),
            "payable": (2, 2, self._payable),
            "room": (1, 1, self._room),
            "meets": (2, 2, self._meets),
            "min": (2, 9, self._extreme),
            "max": (2, 9, self._extreme),
        }
        name = node.function.id
        if name not in functions:
            return self._unknown("function", node.function, nowhere(functions))
        least, most, build = functions[name]
        if not least <= len(node.arguments) <= most:
            wanted = str(least) if least == most else f"{least} {'or' if most == least + 1 else 'to'} {most}"
            return self._wrong("R0206", node.place, {"function": name, "wanted": wanted})
        return build(node)

    def _count(self, node: e.Call) -> Term:
        first, *rest = node.arguments
        if isinstance(first, e.Name) and first.id in self.base.draft.dice:
            self._use("dice", first.id)
            return t.CountDice(first.id, self.face(rest[0], first.id) if rest else None)
        among = self.typed(first, "zone", "players")
        if isinstance(among, t.ZoneOf):
            holds = self.base.draft.zones[among.zone].holds
            return t.CountCards(among, self.card_of(rest[0], holds, among.zone) if rest else None)
        if rest:
            return self._wrong("R0206", node.place, {"function": "count", "wanted": "1"})
        return t.CountMembers(among)

    def _extreme(self, node: e.Call) -> Term:
        operands = tuple(self.typed(argument, "number") for argument in node.arguments)
        return t.Extreme(node.function.id, operands)

    def _room(self, node: e.Call) -> Term:
        zone = self.typed(node.arguments[0], "zone")
        if not isinstance(zone, t.ZoneOf):
            return t.Broken()
        if self.base.draft.zones[zone.zone].room is None:
            return self._wrong("R0207", node.arguments[0].place, {"zone": zone.zone})
        return t.Room(zone)

    def _meets(self, node: e.Call) -> Term:
        card, face = (self.typed(node.arguments[0], "card"), node.arguments[1])
        pool = self._bound(face, "face") or self._pool_of(face)
        if type_of(card) == "card" and not t.of_what(card):
            return self._unknown_word("card", _shown(node.arguments[0]), node.arguments[0].place, {})
        return t.Meets(card, self.face(face, pool) if pool else self.typed(face, "face"))

    def _pool_of(self, node: e.Expression) -> str | None:
        """The first pool that has a face of this name."""
        pools = self.base.draft.dice
        return next((k for k, p in pools.items() if isinstance(node, e.Name) and node.id in p.faces), None)

    def _sum(self, node: e.Call) -> Term:
        first, *rest = node.arguments
        if isinstance(first, e.Name) and first.id in self.base.draft.dice:
            self._use("dice", first.id)
            return t.SumDice(first.id)
        zone = self.typed(first, "zone")
        attribute = self._attribute(rest[0]) if rest else None
        if not rest:
            return self._wrong("R0206", node.place, {"function": "sum", "wanted": "2"})
        if not isinstance(zone, t.ZoneOf) or attribute is None:
            return t.Broken()
        return t.SumCards(zone, attribute)

    def _different(self, node: e.Call) -> Term:
        first, *rest = node.arguments
        zone = self.typed(first, "zone")
        if not isinstance(zone, t.ZoneOf):
            return t.Broken()
        if rest and isinstance(rest[0], e.Name) and rest[0].id == "home":
            return t.Different(zone, "home")
        return t.Different(zone, self._attribute(rest[0]) if rest else None)

    def _left(self, node: e.Call) -> Term:
        first, *rest = node.arguments
        among = self.typed(rest[0], "players") if rest else None
        return t.LeftOf(self.typed(first, "player"), among)

    def _first(self, node: e.Call) -> Term:
        track = self._declared(node.arguments[0], "track", "tracks")
        return t.FirstSpace(track) if track else t.Broken()

    def _next(self, node: e.Call) -> Term:
        pawn = self._declared(node.arguments[0], "pawn", "pawns")
        steps = self.typed(node.arguments[1], "number") if len(node.arguments) > 1 else t.Number(1)
        return t.NextSpace(pawn, steps) if pawn else t.Broken()

    def _last(self, node: e.Call) -> Term:
        word = node.arguments[0]
        if isinstance(word, e.Name) and word.id in self.base.draft.tracks:
            self._use("tracks", word.id)
            return t.LastSpace(word.id)
        pawn = self._declared(word, "pawn", "pawns")
        return t.AtLast(pawn) if pawn else t.Broken()

    def _through(self, node: e.Call) -> Term:
        pawn = self._declared(node.arguments[0], "pawn", "pawns")
        steps = self.typed(node.arguments[1], "number")
        return t.Through(pawn, steps) if pawn else t.Broken()

    def _spaces(self, node: e.Call) -> Term:
        start, goal = (self.typed(argument, "place") for argument in node.arguments)
        track = next(filter(None, (self._track_of(place) for place in (start, goal))), None)
        if track is None:
            return t.Broken() if t.Broken() in (start, goal) else self._wrong("R0208", node.place, {})
        return t.Spaces(track, start, goal)

    def _track_of(self, place: Term) -> str | None:
        match place:
            case t.PawnSpace(pawn=pawn) | t.NextSpace(pawn=pawn):
                return self.base.draft.pawns[pawn].on
            case t.FirstSpace(track=track) | t.LastSpace(track=track):
                return track
            case _:
                return None

    def _payable(self, node: e.Call) -> Term:
        demand = self._declared(node.arguments[0], "demand", "demands")
        zone = self.typed(node.arguments[1], "zone")
        if demand is None or not isinstance(zone, t.ZoneOf):
            return t.Broken()
        return t.Payable(demand, zone)

    # names in fixed positions

    def _declared(self, node: e.Expression, what: str, group: str) -> str | None:
        known = declared(getattr(self.base.draft, group))
        if isinstance(node, e.Name) and node.id in known:
            self._use(group, node.id)
            return node.id
        self._unknown_word(what, _shown(node), node.place, known)
        return None

    def _card(self, node: e.Expression, zone: str) -> str | None:
        holds = self.base.draft.zones[zone].holds
        known = declared({name: card for name, card in self.base.draft.cards.items() if card.type == holds})
        if isinstance(node, e.Name) and node.id in known:
            self._use("cards", node.id)
            return node.id
        self._unknown_word(f"card that lies in {zone}", _shown(node), node.place, known)
        return None

    def card_of(self, node: e.Expression, holds: str, zone: str | None = None) -> Term:
        """A kind of card of one type: by its name, or a bound one."""
        if self._bound(node, "card") == holds and isinstance(node, e.Name):
            return self._variable(node.id)
        known = declared({name: card for name, card in self.base.draft.cards.items() if card.type == holds})
        if isinstance(node, e.Name) and node.id in known:
            return self._card_kind(node.id)
        what = f"card that lies in {zone}" if zone else f"card of type {holds}"
        return self._unknown_word(what, _shown(node), node.place, {**known, **self._bound_names("card", holds)})

    def face(self, node: e.Expression, pool: str) -> Term:
        """A face of a pool: by its name, or a bound one."""
        if self._bound(node, "face") == pool and isinstance(node, e.Name):
            return self._variable(node.id)
        path = ("dice", pool, "faces")
        known = keys(self.base.draft.dice[pool].faces, path)
        if isinstance(node, e.Name) and node.id in known:
            self._use(*path, node.id)
            return t.FaceKind(node.id, pool)
        what = f"face of {pool}"
        return self._unknown_word(what, _shown(node), node.place, {**known, **self._bound_names("face", pool)})

    def _bound_names(self, kind: str, of: str) -> Declared:
        return {k: self.scope.declared.get(k) for k, v in self.scope.variables.items() if v == f"{kind} {of}"}

    def _attribute(self, node: e.Expression) -> str | None:
        known = entries(self.base.draft.attributes.cards, ("attributes", "cards"))
        if isinstance(node, e.Name) and node.id in known:
            self._use(*(known[node.id] or ()))
            return node.id
        self._unknown_word("number that cards carry", _shown(node), node.place, known)
        return None

    # helpers

    def typed(self, node: e.Expression, *expected: str) -> Term:
        """The term of an expression that must be of one of these types."""
        term = self.resolve(node)
        return self._expect(term, node.place, *expected)

    def _expect(self, term: Term, place: e.Place, *expected: str) -> Term:
        found = type_of(term)
        if found in (*expected, "unknown"):
            return term
        words = " or ".join(_WORDS[x] for x in expected)
        return self._wrong("R0201", place, {"expected": words, "found": _WORDS[found]})

    def _use(self, *path: str) -> None:
        self.base.names.use(*path)

    def _unknown(self, what: str, node: e.Name, known: Declared) -> Term:
        return self._unknown_word(what, node.id, node.place, known)

    def _unknown_word(self, what: str, word: str, place: e.Place, known: Declared) -> Term:
        finding = unknown(what, word, known, self.path, (place.start, place.end))
        self.base.names.add(finding)
        return t.Broken()

    def _wrong(self, code: str, place: e.Place, values: Mapping[str, str]) -> Term:
        self.base.names.add(Finding(code, self.path, values, place.start, place.end))
        return t.Broken()


_GATHERING = ("total", "highest", "lowest")
_ALIKE = ({"player", "players"}, {"place"}, {"card"}, {"face"})
_OWNERS = {"table": "no owner", "player": "a player", "place": "a place"}


def _shown(node: e.Expression) -> str:
    return node.id if isinstance(node, e.Name | e.Option) else "this"
