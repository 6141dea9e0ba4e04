"""Statements that change the table, to blocks: dice, cards, roles, pawns, tracks, counters."""

from __future__ import annotations

from interpreter.compiler.context import Context, Env
from interpreter.compiler.flow import Branch, Jump, Label, Stop
from interpreter.engine import box as b
from interpreter.engine.box import Zone
from interpreter.engine.state import Open
from interpreter.model import rules as r
from interpreter.model import terms as t
from interpreter.model.terms import type_of


def compile_effect(c: Context, s: r.Statement, env: Env, after: Label) -> Label:
    """Compile one effect that goes on at `after`."""
    match s:
        case r.Roll():
            return _roll(c, s, env, after)
        case r.Reroll():
            return _reroll(c, s, env, after)
        case r.Clear(head=head, pool=pool):
            lines = [f"s.{c.box.pools[pool].cell} = ()", *c.log(c.head(head), "clear", repr(pool))]
            return c.graph.lead("clear", c.head(head), lines, after)
        case r.MoveCards():
            return _move_cards(c, s, env, after)
        case r.Draw():
            return _draw(c, s, env, after)
        case r.Give():
            return _give(c, s, env, after)
        case r.GiveAtRandom():
            return _give_at_random(c, s, env, after)
        case r.TakeAway():
            return _take_away(c, s, env, after)
        case r.PutPawn():
            return _put_pawn(c, s, env, after)
        case r.Advance():
            return _advance(c, s, env, after)
        case r.Lay():
            return _lay(c, s, env, after)
        case r.SetCounter():
            return _set_counter(c, s, env, after)
        case _:
            raise AssertionError(s)


# dice


def _roll(c: Context, s: r.Roll, env: Env, after: Label) -> Label:
    rule, pool = c.head(s.head), c.box.pools[s.pool]
    done = c.graph.open("rolled", rule)
    c.graph.blocks[done].takes_answer = True
    lines = [f"s.{pool.cell} = a", *c.log(rule, "roll", repr(s.pool), "a")]
    c.graph.fill(done, lines, Jump(after))
    return _throw(c, rule, s.head, s.pool, c.text(s.count, env), done)


def _throw(c: Context, rule: int, head: r.Head, pool: str, count: str, done: Label) -> Label:
    name = head.id or ".".join(head.path)
    site = c.site("roll", rule, stream=f"{pool} {name}", of=pool)
    stream = c.stream(f"{pool} {name}", places=False)
    roll = f"roll_{pool.replace('-', '_')}(n, {stream})"
    stop = Stop(site, "-1", "(n, None)", done, random=roll)
    return c.graph.block(f"throw_{name}", rule, [f"n = {_at_least_zero(count)}"], stop)


def _at_least_zero(count: str) -> str:
    return count if count.isdecimal() or count.startswith(("len(", "NUMBER_")) else f"max(0, {count})"


def _reroll(c: Context, s: r.Reroll, env: Env, after: Label) -> Label:
    rule, cell = c.head(s.head), f"s.{c.box.pools[s.pool].cell}"
    kept = c.cell("kept")
    done = c.graph.open("rerolled", rule)
    c.graph.blocks[done].takes_answer = True
    lines = [f"{cell} = tuple(sorted({kept} + a))", *c.log(rule, "reroll", repr(s.pool), "a", cell)]
    c.graph.fill(done, lines, Jump(after))
    throw = _throw(c, rule, s.head, s.pool, f"len({cell}) - len({kept})", done)
    return c.graph.lead("keep", rule, [f"{kept} = {_kept(c, s, env, cell)}"], throw)


def _kept(c: Context, s: r.Reroll, env: Env, cell: str) -> str:
    if s.which is not None:
        return f"without_dice({cell}, {env.names[s.which]})"
    if s.faces:
        faces = tuple(c.box.pools[s.pool].faces.index(face) for face in s.faces)
        return f"tuple([face for face in {cell} if face not in {faces}])"
    return "()"


# cards


def change_count(c: Context, zone: t.ZoneOf, env: Env, kind: str, by: str) -> list[str]:
    """Lines that put cards of one kind into an unordered zone (`+= n`) or take them out (`-= n`)."""
    info = c.box.zones[zone.zone]
    base = c.writer.base(zone, env.names)
    lines = [f"s.{info.cell}[{base + ' + ' if base else ''}{kind}] {by}"]
    for attribute in (a for z, a in c.box.sums if z == zone.zone):
        owner = "" if zone.owner is None else f"[{c.text(zone.owner, env)}]"
        operator, number = by.split("= ")
        table = f"CARD_{info.holds}_{attribute}".replace("-", "_")
        lines.append(f"s.{b.sum_cell(zone.zone, attribute)}{owner} {operator}= {number} * {table}[{kind}]")
    return lines


