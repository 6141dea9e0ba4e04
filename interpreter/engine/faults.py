"""An error out of generated source to the rule whose line failed."""

from __future__ import annotations

from interpreter.engine.program import Form, Program


def rule_of(program: Program, error: BaseException) -> int | None:
    """The number of the rule, or None if the error does not come from a rule."""
    found, trace = None, error.__traceback__
    while trace is not None:
        form = _form(program, trace.tb_frame.f_code.co_filename)
        if form is not None and trace.tb_lineno <= len(form.rules):
            found = form.rules[trace.tb_lineno - 1]
        trace = trace.tb_next
    return found


def _form(program: Program, file: str) -> Form | None:
    if file == program.inspecting.code.co_filename:
        return program.inspecting
    made = (vars(program).get(name) for name in ("fast", "recording"))
    return next((form for form in made if form is not None and file == form.code.co_filename), None)
