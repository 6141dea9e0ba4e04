"""A table at which a player is asked, to another one that he cannot tell from it: what is hidden is dealt anew.

Dealt anew are the cards of every zone that he does not see, what was set aside, and what others have answered in
secret. Kept is what everybody knows of remembered zones, and that a zone into which no rule puts anything holds nothing
that has not been there from the start. A top that rules know of is no exception: the player may not have seen it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from interpreter.engine import box as b
from interpreter.engine.contents import Contents, contents_of
from interpreter.engine.dealing import Spot, deal
from interpreter.engine.decisions import Answer
from interpreter.engine.forms import in_form
from interpreter.engine.knowledge import known_to_all
from interpreter.engine.placing import pile_of, recount, set_pile, set_top
from interpreter.engine.program import Program, Site
from interpreter.engine.reasons import is_allowed, listed
from interpreter.engine.state import State
from interpreter.engine.streams import Draw
from interpreter.engine.views import sees

_TRIES = 20


@frozen
class _Place:
    """A zone that the player does not see, and what is dealt to it."""

    where: Contents
    spot: Spot


class Guesser:
    """Guesses at tables of one program, in whatever form their states are."""

    def __init__(self, program: Program) -> None:
        self.program = program
        first, box = program.inspecting.fresh(), program.box
        self._hidden = {
            kind: [zone for zone in box.zones.values() if zone.holds == kind and zone.seen_by != "everybody"]
            for kind in box.cards
        }
        self._starts = {zone.id: [c.counts for c in contents_of(box, first, zone)] for zone in box.zones.values()}

    def guess(self, state: State, draw: Draw) -> State | None:
        """Another table for whoever is asked; `draw` gives numbers from 0 to below 1.

        None: nothing was found in time where he would be asked for the same.
        """
        for _ in range(_TRIES):
            world = state.copy()
            for kind in self._hidden:
                self._deal(world, kind, draw)
            recount(self.program, world)
            if self._fits(world, draw):
                return world
        return None

    # cards

    def _deal(self, world: State, kind: str, draw: Draw) -> None:
        """Deal the hidden cards of one type anew."""
        places = list(self._places(world, kind))
        aside = getattr(world, b.aside_cell(kind))
        number = sum(aside)
        if len(places) + (number > 0) <= 1:  # nothing could lie elsewhere
            return
        nowhere = Spot(number, [0] * len(aside), [number] * len(aside))
        supply = list(map(sum, zip(aside, *(place.where.counts for place in places), strict=True)))
        deal(supply, [*(place.spot for place in places), nowhere], draw)
        aside[:] = nowhere.held
        for place in places:
            _lay(world, place.where, place.spot.held, draw)

    def _places(self, world: State, kind: str) -> Iterator[_Place]:
        for zone in self._hidden[kind]:
            for c in contents_of(self.program.box, world, zone):
                if not sees(zone, c.owner, world.who) and any(c.counts):
                    yield _Place(c, self._spot(world, c))

    def _spot(self, world: State, c: Contents) -> Spot:
        size = sum(c.counts)
        known = known_to_all(self.program.box, world, c.zone, c.owner)
        most = [0 if kind in known.denied else size for kind in range(len(c.counts))]
        if c.zone.sealed:  # a position that was made by hand may have something else there
            start = self._starts[c.zone.id][c.owner or 0]
            most = [min(limit, max(pair)) for limit, *pair in zip(most, start, c.counts, strict=True)]
        return Spot(size, known.least, most)

    # answers

    def _fits(self, world: State, draw: Draw) -> bool:
        """Whether the player would be asked for the same there. What others have answered in secret is drawn anew."""
        site = self.program.sites[world.site]
        if not site.secret and not any(option.conditions or option.listing for option in site.options):
            return True
        full = in_form(self.program, world, self.program.inspecting)
        own = legal(self.program, full, site, world.who)
        if own is not None and own != set(world.answers):
            return False
        return not site.secret or self._answered(world, full, site, draw)

    def _answered(self, world: State, full: State, site: Site, draw: Draw) -> bool:
        """Let everybody who has answered in secret have answered anything that he could there, if he could."""
        given = list(getattr(world, site.store))
        for seat, answer in enumerate(given):
            if answer is not None and seat != world.who:
                could = sorted(legal(self.program, full, site, seat) or ())
                if not could:
                    return False
                given[seat] = could[int(draw() * len(could))]
        setattr(world, site.store, tuple(given))
        return True


def _lay(world: State, where: Contents, held: Sequence[int], draw: Draw) -> None:
    """Put cards, counted by kind, into a zone instead of what lies there."""
    zone, owner = where.zone, where.owner
    if not zone.pile:
        start = (owner or 0) * len(held)
        getattr(world, zone.cell)[start : start + len(held)] = held
        return
    cards = [kind for kind, count in enumerate(held) for _ in range(count)]
    if where.top:
        set_top(world, zone, owner, tuple(cards.pop(int(draw() * len(cards))) for _ in where.top))
    set_pile(world, zone, owner, type(pile_of(world, zone, owner))(cards))


def legal(program: Program, state: State, site: Site, seat: int) -> set[Answer] | None:
    """All answers that a seat could give at a site, asked or not; None where that cannot be told from outside.

    The state is one of the inspecting form.
    """
    if any(option.choices and option.listing is None for option in site.options):
        return None
    allowed = (option for option in site.options if is_allowed(program, state, site, option, seat))
    return {answer for option in allowed for answer in listed(program, state, option, seat)}
