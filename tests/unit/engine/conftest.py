"""A small game that has a bit of everything, and one that has next to nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.engine.machine import Machine, Runner
from interpreter.library import load_ruleset, runner_of

SMALL = Path(__file__).parents[2] / "games" / "rulesets"


@pytest.fixture
def spells() -> Runner:
    return runner_of(load_ruleset(SMALL / "spells"), 3)


@pytest.fixture
def trek() -> Runner:
    return runner_of(load_ruleset(SMALL / "trek"), 2)


@pytest.fixture
def pig() -> Runner:
    return runner_of(load_ruleset(SMALL / "pig"), 2)


@pytest.fixture
def dealt(spells: Runner) -> Machine:
    """A game of spells at its first free decision or later chance."""
    spells.streams.seed("dealt")
    machine = Machine.start(spells)
    while machine.state.who < 0:
        machine.happen(machine.seeded())
    return machine
