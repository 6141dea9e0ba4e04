"""A state of one form of a program to the same state of another form."""

from __future__ import annotations

from typing import Any

from interpreter.engine.program import Form, Program
from interpreter.engine.state import State


def in_form(program: Program, state: State, form: Form) -> State:
    """A copy of a state, in a form of the program. Where it has no known tops, their cards lie with the others."""
    if type(state) is type(form.first):
        return state.copy()
    made = form.fresh()
    made.who, made.site, made.answers, made.ended = state.who, state.site, state.answers, state.ended
    for name in form.first.fields:
        if name in state.fields:
            setattr(made, name, _like(getattr(form.first, name), getattr(state, name)))
    for zone in program.box.zones.values():
        if zone.top in state.fields and zone.top not in form.first.fields:
            _join(made, zone.cell, getattr(state, zone.top))
    return made


def _like(model: Any, value: Any) -> Any:
    """A value as lists where the form keeps lists, and as tuples where it keeps tuples."""
    if not isinstance(model, list | tuple) or not isinstance(value, list | tuple):
        return value
    inner = [_like(first, each) for first, each in zip(model, value, strict=True)] if _is_nested(model) else value
    return type(model)(inner)


def _is_nested(model: list[Any] | tuple[Any, ...]) -> bool:
    return any(isinstance(each, list | tuple) for each in model)


def _join(state: State, cell: str, tops: Any) -> None:
    """Put the cards of known tops to the others of their piles."""
    piles = getattr(state, cell)
    if not tops:
        return
    if isinstance(tops[0], int):
        setattr(state, cell, type(piles)(sorted((*piles, *tops))))
    else:
        piles[:] = [type(pile)(sorted((*pile, *top))) for pile, top in zip(piles, tops, strict=True)]
