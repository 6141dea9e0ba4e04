"""Statements to blocks: sequences, conditions, loops, named parts, calls."""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import evolve

from interpreter.compiler.again import compile_again
from interpreter.compiler.asking import Asking
from interpreter.compiler.calls import call
from interpreter.compiler.context import CompileError, Context, Env
from interpreter.compiler.effects import compile_effect
from interpreter.compiler.flow import Branch, Jump, Label
from interpreter.compiler.notes import Probe
from interpreter.compiler.seeing import see
from interpreter.compiler.words import looked_at
from interpreter.engine.box import WON
from interpreter.engine.program import Condition, Entry
from interpreter.model import rules as r
from interpreter.model import terms as t
from interpreter.texts import Words

GAME = "game"
_X = "x"
_STAYS = re.compile(r"\d+|s\.v_\w+")  # what no step of an action changes that is given it: a number, a local


def compile_block(c: Context, block: r.Block, env: Env, after: Label) -> Label:
    """Compile statements, last one first; the result is where the block begins."""
    for statement in reversed(block):
        after = compile_statement(c, statement, env, after)
        _enter(c, statement, after)
    return after


def _enter(c: Context, s: r.Statement, label: Label) -> None:
    """A statement with an id is a named step: positions may start there."""
    if s.head.id is not None and s.head.path[0] == "steps" and s.head.id not in c.entries:
        c.entries[s.head.id] = Entry((), wants_player=False)
        c.roots[f"step {s.head.id}"] = label


def compile_statement(c: Context, s: r.Statement, env: Env, after: Label) -> Label:
    """Compile one statement that goes on at `after`."""
    return noted_statement(c, s, lambda: _statement(c, s, env, after))


def noted_statement(c: Context, s: r.Statement, make: Callable[[], Label]) -> Label:
    """What is made of a statement; what only says when or for whom others run is no rule of its own."""
    around = isinstance(s, r.Guarded | r.Loop | r.Again | r.EachPlace)
    probe = None if around else Probe(s.head.path, "rule")
    return c.noted((s.head.path, s.head.name), probe, make)


def _statement(c: Context, s: r.Statement, env: Env, after: Label) -> Label:
    match s:
        case r.Guarded():
            return _guarded(c, s, env, after)
        case r.Loop():
            return _loop(c, s, env, after)
        case r.Again() | r.EachPlace():
            return compile_again(c, s, env, after, compile_block_inner)
        case r.Ask():
            return Asking(c, compile_block).ask(s, env, after)
        case r.OpenWindow():
            return Asking(c, compile_block).window(s, env, after)
        case r.Run():
            return _run(c, s, env, after)
        case r.Do(head=head, body=body):
            inner = env.scope(head.id, after) if head.id else env
            return _announced(c, head, compile_block(c, body, inner, after))
        case r.Repeat():
            return _repeat(c, s, env, after)
        case r.End():
            return _end(c, s, env)
        case _:
            return compile_effect(c, s, env, after)


def _announced(c: Context, head: r.Head, label: Label) -> Label:
    """A named part is an event of its own."""
    if not head.name:
        return label
    rule = c.head(head)
    return c.graph.lead(f"enter_{head.name}", rule, c.log(rule, "enter"), label)


def _guarded(c: Context, s: r.Guarded, env: Env, after: Label) -> Label:
    rule = c.head(s.head)
    text = c.text(s.condition, env)
    seen = tuple(see(c, part, env.names) for part in looked_at(s.condition)) if c.inspecting else ()
    guard = Condition(c.rule((*s.head.path, "if"), s.head.id or ""), s.head.id or "if", text, s.text, seen=seen)
    inner = evolve(env, guards=(*env.guards, guard), guarded=s.head.path)
    then = compile_block_inner(c, s.then, inner, after)
    otherwise = compile_block(c, s.otherwise, env, after)
    label = c.graph.branch(f"if_{s.head.id or 'step'}", rule, text, then, otherwise)
    return _reached(c, s.head, rule, label)