def where_text(c: Context, zone: t.ZoneOf, env: Env) -> str:
    """A zone in an event: its name and its owner (None for the table)."""
    owner = "None" if zone.owner is None else c.text(zone.owner, env)
    return f"({zone.zone!r}, {owner})"


def _move_cards(c: Context, s: r.MoveCards, env: Env, after: Label) -> Label:
    rule, cards = c.head(s.head), env.names[s.cards]
    take = change_count(c, s.from_zone, env, "k", "-= 1")
    put = change_count(c, s.to_zone, env, "k", "+= 1")
    lines = [f"for k in {cards}:", *[f"    {line}" for line in (*take, *put)]]
    where = (where_text(c, s.from_zone, env), where_text(c, s.to_zone, env))
    return c.graph.lead("move", rule, [*lines, *c.log(rule, "move", cards, *where)], after)


def _draw(c: Context, s: r.Draw, env: Env, after: Label) -> Label:
    rule, count = c.head(s.head), c.text(s.count, env)
    if count == "1":
        return _draw_one(c, s, env, rule, after, after)
    left = c.cell("left")
    again = c.graph.open("draws", rule)
    one = _draw_one(c, s, env, rule, again, after)
    take = c.graph.lead("draws_one", rule, [f"{left} -= 1"], one)
    c.graph.fill(again, [], Branch(f"{left} > 0", take, after))
    return c.graph.lead("draws_start", rule, [f"{left} = {count}"], again)


def _draw_one(c: Context, s: r.Draw, env: Env, rule: int, drawn: Label, none: Label) -> Label:
    """Draw one card; go on at `drawn`, or at `none` if there is none."""
    pile = c.writer.pile(s.from_zone, env.names)
    info = c.box.zones[s.from_zone.zone]
    places = info.of == "place"
    owner = c.text(s.from_zone.owner, env) if s.from_zone.owner is not None else "None"
    landed = _landed(c, s, env, rule, drawn)
    done = c.graph.open("drawn", rule)
    c.graph.blocks[done].takes_answer = True
    remove = [f"t = {pile}", "i = t.index(a)", f"{pile} = t[:i] + t[i + 1:]", "k = a"]
    c.graph.fill(done, [*remove, *_landing(c, s, env, rule)], Jump(landed))
    stream = c.stream(s.from_zone.zone, places=places)
    site = c.site("draw", rule, stream=s.from_zone.zone, of=info.holds)
    source = f"{stream}[{owner}]()" if places else f"{stream}()"
    stop = Stop(site, "-1", f"({pile}, {owner})", done, random=f"{pile}[int({source} * len({pile}))]")
    wait = c.graph.block("draw", rule, [], stop)
    filled = c.graph.branch("draw_any", rule, pile, wait, none)
    refill = _refill(c, info, s.from_zone, env, rule)
    again = c.graph.lead("refill", rule, refill, filled) if refill else none
    empty = c.graph.branch("draw_from", rule, pile, wait, again)
    return _known_top(c, s, env, rule, drawn, empty) if c.writer.tops else empty


def _landing(c: Context, s: r.Draw, env: Env, rule: int) -> list[str]:
    lines = change_count(c, s.to_zone, env, "k", "+= 1")
    where = (where_text(c, s.from_zone, env), where_text(c, s.to_zone, env))
    return [*lines, *c.log(rule, "draw", "(k,)", *where)]


def _landed(c: Context, s: r.Draw, env: Env, rule: int, drawn: Label) -> Label:
    """After a draw: a pile that refills at once does so when it is empty."""
    at_once = c.ruleset.refill_at_once.get(s.from_zone.zone)
    if at_once is None or c.text(at_once, env) != "True":
        return drawn
    info = c.box.zones[s.from_zone.zone]
    lines = _refill(c, info, s.from_zone, env, rule)
    again = c.graph.lead("refill_at_once", rule, lines, drawn)
    pile = c.writer.pile(s.from_zone, env.names)
    top = f" and not {c.writer.pile(s.from_zone, env.names, top=True)}" if c.writer.tops else ""
    return c.graph.branch("drawn_last", rule, f"not {pile}{top}", again, drawn)


def _refill(c: Context, info: Zone, zone: t.ZoneOf, env: Env, rule: int) -> list[str]:
    declared = c.ruleset.draft.zones[info.id].refill
    if declared is None:
        return []
    source = c.box.zones[declared.from_]
    size = len(c.box.cards[info.holds])
    pile, counts = c.writer.pile(zone, env.names), f"s.{source.cell}"
    where = (where_text(c, t.ZoneOf(source.id, None), env), where_text(c, zone, env))
    return [
        f"{pile} = spread({counts})",
        *c.log(rule, "shuffle", pile, *where),
        f"{counts}[:] = {[0] * size}",
    ]


