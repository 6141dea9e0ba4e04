"""What refuses an answer, with what it saw."""

from __future__ import annotations

from pathlib import Path

from interpreter.engine.machine import Machine
from interpreter.engine.reasons import refusals
from interpreter.library import load_ruleset, runner_of

REGATTA = Path(__file__).parents[2] / "games" / "rulesets" / "regatta"


def test_a_part_that_has_no_value_where_an_earlier_one_decides_is_left_out() -> None:
    machine = Machine.position(runner_of(load_ruleset(REGATTA), 2))
    program, state = machine.program, machine.state
    state.p_sloop, state.h_sloop, state.r_skipper = 6, 6, 0  # type: ignore[attr-defined]  # the bay: one place is left
    ask = next(site for site in program.sites if any(option.id == "sound" for option in site.options))

    (refusal,) = refusals(program, state, ask, 0, ("sound",))

    assert refusal.id == "no-water"
    assert [(saw.words, saw.value) for saw in refusal.seen] == [("spaces(sloop, last(course))", 1)]
