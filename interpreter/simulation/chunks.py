"""Some numbered games of one or more stacks to their tallies: what a process is given, and what it gives back."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from functools import lru_cache

from attrs import Factory, define, field, frozen

from interpreter.engine.conservation import Conservation
from interpreter.engine.machine import Runner
from interpreter.errors import InterpreterError
from interpreter.library import LoadedRuleset, runner_of
from interpreter.simulation.details import Details
from interpreter.simulation.games import Played, Recorded, fast_games, recorded_games
from interpreter.simulation.pairs import Differences
from interpreter.simulation.players import Players
from interpreter.simulation.statistics import Tally, end_name

_PACKS = 8


@frozen
class Manner:
    """How games are played and looked at: the same for all games of a series."""

    seed: str
    policies: tuple[str, ...] = ()
    strict: bool = False
    details: bool = False


@define
class Counted:
    """What was counted: for each stack, and for each but the first its differences from the first."""

    tallies: list[Tally]
    differences: list[Differences]
    details: list[Details] = Factory(list)

    @classmethod
    def nothing(cls, stacks: int, players: int, *, details: bool) -> Counted:
        """No game yet."""
        return cls(
            [Tally(players) for _ in range(stacks)],
            [Differences(players) for _ in range(stacks - 1)],
            [Details() for _ in range(stacks if details else 0)],
        )

    @property
    def games(self) -> int:
        """How many games of each stack were played."""
        return self.tallies[0].games

    def join(self, other: Counted) -> None:
        """Count what another one has counted, too."""
        for mine, more in zip(self.tallies, other.tallies, strict=True):
            mine.join(more)
        for one, another in zip(self.differences, other.differences, strict=True):
            one.join(another)
        for detail, further in zip(self.details, other.details, strict=True):
            detail.join(further)


def count_games(runners: Sequence[Runner], manner: Manner, numbers: range) -> Counted:
    """Play these games under each stack, and count them.

    Raises:
        BrokenTableError: A strict check failed.
        EndlessError: The rules go on for ever without asking anybody.
        EndlessGameError: A game does not come to an end.
        ImpossibleError: A rule asks for something that is not there, or nobody can answer it.
        PolicyError: There is no such policy, or it gave what is no answer.
    """
    counted = Counted.nothing(len(runners), runners[0].program.box.players, details=manner.details)
    before: list[Played] = []
    for at, runner in enumerate(runners):
        details = counted.details[at] if manner.details else None
        games = list(_games(runner, manner, numbers, details))
        for played in games:
            counted.tallies[at].add(played)
        if at == 0:
            before = games
            continue
        programs = runners[0].program, runner.program
        for was, now in zip(before, games, strict=True):
            ends = end_name(programs[0], was.ended), end_name(programs[1], now.ended)
            counted.differences[at - 1].add(was, now, ends)
    return counted


def _games(runner: Runner, manner: Manner, numbers: range, details: Details | None) -> Iterator[Played]:
    """The games, in the fast form unless somebody wants to look at them."""
    players = Players(runner, manner.policies)
    if not manner.strict and details is None:
        yield from fast_games(runner, manner.seed, numbers, players)
        return
    for game in looked_at(runner, manner, numbers, players):
        if details is not None:
            details.add(runner.program, game)
        yield game.played


def looked_at(runner: Runner, manner: Manner, numbers: range, players: Players) -> Iterator[Recorded]:
    """The games with all that happened, checked if they are to be."""
    witness = Conservation(runner.program).check if manner.strict else None
    yield from recorded_games(runner, manner.seed, numbers, witness, players)


# in another process


@frozen
class Pack:
    """The rules of a stack as they travel; equal keys mean equal rules."""

    key: str
    data: bytes = field(eq=False, repr=False)


def packed(loaded: LoadedRuleset) -> Pack:
    """Rules, ready to travel: no other process needs the files."""
    return Pack(loaded.stack.hash, pickle.dumps(loaded))


@frozen
class Work:
    """What a process is to play."""

    packs: tuple[Pack, ...]
    players: int
    manner: Manner
    numbers: range


def do_work(work: Work) -> Counted | None:
    """Play and count; None where something went wrong: whoever gave the work finds out what, by playing it himself."""
    try:
        return count_games([_runner(pack, work.players) for pack in work.packs], work.manner, work.numbers)
    except InterpreterError:
        return None


@lru_cache(_PACKS)
def _runner(pack: Pack, players: int) -> Runner:
    loaded: LoadedRuleset = pickle.loads(pack.data)  # noqa: S301  # packed by the process that gave the work
    return runner_of(loaded, players)
