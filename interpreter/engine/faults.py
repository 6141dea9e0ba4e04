"""What goes wrong in generated source to the rules whose lines it happened in."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

from interpreter.engine.program import Form, Program, Step
from interpreter.engine.state import State

_LOOKED_AT = 300  # functions of a circle


def rule_of(program: Program, error: BaseException) -> int | None:
    """The number of the rule, or None if the error does not come from a rule."""
    found, trace = None, error.__traceback__
    while trace is not None:
        form = _form(program, trace.tb_frame.f_code.co_filename)
        if form is not None and trace.tb_lineno <= len(form.rules):
            found = form.rules[trace.tb_lineno - 1]
        trace = trace.tb_next
    return found


def circle(program: Program, step: Step | None, state: State) -> tuple[int, ...]:
    """The numbers of the rules that go on and on from here, in the order in which they come."""
    seen: dict[int, None] = {}

    def look(frame: FrameType, _event: str, _: Any) -> Any:
        form = _form(program, frame.f_code.co_filename)
        if form is None:
            return None
        rule = form.rules[frame.f_lineno - 1] if frame.f_lineno <= len(form.rules) else None
        if rule is not None:
            seen[rule] = None
        return look

    before = sys.gettrace()
    sys.settrace(look)
    try:
        for _ in range(_LOOKED_AT):
            if step is None:
                break
            step = step(state)
    finally:
        sys.settrace(before)
    return tuple(seen)


def _form(program: Program, file: str) -> Form | None:
    return next((form for form in _forms(program) if file == form.code.co_filename), None)


def _forms(program: Program) -> Iterator[Form]:
    """Those that have been made."""
    yield program.inspecting
    yield from (form for name in ("fast", "recording") if (form := vars(program).get(name)) is not None)
