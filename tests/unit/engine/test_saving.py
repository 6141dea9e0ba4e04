from __future__ import annotations

import json

import pytest
from attrs import evolve

from interpreter.engine.machine import Machine, Runner
from interpreter.engine.saving import ForeignSaveError, UnreadableSaveError, dumps, loads, state_value


def test_the_text_names_rules_fields_and_site(dealt: Machine) -> None:
    data = json.loads(dumps(dealt))

    assert data["ruleset"] == "spells"
    assert data["options"]["targets"] == "others"
    assert data["site"] == {"rule": "steps.turn.duel", "kind": "window", "nth": 0}
    assert data["fields"]["r_alive"] == 7


def test_dead_cells_are_not_saved_and_do_not_tell_positions_apart(dealt: Machine) -> None:
    program, state = dealt.program, dealt.state
    dead = {f for f in state.fields if f.startswith("v_")} - set(program.inspecting.live[state.site])
    assert dead
    other = state.copy()
    for name in dead:
        setattr(other, name, "rubbish")

    assert state_value(program, other) == state_value(program, state)
    assert dumps(Machine(dealt.runner, other)) == dumps(dealt)


def test_another_table_is_another_position(dealt: Machine) -> None:
    other = dealt.copy()
    other.state.c_life[0] += 1

    assert state_value(dealt.program, other.state) != state_value(dealt.program, dealt.state)


def test_open_values_are_kept(trek: Runner) -> None:
    machine = Machine.position(trek)
    loaded = loads(trek, dumps(machine))

    assert state_value(trek.program, loaded.state) == state_value(trek.program, machine.state)


@pytest.mark.parametrize(("key", "value"), [("hash", "abc"), ("players", 5), ("ruleset", "chess")])
def test_a_text_of_other_rules_is_refused(dealt: Machine, key: str, value: object) -> None:
    data = {**json.loads(dumps(dealt)), key: value}

    with pytest.raises(ForeignSaveError, match=f"saved under {key} {value}"):
        loads(dealt.runner, json.dumps(data))


def test_other_options_are_other_rules(dealt: Machine) -> None:
    program = evolve(dealt.program, options={**dealt.program.options, "price": "fewest"})

    with pytest.raises(ForeignSaveError, match="options"):
        loads(Runner(program), dumps(dealt))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": 1}', "[" * 100_000])
def test_what_is_no_saved_game_is_refused(dealt: Machine, text: str) -> None:
    with pytest.raises(UnreadableSaveError):
        loads(dealt.runner, text)


@pytest.mark.parametrize("key", ["who", "site", "answers", "ended", "fields"])
def test_a_broken_saved_game_is_refused(dealt: Machine, key: str) -> None:
    data = json.loads(dumps(dealt))
    del data[key]

    with pytest.raises(UnreadableSaveError):
        loads(dealt.runner, json.dumps(data))
