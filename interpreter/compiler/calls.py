"""Rules that run inside themselves, or that several rules run, to procedures: compiled once, called with a stack.

Only rules that run inside themselves keep their cells on the stack.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from interpreter.compiler.context import Context, Env, Procedure
from interpreter.compiler.flow import Call, Jump, Label, Return

# Stands in the text for all cells of procedures, which are known only when everything is compiled.
SAVED = "<cells of procedures>"

_Body = Callable[[Env, Label], Label]


def call(c: Context, key: str, rule: int, arguments: Mapping[str, str], after: Label, body: _Body) -> Label:
    """Call the procedure `key` with named arguments, and go on at `after`; compile it if it is new.

    A procedure may end nothing around it but the game: it does not know by whom it is called.
    """
    if key not in c.procedures:
        _compile(c, key, rule, tuple(arguments), body)
    procedure = c.procedures[key]
    kept = f"({SAVED})" if key in c.recursive else "()"
    lines = [f"s.calls = ({len(c.graph.returns)}, {kept}, s.calls, s.calls[-1] + 1 if s.calls else 1)"]
    c.graph.returns.append(after)
    if key in c.recursive and arguments:  # all at once: they may read what they replace
        lines.append(f"{', '.join(procedure.parameters)} = {', '.join(arguments.values())}")
    else:
        given = zip(procedure.parameters, arguments.values(), strict=True)
        lines += [f"{parameter} = {text}" for parameter, text in given]
    return c.graph.block(f"call_{key}", rule, lines, Call(procedure.entry, after))


def _compile(c: Context, key: str, rule: int, names: tuple[str, ...], body: _Body) -> None:
    first = len(c.cells)
    parameters = tuple(c.cell(name) for name in names)
    entry = c.graph.open(f"procedure_{key}", rule)
    c.graph.blocks[entry].loops = False
    c.procedures[key] = Procedure(entry, parameters)
    lines = ["back, kept, s.calls, _ = s.calls", *([f"({SAVED}) = kept"] if key in c.recursive else [])]
    done = c.graph.block(f"return_from_{key}", rule, lines, Return())
    env = Env(names=dict(zip(names, parameters, strict=True)), scopes=c.outermost, inside=(key,))
    c.graph.fill(entry, [], Jump(body(env, done)))
    if key in c.recursive:
        c.saved.update(c.cells[first:])


def fill_in(c: Context) -> None:
    """Write the cells of procedures where they are saved and restored."""
    cells = "".join(f"s.{cell}, " for cell in c.cells if cell in c.saved)
    for block in c.graph.blocks.values():
        for line in block.lines:
            if SAVED in line.text:
                line.text = line.text.replace(SAVED, cells)
