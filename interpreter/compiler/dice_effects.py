"""Statements about dice, to blocks: throw, throw again, put, turn, take away."""

from __future__ import annotations

from interpreter.compiler.context import Context, Env
from interpreter.compiler.flow import Jump, Label, Stop
from interpreter.model import rules as r
from interpreter.model import terms as t


def dice_effect(c: Context, s: r.Statement, env: Env, after: Label) -> Label | None:
    """Compile a statement about dice; None if it is about something else."""
    match s:
        case r.Roll():
            return _roll(c, s, env, after)
        case r.Reroll():
            return _reroll(c, s, env, after)
        case r.PutDice():
            return _put(c, s, env, after)
        case r.TurnDice():
            return _turn(c, s, env, after)
        case r.Clear():
            return _clear(c, s, env, after)
        case _:
            return None


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
    left = _left(c, s, env, ignored=c.ruleset.ignored.get(s.pool))
    return c.graph.lead("keep", rule, [f"{kept} = {left}"], throw)


def _left(c: Context, s: r.Reroll | r.Clear, env: Env, *, ignored: object = None) -> str:
    """The dice that are left where they lie: all but the chosen ones, or those that show certain faces.

    If some are `ignored`, those lie still in any case.
    """
    cell = f"s.{c.box.pools[s.pool].cell}"
    if s.which is not None:
        return f"without_dice({cell}, {_picked(s.which, env)})"
    shown = f"({''.join(f'{c.text(face, env)}, ' for face in s.faces)})"
    if ignored:
        active = c.writer.active(s.pool, env.names)
        return f"without_dice({cell}, {f'tuple([q for q in {active} if q in {shown}])' if s.faces else active})"
    return f"tuple([face for face in {cell} if face not in {shown}])" if s.faces else "()"


def _picked(which: t.Variable, env: Env) -> str:
    """Chosen dice as a tuple of faces."""
    return f"({env.names[which.name]},)" if which.type == "face" else env.names[which.name]


def _put(c: Context, s: r.PutDice, env: Env, after: Label) -> Label:
    rule, cell = c.head(s.head), f"s.{c.box.pools[s.pool].cell}"
    put = f"{cell} = tuple(sorted({cell} + ({c.text(s.face, env)},) * n))"
    number = f"n = several({c.text(s.count, env)}, {cell})"
    return c.graph.lead("put", rule, [number, f"if n > 0: {put}", *c.log(rule, "dice", repr(s.pool), cell)], after)


def _turn(c: Context, s: r.TurnDice, env: Env, after: Label) -> Label:
    rule, cell = c.head(s.head), f"s.{c.box.pools[s.pool].cell}"
    picked = _picked(s.which, env)
    turned = f"without_dice({cell}, {picked}) + ({c.text(s.to, env)},) * len({picked})"
    lines = [f"{cell} = tuple(sorted({turned}))", *c.log(rule, "dice", repr(s.pool), cell)]
    return c.graph.lead("turn", rule, lines, after)


def _clear(c: Context, s: r.Clear, env: Env, after: Label) -> Label:
    rule, cell = c.head(s.head), f"s.{c.box.pools[s.pool].cell}"
    if s.which is None and not s.faces:
        lines = [f"{cell} = ()", *c.log(rule, "clear", repr(s.pool))]
        return c.graph.lead("clear", rule, lines, after)
    left = _left(c, s, env)
    if s.count is not None:
        face, count = c.text(s.faces[0], env), c.text(s.count, env)
        left = f"without_dice({cell}, ({face},) * min({cell}.count({face}), {count}))"
    lines = [f"{cell} = {left}", *c.log(rule, "dice", repr(s.pool), cell)]
    return c.graph.lead("take_dice", rule, lines, after)
