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
    """Move chosen cards, as many as still lie there and find room."""
    room, held = _room(c, s, env), f"s.{c.box.zones[s.from_zone.zone].cell}[{place_of(c, s.from_zone, env, 'k')}]"
    test = " and ".join([*["n > 0"] * len(room), held])
    moved = [*_changes(c, s, env, "1"), *["n -= 1"] * len(room), *["m += (k,)"] * c.recording]
    lines = [f"n = {number}" for number in room] + ["m = ()"] * c.recording
    lines += [f"for k in {env.names[s.cards]}:", f"    if {test}:", *_indented(_indented(moved))]
    return c.graph.lead("move", c.head(s.head), [*lines, *_moved(c, s, env, "m")], after)


def _room(c: Context, s: r.MoveCards | r.MoveKind, env: Env) -> list[str]:
    """How many cards find room where they go; nothing if it takes any number."""
    return [c.writer.text(t.Room(s.to_zone), env.names)] if s.to_zone.zone in c.ruleset.rooms else []


def _moved(c: Context, s: r.MoveCards | r.MoveKind, env: Env, cards: str) -> list[str]:
    """The line that records what was moved."""
    return c.log(c.head(s.head), "move", cards, where_text(c, s.from_zone, env), where_text(c, s.to_zone, env))


def _changes(c: Context, s: r.MoveCards | r.MoveKind, env: Env, number: str) -> list[str]:
    return [
        *change_count(c, s.from_zone, env, "k", f"-= {number}", s.to_zone.zone),
        *change_count(c, s.to_zone, env, "k", f"+= {number}", s.from_zone.zone),
    ]


def _move_kind(c: Context, s: r.MoveKind, env: Env, after: Label) -> Label:
    """Move what there is and finds room: so many of one kind, or all that lies there."""
    rule, room = c.head(s.head), _room(c, s, env)
    if s.card is None:
        limit = f"[:max(0, {room[0]})]" if room else ""
        lines = [f"t = spread({c.writer.counted(s.from_zone, env.names)}){limit}"]
        lines += ["for k in t:", *_indented(_changes(c, s, env, "1")), *_moved(c, s, env, "t")]
        if not c.recording:  # what is recorded may be that nothing moves
            lines = [f"if {c.writer.number_in(s.from_zone, env.names)}:", *_indented(lines)]
        return c.graph.lead("move_all", rule, lines, after)
    held, count = c.text(t.CountCards(s.from_zone, s.card), env), c.text(s.count, env)
    kind = f"k = {c.text(s.card, env)}"
    if count == "1" and not room:
        moved = [*_changes(c, s, env, "1"), *_moved(c, s, env, "(k,)")]
        return c.graph.lead("move_one", rule, [kind, f"if {held}:", *_indented(moved)], after)
    moved = [*_changes(c, s, env, "n"), *_moved(c, s, env, "(k,) * n")]
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