def compile_block_inner(c: Context, block: r.Block, env: Env, after: Label) -> Label:
    """The body of a condition or a loop: its statements are no steps of their own."""
    for statement in reversed(block):
        after = compile_statement(c, statement, env, after)
    return after


def _reached(c: Context, head: r.Head, rule: int, label: Label) -> Label:
    """Record that an ask was reached even if its condition lets it ask nobody."""
    site = c.site_at.get(head.path)
    if site is None or not c.inspecting:
        return label
    return c.graph.lead("reach", rule, [f"reach({site}, s, None)"], label)


# loops


def _loop(c: Context, s: r.Loop, env: Env, after: Label) -> Label:
    if s.together is not None and c.text(s.together, env) == "True":
        return _together(c, s, env, after)
    player = c.cell(s.variable)
    inner = _loop_env(c, s, env, player)
    head = c.graph.open(f"each_{s.head.id or s.variable}", c.head(s.head))
    body = compile_block_inner(c, s.body, inner, head)
    start = _each(c, s, env, inner, head, body, after, player)
    if not c.recording:
        start = c.graph.branch("any", c.head(s.head), _finds_any(c, s), start, after)
    return _reached(c, s.head, c.head(s.head), start)


def _finds_any(c: Context, s: r.Loop) -> str:
    """Whether there is anything to do: a loop that only empties zones of its players needs something there."""
    own = t.Variable(s.variable, "player")
    moves = [x for x in s.body if isinstance(x, r.MoveKind) and x.card is None and x.from_zone.owner == own]
    if len(moves) < len(s.body):
        return "True"
    return " or ".join(c.writer.holds_some(c.box.zones[move.from_zone.zone]) for move in moves)


def _loop_env(c: Context, s: r.Loop, env: Env, player: str) -> Env:
    """The names and the guards of what is looped: who takes part is a reason, too."""
    guards = env.guards if env.guarded == s.head.path else ()
    names = {**env.names, s.variable: _X}
    rule = c.head(s.head)
    if s.among is not None:
        test = f"{c.writer.bits(s.among, names)} >> {_X} & 1"
        seen = (see(c, s.among, names),)
        guards = (*guards, Condition(rule, "takes-part", test, Words("takes part"), seen=seen))
    if s.where is not None:
        guards = (*guards, Condition(rule, "where", c.writer.text(s.where, names), Words("takes part")))
    bound = env.bind(s.variable, player)
    return evolve(bound, guards=guards, guarded=s.head.path, loop=s.variable)


def _each(c: Context, s: r.Loop, env: Env, inner: Env, head: Label, body: Label, after: Label, player: str) -> Label:
    rule = c.head(s.head)
    rest = c.cell("turns")
    test = _takes_part(c, s, inner)
    taken = c.graph.branch(f"among_{s.variable}", rule, test, body, head)
    turn = c.graph.block(f"turn_{s.variable}", rule, [f"{player}, {rest} = {rest}"], Jump(taken))
    c.graph.fill(head, [], Branch(rest, turn, after))
    players = _turns(c, s, env)
    if s.head.id is not None and s.head.path[0] == "steps":
        c.entries[s.head.id] = Entry((f"{rest} = since({_X}, {players})",), wants_player=True)
        c.roots[f"step {s.head.id}"] = head
    return c.graph.lead(f"all_{s.variable}", rule, [f"{rest} = {players}"], head)


def _turns(c: Context, s: r.Loop, env: Env) -> str:
    """Whose turn it is, and whose after him: `(player, (player, ()))`."""
    if s.start is None:
        return "TURNS[0]"
    start = c.text(s.start, env)
    return f"TURNS[{start}][1]" if s.skip_start else f"TURNS[{start}]"


def _takes_part(c: Context, s: r.Loop, env: Env) -> str:
    parts = []
    if s.among is not None:
        parts.append(c.text(t.Contains(t.Variable(s.variable, "player"), s.among, negated=False), env))
    if s.where is not None:
        parts.append(c.text(s.where, env))
    kept = [part for part in parts if part != "True"]
    return " and ".join(kept) or "True"


