"""Calls in expressions, such as `count(hand of dealer)`, to terms."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from interpreter.expressions import tree as e
from interpreter.model import terms as t
from interpreter.model.findings import nowhere
from interpreter.model.looking import Looking, shown_name
from interpreter.model.terms import Term, type_of
from interpreter.texts import Words


@frozen
class Calls(Looking):
    """Resolves calls."""

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
            wanted = _range(least, most)
            return self._wrong("R0206", node.place, {"function": name, "wanted": wanted})
        return build(node)

    def _count(self, node: e.Call) -> Term:
        first, *rest = node.arguments
        if isinstance(first, e.Name) and first.id in self.draft.dice:
            self._use("dice", first.id)
            return t.CountDice(first.id, self.face(rest[0], first.id) if rest else None)
        among = self.typed(first, "zone", "players")
        if isinstance(among, t.ZoneOf):
            holds = self.draft.zones[among.zone].holds
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
        if self.draft.zones[zone.zone].room is None:
            return self._wrong("R0207", node.arguments[0].place, {"zone": zone.zone})
        return t.Room(zone)

    def _meets(self, node: e.Call) -> Term:
        card, face = (self.typed(node.arguments[0], "card"), node.arguments[1])
        pool = self._bound(face, "face") or self._pool_of(face)
        if type_of(card) == "card" and not t.of_what(card):
            return self._unknown_word("card", shown_name(node.arguments[0]), node.arguments[0].place, {})
        return t.Meets(card, self.face(face, pool) if pool else self.typed(face, "face"))

    def _pool_of(self, node: e.Expression) -> str | None:
        """The first pool that has a face of this name."""
        pools = self.draft.dice
        return next((k for k, p in pools.items() if isinstance(node, e.Name) and node.id in p.faces), None)

    def _sum(self, node: e.Call) -> Term:
        first, *rest = node.arguments
        if isinstance(first, e.Name) and first.id in self.draft.dice:
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
        if isinstance(word, e.Name) and word.id in self.draft.tracks:
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
                return self.draft.pawns[pawn].on
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


def _range(least: int, most: int) -> str:
    if least == most:
        return str(least)
    template = "{first} or {second}" if most == least + 1 else "{first} to {second}"
    return Words(template, first=str(least), second=str(most))
