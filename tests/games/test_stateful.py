"""Any ruleset, under any stack of layers that fits, played in any way: what must be true after every single step.

Nothing is lost, whatever is saved comes back, and nothing that happens to one game ever reaches another one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from interpreter.engine.conservation import Conservation
from interpreter.engine.decisions import Chance, Decision, Over
from interpreter.engine.machine import Machine, Runner
from interpreter.engine.saving import dumps, loads, state_value
from interpreter.engine.views import as_text, view
from interpreter.library import load_ruleset, runner_of
from interpreter.source.diagnostics import SourceError

SHELVES = (Path(__file__).parent / "rulesets", Path(__file__).parents[2] / "rulesets")
GAMES = sorted(file.parent for shelf in SHELVES for file in shelf.glob("*/ruleset.yaml"))
HOUSE = sorted(f"house/{file.stem}" for file in SHELVES[1].glob("house/*.yaml"))
NAMES = ("Ada", "Bruno", "Cara", "Dora", "Emil", "Fay")
PAST = 5


class AnyGame(RuleBasedStateMachine):
    """A game that hypothesis plays."""

    runner: Runner
    machine: Machine

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """Choose rules, layers that fit upon each other, and players."""
        game = data.draw(st.sampled_from(GAMES))
        layers: list[str] = []
        wanted = data.draw(st.lists(st.sampled_from([*HOUSE, "a-little-help"]), max_size=4, unique=True))
        for layer in wanted if game.name == "celestia" else []:
            try:
                load_ruleset(game, [*layers, layer])
            except SourceError:
                continue
            layers.append(layer)
        loaded = load_ruleset(game, layers)
        bounds = loaded.ruleset.draft.players
        self.runner = runner_of(loaded, data.draw(st.integers(bounds.from_, min(bounds.to, len(NAMES)))))
        self.machine = Machine.start(self.runner)
        self.kept = Conservation(self.runner.program)
        self.past: list[tuple[Machine, object, str]] = []

    @precondition(lambda self: not isinstance(self.machine.waiting, Over))
    @rule(data=st.data(), steps=st.integers(1, 12))
    def go_on(self, data: st.DataObject, steps: int) -> None:
        """Whoever is asked answers, whatever can happen happens."""
        self.past = [*self.past[-PAST:], (self.machine.copy(), self.value(self.machine), dumps(self.machine))]
        for _ in range(steps):
            waiting = self.machine.waiting
            if isinstance(waiting, Decision):
                self.machine.answer(data.draw(st.sampled_from(waiting.answers)))
            elif isinstance(waiting, Chance):
                self.machine.happen(data.draw(st.sampled_from(sorted(waiting.outcomes))))
            self.kept.check(self.machine.state)

    @rule()
    def save_and_load(self) -> None:
        """Go on with what was saved."""
        loaded = loads(self.runner, dumps(self.machine))
        assert self.value(loaded) == self.value(self.machine)
        assert dumps(loaded) == dumps(self.machine)
        self.machine = loaded

    @rule()
    def go_on_with_a_copy(self) -> None:
        """A copy is the same game."""
        copy = self.machine.copy()
        assert self.value(copy) == self.value(self.machine)
        self.machine = copy

    @precondition(lambda self: bool(self.past))
    @rule(data=st.data())
    def go_back(self, data: st.DataObject) -> None:
        """Take back what was done: the past is as it was."""
        machine, value, _ = data.draw(st.sampled_from(self.past))
        self.machine = machine.copy()
        assert self.value(self.machine) == value

    @invariant()
    def nothing_is_lost(self) -> None:
        """Every component is in one place, what has room holds no more, what the rules promise is true."""
        if hasattr(self, "kept"):
            self.kept.check(self.machine.state)

    @invariant()
    def the_past_is_as_it_was(self) -> None:
        """Nothing that happened later changed a state that somebody has kept."""
        for machine, value, text in getattr(self, "past", ()):
            assert self.value(machine) == value
            assert dumps(machine) == text

    @invariant()
    def everybody_sees_the_same_twice(self) -> None:
        """A view is a function of the state: that of a loaded game is the same, byte by byte."""
        if not hasattr(self, "machine"):
            return
        program, names = self.runner.program, NAMES[: self.runner.program.box.players]
        loaded = loads(self.runner, dumps(self.machine)).state
        for seat in range(len(names)):
            assert as_text(view(program, self.machine.state, seat, names)) == as_text(
                view(program, loaded, seat, names)
            )

    def value(self, machine: Machine) -> Any:
        return state_value(machine.program, machine.state)


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(
    max_examples=12, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)


class AnyGameForLong(AnyGame):
    """The same, more of it."""


TestAnyGameForLong = pytest.mark.exhaustive(AnyGameForLong.TestCase)
TestAnyGameForLong.settings = settings(
    max_examples=400, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
