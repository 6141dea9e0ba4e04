"""Draft statements that change the table, to statements with terms: dice, cards, roles, pawns, counters."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from interpreter.model import draft as d
from interpreter.model import rules as r
from interpreter.model import terms as t
from interpreter.model.findings import Finding
from interpreter.model.keys import KeyReader
from interpreter.model.looking import Scope
from interpreter.model.terms import Term

Resolve = Callable[[d.Statement, r.Head, Scope], r.Statement]
_ALL = "all"


@frozen
class Effects:
    """Resolves the verbs that change the table."""

    keys: KeyReader

    def verbs(self) -> dict[str, Resolve]:
        """Each verb with what resolves it."""
        return {
            "roll": self._roll,
            "reroll": self._reroll,
            "put": self._put,
            "turn": self._turn,
            "clear": self._clear,
            "move": self._move,
            "tell": self._tell,
            "draw": self._draw,
            "give": self._give,
            "take-away": self._take_away,
            "place": self._place,
            "advance": self._advance,
            "lay": self._lay,
            "set": self._set,
        }

    def _add(self, finding: Finding) -> None:
        self.keys.terms.names.add(finding)

    # dice

    def _roll(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        return r.Roll(head, self.keys.known(s, "roll", "dice"), self.keys.amount(s, scope))

    def _reroll(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        pool = self.keys.known(s, "reroll", "dice")
        return r.Reroll(head, pool, self.keys.chosen_dice(s, pool, scope), self.keys.faces(s, pool, scope))

    def _put(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        pool = self.keys.known(s, "put", "dice")
        faces = self.keys.faces(s, pool, scope)
        if len(s.showing) != 1:
            self._add(Finding("R0315", (*s.path, "put"), {}, on_key=True))
        return r.PutDice(head, pool, faces[0] if faces else t.Broken(), self.keys.amount(s, scope))

    def _turn(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        pool = self.keys.known(s, "turn", "dice")
        which = self.keys.chosen_dice(s, pool, scope)
        if which is None:
            self._add(Finding("R0302", (*s.path, "turn"), {"key": "which", "verb": "turn"}, on_key=True))
        to: Term = t.Broken()
        if s.to is None:
            self._add(Finding("R0302", (*s.path, "turn"), {"key": "to", "verb": "turn"}, on_key=True))
        elif pool in self.keys.terms.draft.dice:
            to = self.keys.terms.face(str(s.to), (*s.path, "to"), scope, pool)
        return r.TurnDice(head, pool, which or t.Variable("", "picked"), to)

    def _clear(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        pool = self.keys.known(s, "clear", "dice")
        faces, which = self.keys.faces(s, pool, scope), self.keys.chosen_dice(s, pool, scope)
        count = None if s.count is None else self.keys.required(s, "count", scope, "number")
        if count is not None and len(faces) != 1:
            self._add(Finding("R0315", (*s.path, "count"), {}, on_key=True))
        return r.Clear(head, pool, which, faces, count)

    # cards

    def _move(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        source, target = self.keys.zone(s, "from", scope), self.keys.zone(s, "to", scope)
        self._check_zones(s, source, target)
        if scope.variables.get(str(s.move)) == "cards":
            return r.MoveCards(head, str(s.move), source, target)
        zones = self.keys.terms.draft.zones
        if source.zone not in zones:
            return r.MoveKind(head, None, t.Number(0), source, target)
        card = None
        if s.move == _ALL and s.count is not None:
            self._add(Finding("R0301", (*s.path, "count"), {"key": "count", "verb": "move: all"}, on_key=True))
        if s.move != _ALL:
            card = self.keys.terms.card(str(s.move), (*s.path, "move"), scope, zones[source.zone].holds)
        return r.MoveKind(head, card, self.keys.amount(s, scope), source, target)

    def _check_zones(self, s: d.Statement, source: t.ZoneOf, target: t.ZoneOf) -> None:
        """Cards move between zones of one type, and out of no pile; what goes back on a pile is noted."""
        zones = self.keys.terms.draft.zones
        if source.zone in zones and zones[source.zone].pile:
            self._add(Finding("R0323", (*s.path, "from"), {"zone": source.zone}))
        if target.zone in zones and zones[target.zone].pile:
            self.keys.terms.returns.append((target.zone, (*s.path, "to")))
        if source.zone in zones and target.zone in zones:
            self._same_type(s, zones[source.zone], zones[target.zone])

    def _same_type(self, s: d.Statement, source: d.Zone, target: d.Zone) -> None:
        if source.holds != target.holds:
            values = {"from": source.key, "to": target.key, "holds": source.holds}
            self._add(Finding("R0304", (*s.path, "to"), values))

    def _tell(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        found = self.keys.terms.term(s.tell, (*s.path, "tell"), scope, "zone")
        zone = found if isinstance(found, t.ZoneOf) else t.ZoneOf("", None)
        declared = self.keys.terms.draft.zones.get(zone.zone)
        if (s.has is None) == (s.lacks is None):
            self._add(Finding("R0316", (*s.path, "tell"), {}, on_key=True))
        key = "has" if s.has is not None else "lacks"
        card: Term = t.Broken()
        if declared is not None:
            if not declared.remembered:
                self._add(Finding("R0317", (*s.path, "tell"), {"zone": declared.key}))
            card = self.keys.terms.card(str(s.has or s.lacks), (*s.path, key), scope, declared.holds)
        return r.Tell(head, zone, card, key == "has")

    def _draw(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        source = self.keys.terms.term(s.draw, (*s.path, "draw"), scope, "zone")
        target = self.keys.zone(s, "to", scope)
        pile = source if isinstance(source, t.ZoneOf) else t.ZoneOf("", None)
        zones = self.keys.terms.draft.zones
        if pile.zone in zones and target.zone in zones:
            if not zones[pile.zone].pile:
                self._add(Finding("R0303", (*s.path, "draw"), {"zone": pile.zone}))
            if zones[target.zone].pile:
                self._dealt(s, zones[pile.zone], zones[target.zone])
            self._same_type(s, zones[pile.zone], zones[target.zone])
        return r.Draw(head, pile, target, self.keys.amount(s, scope))

    def _dealt(self, s: d.Statement, source: d.Zone, target: d.Zone) -> None:
        """Cards go face down from one pile of the table to another one."""
        for key, zone in (("draw", source), ("to", target)):
            if zone.of is not None:
                self._add(Finding("R0318", (*s.path, key), {"zone": zone.key}))
        deals = self.keys.terms.deals
        deals.append((source.key, target.key))
        others = [deal for deal in deals if deal != (source.key, target.key)]
        if any({source.key, target.key} & set(deal) for deal in others):
            self._add(Finding("R0319", (*s.path, "to"), {"from": source.key, "to": target.key}))

    # roles, pawns, tracks, counters

    def _give(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        role = self.keys.known(s, "give", "roles")
        if s.at_random_among is not None:
            among = self.keys.required(s, "at-random-among", scope, "players")
            return r.GiveAtRandom(head, role, among)
        declared = self.keys.terms.draft.roles.get(role)
        several = declared is not None and declared.held_by == "several"
        kinds = ("players", "player") if several else ("player",)
        return r.Give(head, role, self.keys.required(s, "to", scope, *kinds))

    def _take_away(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        role = self.keys.known(s, "take-away", "roles")
        return r.TakeAway(head, role, self.keys.required(s, "from", scope, "player", "players"))

    def _place(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        return r.PutPawn(head, self.keys.known(s, "place", "pawns"), self.keys.required(s, "at", scope, "place"))

    def _advance(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        by = t.Number(1) if s.by is None else self.keys.required(s, "by", scope, "number")
        return r.Advance(head, self.keys.known(s, "advance", "pawns"), by)

    def _lay(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        where = self.keys.optional(s, "where", scope.bind("space", "place"), "condition")
        return r.Lay(head, self.keys.known(s, "lay", "tracks"), where)

    def _set(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        counter = self.keys.known(s, "set", "counters")
        declared = self.keys.terms.draft.counters.get(counter)
        owner = None
        if declared is not None and declared.of is not None:
            owner = self.keys.required(s, "for", scope, declared.of)
        return r.SetCounter(head, counter, owner, self.keys.required(s, "to", scope, "number"))
