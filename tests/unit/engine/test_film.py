"""A machine that films keeps the table after each event."""

from __future__ import annotations

from interpreter.engine.decisions import Chance, Decision
from interpreter.engine.machine import Machine, Runner


def onward(machine: Machine) -> None:
    waiting = machine.waiting
    if isinstance(waiting, Chance):
        machine.happen(max(waiting.outcomes))
    elif isinstance(waiting, Decision):
        machine.answer(waiting.answers[0])


def test_there_is_a_table_before_the_first_event_and_after_each(pig: Runner) -> None:
    machine = Machine.start(pig, films=True)
    for _ in range(6):
        onward(machine)

    assert machine.frames is not None
    assert len(machine.frames) == len(machine.events) + 1
    counted = [(number, event) for number, event in enumerate(machine.events, 1) if event[1:3] == ("count", "pot")]
    assert counted
    assert all(machine.frames[number].c_pot == event[4] for number, event in counted)  # type: ignore[attr-defined]


def test_a_copy_films_on_alone(pig: Runner) -> None:
    machine = Machine.start(pig, films=True)
    onward(machine)
    other = machine.copy()
    onward(other)

    assert machine.frames is not None
    assert other.frames is not None
    assert len(machine.frames) == len(machine.events) + 1
    assert len(other.frames) == len(other.events) + 1 > len(machine.frames)


def test_nothing_is_kept_unless_it_films(pig: Runner) -> None:
    machine = Machine.start(pig)
    onward(machine)

    assert machine.frames is None
