"""`given` lines to a machine in that position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import Factory, evolve, frozen

from interpreter.engine import box as b
from interpreter.engine import placing
from interpreter.engine.machine import Machine
from interpreter.engine.state import Open
from interpreter.library import LoadedRuleset
from interpreter.scenario import tree as t
from interpreter.source.diagnostics import Diagnostic, Related, SourceError, allowed_set, error
from interpreter.texts import number_or_text
from interpreter.trial import vocabulary as n
from interpreter.trial.collecting import Collector
from interpreter.trial.remembering import known_lines, remember
from interpreter.trial.values import each_item, items_of, meanings
from interpreter.trial.vocabulary import Vocabulary


def player_names(lines: Iterable[t.GivenLine]) -> tuple[t.Name, ...] | None:
    """Who plays, clockwise: the last `players:` line counts."""
    found = [line.names for line in lines if isinstance(line, t.Players)]
    return found[-1] if found else None


def players_at(file: t.ScenarioFile, case: t.Case) -> tuple[str, ...]:
    """Who plays in a case of a file; nobody if it does not say."""
    givens = (block for block in case.blocks if isinstance(block, t.Given))
    named = player_names([*file.background, *(line for given in givens for line in given.lines)])
    return tuple(name.text for name in named or ())


def lay_out(
    loaded: LoadedRuleset, position: Position, background: Sequence[t.GivenLine], givens: Sequence[t.Given]
) -> None:
    """Put everything where the lines say; where the box has too few, the finding names the line that says how many.

    Raises:
        SourceError: As in `Position.apply`.
    """
    try:
        position.apply(background, givens)
    except SourceError as wrong:
        raise SourceError(_with_copies(finding, loaded) for finding in wrong.diagnostics) from wrong


def _with_copies(finding: Diagnostic, loaded: LoadedRuleset) -> Diagnostic:
    card = finding.values.get("card")
    if card is None:
        return finding
    place = loaded.stack.place(("cards", card, "copies")).name
    return evolve(finding, related=(*finding.related, Related(place, "note-copies", {"card": card})))


@frozen
class Position:
    """A machine after setup, to be changed line by line."""

    machine: Machine
    vocabulary: Vocabulary
    wrong: Collector = Factory(Collector)

    def apply(self, background: Sequence[t.GivenLine], givens: Sequence[t.Given]) -> None:
        """Put everything where the lines say. A line replaces one of an earlier block about the same subject.

        Raises:
            SourceError: Names that nobody knows, components that the box does not have; carries all.
        """
        last: dict[n.Ref, t.Placing] = {}
        with_dice = any(given.start is not None for given in givens)
        blocks = (background, *(given.lines for given in givens))
        for lines in blocks:
            for ref, line in self._subjects(lines).items():
                last.pop(ref, None)
                last[ref] = line
                if isinstance(ref, n.PoolRef) and not with_dice:
                    self.wrong.extend([error("P0210", line.subject.span)])
        for ref, line in sorted(last.items(), key=lambda pair: _turn(pair[0], pair[1])):
            self.wrong.attempt(self._place, ref, line)
        for of, known in known_lines(blocks, self.vocabulary, self.wrong):
            self.wrong.attempt(remember, self.machine, self.vocabulary, of, known)
        self.wrong.finish()
        placing.recount(self.machine.program, self.machine.state)

    def _subjects(self, lines: Sequence[t.GivenLine]) -> dict[n.Ref, t.Placing]:
        """The lines of one block by what they are about; two about the same are a finding."""
        found: dict[n.Ref, t.Placing] = {}
        for line in (line for line in lines if isinstance(line, t.Placing)):
            ref = self.wrong.attempt(self.vocabulary.subject, line.subject)
            if ref is not None and ref in found:
                first = (Related(found[ref].subject.span, "note-first-written"),)
                self.wrong.extend([error("P0214", line.subject.span, None, first, subject=_words(line.subject))])
            elif ref is not None:
                found[ref] = line
        return found

    def _place(self, ref: n.Ref, line: t.Placing) -> None:
        match ref:
            case _ if isinstance(line.value, t.Count):
                self._dealt(ref, line, line.value.number)
            case n.ZoneRef():
                self._zone(ref, line)
            case n.RoleRef(role=role):
                self._role(role, line)
            case n.PawnRef(pawn=pawn):
                self._pawn(pawn, line)
            case n.TrackRef():
                self._track(ref, line)
            case n.PoolRef(pool=pool):
                self._pool(pool, line)
            case n.CounterRef(counter=counter, owner=owner):
                self._counter(counter, owner, line)
            case _:
                raise SourceError([error("P0203", line.subject.span, subject=_words(line.subject))])

    def _meant(self, ref: n.Ref, line: t.Placing) -> list[int]:
        """What the items of a line mean, each looked up on its own.

        Raises:
            SourceError: Some of them mean nothing; carries all.
        """
        wrong = Collector()
        found = [wrong.attempt(meanings, self.vocabulary, ref, item) for item in each_item(line.value)]
        wrong.finish()
        return [kinds[0] for kinds in found if kinds is not None]

    def _single(self, line: t.Placing) -> t.Item:
        items = each_item(line.value)
        if len(items) != 1:
            raise SourceError([error("P0205", line.value.span, subject=_words(line.subject))])
        return items[0]

    def _role(self, role: str, line: t.Placing) -> None:
        ref, cell = n.RoleRef(role), b.role_cell(role)
        seats = self._meant(ref, line)
        if len(set(seats)) < len(seats):
            raise SourceError([error("P0209", line.value.span, subject=_words(line.subject))])
        if self.vocabulary.box.roles[role]:
            setattr(self.machine.state, cell, sum(1 << seat for seat in seats))
        elif not seats:
            setattr(self.machine.state, cell, Open(role))
        else:
            setattr(self.machine.state, cell, meanings(self.vocabulary, ref, self._single(line))[0])

    def _track(self, ref: n.TrackRef, line: t.Placing) -> None:
        places = tuple(self._meant(ref, line))
        if len(set(places)) < len(places):
            raise SourceError([error("P0209", line.value.span, subject=_words(line.subject))])
        setattr(self.machine.state, b.track_cell(ref.track), places)
        self._keep_pawns(ref.track)

    def _pool(self, pool: str, line: t.Placing) -> None:
        dice = tuple(sorted(self._meant(n.PoolRef(pool), line)))
        setattr(self.machine.state, self.vocabulary.box.pools[pool].cell, dice)

    def _pawn(self, pawn: str, line: t.Placing) -> None:
        place = meanings(self.vocabulary, n.PawnRef(pawn), self._single(line))[0]
        if not placing.put_pawn(self.machine.program, self.machine.state, pawn, place):
            where = self.vocabulary.box.places
            track = getattr(self.machine.state, b.track_cell(self.vocabulary.box.pawns[pawn]))
            allowed = allowed_set(where[on] for on in track)
            raise SourceError([error("P0204", line.value.span, pawn=pawn, place=where[place], allowed=allowed)])

    def _keep_pawns(self, track: str) -> None:
        """Pawns stay on their places when a track is laid by hand; those that lie bare go to the first."""
        program, state = self.machine.program, self.machine.state
        for pawn, on in program.box.pawns.items():
            here = getattr(state, b.here_cell(pawn))
            if on == track and isinstance(here, int) and not placing.put_pawn(program, state, pawn, here):
                first = getattr(state, b.track_cell(track))[:1]
                if first:
                    placing.put_pawn(program, state, pawn, first[0])
                else:
                    placing.lift_pawn(state, pawn)

    def _counter(self, counter: str, owner: int | None, line: t.Placing) -> None:
        word = self._single(line).name
        number = number_or_text(word.text)
        if isinstance(number, str):
            raise SourceError([error("P0206", word.span, subject=_words(line.subject), word=word.text)])
        cell = b.counter_cell(counter)
        if owner is None:
            setattr(self.machine.state, cell, number)
        else:
            getattr(self.machine.state, cell)[owner] = number

    def _zone(self, ref: n.ZoneRef, line: t.Placing) -> None:
        program, state = self.machine.program, self.machine.state
        zone = self.vocabulary.box.zones[ref.zone]
        if not zone.pile and not isinstance(line.value, t.Items):
            placing.lift(program, state, zone, ref.owner)
        wrong = Collector()
        taken = [wrong.attempt(self._taken, item, zone, ref.owner) for item in items_of(line.value)]
        wrong.finish()
        cards = [card for found in taken for card in found or ()]
        if not zone.pile:
            for card in cards:
                placing.put(program, state, zone, ref.owner, card)
            return
        placing.set_top(state, zone, ref.owner, tuple(cards))
        if not isinstance(line.value, t.Items):
            placing.set_aside(state, zone.holds, placing.pile_of(state, zone, ref.owner))
            placing.set_pile(state, zone, ref.owner, ())

    def _dealt(self, ref: n.Ref, line: t.Placing, number: int) -> None:
        """So many cards lie face down in a pile to which they were dealt from another one."""
        box, subject = self.vocabulary.box, _words(line.subject)
        zone = box.zones[ref.zone] if isinstance(ref, n.ZoneRef) else None
        if zone is None or zone.dealt_from is None:
            raise SourceError([error("P0217", line.value.span, subject=subject)])
        have = len(placing.pile_of(self.machine.state, box.zones[zone.dealt_from], None))
        if number > have:
            words = {"subject": subject, "have": str(have), "pile": zone.dealt_from}
            raise SourceError([error("P0218", line.value.span, None, (), **words)])
        setattr(self.machine.state, b.dealt_cell(zone.id), number)

    def _taken(self, item: t.Item, zone: b.Zone, owner: int | None) -> list[int]:
        program, state = self.machine.program, self.machine.state
        at = owner if zone.of == "place" else None
        card = self.vocabulary.card(item, zone.holds, at)
        near = self.vocabulary.place(item.of) if item.of is not None else at
        for _ in range(item.count):
            found = placing.take_from_start(program, state, zone.holds, card, near)
            if not found and not placing.take_from_aside(state, zone.holds, card):
                box, kind = program.box, zone.holds
                have = box.copies[kind][card] * max(1, len(box.homes[kind][card]))
                id_ = box.cards[kind][card]
                raise SourceError([error("P0202", item.span, word=item.name.text, count=str(have), card=id_)])
        return [card] * item.count


def _words(subject: t.Subject) -> str:
    return " ".join(word.text for word in subject.words)


def _turn(ref: n.Ref, line: t.Placing) -> int:
    """Tracks before pawns; what shuts a pile after all that takes cards from it; what is dealt out of it last."""
    if isinstance(line.value, t.Count):
        return 3
    if isinstance(ref, n.TrackRef):
        return 0
    if isinstance(ref, n.ZoneRef) and not isinstance(line.value, t.Items):
        return 2
    return 1
