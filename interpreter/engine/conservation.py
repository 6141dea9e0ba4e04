"""A state to what cannot be true of it: lost components, impossible roles and dice, broken invariants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import mul
from typing import Any

from interpreter.engine import box as b
from interpreter.engine.box import Zone
from interpreter.engine.contents import contents_of
from interpreter.engine.knowledge import knowledge_faults
from interpreter.engine.program import Invariant, Program
from interpreter.engine.state import Open, OpenValueError, State
from interpreter.errors import InterpreterError
from interpreter.texts import Words


class BrokenTableError(InterpreterError):
    """Something about the table cannot be; `faults` says what, in one line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


class Conservation:
    """What stays true of every table of one program, in either of its forms."""

    def __init__(self, program: Program) -> None:
        self.program = program
        fresh = program.inspecting.fresh()
        self._totals = {kind: self._counted(fresh, kind) for kind in program.box.cards}

    def check(self, state: State) -> None:
        """Accept a sound table.

        Raises:
            BrokenTableError: Something was lost, or an invariant does not hold.
        """
        found = tuple(self.faults(state))
        if found:
            raise BrokenTableError(found)

    def faults(self, state: State) -> Iterator[str]:
        """Everything that is wrong with a table, in one line each."""
        yield from self.table_faults(state)
        yield from _rooms(self.program, state)
        yield from broken_invariants(self.program, state)

    def table_faults(self, state: State) -> Iterator[str]:
        """What is wrong with a table of any game, whatever the rules say themselves."""
        yield from self._lost(state)
        yield from _negative(self.program, state)
        yield from _sums(self.program, state)
        yield from _roles(self.program, state)
        yield from _pawns(self.program, state)
        yield from _dice(self.program, state)
        yield from _dealt(self.program, state)
        yield from knowledge_faults(self.program.box, state)

    def _lost(self, state: State) -> Iterator[str]:
        """Every component is in exactly one place; what was set aside counts, too."""
        for kind, totals in self._totals.items():
            found = self._counted(state, kind)
            if found != totals:
                for card, there, total in zip(self.program.box.cards[kind], found, totals, strict=True):
                    if there != total:
                        yield Words("{there} of {card}, not {total}", there=str(there), card=card, total=str(total))

    def _counted(self, state: State, kind: str) -> list[int]:
        """How many of each kind of card there are on the whole table."""
        size = len(self.program.box.cards[kind])
        found = list(getattr(state, b.aside_cell(kind)))
        for zone in self.program.box.zones.values():
            if zone.holds == kind:
                cards = _cells(zone, state)
                there = Counter(cards) if zone.pile else [sum(cards[k::size]) for k in range(size)]
                found = [before + there[k] for k, before in enumerate(found)]
        return found


def _cells(zone: Zone, state: State) -> Sequence[int]:
    """The counts of all owners one after the other; of piles the cards one by one."""
    cell = getattr(state, zone.cell)
    if not zone.pile:
        flat: Sequence[int] = cell
        return flat
    tops = getattr(state, zone.top) if zone.top in state.fields else ()
    if zone.of == "table":
        return (*cell, *tops)
    return [card for pile in (*cell, *tops) for card in pile]


def impossible(program: Program, state: State) -> Iterator[str]:
    """What cannot be true of a hand-made position: more than there is room for, a broken invariant."""
    yield from _rooms(program, state)
    yield from broken_invariants(program, state)


def broken_invariants(program: Program, state: State) -> Iterator[str]:
    """The invariants of the ruleset that apply here and do not hold."""
    for invariant in program.invariants:
        if _applies(program, state, invariant) and not _holds(invariant, state):
            yield Words("invariant {invariant} does not hold", invariant=invariant.id)


def _applies(program: Program, state: State, invariant: Invariant) -> bool:
    """Whether the machine waits inside one of the steps that the invariant names."""
    if not invariant.at:
        return True
    here = () if state.site < 0 else program.rules[program.sites[state.site].rule].path
    return not set(invariant.at).isdisjoint(here)


def _holds(invariant: Invariant, state: State) -> bool:
    try:
        return invariant.holds(state)
    except OpenValueError:
        return True


def _negative(program: Program, state: State) -> Iterator[str]:
    for zone in program.box.zones.values():
        if not zone.pile and min(getattr(state, zone.cell), default=0) < 0:
            yield Words("fewer than no cards in {zone}", zone=zone.id)


def _sums(program: Program, state: State) -> Iterator[str]:
    """Sums that the program keeps up to date equal the sums over what lies there."""
    box = program.box
    for zone, attribute in box.sums:
        kept = getattr(state, b.sum_cell(zone, attribute))
        numbers = box.numbers[box.zones[zone].holds, attribute]
        for c in contents_of(box, state, box.zones[zone]):
            true = sum(map(mul, c.counts, numbers))
            found = kept if c.owner is None else kept[c.owner]
            if found != true:
                values = {"attribute": attribute, "zone": zone, "found": str(found), "total": str(true)}
                yield Words("the sum of {attribute} in {zone} is {found}, not {total}", **values)


def _dealt(program: Program, state: State) -> Iterator[str]:
    """No more cards lie face down elsewhere than the pile has that they were dealt from."""
    for zone in program.box.zones.values():
        if zone.dealt_from is not None:
            number = getattr(state, b.dealt_cell(zone.id))
            have = len(getattr(state, program.box.zones[zone.dealt_from].cell))
            if not 0 <= number <= have:
                values = {"number": str(number), "pile": zone.dealt_from, "zone": zone.id, "have": str(have)}
                yield Words("{number} cards of {pile} lie in {zone}, and it has {have}", **values)


def _rooms(program: Program, state: State) -> Iterator[str]:
    """Nothing lies where there is no room for it, unless rules make a room smaller and leave what lies there."""
    for room in program.rooms:
        for owner, left in room.left(state):
            if left < 0:
                where = room.zone if owner is None else _of_player(room.zone, owner)
                yield Words("{zone} holds {number} more than there is room for", zone=where, number=str(-left))


def _of_player(zone: str, owner: int) -> str:
    return Words("{zone} of player {number}", zone=zone, number=str(owner + 1))


def _roles(program: Program, state: State) -> Iterator[str]:
    players = program.box.players
    for role, several in program.box.roles.items():
        value = getattr(state, b.role_cell(role))
        least, most = (0, (1 << players) - 1) if several else (-1, players - 1)
        if not isinstance(value, Open) and not least <= value <= most:
            yield Words("{role} is held by {value}", role=role, value=str(value))


def _pawns(program: Program, state: State) -> Iterator[str]:
    for pawn, track in program.box.pawns.items():
        position: Any = getattr(state, b.pawn_cell(pawn))
        here: Any = getattr(state, b.here_cell(pawn))
        if isinstance(position, Open) or isinstance(here, Open):
            continue
        places = getattr(state, b.track_cell(track))
        if not 0 <= position < len(places) or places[position] != here:
            values = {"pawn": pawn, "space": str(position), "track": track}
            yield Words("{pawn} is on space {space} of {track}, which is not where it stands", **values)


def _dice(program: Program, state: State) -> Iterator[str]:
    for pool in program.box.pools.values():
        shown = getattr(state, pool.cell)
        if isinstance(shown, Open):
            continue
        if list(shown) != sorted(shown) or not set(shown) <= set(pool.sides):
            yield Words("{pool} shows {dice}", pool=pool.id, dice=str(shown))
