"""A game that was played to a transcript: everything in it, or what one player noticed of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from interpreter.engine.box import Box
from interpreter.engine.decisions import Over
from interpreter.engine.entries import Choosing, Entry, Event, Plain
from interpreter.engine.machine import Machine, Runner
from interpreter.engine.program import Program
from interpreter.engine.state import State
from interpreter.engine.telling import Teller
from interpreter.engine.views import as_text, position, sees, view

SCHEMA = 1


@frozen
class Result:
    """How a game ended: by which rule (None: the course of play is over), and who won."""

    ended: str | None
    scores: Mapping[str, int]
    winners: tuple[str, ...]

    def as_plain(self) -> Plain:
        """For JSON."""
        return {"ended": self.ended, "scores": dict(self.scores), "winners": list(self.winners)}

    def as_lines(self) -> Iterator[str]:
        """Readable lines."""
        yield f"over: {self.ended or 'the course of play has ended'}"
        for name, score in self.scores.items():
            yield f"score of {name}: {score}"
        yield f"won: {', '.join(self.winners) or 'nobody'}"


@frozen
class Transcript:
    """One game; `viewer` is the player who tells it (None: everything is told)."""

    ruleset: str
    hash: str
    players: tuple[str, ...]
    options: Mapping[str, str | int]
    seed: str | None  # None: chance was decided from outside
    start: Plain  # before setup
    log: tuple[Entry, ...]
    final: Plain
    result: Result | None  # None: the game still runs
    viewer: str | None = None

    @property
    def decisions(self) -> int:
        """How many decisions left something to choose."""
        return sum(isinstance(entry, Choosing) and entry.free for entry in self.log)

    def as_plain(self) -> Plain:
        """For JSON, as `schemas/transcript.schema.json` describes it."""
        return {
            "schema": SCHEMA,
            "ruleset": self.ruleset,
            "hash": self.hash,
            "players": list(self.players),
            "options": dict(self.options),
            "seed": self.seed,
            "viewer": self.viewer,
            "decisions": self.decisions,
            "start": self.start,
            "log": [entry.as_plain() for entry in self.log],
            "final": self.final,
            "result": None if self.result is None else self.result.as_plain(),
        }

    def as_text(self) -> str:
        """Readable lines in a stable order, with ids only."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield f"{self.ruleset}, players: {', '.join(self.players)}"
        if self.seed is not None and self.viewer is None:
            yield f"seed {self.seed}"
        if self.viewer is not None:
            yield f"as {self.viewer} saw it"
        yield from ("", *(entry.as_text() for entry in self.log), "", as_text(self.final).rstrip("\n"))
        if self.result is not None:
            yield from ("", *self.result.as_lines())


def transcript(runner: Runner, teller: Teller, log: Sequence[Entry], state: State, seed: str | None) -> Transcript:
    """The transcript of a game that has come to `state`."""
    program = runner.program
    return Transcript(
        ruleset=program.name,
        hash=program.hash,
        players=teller.names,
        options=program.options,
        seed=seed,
        start=position(program, program.inspecting.fresh(), teller.names),
        log=tuple(log),
        final=position(program, state, teller.names),
        result=result(runner, teller, state),
    )


def result(runner: Runner, teller: Teller, state: State) -> Result | None:
    """How the game ended, if it has."""
    over = Machine(runner, state).waiting
    if not isinstance(over, Over):
        return None
    names = teller.names
    scores = dict(zip(names, over.scores, strict=False))
    return Result(teller.path(over.rule), scores, tuple(names[seat] for seat in over.winners))


# what one player noticed


def as_seen(told: Transcript, program: Program, state: State, seat: int) -> Transcript:
    """The transcript that one player could have written himself."""
    names = told.players
    log = tuple(seen for entry in told.log if (seen := _seen(entry, program.box, names, seat)) is not None)
    start = view(program, program.inspecting.fresh(), seat, names)
    final = view(program, state, seat, names)
    return evolve(told, seed=None, start=start, log=log, final=final, viewer=names[seat])


def _seen(entry: Entry, box: Box, names: Sequence[str], seat: int) -> Entry | None:
    if isinstance(entry, Choosing):
        return entry if entry.who == names[seat] else _noticed(entry)
    if isinstance(entry, Event):
        return event_seen(entry, box, names, seat)
    return None


def _noticed(entry: Choosing) -> Event | None:
    """A decision of somebody else: only what was done."""
    if entry.public is None:
        return None
    return Event(entry.rule, "", "answer", {"who": entry.who, "answer": entry.public})


def event_seen(event: Event, box: Box, names: Sequence[str], seat: int) -> Event | None:
    """An event without the cards that the player could not see; unknown kinds of events stay hidden."""
    if event.what not in _OPEN and event.what not in _MOVES:
        return None
    if event.what in _OPEN or any(_sees(event.data[end], box, names, seat) for end in ("from", "to")):
        return event
    return evolve(event, data={**event.data, "cards": None})


_OPEN = frozenset(
    ["roll", "reroll", "dice", "clear", "play", "deal", "tell", "role", "pawn", "lay", "count", "end", "answer",
     "enter", "reveal"]
)  # fmt: skip
_MOVES = frozenset({"draw", "move", "shuffle"})


def _sees(where: Sequence[str | None], box: Box, names: Sequence[str], seat: int) -> bool:
    zone = box.zones[str(where[0])]
    owner = names.index(str(where[1])) if zone.of == "player" else None
    return sees(zone, owner, seat)
