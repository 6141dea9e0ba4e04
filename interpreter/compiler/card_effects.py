"""Statements about cards, to blocks: draw, deal face down, move, tell; and what everybody remembers of it."""

from __future__ import annotations

from interpreter.compiler.card_changes import change_count, place_of, where_text
from interpreter.compiler.context import Context, Env
from interpreter.compiler.drawing import Drawing
from interpreter.compiler.flow import Label
from interpreter.model import rules as r
from interpreter.model import terms as t


def card_effect(c: Context, s: r.Statement, env: Env, after: Label) -> Label | None:
    """Compile a statement about cards; None if it is about something else."""
    match s:
        case r.MoveCards():
            return _move_cards(c, s, env, after)
        case r.MoveKind():
            return _move_kind(c, s, env, after)
        case r.Tell():
            return _tell(c, s, env, after)
        case r.Draw():
            return Drawing(c, s, env).compile(after)
        case _:
            return None


# moving


def _move_cards(c: Context, s: r.MoveCards, env: Env, after: Label) -> Label:
    """Move chosen cards, as many as find room."""
    chosen, limit = env.names[s.cards], _limit(c, s, env)
    lines = [f"t = {chosen}{limit}", *_each(c, s, env, "t")] if limit else _each(c, s, env, chosen)
    return c.graph.lead("move", c.head(s.head), lines, after)


def _limit(c: Context, s: r.MoveCards | r.MoveKind, env: Env) -> str:
    """What cuts a tuple of cards down to those that find room."""
    room = _room(c, s, env)
    return f"[:max(0, {room[0]})]" if room else ""


def _room(c: Context, s: r.MoveCards | r.MoveKind, env: Env) -> list[str]:
    """How many cards find room where they go; nothing if it takes any number."""
    return [c.writer.text(t.Room(s.to_zone), env.names)] if s.to_zone.zone in c.ruleset.rooms else []


def _each(c: Context, s: r.MoveCards | r.MoveKind, env: Env, cards: str) -> list[str]:
    """Lines that move some cards one by one."""
    where = (where_text(c, s.from_zone, env), where_text(c, s.to_zone, env))
    lines = [f"for k in {cards}:", *_indented(_changes(c, s, env, "1"))]
    return [*lines, *c.log(c.head(s.head), "move", cards, *where)]


def _changes(c: Context, s: r.MoveCards | r.MoveKind, env: Env, number: str) -> list[str]:
    return [
        *change_count(c, s.from_zone, env, "k", f"-= {number}", s.to_zone.zone),
        *change_count(c, s.to_zone, env, "k", f"+= {number}", s.from_zone.zone),
    ]


def _move_kind(c: Context, s: r.MoveKind, env: Env, after: Label) -> Label:
    """Move what there is and finds room: so many of one kind, or all that lies there."""
    rule = c.head(s.head)
    if s.card is None:
        lines = [f"t = spread({c.writer.counted(s.from_zone, env.names)}){_limit(c, s, env)}", *_each(c, s, env, "t")]
        if not c.recording:  # what is recorded may be that nothing moves
            lines = [f"if {c.writer.number_in(s.from_zone, env.names)}:", *_indented(lines)]
        return c.graph.lead("move_all", rule, lines, after)
    held = c.text(t.CountCards(s.from_zone, s.card), env)
    count, room = c.text(s.count, env), _room(c, s, env)
    where = (where_text(c, s.from_zone, env), where_text(c, s.to_zone, env))
    kind = f"k = {c.text(s.card, env)}"
    if count == "1" and not room:
        moved = [*_changes(c, s, env, "1"), *c.log(rule, "move", "(k,)", *where)]
        return c.graph.lead("move_one", rule, [kind, f"if {held}:", *_indented(moved)], after)
    moved = [*_changes(c, s, env, "n"), *c.log(rule, "move", "(k,) * n", *where)]
    lines = [kind, f"n = max(0, min({', '.join([count, held, *room])}))", "if n:", *_indented(moved)]
    return c.graph.lead("move_kind", rule, lines, after)


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _tell(c: Context, s: r.Tell, env: Env, after: Label) -> Label:
    rule, info = c.head(s.head), c.box.zones[s.zone.zone]
    index = place_of(c, s.zone, env, c.text(s.card, env))
    function = "told_has" if s.has else "told_lacks"
    lines = [
        f"{function}(s.{info.known}, s.{info.denied}, {index})",
        *c.log(rule, "tell", where_text(c, s.zone, env), c.text(s.card, env), repr(s.has)),
    ]
    return c.graph.lead("tell", rule, lines, after)
