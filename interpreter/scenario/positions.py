"""The lines of a position to a table that is set up so: components move, none is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from attrs import frozen

from interpreter.engine import box as b
from interpreter.engine.box import Zone
from interpreter.engine.machine import Machine
from interpreter.engine.state import State
from interpreter.scenario import tree as t
from interpreter.scenario.game import Game
from interpreter.scenario.vocabulary import only_meaning, player
from interpreter.scenario.subjects import Ref, Sort, cells, pile, refer
from interpreter.scenario.values import Mode, Wanted, card, wanted
from interpreter.source.diagnostics import SourceError, error
from interpreter.source.span import Span


@frozen
class Placed:
    """A line of a position, understood."""

    ref: Ref
    wanted: Wanted
    line: t.Placing


def placed(line: t.Placing, game: Game) -> Placed:
    """A line of a position in terms of the game.

    Raises:
        SourceError: It names what does not exist, or what cannot be there.
    """
    ref = refer(line.subject, game.lexicon, game.seats)
    if ref.sort in (Sort.SCORE, Sort.WINNERS):
        raise SourceError([error("P0405", line.span, subject=ref.text)])
    return Placed(ref, wanted(line.value, ref, game.lexicon, game.seats), line)


def set_up(game: Game, lines: Sequence[t.Placing], *, is_midway: bool) -> Machine:
    """The table after setup, with everything moved that the lines name; `is_midway`: inside of a step, with its dice.

    Raises:
        SourceError: The lines name what the box does not hold, or what does not fit together.
    """
    machine = Machine.position(game.runner)
    found = [placed(line, game) for line in lines]
    table = _Table(game, machine.state)
    for sorts in _IN_TURN:
        for one in (one for one in found if one.ref.sort in sorts):
            if one.ref.sort is Sort.DICE and not is_midway:
                raise SourceError([error("P0403", one.line.span)])
            table.put(one)
    for one in found:
        table.shut(one)
    return machine


_IN_TURN = (
    (Sort.TRACK,),
    (Sort.PAWN, Sort.ROLE, Sort.DICE, Sort.COUNTER),
    (Sort.ZONE,),
    (Sort.PILE,),
)


@frozen
class _Table:
    game: Game
    state: State

    # ---- in two turns: what is named comes, then what is shut loses the rest

    def put(self, one: Placed) -> None:
        match one.ref.sort:
            case Sort.ZONE:
                self._fill(one)
            case Sort.PILE:
                self._lay_on_top(one)
            case Sort.ROLE:
                self._give_role(one)
            case Sort.PAWN:
                self._put_pawn(one)
            case Sort.TRACK:
                self._lay_track(one)
            case Sort.DICE:
                setattr(self.state, self.game.box.pools[one.ref.id].cell, tuple(sorted(one.wanted.things)))
            case _:
                self._set_counter(one)

    def shut(self, one: Placed) -> None:
        if one.wanted.mode is not Mode.ONLY:
            return
        zone = self.game.box.zones.get(one.ref.id)
        if one.ref.sort is Sort.PILE and zone is not None:
            self._set_aside(zone.holds, pile(self.state, zone.cell, one.ref.owner))
            self._set_pile(zone.cell, one.ref.owner, ())
        elif one.ref.sort is Sort.ZONE and zone is not None:
            there = Counter(self._things(zone, one.ref.owner))
            for kind in (there - Counter(one.wanted.things)).elements():
                self._change(zone, one.ref.owner, kind, -1)
                self._set_aside(zone.holds, (kind,))

    # ---- zones

    def _fill(self, one: Placed) -> None:
        zone = self.game.box.zones[one.ref.id]
        there = Counter(self._things(zone, one.ref.owner)) if one.wanted.mode is Mode.ONLY else Counter()
        for item in _items(one.line.value):
            kind = card(item, zone.holds, self.game.lexicon)
            for _ in range(item.count):
                if there[kind] > 0:
                    there[kind] -= 1
                    continue
                self._take(zone.holds, kind, item)
                self._change(zone, one.ref.owner, kind, 1)

    def _lay_on_top(self, one: Placed) -> None:
        zone, owner = self.game.box.zones[one.ref.id], one.ref.owner
        known = pile(self.state, zone.top, owner)
        self._set_pile(zone.cell, owner, tuple(sorted((*known, *pile(self.state, zone.cell, owner)))))
        self._set_pile(zone.top, owner, ())
        home = owner if zone.of == "place" else None
        top: list[int] = []
        for item in _items(one.line.value):
            kind = card(item, zone.holds, self.game.lexicon, home=home)
            for _ in range(item.count):
                if not self._take_from(zone, owner, kind):
                    self._take(zone.holds, kind, item)
                top.append(kind)
        self._set_pile(zone.top, owner, tuple(top))

    def _take(self, holds: str, kind: int, item: t.Item) -> None:
        """Take a card from where it lies at the start, or from what was set aside."""
        sources = [source for source in self._sources(holds) if kind in pile(self.state, source[0].cell, source[1])]
        if item.of is not None:
            place = self.game.box.places.index(only_meaning(item.of, "places", "a place", self.game.lexicon))
            sources = [source for source in sources if source[1] in (place, None)]
        if len(sources) > 1:
            places = ", ".join(self.game.box.places[source[1]] for source in sources if source[1] is not None)
            raise SourceError([error("P0407", item.span, name=item.name.text, places=places)])
        aside = getattr(self.state, b.aside_cell(holds))
        if sources:
            self._take_from(*sources[0], kind)
        elif aside[kind] > 0:
            aside[kind] -= 1
        else:
            raise SourceError([self._lacking(holds, kind, item)])

    def _sources(self, holds: str) -> Iterator[tuple[Zone, int | None]]:
        """The piles in which cards of a type lie at the start."""
        for key in self.game.box.full:
            zone = self.game.box.zones[key]
            if zone.holds == holds and zone.pile:
                owners = range(self.game.box.owners(zone))
                yield from ((zone, None if zone.of == "table" else owner) for owner in owners)

    def _take_from(self, zone: Zone, owner: int | None, kind: int) -> bool:
        cards = pile(self.state, zone.cell, owner)
        if kind not in cards:
            return False
        at = cards.index(kind)
        self._set_pile(zone.cell, owner, cards[:at] + cards[at + 1 :])
        return True

    def _lacking(self, holds: str, kind: int, item: t.Item) -> Any:
        homes = self.game.box.homes[holds][kind]
        total = self.game.box.copies[holds][kind] * max(1, len(homes))
        return error("P0401", item.span, name=item.name.text, total=str(total))

    def _set_pile(self, cell: str, owner: int | None, cards: tuple[int, ...]) -> None:
        if owner is None:
            setattr(self.state, cell, cards)
        else:
            getattr(self.state, cell)[owner] = cards

    def _set_aside(self, holds: str, cards: Iterable[int]) -> None:
        aside = getattr(self.state, b.aside_cell(holds))
        for kind in cards:
            aside[kind] += 1

    def _things(self, zone: Zone, owner: int | None) -> Iterator[int]:
        start, end = cells(self.game.box, zone, owner)
        for kind, count in enumerate(getattr(self.state, zone.cell)[start:end]):
            yield from [kind] * count

    def _change(self, zone: Zone, owner: int | None, kind: int, by: int) -> None:
        """One card more or less in an unordered zone, and in the sums that rules keep of it."""
        start, _ = cells(self.game.box, zone, owner)
        getattr(self.state, zone.cell)[start + kind] += by
        for attribute in (attribute for key, attribute in self.game.box.sums if key == zone.id):
            cell = b.sum_cell(zone.id, attribute)
            number = by * self.game.box.numbers[zone.holds, attribute][kind]
            if owner is None:
                setattr(self.state, cell, getattr(self.state, cell) + number)
            else:
                getattr(self.state, cell)[owner] += number

    # ---- everything else

    def _give_role(self, one: Placed) -> None:
        seats = set(one.wanted.things)
        if self.game.box.roles[one.ref.id]:
            value = sum(1 << seat for seat in seats)
        elif len(seats) > 1:
            raise SourceError([error("P0404", one.line.span, role=one.ref.text)])
        else:
            value = next(iter(seats), -1)
        setattr(self.state, b.role_cell(one.ref.id), value)

    def _put_pawn(self, one: Placed) -> None:
        track = getattr(self.state, b.track_cell(self.game.box.pawns[one.ref.id]))
        here = next(iter(one.wanted.things), None)
        if here is None or len(one.wanted.things) > 1 or here not in track:
            raise SourceError([error("P0406", one.line.span, pawn=one.ref.text)])
        setattr(self.state, b.here_cell(one.ref.id), here)
        setattr(self.state, b.pawn_cell(one.ref.id), track.index(here))

    def _lay_track(self, one: Placed) -> None:
        track = one.wanted.things
        setattr(self.state, b.track_cell(one.ref.id), track)
        for pawn, on in self.game.box.pawns.items():
            here = getattr(self.state, b.here_cell(pawn))
            if on == one.ref.id and here in track:
                setattr(self.state, b.pawn_cell(pawn), track.index(here))

    def _set_counter(self, one: Placed) -> None:
        cell = b.counter_cell(one.ref.id)
        if one.ref.owner is None:
            setattr(self.state, cell, one.wanted.number)
        else:
            getattr(self.state, cell)[one.ref.owner] = one.wanted.number


def _items(value: t.Items | t.Only | t.Nothing) -> tuple[t.Item, ...]:
    return () if isinstance(value, t.Nothing) else value.items


# ---- where it begins ------------------------------------------------------------------------------------------------


def begin(game: Game, machine: Machine, start: t.Start | None) -> None:
    """Run the table to its first stop, from the first step or from the one that is named.

    Raises:
        SourceError: There is no such step, or it is not played in turn.
    """
    if start is None:
        machine.begin()
        return
    step, seat = entry(game, start)
    machine.begin_at(step, seat)


def entry(game: Game, start: t.Start) -> tuple[str, int | None]:
    """The step where a position is entered, and whose turn it is there.

    Raises:
        SourceError: There is no such step, or it is not played in turn.
    """
    step = only_meaning(start.step, "steps", "a step", game.lexicon)
    in_turn = game.program.entries[step].wants_player
    if start.player is None:
        if in_turn:
            raise SourceError([error("P0408", start.span, step=step)])
        return step, None
    seat = player(start.player, game.seats)
    if not in_turn:
        raise SourceError([error("P0409", start.player.span, step=step)])
    return step, seat


def given_span(case: t.Case, otherwise: Span) -> Span:
    """Where a line would be added to the position."""
    return next((block.span for block in case.blocks if isinstance(block, t.Given)), otherwise)