def _together(c: Context, s: r.Loop, env: Env, after: Label) -> Label:
    """All answer in secret; then the answers take effect, in the loop's order."""
    asked = s.body[0]
    if len(s.body) != 1 or not isinstance(asked, r.Ask):
        raise CompileError("R0602", s.head.path, {"verb": "ask"})
    store, player, rule = c.cell("secret"), c.cell(s.variable), c.head(s.head)
    inner = _loop_env(c, s, env, player)
    asking = Asking(c, compile_block)
    reveal = c.graph.open(f"reveal_{s.head.id}", rule)
    head = c.graph.open(f"each_{s.variable}_in_secret", rule)
    ask = noted_statement(c, asked, lambda: asking.ask(asked, inner, head, store=store))
    first = _each(c, s, env, inner, head, ask, reveal, player)
    again = c.graph.open(f"each_{s.variable}_revealed", rule)
    effect = asking.stored(asked, inner, again, store)
    everyone = evolve(s, among=None, where=None, head=evolve(s.head, id=None))
    second = _each(c, everyone, env, inner, again, effect, after, player)
    c.graph.fill(reveal, c.log(rule, "reveal", store), Jump(second))
    nobody = f"{store} = {(None,) * c.box.players}"
    start = c.graph.lead("in_secret", rule, [nobody], first)
    return _reached(c, s.head, rule, start)


# parts and calls


def _run(c: Context, s: r.Run, env: Env, after: Label) -> Label:
    if s.name in c.called:
        names = {need: c.text(term, env) for need, term in s.arguments.items()}
        body = c.ruleset.steps.get(s.name) or c.ruleset.actions[s.name].body
        return call(c, s.name, c.head(s.head), names, after, lambda inner, done: compile_block(c, body, inner, done))
    inside = env.entering(s.name, s.head.path)
    if s.name in c.ruleset.steps:
        inner = evolve(inside, names={}).scope(s.name, after)
        return compile_block(c, c.ruleset.steps[s.name], inner, after)
    action = c.ruleset.actions[s.name]
    given = {need: c.text(s.arguments[need], env) for need in action.needs}
    cells = {need: c.cell(need) for need, text in given.items() if not _STAYS.fullmatch(text)}
    first = compile_block(c, action.body, evolve(inside, names={**given, **cells}), after)
    kept = [f"{cell} = {given[need]}" for need, cell in cells.items()]
    return c.graph.lead(f"with_{s.name}", c.rule(s.head.path), kept, first)


def _repeat(c: Context, s: r.Repeat, env: Env, after: Label) -> Label:
    rule = c.head(s.head)
    again = c.graph.open(f"repeat_{'_'.join(s.sequences)}", rule)
    c.graph.blocks[again].loops = False
    outer = env.scope(s.head.id, after) if s.head.id else env
    first = again
    for name in reversed(s.sequences):
        inner = outer.entering(name, s.head.path).scope(name, first)
        first = compile_block(c, c.ruleset.steps[name], evolve(inner, names={}), first)
    c.graph.fill(again, ["s.rounds += 1"] if s is c.rounds else [], Jump(first))
    return again


def _end(c: Context, s: r.End, env: Env) -> Label:
    rule = c.head(s.head)
    target = env.scopes.get(s.scope)
    if target is None:
        raise CompileError("R0603", s.head.path, {"scope": s.scope})
    lines = c.log(rule, "end", repr(s.scope))
    if s.scope == GAME:
        unwind = ["s.calls = ()"] if c.called else []
        won = [] if s.winners is None else [f"s.{WON} = {c.writer.bits(s.winners, env.names)}"]
        lines = [f"s.ended = {rule}", *won, *unwind, *lines]
    return c.graph.lead(f"end_{s.scope}", rule, lines, target)
