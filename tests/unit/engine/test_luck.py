from __future__ import annotations

from interpreter.engine.luck import Luck
from interpreter.engine.machine import Machine, Runner


def outcomes(luck: Luck, machine: Machine, count: int) -> list[object]:
    return [luck.outcome(machine) for _ in range(count)]


def test_luck_has_the_digits_of_the_seeded_machine(pig: Runner) -> None:
    machine, luck = Machine.start(pig), Luck(pig.program, "7")
    pig.streams.seed("7")

    assert outcomes(luck, machine, 20) == [machine.seeded() for _ in range(20)]


def test_a_copy_is_independent_and_has_the_same_future(pig: Runner) -> None:
    machine, luck = Machine.start(pig), Luck(pig.program, "7")
    outcomes(luck, machine, 5)
    copy = luck.copy()

    assert outcomes(copy, machine, 9) == outcomes(luck, machine, 9)


def test_saved_luck_has_the_same_future(pig: Runner) -> None:
    machine, luck = Machine.start(pig), Luck(pig.program, "7")
    outcomes(luck, machine, 5)
    loaded = Luck.restored(pig.program, luck.saved())

    assert luck.saved() == {"seed": "7", "drawn": [["active", None, 5]]}
    assert outcomes(loaded, machine, 9) == outcomes(luck, machine, 9)
