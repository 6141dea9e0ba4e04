"""A state of one form of a program to the same state of another form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.engine.box import Zone
from interpreter.engine.program import Form, Program
from interpreter.engine.state import State


def in_form(program: Program, state: State, form: Form) -> State:
    """A copy of a state, in a form of the program. Where it has no known tops, their cards lie with the others."""
    if type(state) is type(form.first):
        return state.copy()
    made, known = form.fresh(), frozenset(state.fields)
    for name in (*State.__slots__, *(field for field in form.first.fields if field in known)):
        value = getattr(state, name)
        setattr(made, name, value[:] if type(value) is list else value)
    for zone in program.box.zones.values():
        if zone.pile:
            tops = getattr(state, zone.top) if zone.top in known and zone.top not in form.first.fields else ()
            setattr(made, zone.cell, _piles(zone, getattr(form.first, zone.cell), getattr(state, zone.cell), tops))
    return made


def _piles(zone: Zone, model: Sequence[Any], piles: Sequence[Any], tops: Sequence[Any]) -> Sequence[Any]:
    """Piles as the form keeps them, lists or tuples, with the cards of the tops."""
    if zone.of == "table":
        return _as(model, sorted((*piles, *tops)) if tops else piles)
    joined = [sorted((*pile, *top)) for pile, top in zip(piles, tops, strict=True)] if any(tops) else piles
    return [_as(first, pile) for first, pile in zip(model, joined, strict=True)]


def _as(model: Sequence[Any], cards: Sequence[Any]) -> Sequence[Any]:
    return list(cards) if isinstance(model, list) else tuple(cards)
