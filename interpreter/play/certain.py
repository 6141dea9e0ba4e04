"""What refuses an answer to a player, to as much of it as he may know.

A condition may look at what is hidden from him. A value that is another one on some table that he cannot tell from his
is not told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from attrs import evolve

from interpreter.engine.decisions import Answer
from interpreter.engine.forms import in_form
from interpreter.engine.guessing import Guesser, legal
from interpreter.engine.program import Program
from interpreter.engine.reasons import Refusal, Saw, refusals
from interpreter.engine.state import State
from interpreter.play.sittings import Sitting

_WORLDS = 12


def certain(program: Program, sitting: Sitting, answer: Answer, found: Sequence[Refusal]) -> tuple[Refusal, ...]:
    """The refusals of an answer, without the values that the player cannot know."""
    if not any(reason.seen for reason in found):
        return tuple(found)
    site = program.sites[sitting.site]
    others = [refusals(program, world, site, sitting.seat, answer) for world in _worlds(program, sitting)]
    return tuple(evolve(reason, seen=_same(reason, others)) for reason in found)


def _same(reason: Refusal, others: Sequence[Sequence[Refusal]]) -> tuple[Saw, ...]:
    """What a refusal has seen everywhere; nothing of a refusal that is not there everywhere."""
    there = [[each.seen for each in other if (each.id, each.rule) == (reason.id, reason.rule)] for other in others]
    if not all(there):
        return ()
    return tuple(part for index, part in enumerate(reason.seen) if all(seen[0][index] == part for seen in there))


def _worlds(program: Program, sitting: Sitting) -> Iterator[State]:
    """Tables that the player cannot tell from the one before him."""
    here = in_form(program, sitting.state, program.fast)
    here.who, here.site = sitting.seat, sitting.site
    own = legal(program, sitting.state, program.sites[sitting.site], sitting.seat)
    here.answers = () if own is None else tuple(own)
    guesser, draw = Guesser(program), Random(0).random  # noqa: S311  # the same is told every time
    for _ in range(_WORLDS):
        guess = guesser.guess(here, draw)
        if guess is not None:
            yield in_form(program, guess, program.inspecting)
