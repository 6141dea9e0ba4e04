"""Terms to Python text over a state `s`, with options folded."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import Factory, define, evolve

from interpreter.compiler.notes import Notes, Probe, note
from interpreter.compiler.writing import FALSE, TRUE, all_of, any_of, calculated, opposite, sum_of
from interpreter.engine import box as b
from interpreter.engine.box import Box, Zone
from interpreter.model import rules as r
from interpreter.model import terms as t
from interpreter.model.sizes import WRITTEN_OUT
from interpreter.model.terms import Term, of_what, type_of

Names = Mapping[str, str]
_OPERATORS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_IS_ANY = {(">", "0"): True, ("!=", "0"): True, (">=", "1"): True, ("=", "0"): False, ("<", "1"): False}


@define
class Globals:
    """Helpers that the generated source calls by name, made while compiling."""

    made: dict[str, object] = Factory(dict)

    def add(self, wish: str, value: object) -> str:
        """Give a helper a name of its own."""
        name, number = wish, 1
        while name in self.made and self.made[name] is not value:
            number += 1
            name = f"{wish}_{number}"
        self.made[name] = value
        return name


@define
class TermWriter:
    """Writes the terms of one program. `tops`: piles may have a known top."""

    ruleset: r.Ruleset
    box: Box
    options: Mapping[str, str | int]
    tops: bool
    notes: Notes | None = None
    payable: dict[tuple[str, str, tuple[str, ...]], str] = Factory(dict)
    sparing: dict[tuple[str, ...], str] = Factory(dict)
    _fresh: int = 0

    def text(self, term: Term, names: Names) -> str:
        """One term as Python text; conditions that are constant become `True` or `False`."""
        match term:
            case t.Number(value=value):
                return str(value)
            case t.OptionNumber(option=option):
                return str(int(self.options[option]))
            case t.OptionIs(option=option, value=value, negated=negated):
                return TRUE if (str(self.options[option]) == value) != negated else FALSE
            case t.Variable(name=name):
                return names[name]
            case t.PlayerCount():
                return str(self.box.players)
            case t.Everybody() | t.Nobody():
                return str((1 << self.box.players) - 1) if isinstance(term, t.Everybody) else "0"
            case t.RolePlayer(role=role) | t.RoleSet(role=role):
                return f"s.{b.role_cell(role)}"
            case t.CounterOf(counter=counter, owner=owner):
                cell = f"s.{b.counter_cell(counter)}"
                return cell if owner is None else f"{cell}[{self.text(owner, names)}]"
            case t.Not(operand=operand):
                return self._not(operand, names)
            case t.AllOf(operands=operands):
                return all_of([self.text(o, names) for o in operands])
            case t.AnyOf(operands=operands):
                return any_of([self.text(o, names) for o in operands])
            case t.Choose():
                return self._choose(term, names)
            case t.ValueOf():
                return self._value(term, names)
            case t.Quantified():
                return self._quantified(term, names)
            case t.Probed():
                return self.observed(term.path, term.kind, term.text, self.text(term.operand, names))
            case t.LeftOf():
                return self._left(term, names)
            case t.Broken():
                raise AssertionError
            case _:
                return self._things(term, names)

    def observed(self, path: r.Path, kind: str, words: str, text: str) -> str:
        """The text of a condition, observed by a probing program."""
        return text if self.notes is None else self.notes.condition(Probe(path, kind, words), text)

    def noting(self, write: Callable[[], str]) -> str:
        """What `write` writes; what is constant in it is noted where it is looked at, not where its statement runs."""
        if self.notes is None:
            return write()
        with self.notes.collecting() as numbers:
            text = write()
        return f"({note(numbers)[0]} or {text})" if numbers else text

    def _note(self, kind: str, *path: str) -> None:
        """Something is read by the statement that is being compiled."""
        if self.notes is not None:
            self.notes.beside(Probe(path, kind))

    def _things(self, term: Term, names: Names) -> str:
        match term:
            case t.PawnSpace() | t.NextSpace() | t.FirstSpace() | t.LastSpace() | t.Through() | t.Spaces():
                return self._spaces(term, names)
            case t.AtLast(pawn=pawn):
                track = b.track_cell(self.box.pawns[pawn])
                return f"(s.{b.pawn_cell(pawn)} + 1 == len(s.{track}))"
            case t.PlaceKind(place=place):
                return str(self.box.places.index(place))
            case t.AllPlaces():
                return f"range({len(self.box.places)})"
            case t.TrackSpaces(track=track):
                return f"s.{b.track_cell(track)}"
            case t.PlaceNumber(attribute=attribute, place=place):
                return f"{_number_table('places', attribute)}[{self.text(place, names)}]"
            case t.CountCards():
                return self._count_cards(term, names)
            case t.CountDice(pool=pool, face=face):
                return self._count_dice(pool, face, names)
            case t.CardNumber() | t.NumberOnCard() | t.Room() | t.Meets() | t.CardKind() | t.FaceKind() | t.Extreme():
                return self._kinds(term, names)
            case t.SumDice(pool=pool):
                cell = f"s.{self.box.pools[pool].cell}"
                return f"sum([NUMBERS_{_plain(pool)}[face] for face in {cell}])"
            case t.CountMembers(members=members):
                return f"({self.text(members, names)}).bit_count()"
            case t.SumCards(zone=zone, attribute=attribute):
                return self._sum_cards(zone, attribute, names)
            case t.Different():
                return self._different(term, names)
            case t.Payable(demand=demand, zone=zone):
                return self._payable(demand, zone, names)
            case t.Compare():
                return self._compare(term, names)
            case t.Contains(player=player, members=members, negated=negated):
                return self._contains(player, members, names, negated=negated)
            case t.Arithmetic(operator=operator, left=left, right=right):
                return calculated(self.text(left, names), operator, self.text(right, names))
            case t.Without(members=kept, removed=removed):
                return f"({self.bits(kept, names)} & ~{self.bits(removed, names)})"
            case t.Those() | t.Gathered():
                return self._gathered(term, names)
            case _:
                raise AssertionError(term)

    def _spaces(self, term: Term, names: Names) -> str:
        """Places on a track, and how far they are from each other."""
        match term:
            case t.PawnSpace(pawn=pawn):
                return f"s.{b.here_cell(pawn)}"
            case t.NextSpace(pawn=pawn, steps=steps):
                track, further = b.track_cell(self.box.pawns[pawn]), self.text(steps, names)
                position = f"s.{b.pawn_cell(pawn)} + {further}"
                return f"s.{track}[{position if further.isdecimal() else f'on_track({position})'}]"
            case t.FirstSpace(track=track):
                return f"s.{b.track_cell(track)}[0]"
            case t.LastSpace(track=track):
                return f"s.{b.track_cell(track)}[-1]"
            case t.Through(pawn=pawn, steps=steps):
                first = f"s.{b.pawn_cell(pawn)} + 1"
                further = f"max(0, {self.text(steps, names)})"
                return f"s.{b.track_cell(self.box.pawns[pawn])}[{first}:{first} + {further}]"
            case t.Spaces(track=track, start=start, goal=goal):
                return f"({self._position(goal, track, names)} - {self._position(start, track, names)})"
            case _:
                raise AssertionError(term)

    def bits(self, term: Term, names: Names) -> str:
        """A player or a set of players as bits."""
        text = self.text(term, names)
        return f"(1 << {text})" if type_of(term) == "player" else text

    def _choose(self, term: t.Choose, names: Names) -> str:
        condition = self.text(term.condition, names)
        if condition in (TRUE, FALSE):
            return self.text(term.then if condition == TRUE else term.otherwise, names)
        write = self.bits if term.type == "players" else self.text
        return f"({write(term.then, names)} if {condition} else {write(term.otherwise, names)})"

    def _value(self, term: t.ValueOf, names: Names) -> str:
        value = self.ruleset.values[term.value]
        self._note("rule", "values", term.value)
        inner: Names = {}
        if term.argument is not None and value.of is not None:
            inner = {value.of: self.text(term.argument, names)}
        return self.text(value.term, inner)

    def _quantified(self, term: t.Quantified, names: Names) -> str:
        few = None if self.tops else self._few(term.among)
        if few is not None:
            join = any_of if term.quantifier == "some" else all_of
            return join([self.text(term.body, {**names, term.variable: str(each)}) for each in few])
        variable = self._new_variable()
        body = self.text(term.body, {**names, term.variable: variable})
        function = "any" if term.quantifier == "some" else "all"
        return f"{function}([{body} for {variable} in {self.each_of(term.among, names)}])"

    def _few(self, among: Term) -> range | None:
        """What a set holds, if that is always the same and little: written out, a test needs no loop."""
        sizes = {t.Everybody: self.box.players, t.AllPlaces: len(self.box.places)}
        size = sizes.get(type(self.unfolded(among)))
        return range(size) if size is not None and size <= WRITTEN_OUT else None

    def _gathered(self, term: t.Those | t.Gathered, names: Names) -> str:
        few = None if self.tops else self._few(term.among)
        if few is not None and isinstance(term, t.Those):
            bits = ((1 << each, self.text(term.body, {**names, term.variable: str(each)})) for each in few)
            return f"({' | '.join(f'({bit} if {body} else 0)' for bit, body in bits)})"
        variable = self._new_variable()
        body = self.text(term.body, {**names, term.variable: variable})
        among = self.each_of(term.among, names)
        if isinstance(term, t.Those):
            return f"sum([1 << {variable} for {variable} in {among} if {body}])"
        function = {"total": "sum", "highest": "highest", "lowest": "lowest"}[term.function]
        return f"{function}([{body} for {variable} in {among}])"

    def _new_variable(self) -> str:
        self._fresh += 1
        return f"q{self._fresh}"

    def each_of(self, among: Term, names: Names) -> str:
        """What a set, a zone or a pool has one by one: seats, places, kinds of card, faces."""
        match among:
            case t.ZoneOf():
                return f"kinds({self.counted(among, names)})"
            case t.Showing(pool=pool):
                return f"set(s.{self.box.pools[pool].cell})"
            case _ if type_of(among) in ("players", "player"):
                return f"MEMBERS[{self.bits(among, names)}]"
            case _:
                return self.text(among, names)

    def _position(self, place: Term, track: str, names: Names) -> str:
        """Where a place lies on a track, counted from 0."""
        cell = f"s.{b.track_cell(track)}"
        match place:
            case t.PawnSpace(pawn=pawn) if self.box.pawns[pawn] == track:
                return f"s.{b.pawn_cell(pawn)}"
            case t.FirstSpace():
                return "0"
            case t.LastSpace():
                return f"(len({cell}) - 1)"
            case _:
                return f"{cell}.index({self.text(place, names)})"

    def _left(self, term: t.LeftOf, names: Names) -> str:
        player = self.text(term.player, names)
        if term.among is None:
            return f"LEFT[{player}]"
        return f"NEXT[{player}][{self.text(term.among, names)}]"

    # cards and dice

    def base(self, zone: t.ZoneOf, names: Names) -> str:
        """Where the counts of a zone begin in its field; empty text for 0."""
        info = self.box.zones[zone.zone]
        if zone.owner is None or info.pile:
            return ""
        return f"{len(self.box.cards[info.holds])} * {self.text(zone.owner, names)}"

    def pile(self, zone: t.ZoneOf, names: Names, *, top: bool = False) -> str:
        """The field of a pile: its cards in unknown order, or its known top."""
        info = self.box.zones[zone.zone]
        cell = f"s.{info.top if top else info.cell}"
        return cell if zone.owner is None else f"{cell}[{self.text(zone.owner, names)}]"

    def counted(self, zone: t.ZoneOf, names: Names) -> str:
        """The counts by kind of an unordered zone."""
        info = self.box.zones[zone.zone]
        base, size = self.base(zone, names), len(self.box.cards[info.holds])
        return f"s.{info.cell}[{base}:{base} + {size}]" if base else f"s.{info.cell}"

    def _kinds(self, term: Term, names: Names) -> str:
        """What is said of kinds of card, of faces, and of the one card in a zone."""
        match term:
            case t.CardKind(card=card):
                self._note("card", "cards", card)
                return str(self.box.card_index[card][1])
            case t.FaceKind(face=face, of=pool):
                return str(self.box.pools[pool].faces.index(face))
            case t.Meets(card=card, face=face):
                table = f"MEETS_{_plain(of_what(card))}_{_plain(of_what(face))}"
                return f"({table}[{self.text(card, names)}] >> {self.text(face, names)} & 1)"
            case t.CardNumber(attribute=attribute, zone=zone):
                table = _plain(f"CARD_{self.box.zones[zone.zone].holds}_{attribute}")
                single = f"{table}[{self._sum_cards(zone, b.KINDS, names)}]"
                found = f"number_of({self.counted(zone, names)}, {table}, {self._empty(zone, names)})"
                return f"({single} if {self.number_in(zone, names)} == 1 else {found})"
            case t.NumberOnCard(attribute=attribute, card=card):
                return f"{_plain(f'CARD_{of_what(card)}_{attribute}')}[{self.text(card, names)}]"
            case t.Room(zone=zone):
                return f"({self.limit(zone, names)} - sum({self.counted(zone, names)}))"
            case t.Extreme(function=function, operands=operands):
                return f"{function}({', '.join(self.text(o, names) for o in operands)})"
            case _:
                raise AssertionError(term)

    def _empty(self, zone: t.ZoneOf, names: Names) -> str:
        """What stands for the number of a card that is not there: open, and called as a scenario calls the zone."""
        name = f"EMPTY_{_plain(zone.zone)}"
        return name if zone.owner is None else f"{name}[{self.text(zone.owner, names)}]"

    def limit(self, zone: t.ZoneOf, names: Names) -> str:
        """How much a zone has room for."""
        of = self.box.zones[zone.zone].of
        inner = {} if zone.owner is None else {of: self.text(zone.owner, names)}
        return self.text(self.ruleset.rooms[zone.zone], inner)

    def _count_cards(self, term: t.CountCards, names: Names) -> str:
        info = self.box.zones[term.zone.zone]
        if info.pile:
            return self._count_pile(term, names)
        if term.card is None:
            left_out = [self._count_kind(term.zone, str(self.box.card_index[k][1]), names) for k in term.zone.without]
            total = self.number_in(term.zone, names)
            return f"({' - '.join([total, *left_out])})" if left_out else total
        return self._count_kind(term.zone, self.text(term.card, names), names)

    def number_in(self, zone: t.ZoneOf, names: Names) -> str:
        """How many cards lie in an unordered zone."""
        if (zone.zone, b.CARDS) in self.box.sums:
            return self._sum_cards(zone, b.CARDS, names)
        return f"sum({self.counted(zone, names)})"

    def _count_kind(self, zone: t.ZoneOf, kind: str, names: Names) -> str:
        cell, base = self.box.zones[zone.zone].cell, self.base(zone, names)
        return f"s.{cell}[{base} + {kind}]" if base else f"s.{cell}[{kind}]"

    def _count_pile(self, term: t.CountCards, names: Names) -> str:
        parts = [self.pile(term.zone, names)]
        parts += [self.pile(term.zone, names, top=True)] if self.has_top(term.zone.zone) else []
        if term.card is not None:
            kind = self.text(term.card, names)
            return sum_of([f"{part}.count({kind})" for part in parts])
        return sum_of([f"len({part})" for part in parts], self.unseen(term.zone.zone))

    def has_top(self, pile: str) -> bool:
        """Whether a pile of this program can have a known top."""
        return self.tops or self.box.zones[pile].topped

    def unseen(self, pile: str) -> str:
        """What has to be added to the length of a pile: cards dealt face down to it or, less, from it."""
        if self.box.zones[pile].dealt_from is not None:
            return f" + s.{b.dealt_cell(pile)}"
        target = self.box.dealt_to(pile)
        return f" - s.{b.dealt_cell(target)}" if target else ""

    def holds_any(self, zone: t.ZoneOf, names: Names) -> str:
        """Whether a pile has cards whose order nobody knows and that were not dealt to another."""
        target = self.box.dealt_to(zone.zone)
        pile = self.pile(zone, names)
        return f"len({pile}) > s.{b.dealt_cell(target)}" if target else pile

    def _count_dice(self, pool: str, face: Term | None, names: Names) -> str:
        info = self.box.pools[pool]
        if face is None:
            return f"len(s.{info.cell})"
        return f"s.{info.cell}.count({self.text(face, names)})"

    def _sum_cards(self, zone: t.ZoneOf, attribute: str, names: Names) -> str:
        cell = f"s.{b.sum_cell(zone.zone, attribute)}"
        return cell if zone.owner is None else f"{cell}[{self.text(zone.owner, names)}]"

    def _different(self, term: t.Different, names: Names) -> str:
        holds = self.box.zones[term.zone.zone].holds
        groups = f"GROUPS_{_plain(holds)}_{_plain(term.by or 'kind')}"
        return f"different({self.counted(term.zone, names)}, {groups})"

    def _payable(self, demand: str, zone: t.ZoneOf, names: Names) -> str:
        return f"({self.payment_call(demand, zone, names)} != ())"

    def finds_fewest(self, demand: str) -> bool:
        """Whether only the smallest payments for a demand count."""
        fewest = self.ruleset.demands[demand].fewest
        return fewest is not None and self.text(fewest, {}) == TRUE

    def payment_call(self, demand: str, zone: t.ZoneOf, names: Names) -> str:
        """The call that lists the payments for a demand out of a zone."""
        info, rule = self.box.zones[zone.zone], self.ruleset.demands[demand]
        self._note("rule", "demands", demand)
        fewest = self.finds_fewest(demand)
        if zone.without and not fewest:  # with the fewest cards of all, there may be none without these
            sparing = self.sparing.setdefault(zone.without, f"sparing_{len(self.sparing)}")
            return f"{sparing}({self.payment_call(demand, evolve(zone, without=()), names)})"
        key = (demand, info.holds, zone.without)
        finder = self.payable.setdefault(key, f"ways_{len(self.payable)}_{_plain(demand)}")
        dice = self._needs(rule, names) if rule.needs else self.active(rule.pool, names)
        jokers = "0" if rule.jokers is None else self.text(rule.jokers, names)
        help_ = self._help(rule) if rule.helped_by else "()"
        asked = f"{dice}, {jokers}, {help_}" if help_ != "()" or rule.jokers is not None else dice
        return f"{finder}[{asked}](s.{info.cell}, {self.base(zone, names) or '0'})"

    def active(self, pool: str, names: Names) -> str:
        """The dice of a pool that are not ignored."""
        cell = f"s.{self.box.pools[pool].cell}"
        ignored = self.ruleset.ignored.get(pool)
        if not ignored:
            return cell
        faces = self.box.pools[pool].faces
        amounts = {faces.index(face): self.text(amount, names) for face, amount in ignored.items()}
        limits = "".join(f"({face}, {amount}), " for face, amount in amounts.items())
        return f"(active({cell}, ({limits})) if {' or '.join(amounts.values())} else {cell})"

    def _help(self, demand: r.Demand) -> str:
        """The cards that help, counted by kind over all owners of their zones."""
        size = len(self.box.cards[self.box.zones[demand.helped_by[0]].holds])
        zones = [self.box.zones[zone] for zone in demand.helped_by]
        cells = ", ".join(f"s.{zone.cell}" for zone in zones)
        return f"(lent({size}, {cells}) if {' or '.join(map(self.holds_some, zones))} else ())"

    def holds_some(self, zone: Zone) -> str:
        """Whether a card lies in a zone whose cards are counted, whosever it is."""
        cell = f"s.{b.sum_cell(zone.id, b.CARDS)}"
        return cell if zone.of == "table" else f"any({cell})"

    def _needs(self, demand: r.Demand, names: Names) -> str:
        """What is asked instead of what the dice show, in the order of the faces."""
        faces = self.box.pools[demand.pool].faces
        ordered = sorted(demand.needs, key=faces.index)
        numbers = {faces.index(face): self.text(demand.needs[face], names) for face in ordered}
        return " + ".join(f"({face},) * several({number})" for face, number in numbers.items())

    # comparisons

    def _compare(self, term: t.Compare, names: Names) -> str:
        sets = "players" in (type_of(term.left), type_of(term.right))
        write = self.bits if sets else self.text
        left, right = write(term.left, names), write(term.right, names)
        operator = _OPERATORS[term.operator]
        if left.isdecimal() and right.isdecimal():
            return str(eval(f"{left} {operator} {right}", {}))  # noqa: S307  # two decimal numbers
        is_any = _IS_ANY.get((term.operator, right))
        found = None if self.tops or is_any is None else self._any_there(term.left, names)
        if found is not None:
            return found if is_any else opposite(found)
        return f"({left} {operator} {right})"

    def _not(self, term: Term, names: Names) -> str:
        if isinstance(term, t.Compare) and not self.tops:
            return self._compare(evolve(term, operator=_OPPOSITE[term.operator]), names)
        return opposite(self.text(term, names))

    def _any_there(self, count: Term, names: Names) -> str | None:
        """Text that is true where a count is not 0, if one need not count for that."""
        match count:
            case t.CountDice(pool=pool, face=face):
                cell = f"s.{self.box.pools[pool].cell}"
                return cell if face is None else f"({self.text(face, names)} in {cell})"
            case t.CountCards(zone=zone, card=None) if self.box.zones[zone.zone].pile:
                parts = [self.pile(zone, names)]
                parts += [self.pile(zone, names, top=True)] if self.has_top(zone.zone) else []
                return None if self.unseen(zone.zone) else any_of(parts)
            case t.CountCards(zone=zone, card=None):
                return None if zone.without else f"any({self.counted(zone, names)})"
            case _:
                return None

    def _contains(self, player: Term, members: Term, names: Names, *, negated: bool) -> str:
        if isinstance(members, t.Everybody):
            return FALSE if negated else TRUE
        if isinstance(members, t.Choose | t.ValueOf):
            members = self.unfolded(members)
            if isinstance(members, t.Everybody):
                return FALSE if negated else TRUE
        if type_of(members) == "player":
            operator = "!=" if negated else "=="
            return f"({self.text(player, names)} {operator} {self.text(members, names)})"
        if isinstance(members, t.Without) and type_of(members.removed) == "player":
            inside = self._contains(player, members.members, names, negated=False)
            found = all_of([inside, f"({self.text(player, names)} != {self.text(members.removed, names)})"])
            return opposite(found) if negated else found
        inside = f"({self.text(members, names)} >> {self.text(player, names)} & 1)"
        return f"(not {inside})" if negated else inside

    def unfolded(self, term: Term) -> Term:
        """A term without choices that options decide and without values that need no owner."""
        if isinstance(term, t.Choose):
            condition = self.text(term.condition, {}) if _constant(term.condition) else ""
            if condition in (TRUE, FALSE):
                return self.unfolded(term.then if condition == TRUE else term.otherwise)
        if isinstance(term, t.ValueOf) and term.argument is None:
            return self.unfolded(self.ruleset.values[term.value].term)
        return term

    def with_tops(self, *, tops: bool) -> TermWriter:
        """The same writer for a program with or without known tops."""
        return evolve(self, tops=tops)


def _constant(term: Term) -> bool:
    """Whether only options decide."""
    match term:
        case t.OptionIs() | t.OptionNumber() | t.Number():
            return True
        case t.Not(operand=operand) | t.Probed(operand=operand):
            return _constant(operand)
        case t.AllOf(operands=operands) | t.AnyOf(operands=operands):
            return all(_constant(o) for o in operands)
        case _:
            return False


def _plain(name: str) -> str:
    return name.replace("-", "_")


def _number_table(group: str, attribute: str) -> str:
    return f"NUMBER_{group}_{_plain(attribute)}"