def _known_top(c: Context, s: r.Draw, env: Env, rule: int, drawn: Label, empty: Label) -> Label:
    top = c.writer.pile(s.from_zone, env.names, top=True)
    lines = [f"k = {top}[0]", f"{top} = {top}[1:]", *_landing(c, s, env, rule)]
    known = c.graph.lead("draw_known", rule, lines, _landed(c, s, env, rule, drawn))
    return c.graph.branch("draw_top", rule, top, known, empty)


# roles


def _give(c: Context, s: r.Give, env: Env, after: Label) -> Label:
    rule, cell = c.head(s.head), f"s.{b.role_cell(s.role)}"
    if not c.box.roles[s.role] or type_of(s.to) == "players":
        line = f"{cell} = {c.text(s.to, env)}"
    else:
        line = f"{cell} |= 1 << {c.text(s.to, env)}"
    return c.graph.lead(f"give_{s.role}", rule, [line, *c.log(rule, "role", repr(s.role), cell)], after)


def _give_at_random(c: Context, s: r.GiveAtRandom, env: Env, after: Label) -> Label:
    rule, cell = c.head(s.head), f"s.{b.role_cell(s.role)}"
    done = c.graph.open(f"given_{s.role}", rule)
    c.graph.blocks[done].takes_answer = True
    c.graph.fill(done, [f"{cell} = a", *c.log(rule, "role", repr(s.role), cell)], Jump(after))
    site = c.site("pick", rule, stream=s.role, of=s.role)
    stream = c.stream(s.role, places=False)
    among = f"MEMBERS[{c.writer.bits(s.among, env.names)}]"
    random = f"n[int({stream}() * len(n))]"
    return c.graph.block(f"pick_{s.role}", rule, [f"n = {among}"], Stop(site, "-1", "(n, None)", done, random=random))


def _take_away(c: Context, s: r.TakeAway, env: Env, after: Label) -> Label:
    rule, cell = c.head(s.head), f"s.{b.role_cell(s.role)}"
    line = f"{cell} &= ~{c.writer.bits(s.who, env.names)}"
    if not c.box.roles[s.role]:
        line = f"{cell} = {c.globals.add('NOBODY_' + s.role.replace('-', '_'), Open(s.role))}"
    return c.graph.lead(f"take_{s.role}", rule, [line, *c.log(rule, "role", repr(s.role), cell)], after)


# pawns, tracks, counters


def _put_pawn(c: Context, s: r.PutPawn, env: Env, after: Label) -> Label:
    rule = c.head(s.head)
    track = f"s.{b.track_cell(c.box.pawns[s.pawn])}"
    here = f"s.{b.here_cell(s.pawn)}"
    lines = [
        f"{here} = {c.text(s.at, env)}",
        f"s.{b.pawn_cell(s.pawn)} = {track}.index({here})",
        *c.log(rule, "pawn", repr(s.pawn), here),
    ]
    return c.graph.lead(f"place_{s.pawn}", rule, lines, after)


def _advance(c: Context, s: r.Advance, env: Env, after: Label) -> Label:
    rule, position = c.head(s.head), f"s.{b.pawn_cell(s.pawn)}"
    track = f"s.{b.track_cell(c.box.pawns[s.pawn])}"
    here = f"s.{b.here_cell(s.pawn)}"
    lines = [
        f"{position} += {c.text(s.by, env)}",
        f"{here} = {track}[{position}]",
        *c.log(rule, "pawn", repr(s.pawn), here),
    ]
    return c.graph.lead(f"advance_{s.pawn}", rule, lines, after)


def _lay(c: Context, s: r.Lay, env: Env, after: Label) -> Label:
    rule, track = c.head(s.head), f"s.{b.track_cell(s.track)}"
    where = "" if s.where is None else f" if {c.text(s.where, env.bind('space', 'q'))}"
    lines = [
        f"{track} = tuple([q for q in range({len(c.box.places)}){where}])",
        *c.log(rule, "lay", repr(s.track), track),
    ]
    return c.graph.lead(f"lay_{s.track}", rule, lines, after)


def _set_counter(c: Context, s: r.SetCounter, env: Env, after: Label) -> Label:
    rule = c.head(s.head)
    owner = "None" if s.owner is None else c.text(s.owner, env)
    cell = f"s.{b.counter_cell(s.counter)}" + ("" if s.owner is None else f"[{owner}]")
    lines = [f"{cell} = {c.text(s.to, env)}", *c.log(rule, "count", repr(s.counter), owner, cell)]
    return c.graph.lead(f"set_{s.counter}", rule, lines, after)
