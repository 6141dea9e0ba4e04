"""What an answer lets somebody choose, to typed choices."""

from __future__ import annotations

from attrs import evolve, frozen

from interpreter.model import draft as d
from interpreter.model import rules as r
from interpreter.model import terms as t
from interpreter.model.findings import Finding, Names
from interpreter.model.keys import KeyReader
from interpreter.model.looking import Scope

_OF_DICE = ("dice", "die", "face")


def check_help(draft: d.Draft, names: Names, demand: str, zone: str, path: d.Path) -> None:
    """Cards that are paid and cards that help must be of one type."""
    helpers = draft.demands[demand].helped_by if demand in draft.demands else []
    wanted = next((draft.zones[other].holds for other in helpers if other in draft.zones), None)
    holds = draft.zones[zone].holds
    if wanted is not None and holds != wanted:
        names.add(Finding("R0325", path, {"zone": zone, "holds": holds, "wanted": wanted}))


@frozen
class ChoiceResolver:
    """Resolves the choices of one ruleset."""

    keys: KeyReader

    def choice(self, name: str, c: d.Choice, scope: Scope) -> r.Choice:
        """Resolve one choice; `where` reads it by its name."""
        found = self._choice(name, c, scope)
        by = None if c.by is None else self.keys.terms.term(c.by, (*c.path, "by"), scope, "player")
        if c.where is None:
            return evolve(found, by=by)
        inner = scope.bind(name, found.each, c.path)
        where = self.keys.terms.term(c.where, (*c.path, "where"), inner, "condition")
        return evolve(found, by=by, where=where)

    def _choice(self, name: str, c: d.Choice, scope: Scope) -> r.Choice:
        if c.player is not None:
            among = self.keys.terms.term(c.player, (*c.path, "player"), scope, "players", "player")
            return r.Choice(name, "player", c.path, among=among)
        for kind in _OF_DICE:
            pool = getattr(c, kind)
            if pool is not None:
                return self._dice(name, kind, pool, c)
        if c.kind is not None:
            of = self.keys.reference("types", c.kind, (*c.path, "kind"), "type of component")
            return r.Choice(name, "kind", c.path, of=of)
        for kind in ("card", "cards"):
            if getattr(c, kind) is not None:
                return self._card(name, kind, c, scope)
        return self._payment(name, c, scope)

    def _dice(self, name: str, kind: str, pool: str, c: d.Choice) -> r.Choice:
        of = self.keys.reference("dice", pool, (*c.path, kind), "pool of dice")
        most = None if c.most is None else int(c.most)
        least = 1 if c.least is None else int(c.least)
        return r.Choice(name, kind, c.path, of=of, least=least, most=most)

    def _card(self, name: str, kind: str, c: d.Choice, scope: Scope) -> r.Choice:
        zone = self.keys.terms.term(getattr(c, kind), (*c.path, kind), scope, "zone")
        if not isinstance(zone, t.ZoneOf):
            return r.Choice(name, kind, c.path)
        declared = self.keys.terms.draft.zones[zone.zone]
        if declared.pile:
            self.keys.terms.names.add(Finding("R0309", (*c.path, kind), {"zone": zone.zone}))
        least, most = int(c.least or 0), None if c.most is None else int(c.most)
        return r.Choice(name, kind, c.path, of=declared.holds, zone=zone, least=least, most=most)

    def _payment(self, name: str, c: d.Choice, scope: Scope) -> r.Choice:
        demand = self.keys.reference("demands", str(c.payment), (*c.path, "payment"), "demand")
        zone = self.keys.terms.term(c.from_, (*c.path, "from"), scope, "zone")
        if not isinstance(zone, t.ZoneOf):
            return r.Choice(name, "payment", c.path, demand=demand)
        holds = self.keys.terms.draft.zones[zone.zone].holds
        check_help(self.keys.terms.draft, self.keys.terms.names, demand, zone.zone, (*c.path, "from"))
        return r.Choice(name, "payment", c.path, of=holds, demand=demand, zone=zone)
