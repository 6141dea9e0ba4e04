"""A position that a player cannot tell from his, to what comes of his answers there: the fast form of the game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import repeat
from random import Random

from interpreter.budgets import most
from interpreter.engine.forms import in_form
from interpreter.engine.guessing import Guesser
from interpreter.engine.machine import Runner, winners
from interpreter.engine.program import Program, Step
from interpreter.engine.state import OpenValueError, State
from interpreter.engine.streams import Bits, Draw
from interpreter.errors import InterpreterError

_RUNNERS = 16
_NEVER = 1 << 62
_SEEDS = 2**32


class NoWorldError(InterpreterError):
    """What was guessed cannot be played on: something that the player cannot know of did not fit."""


class Lab:
    """Where worlds of one program are made and played on; nothing there touches the game itself."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.guesser = Guesser(program)
        self.bound = program.fast.bind(_unused, _unused)
        self.worth = program.fast.worth

    def worlds(self, state: State, number: int, draw: Draw) -> Iterator[World]:
        """So many worlds for whoever is asked; fewer where none can be found."""
        here = in_form(self.program, state, self.program.fast)
        for _ in range(number):
            guess = self.guesser.guess(here, draw)
            if guess is not None:
                yield World(self, guess, int(draw() * _SEEDS))

    def run(self, state: State, step: Step | None, bits: Bits, rounds: int) -> None:
        """Go on, all choosing at random, until so many rounds have begun and somebody has to choose, or to the end.

        Raises:
            NoWorldError: It does not go on.
        """
        each = list(repeat(bits, len(self.program.box.places)))
        self.bound.draw_from([each if name.endswith(" *") else bits for name in self.program.fast.streams])
        try:
            _run(self, state, step, bits, rounds)
        except (IndexError, ValueError, OpenValueError) as error:
            raise NoWorldError(str(error)) from error


def _run(lab: Lab, state: State, step: Step | None, bits: Bits, rounds: int) -> None:
    steps = range(most("steps"))
    for _ in range(most("stops")):
        for _ in steps:
            if step is None:
                break
            step = step(state)
        else:
            raise NoWorldError("the rules run in a circle")
        if state.who < 0 or state.rounds >= rounds:
            return
        answers = state.answers
        step = lab.bound.resume[state.site](state, answers[bits() * len(answers) >> 32])
    raise NoWorldError("the game does not end")


@lru_cache(_RUNNERS)
def lab_of(runner: Runner) -> Lab:
    """The lab of a runner; made once."""
    return Lab(runner.program)


class World:
    """A position like the player's own, as far as he can know.

    Whatever is answered in it, chance (and whoever chooses at random) gets the same numbers.
    """

    def __init__(self, lab: Lab, state: State, seed: int) -> None:
        self._lab = lab
        self._state = state
        self._seed = seed

    @property
    def asked(self) -> int | None:
        """The seat that has to choose; None when the game is over."""
        return self._state.who if self._state.who >= 0 else None

    @property
    def count(self) -> int:
        """How many answers there are to choose from."""
        return len(self._state.answers) if self._state.who >= 0 else 0

    def answered(self, index: int) -> World:
        """What becomes of it if whoever is asked gives that answer, and the game goes on until somebody has to choose.

        Raises:
            NoWorldError: It does not go on.
        """
        return self._after(index, 0)

    def finished(self, index: int) -> World:
        """What becomes of it if he does, and everybody then chooses at random until the game is over.

        Raises:
            NoWorldError: It does not go on.
        """
        return self._after(index, _NEVER)

    def played_on(self, index: int, rounds: int = 1) -> World:
        """The same, but only until so many further rounds have begun: what the course of play repeats.

        Raises:
            NoWorldError: It does not go on.
        """
        return self._after(index, self._state.rounds + rounds)

    def _after(self, index: int, rounds: int) -> World:
        bits = partial(Random(self._seed).getrandbits, 32)  # noqa: S311  # a game, no secret
        state, lab = self._state.copy(), self._lab
        answer = state.answers[index]
        lab.run(state, lambda s: lab.bound.resume[s.site](s, answer), bits, rounds)
        return World(lab, state, bits())

    def scores(self) -> tuple[int, ...]:
        """What each seat would score now; nothing where the rules count no score."""
        return tuple(score[0] for score in self._scores())

    def winners(self) -> tuple[int, ...]:
        """The seats that would win now."""
        return winners(self._state, self._scores())

    def _scores(self) -> tuple[tuple[int, ...], ...]:
        score, seats = self._lab.program.fast.score, range(self._lab.program.box.players)
        return () if score is None else tuple(score(self._state, seat) for seat in seats)

    def worth(self, seat: int) -> int:
        """How good the position is for a seat, as the ruleset says; else its score."""
        worth = self._lab.worth
        if worth is not None:
            return worth(self._state, seat)
        scores = self.scores()
        return scores[seat] if scores else 0


def _unused(*_: object) -> None:
    """The fast form records nothing."""
