"""A runner and an order to a series of games: statistics, and on request a file of transcripts and a strict check."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path as File
from time import perf_counter
from typing import IO, Any

from attrs import frozen

from interpreter.documents.writer import whole_file
from interpreter.engine.conservation import Conservation
from interpreter.engine.machine import Runner
from interpreter.engine.telling import Teller
from interpreter.engine.transcript import Transcript
from interpreter.simulation.games import Played, Recorded, fast_games, game_seed, recorded_games
from interpreter.simulation.players import seat_names
from interpreter.simulation.statistics import Tally
from interpreter.simulation.transcripts import transcript_of

SCHEMA = 1
_DIGITS = 3


@frozen
class Order:
    """What is to be played. `transcripts` is a file for one JSON object a line; `strict` checks every table.

    `keep` is given the transcript of every game.
    """

    games: int
    seed: str
    transcripts: File | None = None
    strict: bool = False
    keep: Callable[[Transcript], None] | None = None


@frozen
class Series:
    """What came of it; `seconds` is the time of play without loading and compiling."""

    order: Order
    runner: Runner
    tally: Tally
    seconds: float

    def as_plain(self) -> dict[str, Any]:
        """For JSON."""
        program, seconds = self.runner.program, max(self.seconds, 1e-9)
        return {
            "schema": SCHEMA,
            "ruleset": program.name,
            "hash": program.hash,
            "players": program.box.players,
            "options": dict(program.options),
            "seed": self.order.seed,
            "games": self.tally.games,
            "decisions": self.tally.decisions,
            "seconds": round(self.seconds, _DIGITS),
            "games_per_second": round(self.tally.games / seconds, _DIGITS),
            "decisions_per_second": round(self.tally.decisions / seconds, _DIGITS),
            "results": self.tally.results(),
        }


def play_series(runner: Runner, order: Order) -> Series:
    """Play all games of an order.

    Raises:
        BrokenTableError: A strict check failed.
        EndlessError: The rules go on for ever without asking anybody.
        EndlessGameError: A game does not come to an end.
        ImpossibleError: A rule asks for something that is not there, or nobody can answer it.
        OSError: The file of transcripts cannot be written.
    """
    tally, start = Tally(runner.program), perf_counter()
    for played in _games(runner, order):
        tally.add(played)
    return Series(order, runner, tally, perf_counter() - start)


def _games(runner: Runner, order: Order) -> Iterator[Played]:
    """The games of an order, in the fast form unless somebody wants to look at them."""
    if order.transcripts is None and order.keep is None and not order.strict:
        yield from fast_games(runner, order.seed, range(order.games))
        return
    witness = Conservation(runner.program).check if order.strict else None
    with whole_file(order.transcripts) if order.transcripts else nullcontext() as file:
        write = _writer(runner, order, file)
        for number, recorded in enumerate(recorded_games(runner, order.seed, range(order.games), witness)):
            write(recorded, number)
            yield recorded.played


def _writer(runner: Runner, order: Order, file: IO[str] | None) -> Callable[[Recorded, int], None]:
    """A function that writes a game as a line of JSON, and gives it to whoever keeps it."""
    if file is None and order.keep is None:
        return lambda _recorded, _number: None
    teller = Teller(runner.program, seat_names(runner.program.box.players))

    def write(recorded: Recorded, number: int) -> None:
        told = transcript_of(runner, teller, recorded, game_seed(order.seed, number))
        if file is not None:
            file.write(json.dumps(told.as_plain(), ensure_ascii=False, separators=(",", ":")) + "\n")
        if order.keep is not None:
            order.keep(told)

    return write
