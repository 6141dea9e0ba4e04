"""A program, its players and a seed to games: fast, or recorded stop by stop. Both play the same games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from attrs import frozen

from interpreter.budgets import most
from interpreter.engine.faults import circle, rule_of
from interpreter.engine.machine import EndlessError, ImpossibleError, Runner, winners
from interpreter.engine.program import CHANCE, Bound, Form, Program, Step
from interpreter.engine.state import State
from interpreter.engine.streams import Bits, Streams
from interpreter.engine.tables import roller
from interpreter.engine.telling import LoggedEvent
from interpreter.errors import InterpreterError
from interpreter.simulation.players import Pick, Players

_OVER = -2
_LAST = 50             # stops that say how a game goes on for ever


class EndlessGameError(InterpreterError):
    """The players do not come to an end; `seed` is that of the game, `rules` are those where it stops last."""

    def __init__(self, program: Program, seed: str, sites: Iterable[int]) -> None:
        super().__init__(f"the game with seed {seed} does not end")
        self.seed = seed
        self.stops = most("stops")
        self.rules = tuple(dict.fromkeys(program.sites[site].rule for site in sites))


@frozen
class Played:
    """How a game ended: by which rule, with which scores (and what breaks ties), who won, after how many decisions.

    `first` is the seat that held the first role when the course of play began, `rounds` how often that began anew.
    """

    ended: int | None
    scores: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    decisions: int
    first: int | None = None
    rounds: int = 0


# `(None, who, site, answers, given)`: somebody (-1: chance) was asked. `answers` may leave out what is drawn from.
RecordedStop = tuple[None, int, int, Any, Any]


@frozen
class Recorded:
    """A game with all its stops and events, in order."""

    played: Played
    log: tuple[RecordedStop | LoggedEvent, ...]
    state: State

    @property
    def stops(self) -> list[RecordedStop]:
        """Where chance or somebody decided."""
        return [entry for entry in self.log if entry[0] is None]


Witness = Callable[[State], None]


def game_seed(seed: str, number: int) -> str:
    """The seed of one game of a series."""
    return f"{seed}/{number}"


# fast


def fast_games(
    runner: Runner, seed: str, numbers: Iterable[int], players: Players | None = None
) -> Iterator[Played]:
    """Games without a record; without players all choose at random.

    Raises:
        EndlessError: The rules go on for ever without asking anybody.
        EndlessGameError: A game does not come to an end.
        ImpossibleError: A rule asks for something that is not there, or nobody can answer it.
        PolicyError: A policy gave what is no answer.
    """
    program, seated = runner.program, players or Players(runner)
    streams = Streams(program.fast.streams, program.box.places)
    bound = program.fast.bind(_unused, _unused)
    for number in numbers:
        name = game_seed(seed, number)
        streams.seed(name)
        bound.draw_from(streams.functions)
        state = program.fast.fresh()
        with _told(program, state):
            if seated.at_random:
                decisions = _fast_game(program, bound, state, seated.bits(name), name)
            else:
                decisions = _thought_game(program, bound, state, seated.pick(name), name)
        yield _played(program, state, decisions)


def _fast_game(program: Program, bound: Bound, state: State, bits: Bits, seed: str) -> int:
    """Play to the end; the number of free decisions."""
    resume, steps = bound.resume, range(most("steps"))
    step: Step | None = bound.starts["start"]
    for decisions in range(most("stops")):
        # Most decisions are at most three steps apart: to count those would take a twentieth of the time of a game.
        if (
            step is not None
            and (step := step(state)) is not None
            and (step := step(state)) is not None
            and (step := step(state)) is not None
        ):
            for _ in steps:
                if (step := step(state)) is None:
                    break
            else:
                raise EndlessError(program, circle(program, step, state))
        if state.who < 0:
            return decisions
        answers = state.answers
        step = resume[state.site](state, answers[bits() * len(answers) >> 32])
    raise EndlessGameError(program, seed, _next_sites(bound, state, step))


def _thought_game(program: Program, bound: Bound, state: State, pick: Pick, seed: str) -> int:
    """Play to the end with players who think; the number of free decisions."""
    steps = range(most("steps"))
    step: Step | None = bound.starts["start"]
    for decisions in range(most("stops")):
        _run(program, step, state, steps)
        if state.who < 0:
            return decisions
        step = partial(bound.resume[state.site], a=state.answers[pick(state)])
    raise EndlessGameError(program, seed, _next_sites(bound, state, step))


def _run(program: Program, step: Step | None, state: State, steps: range) -> None:
    """Run to the next stop, in at most so many steps."""
    for _ in steps:
        if step is None:
            return
        step = step(state)
    raise EndlessError(program, circle(program, step, state))


def _next_sites(bound: Bound, state: State, step: Step | None) -> Iterator[int]:
    """Where a game stops that goes on for ever."""
    for _ in range(_LAST):
        for _ in range(most("steps")):
            if step is None:
                break
            step = step(state)
        if state.who < 0:
            return
        yield state.site
        step = bound.resume[state.site](state, state.answers[0])


@contextmanager
def _told(program: Program, state: State) -> Iterator[None]:
    """Say by which rule a game went wrong; what no line of a rule did went wrong where the game waits.

    Raises:
        ImpossibleError: A rule asks for something that is not there, or nobody can answer it.
    """
    try:
        yield
    except (IndexError, ValueError) as wrong:
        rule, is_ask = rule_of(program, wrong), False
        if rule is None and state.site >= 0:
            rule, is_ask = program.sites[state.site].rule, state.who >= 0 and not state.answers
        raise ImpossibleError(rule, wrong, is_ask=is_ask) from wrong


def _played(program: Program, state: State, decisions: int) -> Played:
    score = program.fast.score
    scores = () if score is None else tuple(score(state, seat) for seat in range(program.box.players))
    first = state.first if isinstance(state.first, int) else None
    return Played(state.ended, scores, winners(state, scores), decisions, first, state.rounds)


def _unused(*_: Any) -> None:
    """The fast form records nothing."""


# recorded


def recorded_games(
    runner: Runner,
    seed: str,
    numbers: Iterable[int],
    witness: Witness | None = None,
    players: Players | None = None,
) -> Iterator[Recorded]:
    """The same games with every stop and event; `witness` looks at the table at each stop.

    Raises:
        EndlessError: The rules go on for ever without asking anybody.
        EndlessGameError: A game does not come to an end.
        ImpossibleError: A rule asks for something that is not there, or nobody can answer it.
        PolicyError: A policy gave what is no answer.
    """
    form = runner.program.recording if witness is None else runner.program.inspecting
    table = _Table(runner.program, form, players or Players(runner))
    for number in numbers:
        yield table.game(game_seed(seed, number), witness)


class _Table:
    """A form of a program that keeps a log, with streams of its own."""

    def __init__(self, program: Program, form: Form, players: Players) -> None:
        self.program = program
        self.form = form
        self.players = players
        self.streams = Streams(form.streams, program.box.places)
        self.log: list[RecordedStop | LoggedEvent] = []
        self.bound = form.bind(self.log.append, _unused)
        rollers = {pool.id: roller(pool.sides) for pool in program.box.pools.values()}
        self.rollers = {site.index: rollers[site.of] for site in program.sites if site.kind == "roll"}

    def game(self, seed: str, witness: Witness | None) -> Recorded:
        """Play one game to its end."""
        self.streams.seed(seed)
        self.bound.draw_from(self.streams.functions)
        self.log.clear()
        state = self.form.fresh()
        with _told(self.program, state):
            free = self._play(state, seed, witness)
        return Recorded(_played(self.program, state, free), tuple(self.log), state)

    def _play(self, state: State, seed: str, witness: Witness | None) -> int:
        """Play to the end, and log every stop on the way; the number of free decisions."""
        resume, log, pick = self.bound.resume, self.log.append, self.players.pick(seed)
        steps = range(most("steps"))
        step: Step | None = self.bound.starts["start"]
        free = 0
        for _ in range(most("stops")):
            _run(self.program, step, state, steps)
            if witness is not None:
                witness(state)
            who, site, answers = state.who, state.site, state.answers
            if who == _OVER:
                return free
            if who == CHANCE:
                given = self._happens(site, *answers)
            else:
                is_free = len(answers) > 1
                free += is_free
                given = answers[pick(state) if is_free else 0]
            log((None, who, site, answers, given))
            step = resume[site](state, given)
        raise EndlessGameError(self.program, seed, [e[2] for e in self.log[-_LAST:] if e[0] is None])

    def _happens(self, site: int, what: Any, owner: int | None) -> Any:
        bits = self.streams.of(self.program.sites[site].stream, owner)
        if site in self.rollers:
            return self.rollers[site](what, bits)
        return what[bits() * len(what) >> 32]
