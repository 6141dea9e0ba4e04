"""A running program to the rules that it carries out, those that leave no event too."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from interpreter.engine.program import Program

_Local = Callable[[FrameType, str, Any], Any]


@contextmanager
def watching(program: Program, ran: dict[int, None]) -> Iterator[None]:
    """Note in `ran` the number of every rule that the inspecting form carries out meanwhile, in their order."""
    rules, file = program.inspecting.rules, program.inspecting.code.co_filename

    def line(frame: FrameType, _what: str, _of: Any) -> _Local:
        number = frame.f_lineno - 1
        if number < len(rules) and (rule := rules[number]) is not None:
            ran[rule] = None
        return line

    def call(frame: FrameType, _what: str, _of: Any) -> _Local | None:
        return line if frame.f_code.co_filename == file else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        yield
    finally:
        sys.settrace(before)
