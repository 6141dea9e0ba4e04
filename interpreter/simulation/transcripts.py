"""Recorded games to their transcripts."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.engine.entries import Entry
from interpreter.engine.machine import Runner
from interpreter.engine.telling import LoggedEvent, Stop, Teller
from interpreter.engine.transcript import Transcript, transcript
from interpreter.simulation.games import Recorded


def transcript_of(runner: Runner, teller: Teller, recorded: Recorded, seed: str) -> Transcript:
    """The transcript of a recorded game."""
    return transcript(runner, teller, tuple(_entries(teller, recorded)), recorded.state, seed)


def _entries(teller: Teller, recorded: Recorded) -> Iterator[Entry]:
    """Each stop with the events up to the next one."""
    stop: Stop | None = None
    events: list[LoggedEvent] = []
    for entry in recorded.log:
        if entry[0] is None:
            yield from teller.told(stop, events)
            stop, events = Stop(*entry[1:]), []
        else:
            events.append(entry)
    yield from teller.told(stop, events)
