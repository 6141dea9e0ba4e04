"""Stacks of rules and an order to series of games: statistics, comparisons, and on request a file of transcripts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path as File
from time import perf_counter
from typing import IO, Any

from attrs import frozen

from interpreter.documents.writer import whole_file
from interpreter.engine.machine import Runner
from interpreter.engine.telling import Teller
from interpreter.engine.transcript import Transcript
from interpreter.library import LoadedRuleset, runner_of
from interpreter.policies.registry import RANDOM
from interpreter.simulation.chunks import Counted, Manner, count_games, looked_at
from interpreter.simulation.details import Details
from interpreter.simulation.estimates import LEVEL
from interpreter.simulation.games import Recorded, game_seed
from interpreter.simulation.pairs import Differences
from interpreter.simulation.players import Players, seat_names
from interpreter.simulation.spreading import ALONE, Spread, chunks, counted_in_order
from interpreter.simulation.statistics import Tally
from interpreter.simulation.transcripts import transcript_of

SCHEMA = 1
_DIGITS = 3


@frozen
class Order:
    """What is to be played. `transcripts` is a file for one JSON object a line; `strict` checks every table.

    `keep` is given the transcript of every game. `policies` names one for each seat; without, all choose at random.
    `details` counts cards, rules and answers as well. `spread` says who plays: this process alone without it.
    """

    games: int
    seed: str
    transcripts: File | None = None
    strict: bool = False
    keep: Callable[[Transcript], None] | None = None
    policies: tuple[str, ...] = ()
    details: bool = False
    spread: Spread = ALONE

    @property
    def manner(self) -> Manner:
        """How its games are played."""
        return Manner(self.seed, self.policies, self.strict, self.details)


@frozen
class Series:
    """What came of it; `seconds` is the time of play without loading and compiling (of all stacks together).

    If somebody stopped it, there are fewer games than were ordered.
    """

    order: Order
    runner: Runner
    tally: Tally
    seconds: float
    details: Details | None = None
    comparisons: tuple[Comparison, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether all games were played."""
        return self.tally.games == self.order.games

    def as_plain(self) -> dict[str, Any]:
        """For JSON."""
        program, seconds = self.runner.program, max(self.seconds, 1e-9)
        return {
            "schema": SCHEMA,
            **_rules(self.runner),
            "players": program.box.players,
            "policies": list(self.order.policies) or [RANDOM] * program.box.players,
            "seed": self.order.seed,
            "games": self.tally.games,
            "decisions": self.tally.decisions.total,
            "seconds": round(self.seconds, _DIGITS),
            "games_per_second": round(self.tally.games / seconds, _DIGITS),
            "decisions_per_second": round(self.tally.decisions.total / seconds, _DIGITS),
            "confidence": LEVEL,
            "results": {**self.tally.results(program), **_detailed(self.details, self.runner)},
            "comparisons": [comparison.as_plain() for comparison in self.comparisons],
        }


@frozen
class Comparison:
    """The same games under other rules, and what differs."""

    runner: Runner
    tally: Tally
    differences: Differences
    details: Details | None = None

    def as_plain(self) -> dict[str, Any]:
        """For JSON; `differences` says how much more there is than under the rules that it is compared with."""
        results = {**self.tally.results(self.runner.program), **_detailed(self.details, self.runner)}
        return {**_rules(self.runner), "results": results, "differences": self.differences.as_plain()}


def _rules(runner: Runner) -> dict[str, Any]:
    program = runner.program
    return {"ruleset": program.name, "hash": program.hash, "options": dict(program.options)}


def _detailed(details: Details | None, runner: Runner) -> dict[str, Any]:
    return {} if details is None else {"details": details.as_plain(runner.program)}


Progress = Callable[[int], None]
"""Is told how many games are done."""


def play_series(runner: Runner, order: Order) -> Series:
    """Play all games of an order under one stack, in this process.

    Raises:
        BrokenTableError: A strict check failed.
        EndlessError: The rules go on for ever without asking anybody.
        EndlessGameError: A game does not come to an end.
        ImpossibleError: A rule asks for something that is not there, or nobody can answer it.
        OSError: The file of transcripts cannot be written.
        PolicyError: There is no such policy, or it gave what is no answer.
    """
    if order.transcripts is not None or order.keep is not None:
        parts = _told(runner, order)
    else:
        parts = (count_games([runner], order.manner, numbers) for numbers in chunks(order.games))
    return _summed([runner], order, parts, lambda _done: None)


def play_stacks(
    stacks: Sequence[LoadedRuleset], players: int, order: Order, progress: Progress = lambda _done: None
) -> Series:
    """Play the games of an order under each stack with the same seeds, and compare all with the first.

    Whoever interrupts it gets what is known so far; games that are written are not kept then.

    Raises:
        BackendError: What is to play cannot be used.
        SourceError: So many cannot play under one of the stacks.
        And whatever `play_series` raises.
    """
    runners = [runner_of(stack, players) for stack in stacks]
    if order.transcripts is not None or order.keep is not None:
        parts = _told(runners[0], order)
    else:
        parts = counted_in_order(stacks, runners, order.manner, order.games, order.spread)
    return _summed(runners, order, parts, progress)


def _summed(runners: Sequence[Runner], order: Order, parts: Iterable[Counted], progress: Progress) -> Series:
    """The sum of all parts."""
    start = perf_counter()
    whole = Counted.nothing(len(runners), runners[0].program.box.players, details=order.details)
    with suppress(KeyboardInterrupt):
        for part in parts:
            whole.join(part)
            progress(whole.games)
    seconds = perf_counter() - start
    details: list[Details | None] = [*whole.details] or [None] * len(runners)
    rest = zip(runners[1:], whole.tallies[1:], whole.differences, details[1:], strict=True)
    return Series(
        order, runners[0], whole.tallies[0], seconds, details[0], tuple(Comparison(*one) for one in rest)
    )


# games that are told


def _told(runner: Runner, order: Order) -> Iterator[Counted]:
    """The games of an order one by one, each written or kept as well."""
    players, numbers = Players(runner, order.policies), range(order.games)
    with whole_file(order.transcripts) if order.transcripts else nullcontext() as file:
        write = _writer(runner, order, file)
        for number, recorded in enumerate(looked_at(runner, order.manner, numbers, players)):
            write(recorded, number)
            counted = Counted.nothing(1, runner.program.box.players, details=order.details)
            counted.tallies[0].add(recorded.played)
            for details in counted.details:
                details.add(runner.program, recorded)
            yield counted


def _writer(runner: Runner, order: Order, file: IO[str] | None) -> Callable[[Recorded, int], None]:
    """A function that writes a game as a line of JSON, and gives it to whoever keeps it."""
    teller = Teller(runner.program, seat_names(runner.program.box.players))

    def write(recorded: Recorded, number: int) -> None:
        told = transcript_of(runner, teller, recorded, game_seed(order.seed, number))
        if file is not None:
            file.write(json.dumps(told.as_plain(), ensure_ascii=False, separators=(",", ":")) + "\n")
        if order.keep is not None:
            order.keep(told)

    return write
