"""A program and a seed to games played at random: fast, or recorded stop by stop. Both play the same games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from attrs import frozen

from interpreter.budgets import most
from interpreter.engine.faults import circle, rule_of
from interpreter.engine.machine import EndlessError, ImpossibleError, Runner, winners
from interpreter.engine.program import CHANCE, Bound, Form, Program, Step
from interpreter.engine.state import State
from interpreter.engine.streams import Draw, Streams
from interpreter.engine.tables import roller
from interpreter.engine.telling import LoggedEvent
from interpreter.errors import InterpreterError

_POLICY = "(players)"  # no id of a ruleset looks like this
_OVER = -2
_LAST = 50             # stops that say how a game goes on for ever


class EndlessGameError(InterpreterError):
    """Players at random do not come to an end; `seed` is that of the game, `rules` are those where it stops last."""

    def __init__(self, program: Program, seed: str, sites: Iterable[int]) -> None:
        super().__init__(f"the game with seed {seed} does not end")
        self.seed = seed
        self.stops = most("stops")
        self.rules = tuple(dict.fromkeys(program.sites[site].rule for site in sites))


@frozen
class Played:
    """How a game ended: by which rule, with which scores (and what breaks ties), who won, after how many decisions."""

    ended: int | None
    scores: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    decisions: int


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


def policy_streams() -> Streams:
    """The stream that players at random choose by; none of the rules' own."""
    return Streams((_POLICY,), ())


# fast


def fast_games(program: Program, seed: str, numbers: Iterator[int] | Sequence[int]) -> Iterator[Played]:
    """Games without a record.

    Raises:
        EndlessError: The rules go on for ever without asking anybody.
        EndlessGameError: A game does not come to an end.
        ImpossibleError: A rule asks for something that is not there, or nobody can answer it.
    """
    streams, policy = Streams(program.fast.streams, program.box.places), policy_streams()
    bound = program.fast.bind(_unused, _unused)
    for number in numbers:
        name = game_seed(seed, number)
        streams.seed(name)
        policy.seed(name)
        bound.draw_from(streams.functions)
        state = program.fast.fresh()
        with _told(program, state):
            decisions = _fast_game(program, bound, state, policy.of(_POLICY), name)
        yield _played(program, state, decisions)


def _fast_game(program: Program, bound: Bound, state: State, choose: Draw, seed: str) -> int:
    """Play to the end; the number of free decisions."""
    resume = bound.resume
    step: Step | None = bound.starts["start"]
    steps = range(most("steps"))
    for decisions in range(most("stops")):
        for _ in steps:  # here and not in a function: a call for each decision would be a tenth of a game
            if step is None:
                break
            step = step(state)
        else:
            raise EndlessError(program, circle(program, step, state))
        if state.who < 0:
            return decisions
        answers = state.answers
        step = resume[state.site](state, answers[int(choose() * len(answers))])
    raise EndlessGameError(program, seed, _next_sites(bound, state, step))


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
    return Played(state.ended, scores, winners(state, scores), decisions)


def _unused(*_: Any) -> None:
    """The fast form records nothing."""


# recorded


def recorded_games(
    runner: Runner, seed: str, numbers: Iterator[int] | Sequence[int], witness: Witness | None = None
) -> Iterator[Recorded]:
    """The same games with every stop and event; `witness` looks at the table at each stop.

    Raises:
        EndlessError: The rules go on for ever without asking anybody.
        EndlessGameError: A game does not come to an end.
        ImpossibleError: A rule asks for something that is not there, or nobody can answer it.
    """
    table = _Table(runner.program, runner.program.recording if witness is None else runner.program.inspecting)
    for number in numbers:
        yield table.game(game_seed(seed, number), witness)


class _Table:
    """A form of a program that keeps a log, with streams of its own."""

    def __init__(self, program: Program, form: Form) -> None:
        self.program = program
        self.form = form
        self.streams = Streams(form.streams, program.box.places)
        self.policy = policy_streams()
        self.log: list[RecordedStop | LoggedEvent] = []
        self.bound = form.bind(self.log.append, _unused)
        rollers = {pool.id: roller(pool.sides) for pool in program.box.pools.values()}
        self.rollers = {site.index: rollers[site.of] for site in program.sites if site.kind == "roll"}

    def game(self, seed: str, witness: Witness | None) -> Recorded:
        """Play one game to its end."""
        self.streams.seed(seed)
        self.policy.seed(seed)
        self.bound.draw_from(self.streams.functions)
        self.log.clear()
        state = self.form.fresh()
        with _told(self.program, state):
            free = self._play(state, seed, witness)
        return Recorded(_played(self.program, state, free), tuple(self.log), state)

    def _play(self, state: State, seed: str, witness: Witness | None) -> int:
        """Play to the end, and log every stop on the way; the number of free decisions."""
        resume, log, choose = self.bound.resume, self.log.append, self.policy.of(_POLICY)
        step: Step | None = self.bound.starts["start"]
        free = 0
        steps = range(most("steps"))
        for _ in range(most("stops")):
            for _ in steps:
                if step is None:
                    break
                step = step(state)
            else:
                raise EndlessError(self.program, circle(self.program, step, state))
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
                given = answers[int(choose() * len(answers)) if is_free else 0]
            log((None, who, site, answers, given))
            step = resume[site](state, given)
        raise EndlessGameError(self.program, seed, [e[2] for e in self.log[-_LAST:] if e[0] is None])

    def _happens(self, site: int, what: Any, owner: int | None) -> Any:
        draw = self.streams.of(self.program.sites[site].stream, owner)
        if site in self.rollers:
            return self.rollers[site](what, draw)
        return what[int(draw() * len(what))]
