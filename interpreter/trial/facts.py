"""A subject and a machine to its value, and to words for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from attrs import frozen

from interpreter.engine import box as b
from interpreter.engine import contents as engine
from interpreter.engine import placing
from interpreter.engine.contents import dealt, members
from interpreter.engine.decisions import Over
from interpreter.engine.machine import Machine
from interpreter.engine.state import Open
from interpreter.source.catalogue import Phrase
from interpreter.source.speech import DEFAULT
from interpreter.trial import vocabulary as n
from interpreter.trial.vocabulary import Vocabulary

NONE = "none"


@frozen
class Contents:
    """What a subject is now: things by index, in order if the order matters; `size` counts all."""

    things: tuple[int, ...]
    size: int
    is_ordered: bool
    open: str | None = None


def contents(machine: Machine, ref: n.Ref) -> Contents:
    """The things that make up a subject."""
    state, box = machine.state, machine.program.box
    match ref:
        case n.ZoneRef(zone=zone_id, owner=owner):
            return _zone(machine, box.zones[zone_id], owner)
        case n.RoleRef(role=role):
            holder = getattr(state, b.role_cell(role))
            if isinstance(holder, Open):
                return Contents((), 0, is_ordered=False, open=role)
            seats = members(holder, box.players) if box.roles[role] else (holder,) if holder >= 0 else ()
            return _set(seats)
        case n.PawnRef(pawn=pawn):
            here = getattr(state, b.here_cell(pawn))
            return Contents((), 0, is_ordered=False, open=pawn) if isinstance(here, Open) else _set((here,))
        case n.TrackRef(track=track):
            places = getattr(state, b.track_cell(track))
            return Contents(places, len(places), is_ordered=True)
        case n.PoolRef(pool=pool):
            return _set(getattr(state, box.pools[pool].cell))
        case n.WinnersRef():
            waiting = machine.waiting
            return _set(waiting.winners if isinstance(waiting, Over) else ())
        case _:
            raise AssertionError(ref)


def _set(things: tuple[int, ...]) -> Contents:
    return Contents(tuple(sorted(things)), len(things), is_ordered=False)


def _zone(machine: Machine, zone: b.Zone, owner: int | None) -> Contents:
    state = machine.state
    if zone.pile:
        top = getattr(state, zone.top)
        known = top if zone.of == "table" or owner is None else top[owner]
        size = len(known) + len(placing.pile_of(state, zone, owner)) + dealt(machine.program.box, state, zone)
        return Contents(known, size, is_ordered=True)
    kinds = len(machine.program.box.cards[zone.holds])
    counts = getattr(state, zone.cell)[(owner or 0) * kinds : (owner or 0) * kinds + kinds]
    return _set(tuple(kind for kind, count in enumerate(counts) for _ in range(count)))


def surely(machine: Machine, ref: n.Ref) -> Counter[int]:
    """How many there are of each thing at least, by index: each card that was dealt face down may be missing."""
    if isinstance(ref, n.ZoneRef):
        here = lying(machine, ref)
        gone = max(0, -here.unseen)
        return Counter({kind: max(0, count - gone) for kind, count in enumerate(here.counts)})
    return Counter(contents(machine, ref).things)


def perhaps(machine: Machine, ref: n.Ref) -> Counter[int]:
    """How many there are of each thing at most, by index: cards dealt face down may be any of their old pile."""
    if isinstance(ref, n.ZoneRef):
        here = lying(machine, ref)
        origin = here.zone.dealt_from if here.unseen > 0 else None
        more = lying(machine, n.ZoneRef(origin, None)).counts if origin is not None else ()
        return Counter(dict(enumerate(here.counts))) + Counter(dict(enumerate(more)))
    return Counter(contents(machine, ref).things)


def lying(machine: Machine, ref: n.ZoneRef) -> engine.Contents:
    """What lies in a zone, whoever sees it."""
    box = machine.program.box
    found = engine.contents_of(box, machine.state, box.zones[ref.zone])
    return next(each for each in found if each.owner == ref.owner)


def number(machine: Machine, ref: n.Ref) -> int | None:
    """The value of a subject that is a number."""
    match ref:
        case n.CounterRef(counter=counter, owner=owner):
            cell = getattr(machine.state, b.counter_cell(counter))
            return int(cell if owner is None else cell[owner])
        case n.ScoreRef(seat=seat):
            scores = machine.scores()
            return scores[seat][0] if scores else 0
        case _:
            return None


def words(machine: Machine, ref: n.Ref, vocabulary: Vocabulary) -> str:
    """What a subject is now, as a scenario writes it."""
    found = number(machine, ref)
    if found is not None:
        return str(found)
    if isinstance(ref, n.GameRef):
        return "over" if isinstance(machine.waiting, Over) else "running"
    now = contents(machine, ref)
    if now.open is not None:
        return Phrase("open")
    listed = listing(vocabulary, ref, now.things)
    hidden = now.size - len(now.things)
    if hidden:
        unknown = Phrase("unknown", count=hidden)
        return Phrase("then-unknown", listed=listed, unknown=unknown) if now.things else unknown
    return listed


def listing(vocabulary: Vocabulary, ref: n.Ref, things: tuple[int, ...]) -> str:
    """Things by name, equal ones counted."""
    names = [thing_name(vocabulary, ref, thing) for thing in things]
    shown = []
    for name in dict.fromkeys(names):
        count = names.count(name)
        shown.append(name if count == 1 else f"{count} {name}")
    ordered = isinstance(ref, n.TrackRef) or (isinstance(ref, n.ZoneRef) and vocabulary.box.zones[ref.zone].pile)
    return ", ".join(names if ordered else shown) or NONE


def thing_name(vocabulary: Vocabulary, ref: n.Ref, thing: int) -> str:
    """What a thing of a subject is called in a scenario."""
    box = vocabulary.box
    match ref:
        case n.ZoneRef(zone=zone):
            return card_name(vocabulary, box.zones[zone].holds, thing)
        case n.RoleRef() | n.WinnersRef():
            return vocabulary.players[thing]
        case n.PoolRef(pool=pool):
            return box.pools[pool].faces[thing]
        case _:
            return box.places[thing]


def card_name(vocabulary: Vocabulary, kind: str, card: int) -> str:
    """A card as a scenario names it: `2 of mill` for one with a home that it does not share."""
    box = vocabulary.box
    name, homes = box.cards[kind][card], box.homes[kind][card]
    label = vocabulary.labels.get(DEFAULT, {}).get("cards", {}).get(name)
    if label is not None and len(homes) == 1:
        return f"{label.one} of {box.places[homes[0]]}"
    return name


def subjects(box: b.Box) -> Iterator[n.Ref]:
    """Everything that can change."""
    for zone in box.zones.values():
        owners = [None] if zone.of == "table" else list(range(box.owners(zone)))
        yield from (n.ZoneRef(zone.id, owner) for owner in owners)
    yield from map(n.RoleRef, box.roles)
    yield from map(n.PawnRef, box.pawns)
    yield from map(n.TrackRef, box.tracks)
    yield from map(n.PoolRef, box.pools)
    for counter, (of, _) in box.counters.items():
        many = {"table": 0, "player": box.players, "place": len(box.places)}[of]
        yield from (n.CounterRef(counter, owner) for owner in (range(many) if many else [None]))


def subject_ids(vocabulary: Vocabulary, ref: n.Ref, written: Callable[[str], str]) -> str:
    """A subject by its ids; `written` puts names that are not plain words in quotes, but for those of players."""
    match ref:
        case n.ZoneRef(zone=name, owner=owner):
            of = vocabulary.box.zones[name].of
        case n.CounterRef(counter=name, owner=owner):
            of = vocabulary.box.counters[name][0]
        case _:
            return written(subject_words(vocabulary, ref))
    if owner is None:
        return written(name)
    who = vocabulary.players[owner] if of == "player" else written(vocabulary.box.places[owner])
    return f"{who} {written(name)}"


def subject_words(vocabulary: Vocabulary, ref: n.Ref) -> str:
    """A subject as a scenario names it."""
    match ref:
        case n.ZoneRef(zone=name, owner=owner):
            return _owned(vocabulary, vocabulary.box.zones[name].of, name, owner)
        case n.CounterRef(counter=name, owner=owner):
            return _owned(vocabulary, vocabulary.box.counters[name][0], name, owner)
        case n.PoolRef(pool=name):
            return n.DICE if len(vocabulary.box.pools) == 1 else name
        case n.RoleRef(role=name) | n.PawnRef(pawn=name) | n.TrackRef(track=name):
            return name
        case n.ScoreRef(seat=seat):
            return f"{vocabulary.players[seat]} score"
        case n.WinnersRef():
            return "winners"
        case n.GameRef():
            return "game"


def _owned(vocabulary: Vocabulary, of: str, name: str, owner: int | None) -> str:
    label = vocabulary.labels.get(DEFAULT, {}).get("zones", {}).get(name)
    shown = label.one if label is not None and label.one.isalpha() else name
    if owner is None:
        return name
    return f"{vocabulary.players[owner] if of == 'player' else vocabulary.box.places[owner]} {shown}"


def contents_or_number(machine: Machine, ref: n.Ref) -> Contents | int | None:
    """What can be compared about a subject before and after."""
    found = number(machine, ref)
    return found if found is not None else contents(machine, ref)
