"""Recorded games to their transcripts."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.engine.entries import Entry
from interpreter.engine.machine import Runner
from interpreter.engine.telling import Stop, Teller
from interpreter.engine.transcript import Transcript, transcript
from interpreter.simulation.games import Recorded


def transcript_of(runner: Runner, teller: Teller, recorded: Recorded, seed: str) -> Transcript:
    """The transcript of a recorded game."""
    return transcript(runner, teller, tuple(_entries(teller, recorded)), recorded.state, seed)


def _entries(teller: Teller, recorded: Recorded) -> Iterator[Entry]:
    first = recorded.stops[0][0] if recorded.stops else len(recorded.events)
    yield from teller.told(None, recorded.events[:first])
    ends = (*(stop[0] for stop in recorded.stops[1:]), len(recorded.events))
    for (start, *stop), end in zip(recorded.stops, ends, strict=False):
        yield from teller.told(Stop(*stop), recorded.events[start:end])


def seat_names(players: int) -> tuple[str, ...]:
    """What simulated players are called."""
    return tuple(f"player-{seat + 1}" for seat in range(players))
