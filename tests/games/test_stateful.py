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
from interpreter.engine.guessing import Guesser
from interpreter.engine.machine import Machine, Runner
from interpreter.engine.saving import dumps, loads, state_value
from interpreter.engine.views import as_text, view
from interpreter.library import load_ruleset, runner_of
from interpreter.model.draft import Option
from interpreter.source.diagnostics import SourceError
from tests.fuzz.playing import check_guess

SHELVES = (Path(__file__).parent / "rulesets", Path(__file__).parents[2] / "rulesets")
GAMES = sorted(file.parent for shelf in SHELVES for file in shelf.glob("*/ruleset.yaml"))
HOUSE = sorted(f"house/{file.stem}" for file in SHELVES[1].glob("house/*.yaml"))
NAMES = ("Ada", "Bruno", "Cara", "Dora", "Emil", "Fay")
PAST = 5


def values_of(option: Option) -> list[str | int]:
    """What can be chosen for an option; of numbers the least, the usual and the greatest."""
    numbers = [option.from_, option.default, option.to]
    return list(option.values) if option.values is not None else [each for each in numbers if each is not None]


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
        declared = load_ruleset(game, layers).ruleset.draft.options
        options = {name: data.draw(st.sampled_from(values_of(option))) for name, option in declared.items()}
        loaded = load_ruleset(game, layers, options)
        bounds = loaded.ruleset.draft.players
        self.runner = runner_of(loaded, data.draw(st.integers(bounds.from_, min(bounds.to, len(NAMES)))))
        self.machine = Machine.start(self.runner)
        self.kept = Conservation(self.runner.program)
        self.guesser = Guesser(self.runner.program)
        self.past: list[tuple[Machine, object, str]] = []

    @precondition(lambda self: not isinstance(self.machine.waiting, Over))
    @rule(data=st.data(), steps=st.integers(1, 12))
    def go_on(self, data: st.DataObject, steps: int) -> None:
        """Whoever is asked answers, whatever can happen happens."""
        self.past = [*self.past[-PAST:], (self.machine.copy(), self.value(self.machine), dumps(self.machine))]
        for _ in range(steps):
            copy, value = self.machine.copy(), self.value(self.machine)
            waiting = self.machine.waiting
            if isinstance(waiting, Decision):
                self.machine.answer(data.draw(st.sampled_from(waiting.answers)))
            elif isinstance(waiting, Chance):
                self.machine.happen(data.draw(st.sampled_from(sorted(waiting.outcomes))))
            self.kept.check(self.machine.state)
            assert self.value(copy) == value, "a copy knows nothing of what happens to the game"
            assert self.value(loads(self.runner, dumps(self.machine))) == self.value(self.machine)

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

    @invariant()
    def nobody_can_tell_a_guess_from_the_table(self) -> None:
        """The view of whoever is asked is that of another table that he cannot tell from his."""
        if hasattr(self, "machine"):
            check_guess(self.machine, self.guesser)

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
