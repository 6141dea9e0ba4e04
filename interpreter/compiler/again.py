"""Statements that are done again, to loops: so many times, as long as a condition holds, for each of some places."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.compiler.context import Context, Env
from interpreter.compiler.flow import Branch, Jump, Label
from interpreter.model import rules as r

_Compile = Callable[[Context, r.Block, Env, Label], Label]


def compile_again(c: Context, s: r.Again | r.EachPlace, env: Env, after: Label, body: _Compile) -> Label:
    """Compile a loop that goes on at `after`; `end` with its id leaves it."""
    inner = env.scope(s.head.id, after) if s.head.id else env
    if isinstance(s, r.EachPlace):
        return _each_place(c, s, inner, after, body)
    return _times(c, s, inner, after, body) if s.times is not None else _while(c, s, inner, after, body)


def _while(c: Context, s: r.Again, env: Env, after: Label, body: _Compile) -> Label:
    assert s.condition is not None
    rule, name = c.head(s.head), s.head.id or "while"
    again = c.graph.open(f"again_{name}", rule)
    first = body(c, s.body, env, again)
    c.graph.fill(again, [], Branch(c.text(s.condition, env), first, after))
    return again


def _times(c: Context, s: r.Again, env: Env, after: Label, body: _Compile) -> Label:
    assert s.times is not None
    rule, name = c.head(s.head), s.head.id or "times"
    left = c.cell("left")
    again = c.graph.open(f"again_{name}", rule)
    first = body(c, s.body, env, again)
    once = c.graph.block(f"once_{name}", rule, [f"{left} -= 1"], Jump(first))
    c.graph.fill(again, [], Branch(f"{left} > 0", once, after))
    return c.graph.lead(f"times_{name}", rule, [f"{left} = {c.text(s.times, env)}"], again)


def _each_place(c: Context, s: r.EachPlace, env: Env, after: Label, body: _Compile) -> Label:
    rule, name = c.head(s.head), s.head.id or s.variable
    places, index, place = c.cell("places"), c.cell("turn"), c.cell(s.variable)
    again = c.graph.open(f"each_{name}", rule)
    first = body(c, s.body, env.bind(s.variable, place), again)
    step = c.graph.block(f"place_{name}", rule, [f"{place} = {places}[{index}]", f"{index} += 1"], Jump(first))
    c.graph.fill(again, [], Branch(f"{index} < len({places})", step, after))
    lines = [f"{places} = tuple({c.text(s.places, env)})", f"{index} = 0"]
    return c.graph.lead(f"all_{name}", rule, lines, again)
