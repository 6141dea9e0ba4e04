"""A ruleset, a number of players and options to a program in its forms."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import compress
from typing import Any

from attrs import evolve, frozen

from interpreter.compiler.box_from_draft import Moves, box_from_draft, initial_fields
from interpreter.compiler.calls import fill_in
from interpreter.compiler.context import Context, Env, RunsInsideItself
from interpreter.compiler.emit import Emitter
from interpreter.compiler.flow import Finish, Stop
from interpreter.compiler.from_rules import GAME, compile_block
from interpreter.compiler.from_terms import TermWriter
from interpreter.compiler.liveness import cells_read_from, live_cells
from interpreter.compiler.notes import Notes, Probe, note
from interpreter.compiler.positions import settled
from interpreter.compiler.probing import probed
from interpreter.compiler.sharing import shared_actions
from interpreter.compiler.shortcuts import take_shortcuts
from interpreter.engine import box as b
from interpreter.engine import memory, tables
from interpreter.engine.box import Box
from interpreter.engine.payments import ALL, Meeting, Ways, sparing
from interpreter.engine.program import Form, Invariant, Program, Room, Rule
from interpreter.engine.state import Open, first_state
from interpreter.model import rules as r
from interpreter.model import terms as t
from interpreter.model.reading import options_read, parts_by_rule
from interpreter.model.walking import inside

_OWNER = {"owner": "x"}
_ALLOWED = ("len", "max", "min", "sum", "any", "all", "tuple", "sorted", "range", "int", "bool", "set", "enumerate")


@frozen
class Identity:
    """What a program is made from: the name and the content hash of the stack."""

    name: str = ""
    hash: str = ""


def compile_program(
    ruleset: r.Ruleset,
    players: int,
    options: Mapping[str, str | int],
    *,
    identity: Identity = Identity(),
    places: Callable[[tuple[str, ...]], str] = ".".join,
    notes: Notes | None = None,
) -> Program:
    """Compile a game. `places` says in which file and line a rule stands.

    With `notes` the inspecting form is a probing one: it plays the same, and notes there what ran.

    Raises:
        CompileError: The rules run into themselves, or end what they are not part of.
    """
    chosen = {k: options.get(k, option.default) for k, option in ruleset.draft.options.items()}
    box = _box(ruleset, players, chosen)
    observed = ruleset if notes is None else probed(ruleset)
    inspecting, context = _form(observed, box, chosen, places, inspecting=True, notes=notes)
    invariants = tuple(_invariants(ruleset, context, inspecting.names))
    return Program(
        name=identity.name or ruleset.draft.ruleset,
        hash=identity.hash,
        options=chosen,
        box=box,
        rules=_rules(ruleset, context.rules),
        sites=tuple(context.sites),
        entries=context.entries,
        inspecting=inspecting,
        make_fast=lambda recording: _form(ruleset, box, chosen, places, recording=recording)[0],
        invariants=invariants,
        rooms=tuple(_rooms(ruleset, context, inspecting.names)),
        logged=frozenset(context.logged),
        round=None if context.rounds is None else context.rounds.sequences[0],
        role=_first_role(box),
    )


def _rules(ruleset: r.Ruleset, rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """The rules, each with the options that decide what it does, and the rulings about these."""
    parts = parts_by_rule(ruleset)
    return tuple(evolve(rule, options=_options(ruleset, parts.get(rule.path, ()))) for rule in rules)


def _options(ruleset: r.Ruleset, parts: Iterable[object]) -> tuple[str, ...]:
    options = tuple(dict.fromkeys(options_read(ruleset, parts)))
    rulings = (ruleset.draft.options[option].ruling for option in options)
    return (*options, *dict.fromkeys(ruling for ruling in rulings if ruling is not None))


def check_course(ruleset: r.Ruleset, players: int, options: Mapping[str, str | int]) -> None:
    """See whether a game can be compiled, without making its program.

    Raises:
        CompileError: The rules run into themselves, or end what they are not part of.
    """
    chosen = {k: options.get(k, option.default) for k, option in ruleset.draft.options.items()}
    _compiled(ruleset, _box(ruleset, players, chosen), chosen, inspecting=True, recording=False, notes=None)


def _box(ruleset: r.Ruleset, players: int, options: Mapping[str, str | int]) -> Box:
    moves = _moves(ruleset)
    empty = box_from_draft(ruleset.draft, players, frozenset(), (), moves)
    writer = TermWriter(ruleset, empty, options, tops=True)
    left_out = {k for k, term in ruleset.used_if.items() if writer.text(term, {}) == "False"}
    return box_from_draft(ruleset.draft, players, frozenset(left_out), tuple(sorted(_sums(ruleset, empty))), moves)


def _sums(ruleset: r.Ruleset, box: Box) -> set[tuple[str, str]]:
    """What the program keeps up to date: sums that rules ask for, which card lies alone, and whether any does."""
    emptied = {x.from_zone.zone for x in ruleset.parts if isinstance(x, r.MoveKind) and x.card is None}
    helping = {zone for demand in ruleset.demands.values() for zone in demand.helped_by}
    single = {x.zone.zone for x in ruleset.parts if isinstance(x, t.CardNumber)}
    counted = {(zone, b.CARDS) for zone in emptied | helping | single if not box.zones[zone].pile}
    summed = {(x.zone.zone, x.attribute) for x in ruleset.parts if isinstance(x, t.SumCards)}
    return counted | {(zone, b.KINDS) for zone in single} | summed


def _moves(ruleset: r.Ruleset) -> Moves:
    parts = ruleset.parts
    drawn = {x.to_zone.zone: x.from_zone.zone for x in parts if isinstance(x, r.Draw)}
    moved = frozenset(x.to_zone.zone for x in parts if isinstance(x, r.MoveKind | r.MoveCards))
    played = frozenset(play.to_zone for plays in ruleset.plays.values() for play in plays)
    refilled = frozenset(key for key, zone in ruleset.draft.zones.items() if zone.refill is not None)
    return Moves(drawn, moved, moved | played | refilled | frozenset(drawn))


def _form(
    ruleset: r.Ruleset,
    box: Box,
    options: Mapping[str, str | int],
    places: Callable[[tuple[str, ...]], str],
    *,
    inspecting: bool = False,
    recording: bool = False,
    notes: Notes | None = None,
) -> tuple[Form, Context]:
    c = _compiled(ruleset, box, options, inspecting=inspecting, recording=recording, notes=notes)
    _settle_entries(c)
    lines = {index: places(rule.path) for index, rule in enumerate(c.rules)}
    resumes = {
        block.exit.site: block.exit.resume
        for block in c.graph.blocks.values()
        if isinstance(block.exit, Stop) and (inspecting or block.exit.random is None)
    }
    if not inspecting:
        take_shortcuts(c.graph)
    live = live_cells(c.graph)
    emitter = Emitter(c.graph, inspecting, recording, lines, live)
    roots = c.roots if inspecting else {"start": c.roots["start"]}
    source = emitter.source(roots, len(c.streams), resumes)
    initial = initial_fields(box, tops=inspecting) | ({b.CALLS: ()} if c.called else {})
    if any(isinstance(x, r.End) and x.winners is not None for x in ruleset.parts):
        initial[b.WON] = -1
    kept = {site: tuple(sorted(live[label] & set(c.cells))) for site, label in resumes.items()}
    return _finished(c, source, initial, kept, tuple(emitter.rules)), c


def _compiled(
    ruleset: r.Ruleset,
    box: Box,
    options: Mapping[str, str | int],
    *,
    inspecting: bool,
    recording: bool,
    notes: Notes | None,
) -> Context:
    """The graph of a game. A rule that turns out to run inside itself is made a procedure."""
    recursive: frozenset[str] = frozenset()
    shared = shared_actions(ruleset)
    while True:
        writer = TermWriter(ruleset, box, options, tops=inspecting, notes=notes)
        c = Context(ruleset, box, writer, inspecting, inspecting or recording, notes)
        c.recursive, c.shared = recursive, shared - recursive
        try:
            _course(c)
        except RunsInsideItself as found:
            if found.rule in recursive:
                raise
            recursive |= {found.rule}
        else:
            fill_in(c)
            return c


def _settle_entries(c: Context) -> None:
    """Keep the steps where a position can start, and note which dice it has to say."""
    live = cells_read_from(c.graph)
    pools = {pool.cell: pool.id for pool in c.box.pools.values()}
    for step, entry in list(c.entries.items()):
        needed = live[c.roots[f"step {step}"]]
        given = {line.split(" = ")[0].removeprefix("s.") for line in entry.prepare}
        if needed - given - set(pools):
            del c.entries[step], c.roots[f"step {step}"]
        else:
            c.entries[step] = evolve(entry, inputs=tuple(sorted(pools[cell] for cell in needed & set(pools))))


def _finished(
    c: Context, source: str, initial: dict[str, Any], live: Mapping[int, tuple[str, ...]], rules: tuple[int | None, ...]
) -> Form:
    score, worth = _score(c), _worth(c)
    rooms = [_owned(c, zone) for zone in c.ruleset.rooms]
    for term in (*(invariant.term for invariant in c.ruleset.invariants), *rooms):
        c.writer.text(term, _OWNER)  # so that the names hold what they call
    names = _names(c)
    fields = {**initial, **dict.fromkeys(c.cells, 0)}
    return Form(
        source=source,
        rules=rules,
        code=compile(source, f"<{c.ruleset.draft.ruleset}, {_called(c)}>", "exec"),
        names=names,
        score=None if score is None else _function(score, names),
        worth=None if worth is None else _function(worth, names),
        first=first_state({**_NOTHING_YET, **fields}),
        streams=tuple(c.streams),
        live=live,
    )


_NOTHING_YET = {"who": -2, "site": -1, "answers": (), "ended": None, "first": None, "rounds": 0}


def _called(c: Context) -> str:
    """What a form is called in tracebacks."""
    return "inspecting" if c.inspecting else "recording" if c.recording else "fast"


def _course(c: Context) -> None:
    """Setup and the course of play; positions start after what setup does without chance."""
    over = c.graph.block("over", c.rule(("steps", GAME)), [], Finish())
    c.outermost = {GAME: over}
    env = Env().scope(GAME, over).entering(GAME, ("steps", GAME))
    c.rounds = next((part for part in inside(c.ruleset.steps) if isinstance(part, r.Repeat)), None)
    first = compile_block(c, c.ruleset.steps.get(GAME, ()), env, over)
    role = _first_role(c.box)
    if role is not None:
        first = c.graph.lead("begin", c.rule(("steps", GAME)), [f"s.first = s.{b.role_cell(role)}"], first)
    c.roots["play"] = first
    c.roots["start"] = compile_block(c, c.ruleset.setup, Env(), first)
    ready = c.graph.block("ready", c.rule(("setup",)), [], Finish())
    c.roots["position"] = compile_block(c, settled(c.ruleset), Env(), ready)


def _first_role(box: Box) -> str | None:
    """The first role that one player holds."""
    return next((role for role, several in box.roles.items() if not several), None)


def _names(c: Context) -> dict[str, Any]:
    """The names that generated source may use, besides its own."""
    players = c.box.players
    names: dict[str, Any] = {
        "__builtins__": _builtins(),
        "LEFT": tables.left_of(players),
        "NEXT": tables.next_among(players),
        "TURNS": tables.turns(players),
        "since": tables.since,
        "MEMBERS": tables.members(players),
        "compress": compress,
        "different": tables.different,
        "different_faces": tables.different_faces,
        "subsets": tables.subsets,
        "within": tables.within,
        "fit": tables.fit,
        "several": tables.several,
        "active": tables.active,
        "lent": tables.lent,
        "highest": tables.highest,
        "lowest": tables.lowest,
        "kinds": tables.kinds,
        "number_of": tables.number_of,
        "on_track": tables.on_track,
        "standing": tables.standing,
        "put": tables.put,
        "spread": tables.spread,
        "without_dice": tables.without_dice,
        **{function.__name__: function for function in memory.FUNCTIONS},
        **c.globals.made,
        **({} if c.notes is None else {"note": c.notes.hit.update, "probe": c.notes.probe}),
        **_tables(c.box),
        **_meeting_tables(c),
    }
    for (demand, holds, without), name in c.writer.payable.items():
        names[name] = _ways(c, demand, holds, frozenset(without))
    for cards, name in c.writer.sparing.items():
        names[name] = sparing(frozenset(c.box.card_index[card][1] for card in cards))
    return names


def _builtins() -> dict[str, Any]:
    return {name: getattr(builtins, name) for name in _ALLOWED}


def _tables(box: Box) -> dict[str, Any]:
    names: dict[str, Any] = {}
    for (group, attribute), numbers in box.numbers.items():
        prefix = "NUMBER" if group == "places" else "CARD"
        names[f"{prefix}_{group}_{attribute}".replace("-", "_")] = numbers
    for zone in box.zones.values():
        names[f"EMPTY_{zone.id}".replace("-", "_")] = _empty(box, zone)
    for pool in box.pools.values():
        plain = pool.id.replace("-", "_")
        names[f"roll_{plain}"] = tables.roller(pool.sides)
        names[f"NUMBERS_{plain}"] = pool.numbers
    for kind, cards in box.cards.items():
        plain = kind.replace("-", "_")
        names[f"GROUPS_{plain}_kind"] = tuple(range(len(cards)))
        names[f"KINDS_{plain}"] = tuple(i for i, copies in enumerate(box.copies[kind]) if copies)
        names[f"GROUPS_{plain}_home"] = box.homes[kind]
        for (group, attribute), numbers in box.numbers.items():
            if group == kind:
                names[f"GROUPS_{plain}_{attribute.replace('-', '_')}"] = numbers
    return names


def _empty(box: Box, zone: b.Zone) -> Open | tuple[Open, ...]:
    if zone.of == "table":
        return Open(zone.id)
    if zone.of == "player":
        return (Open(zone.id),) * box.players
    return tuple(Open(f"{place} {zone.id}") for place in box.places)


def _meeting_tables(c: Context) -> dict[str, Any]:
    """For each type of card and each pool: which faces each kind can pay for, as bits."""
    names: dict[str, Any] = {}
    for kind, cards in c.box.cards.items():
        for pool in c.box.pools.values():
            met = [c.ruleset.draft.cards[key].meets for key in cards]
            bits = tuple(sum(1 << i for i, face in enumerate(pool.faces) if face in faces) for faces in met)
            names[f"MEETS_{kind}_{pool.id}".replace("-", "_")] = bits
    return names


def _ways(c: Context, demand: str, holds: str, without: frozenset[str]) -> Ways:
    rule = c.ruleset.demands[demand]
    faces = c.box.pools[rule.pool].faces
    meetings = []
    for index, key in enumerate(c.box.cards[holds]):
        card = c.ruleset.draft.cards[key]
        met = tuple(faces.index(face) for face in card.meets if face in faces)
        helps = tuple(faces.index(face) for face in card.helps if face in faces) if rule.helped_by else ()
        if met or helps or rule.jokers is not None:
            meetings.append(Meeting(index, met, _covers(card.covers), (*met, *helps), pays=key not in without))
    free = frozenset(faces.index(f) for f in rule.free)
    return Ways(meetings, free, fewest=c.writer.finds_fewest(demand))


def _covers(said: str | int) -> int:
    return said if isinstance(said, int) else ALL


def _score(c: Context) -> str | None:
    """What a player scores, and what breaks ties, as Python text."""
    if c.ruleset.score is None:
        return None
    terms = (c.ruleset.score, *c.ruleset.ties)
    if c.notes is None:
        return _score_text(c, terms)
    with c.notes.collecting() as numbers:
        c.notes.beside(Probe(("scoring", "score"), "rule"))
        text = _score_text(c, terms)
    return f"lambda s, p: {note(numbers)[0]} or ({text})(s, p)"


def _worth(c: Context) -> str | None:
    """What a position is worth for a player, if the ruleset says so, as Python text."""
    term = c.ruleset.worth
    return None if term is None else f"lambda s, p: {c.writer.text(term, {'player': 'p'})}"


def _score_text(c: Context, terms: tuple[t.Term, ...]) -> str:
    parts = [c.writer.text(term, {"player": "p"}) for term in terms]
    return f"lambda s, p: ({', '.join(parts)},)"


def _invariants(ruleset: r.Ruleset, c: Context, helpers: Mapping[str, Any]) -> Iterator[Invariant]:
    for invariant in ruleset.invariants:
        holds = _function(f"lambda s: bool({c.writer.text(invariant.term, {})})", helpers)
        yield Invariant(c.rule(invariant.path, invariant.id), invariant.id, invariant.at, holds)


def _rooms(ruleset: r.Ruleset, c: Context, helpers: Mapping[str, Any]) -> Iterator[Room]:
    for zone_id in ruleset.rooms:
        zone = c.box.zones[zone_id]
        text = c.writer.text(_owned(c, zone_id), _OWNER)
        owners: tuple[int | None, ...] = (None,) if zone.of == "table" else tuple(range(c.box.owners(zone)))
        yield Room(zone_id, owners, _function(f"lambda s, x: {text}", helpers))


def _owned(c: Context, zone: str) -> t.Room:
    """How much room there is in a zone of whoever is called `owner`."""
    of = c.box.zones[zone].of
    return t.Room(t.ZoneOf(zone, None if of == "table" else t.Variable("owner", of)))


def _function(text: str, helpers: Mapping[str, Any]) -> Any:
    return eval(text, dict(helpers))  # noqa: S307  # the compiler's own text
