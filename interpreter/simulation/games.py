"""A program and a seed to games played at random: fast, or recorded stop by stop. Both play the same games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import frozen

from interpreter.engine.machine import EndlessError, Runner
from interpreter.engine.program import CHANCE, Bound, Program, Step
from interpreter.engine.state import State
from interpreter.engine.streams import Draw, Streams
from interpreter.engine.tables import roller
from interpreter.engine.telling import LoggedEvent, Stop
from interpreter.errors import InterpreterError

_POLICY = "(players)"  # no id of a ruleset looks like this
_OVER = -2
_BUDGET = 100_000      # steps of the rules between two stops
_LONGEST = 1_000_000   # stops of one game


class EndlessGameError(InterpreterError):
    """Players at random do not come to an end; `seed` is that of the game."""

    def __init__(self, seed: str) -> None:
        super().__init__(f"the game with seed {seed} does not end")
        self.seed = seed


@frozen
class Played:
    """How a game ended: by which rule, with which scores (and what breaks ties), after how many free decisions."""

    ended: int | None
    scores: tuple[tuple[int, ...], ...]
    decisions: int

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the best score."""
        best = max(self.scores, default=())
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)


@frozen
class Recorded:
    """A game with all its stops; `before[i]` events had happened before the i-th."""

    played: Played
    stops: tuple[Stop, ...]
    before: tuple[int, ...]
    events: tuple[LoggedEvent, ...]
    state: State


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
    """
    streams, policy = Streams(program.fast.streams, program.box.places), policy_streams()
    bound = program.fast.bind(streams.functions, _unused, _unused)
    choose = policy.by_name[_POLICY, None]
    for number in numbers:
        name = game_seed(seed, number)
        streams.seed(name)
        policy.seed(name)
        state = program.fast.fresh()
        yield _played(program, state, _fast_game(bound, state, choose, name))


def _fast_game(bound: Bound, state: State, choose: Draw, seed: str) -> int:
    """Play to the end; the number of free decisions."""
    resume = bound.resume
    _run(bound.starts["start"], state)
    for decisions in range(_LONGEST):
        if state.who < 0:
            return decisions
        answers = state.answers
        step = resume[state.site](state, answers[int(choose() * len(answers))])
        for _ in _STEPS:
            if step is None:
                break
            step = step(state)
        else:
            raise EndlessError((step.__name__,))
    raise EndlessGameError(seed)


_STEPS = range(_BUDGET)


def _run(step: Step, state: State) -> None:
    following = step(state)
    for _ in _STEPS:
        if following is None:
            return
        following = following(state)
    raise EndlessError((following.__name__,))


def _played(program: Program, state: State, decisions: int) -> Played:
    score = program.score
    scores = () if score is None else tuple(score(state, seat) for seat in range(program.box.players))
    return Played(state.ended, scores, decisions)


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
    """
    table = _Table(runner.program)
    for number in numbers:
        yield table.game(game_seed(seed, number), witness or _unused)


class _Table:
    """A program in its inspecting form, with streams and a log of its own."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.streams = Streams(program.inspecting.streams, program.box.places)
        self.policy = policy_streams()
        self.events: list[LoggedEvent] = []
        self.bound = program.inspecting.bind(self.streams.functions, self.events.append, _unused)
        self.rollers = {pool.id: roller(pool.sides) for pool in program.box.pools.values()}

    def game(self, seed: str, witness: Witness) -> Recorded:
        """Play one game to its end."""
        self.streams.seed(seed)
        self.policy.seed(seed)
        self.events.clear()
        state = self.program.inspecting.fresh()
        _run(self.bound.starts["start"], state)
        stops: list[Stop] = []
        before: list[int] = []
        while state.who != _OVER:
            witness(state)
            before.append(len(self.events))
            stops.append(self._stop(state))
            if len(stops) > _LONGEST:
                raise EndlessGameError(seed)
        witness(state)
        free = sum(stop.who >= 0 and len(stop.answers) > 1 for stop in stops)
        return Recorded(
            _played(self.program, state, free), tuple(stops), tuple(before), tuple(self.events), state
        )

    def _stop(self, state: State) -> Stop:
        """Answer the stop where the state is."""
        who, site, answers = state.who, state.site, state.answers
        given = self._happens(site, *answers) if who == CHANCE else self._chosen(answers)
        following = self.bound.resume[site](state, given)
        if following is not None:
            _run(following, state)
        return Stop(who, site, answers, given)

    def _chosen(self, answers: Sequence[Any]) -> Any:
        if len(answers) == 1:
            return answers[0]
        return answers[int(self.policy.by_name[_POLICY, None]() * len(answers))]

    def _happens(self, site: int, what: Any, owner: int | None) -> Any:
        place = self.program.sites[site]
        draw = self.streams.by_name[place.stream, owner]
        if place.kind == "roll":
            return self.rollers[place.of](what, draw)
        return what[int(draw() * len(what))]
