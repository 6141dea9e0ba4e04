"""Statements that change the table, to blocks: dice and cards elsewhere; roles, pawns, tracks, counters here."""

from __future__ import annotations

from interpreter.compiler.card_effects import card_effect
from interpreter.compiler.context import Context, Env
from interpreter.compiler.dice_effects import dice_effect
from interpreter.compiler.flow import Jump, Label, Stop
from interpreter.engine import box as b
from interpreter.engine.state import Open
from interpreter.model import rules as r
from interpreter.model import terms as t
from interpreter.model.terms import type_of


def compile_effect(c: Context, s: r.Statement, env: Env, after: Label) -> Label:
    """Compile one effect that goes on at `after`."""
    for part in (dice_effect, card_effect):
        found = part(c, s, env, after)
        if found is not None:
            return found
    match s:
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
    random = f"n[{stream}() * len(n) >> 32]"
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
    by = c.text(s.by, env)
    lines = [
        f"{position} += {by}" if by.isdecimal() else f"{position} = on_track({position} + {by})",
        f"{here} = {track}[{position}]",
        *c.log(rule, "pawn", repr(s.pawn), here),
    ]
    return c.graph.lead(f"advance_{s.pawn}", rule, lines, after)


def _lay(c: Context, s: r.Lay, env: Env, after: Label) -> Label:
    rule, track = c.head(s.head), f"s.{b.track_cell(s.track)}"
    where = "" if s.where is None else f" if {c.text(s.where, env.bind('space', 'q'))}"
    lines = [
        f"{track} = tuple([q for q in range({len(c.box.places)}){where}])",
        *[_stands(c, pawn, track) for pawn, its in c.box.pawns.items() if its == s.track],
        *c.log(rule, "lay", repr(s.track), track),
    ]
    return c.graph.lead(f"lay_{s.track}", rule, lines, after)


def _stands(c: Context, pawn: str, track: str) -> str:
    """The line that lets a pawn stand where its place lies on a track that was laid anew."""
    position, here = f"s.{b.pawn_cell(pawn)}", f"s.{b.here_cell(pawn)}"
    nowhere = c.globals.add("NOWHERE_" + pawn.replace("-", "_"), Open(pawn))
    return f"{position}, {here} = standing({track}, {here}, {nowhere})"


def _set_counter(c: Context, s: r.SetCounter, env: Env, after: Label) -> Label:
    rule = c.head(s.head)
    owner = "None" if s.owner is None else c.text(s.owner, env)
    cell = f"s.{b.counter_cell(s.counter)}" + ("" if s.owner is None else f"[{owner}]")
    to = c.text(s.to, env)
    calculated = not isinstance(c.writer.unfolded(s.to), t.CardNumber)
    # A constant more than one counter does not get far within all the steps; a local may be anything.
    can_grow = calculated and ("*" in to or to.count("s.") > 1 or "s.v_" in to)
    lines = [f"{cell} = {f'fit({to})' if can_grow else to}", *c.log(rule, "count", repr(s.counter), owner, cell)]
    return c.graph.lead(f"set_{s.counter}", rule, lines, after)
