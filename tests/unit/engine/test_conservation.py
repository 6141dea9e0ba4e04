from __future__ import annotations

import pytest
from attrs import evolve

from interpreter.engine.conservation import BrokenTableError, Conservation, broken_invariants
from interpreter.engine.machine import Machine, Runner
from interpreter.engine.program import Invariant


def test_a_fresh_table_is_sound(spells: Runner) -> None:
    assert list(Conservation(spells.program).table_faults(spells.program.inspecting.fresh())) == []


def test_a_lost_card_is_noticed(dealt: Machine) -> None:
    state = dealt.state.copy()
    state.z_deck = state.z_deck[1:]

    assert list(Conservation(dealt.program).table_faults(state)) == ["8 of bolt, not 9"]


def test_what_is_set_aside_is_not_lost(dealt: Machine) -> None:
    state = dealt.state.copy()
    state.z_deck, state.x_spell[0] = state.z_deck[1:], 1

    assert list(Conservation(dealt.program).table_faults(state)) == []


def test_a_debt_of_cards_is_noticed(dealt: Machine) -> None:
    state = dealt.state.copy()
    state.z_grave[0], state.z_deck = -1, (0, *state.z_deck)

    assert "fewer than no cards in grave" in list(Conservation(dealt.program).table_faults(state))


def test_a_wrong_sum_is_noticed(trek: Runner) -> None:
    state = trek.program.inspecting.fresh()
    state.m_bag_worth[1] = 3

    assert list(Conservation(trek.program).table_faults(state)) == ["the sum of worth in bag is 3, not 0"]


@pytest.mark.parametrize(("role", "holders"), [("caster", 3), ("alive", 8), ("alive", -1)])
def test_an_impossible_holder_is_noticed(dealt: Machine, role: str, holders: int) -> None:
    state = dealt.state.copy()
    setattr(state, f"r_{role}", holders)

    assert list(Conservation(dealt.program).table_faults(state)) == [f"{role} is held by {holders}"]


def test_a_pawn_off_its_track_is_noticed(trek: Runner) -> None:
    machine = Machine.start(trek)
    machine.state.p_mule = 4

    (fault,) = Conservation(trek.program).table_faults(machine.state)
    assert "mule is on space 4 of trail" in fault


def test_a_face_that_no_die_has_is_noticed(dealt: Machine) -> None:
    state = dealt.state.copy()
    state.d_element = (0, 7)

    assert list(Conservation(dealt.program).table_faults(state)) == ["element shows (0, 7)"]


def test_an_invariant_is_looked_at_where_it_says(spells: Runner) -> None:
    never = Invariant(0, "never", ("throw",), lambda _: False)
    program = evolve(spells.program, invariants=(never,))
    machine = Machine.start(spells)
    spells.streams.seed("1")

    assert list(broken_invariants(program, machine.state)) == []
    while machine.site.kind != "roll":
        machine.happen(machine.seeded())
    assert list(broken_invariants(program, machine.state)) == ["invariant never does not hold"]


def test_all_faults_are_raised_together(pig: Runner) -> None:
    never = Invariant(0, "never", (), lambda _: False)
    state = pig.program.inspecting.fresh()
    state.r_active, state.d_die = 9, (8,)

    with pytest.raises(BrokenTableError) as broken:
        Conservation(evolve(pig.program, invariants=(never,))).check(state)
    assert broken.value.faults == ("active is held by 9", "die shows (8,)", "invariant never does not hold")
