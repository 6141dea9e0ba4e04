"""A transcript to the same game, played again under the rules that are there: each stop, and what was given.

A transcript names everything by its id, so it is played stop by stop: what it says must be what the rules ask.
"""

from __future__ import annotations

import json
from typing import Any

from attrs import evolve, frozen

from interpreter.documents.schemas import validator
from interpreter.engine.box import Box
from interpreter.engine.decisions import Chance, Decision, Outcome, Over
from interpreter.engine.describe import answer_text
from interpreter.engine.entries import Choosing, Entry, Event, Happening, entry_from_plain
from interpreter.engine.machine import EndlessError, ImpossibleError, Machine, Runner
from interpreter.engine.state import OpenValueError
from interpreter.engine.transcript import Transcript
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import Diagnostic, SourceError, error
from interpreter.source.span import Span

_HEAD = ("ruleset", "hash", "options", "seed", "start", "final", "viewer")


@frozen
class Moment:
    """A stop of the game: what it waited for, and what it was given; `to` is the seat that gets a drawn card."""

    waiting: Decision | Chance
    given: Any  # an answer, or an outcome of chance
    to: int | None = None

    @property
    def is_free(self) -> bool:
        """Whether somebody had something to choose."""
        return isinstance(self.waiting, Decision) and not self.waiting.forced


@frozen
class Replay:
    """The moments of a game, and the machine as it stands after the last of them."""

    moments: tuple[Moment, ...]
    machine: Machine


def read_transcript(text: str, place: Span) -> Transcript:
    """The transcript that a line of a file holds.

    Raises:
        SourceError: It is no JSON, or no transcript.
    """
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise SourceError([error("T0001", place)]) from wrong
    misfit = next(iter(validator("transcript").iter_errors(plain)), None)
    if misfit is not None:
        where = ".".join(map(str, misfit.absolute_path))
        raise SourceError([error("T0003" if where else "T0002", place, where=where)])
    log = tuple(map(entry_from_plain, plain["log"]))
    return Transcript(**{key: plain[key] for key in _HEAD}, players=tuple(plain["players"]), log=log, result=None)


def replayed(runner: Runner, told: Transcript, place: Span, steps: int | None = None) -> Replay:
    """Play a transcript again, up to its end or until so many free decisions have been made.

    Raises:
        SourceError: It was played under other rules, by a player who tells only what he saw, or an entry is nothing
            that these rules wait for.
    """
    _check_rules(runner, told, place)
    machine = Machine.start(runner)
    moments: list[Moment] = []
    left = steps
    for number, entry in enumerate(told.log, 1):
        if isinstance(entry, Event):
            continue
        if left == 0 and isinstance(machine.waiting, Decision) and not machine.waiting.forced:
            break
        moment = _moment(machine, entry, told.players)
        if moment is None:
            raise SourceError([_misfit(machine, entry, number, place, told.players)])
        _give(machine, moment, entry, number, place)
        moments.append(_with_target(machine, moment))
        left = None if left is None else left - moment.is_free
    return Replay(tuple(moments), machine)


def filmed(runner: Runner, told: Transcript, place: Span) -> Machine:
    """A machine that has played a transcript again, and kept the table after each event.

    Raises:
        SourceError: As for `replayed`.
    """
    moments = replayed(runner, told, place).moments
    machine = Machine.start(runner, films=True)
    for moment in moments:
        if isinstance(moment.waiting, Chance):
            machine.happen(moment.given)
        else:
            machine.answer(moment.given)
    return machine


def _check_rules(runner: Runner, told: Transcript, place: Span) -> None:
    program = runner.program
    if told.viewer is not None:
        raise SourceError([error("T0004", place, who=str(told.viewer))])
    if told.hash != program.hash:
        played = f"{told.ruleset}, {told.hash[:12]}"
        raise SourceError([error("T0005", place, stack=program.name, hash=program.hash[:12], played=played)])


def _give(machine: Machine, moment: Moment, entry: Entry, number: int, place: Span) -> None:
    try:
        if isinstance(moment.waiting, Chance):
            machine.happen(moment.given)
        else:
            machine.answer(moment.given)
    except (EndlessError, ImpossibleError, OpenValueError) as wrong:
        raise SourceError([error("T0006", place, number=str(number), what=entry.as_text().strip())]) from wrong


def _moment(machine: Machine, entry: Happening | Choosing, players: tuple[str, ...]) -> Moment | None:
    """What an entry says of the stop where the machine waits; None if it speaks of another one."""
    waiting = machine.waiting
    if isinstance(waiting, Over) or _path(machine) != entry.rule:
        return None
    if isinstance(waiting, Chance):
        given = _outcome(machine.program.box, waiting, entry, players) if isinstance(entry, Happening) else None
        return None if given is None else Moment(waiting, given)
    if not isinstance(entry, Choosing) or players[waiting.who] != entry.who:
        return None
    texts = (answer_text(machine.program, waiting.site, answer, players) for answer in waiting.answers)
    fitting = [answer for answer, text in zip(waiting.answers, texts, strict=True) if text == entry.answer]
    return Moment(waiting, fitting[0]) if fitting else None


def _path(machine: Machine) -> str:
    return ".".join(machine.program.rules[machine.site.rule].path)


def _outcome(box: Box, chance: Chance, entry: Happening, players: tuple[str, ...]) -> Outcome | None:
    """The outcome that the values of an entry name, if it is possible here."""
    site = chance.site
    names = _names(box, chance, players)
    if site.stream != entry.purpose or any(value not in names for value in entry.values):
        return None
    found = tuple(sorted(names.index(value) for value in entry.values))
    outcome: Outcome | None = found if site.kind == "roll" else found[0] if len(found) == 1 else None
    return outcome if outcome in chance.outcomes else None


def _names(box: Box, chance: Chance, players: tuple[str, ...]) -> tuple[str, ...]:
    match chance.site.kind:
        case "roll":
            return box.pools[chance.site.of].faces
        case "draw":
            return box.cards[chance.site.of]
        case _:
            return players


def _with_target(machine: Machine, moment: Moment) -> Moment:
    """The moment with the seat that its card went to."""
    if not isinstance(moment.waiting, Chance) or moment.waiting.site.kind != "draw":
        machine.events.clear()
        return moment
    drawn = next((event for event in machine.events if event[1] == "draw"), None)
    machine.events.clear()
    if drawn is None or machine.program.box.zones[drawn[4][0]].of != "player":
        return moment
    return evolve(moment, to=drawn[4][1])


def _misfit(machine: Machine, entry: Entry, number: int, place: Span, players: tuple[str, ...]) -> Diagnostic:
    waiting, what = machine.waiting, entry.as_text().strip()
    if isinstance(waiting, Over):
        return error("T0007", place, number=str(number), what=what)
    who = players[waiting.who] if isinstance(waiting, Decision) else phrase(f"chance-{waiting.site.kind}")
    return error("T0008", place, number=str(number), what=what, who=who, rule=_path(machine))
