"""A session, a screen and somebody who types, to a game that is played to its end or kept for later."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cached_property

from attrs import Factory, define

from interpreter.engine.entries import Choosing
from interpreter.engine.views import view
from interpreter.play.answers import Named, named, no_number, numbered
from interpreter.play.desk import Desk
from interpreter.play.names import Names
from interpreter.play.orders import Command, Order, command_names, order_of
from interpreter.play.paper import Paper, Row, Style
from interpreter.play.reading import InputEndedError, Reader
from interpreter.play.screen import Screen, ending
from interpreter.play.session import Session
from interpreter.play.sittings import Sitting
from interpreter.play.telling import Sayer
from interpreter.source.catalogue import phrase
from interpreter.source.display import short

_LISTED = 20   # answers that are shown at once
_TOLD = 40     # sentences about what happened
_QUICK = 0.05  # seconds: nobody notices whether a bot had to think so long


class Ending(Enum):
    """How playing ended: the game is over, somebody wanted to stop, or nothing more was typed."""

    OVER = "over"
    QUIT = "quit"
    ENDED = "ended"


class _Quit(Exception):  # noqa: N818  # nothing went wrong
    """Somebody wants to stop."""


@define(slots=False)
class Host:
    """Lets people play. `keep` is called whenever the game has changed."""

    session: Session
    paper: Paper
    reader: Reader
    desk: Desk
    keep: Callable[[], None]
    _told: dict[int, int] = Factory(dict)        # seat -> how much of the log it was told
    _thought: dict[int, float] = Factory(dict)   # seat of a bot -> seconds that it took last
    _last: int | None = None                     # who sat before the screen last

    @cached_property
    def names(self) -> Names:
        """What things are called."""
        return Names(self.session.loaded, self.session.runner.program, self.session.party.players)

    @cached_property
    def screen(self) -> Screen:
        """What lays out the table."""
        return Screen(self.names, self.paper.is_plain)

    @cached_property
    def sayer(self) -> Sayer:
        """What tells what happened."""
        return Sayer(self.names, self.screen.flags)

    # the course of the game

    def play(self) -> Ending:
        """Play until the game is over or nobody goes on.

        Raises:
            SourceError: The rules cannot be carried out.
            PolicyError: A bot gave no answer.
        """
        try:
            while True:
                self._play_on()
                self.keep()
                if not self._stays():
                    return Ending.OVER
        except _Quit:
            return Ending.QUIT
        except InputEndedError:
            return Ending.OVER if self.session.front is None else Ending.ENDED

    def _play_on(self) -> None:
        while (sitting := self.session.front) is not None:
            if self.session.is_bot(sitting.seat):
                self._let_think(sitting)
            elif sitting.decision is not None or self.session.party.is_hidden:
                self._seat(sitting)
            else:
                self.session.look()

    def _let_think(self, sitting: Sitting) -> None:
        """A bot that has nothing to choose takes as long as one that has: who waits must not see the difference."""
        begun = time.perf_counter()
        if sitting.decision is not None and sitting.is_free:
            answer = self.session.bot_answer(sitting.decision)
            taken = time.perf_counter() - begun
            self._thought[sitting.seat] = taken if taken > _QUICK else 0
            self.session.give(answer)
            return
        time.sleep(self._thought.get(sitting.seat, 0) if self.paper.is_terminal else 0)
        if sitting.decision is None:
            self.session.look()
        else:
            self.session.give(sitting.decision.answers[0])

    # somebody sits down

    def _seat(self, sitting: Sitting) -> None:
        if self.session.party.is_hidden and sitting.seat != self._last:
            self._hand_over(sitting)
        self._last = sitting.seat
        self.paper.write(self._rows(sitting))
        answers = self._named(sitting)
        self.paper.write(self._question(sitting, answers))
        while self.session.front is sitting:
            self._answer(sitting, answers)

    def _hand_over(self, sitting: Sitting) -> None:
        self.paper.forget()
        player = self.session.party.players[sitting.seat]
        self.paper.write([Row(phrase("play-hand-over", player=player), style=Style.HEADING)])
        while text := self._line(phrase("play-continue"), ()):
            order = order_of(text)
            if order is not None and order.command is Command.QUIT:
                raise _Quit
            self._say(phrase("play-continue-only"))

    def _rows(self, sitting: Sitting) -> Iterator[Row]:
        """What somebody sees who sits down: what happened since he last did, then the table."""
        players, seat = self.session.party.players, sitting.seat
        yield Row("")
        yield Row(players[seat], style=Style.HEADING)
        yield from self._news(sitting)
        yield from self.screen.rows(view(self.session.runner.program, sitting.state, seat, players))
        yield Row("")

    def _news(self, sitting: Sitting) -> Iterator[Row]:
        first = min(self._told.get(sitting.seat, self._own_last(sitting)), sitting.past)
        self._told[sitting.seat] = sitting.past
        said = list(self.sayer.sentences(self.session.seen(sitting.seat, first, sitting.past)))
        if not said:
            return
        yield Row(phrase("play-since"), style=Style.HEADING)
        if len(said) > _TOLD:
            yield Row(phrase("play-earlier", count=len(said) - _TOLD), style=Style.QUIET, depth=1)
        yield from (Row(text, depth=1) for text in said[-_TOLD:])

    def _own_last(self, sitting: Sitting) -> int:
        """Behind which entry of the log somebody has told nothing himself yet."""
        who = self.session.party.players[sitting.seat]
        log = self.session.log[: sitting.past]
        own = (n for n, entry in enumerate(log, 1) if isinstance(entry, Choosing) and entry.who == who)
        return max(own, default=0)

    # answers

    def _named(self, sitting: Sitting) -> tuple[Named, ...]:
        if sitting.decision is None:
            return ()
        return named(self.names, sitting.decision.site, sitting.decision.answers)

    def _question(self, sitting: Sitting, answers: tuple[Named, ...]) -> Iterator[Row]:
        player = self.session.party.players[sitting.seat]
        asked = self.names.asked(self.names.program.sites[sitting.site])
        if not answers:
            yield Row(phrase("play-nothing-to-do", player=player, what=asked), style=Style.ASKED)
            return
        yield Row(phrase("play-asked", player=player, what=asked), style=Style.ASKED)
        yield from self._list(answers, list(range(len(answers))))
        if len(answers) == 1:
            yield Row(phrase("play-forced"), style=Style.QUIET)

    def _list(self, answers: tuple[Named, ...], which: list[int], *, everything: bool = False) -> Iterator[Row]:
        shown = which if everything else _some(answers, which)
        yield from (Row(f"{index + 1}. {answers[index].text}", depth=1) for index in shown)
        if len(shown) < len(which):
            yield Row(phrase("play-more", count=len(which) - len(shown)), style=Style.QUIET)

    def _answer(self, sitting: Sitting, answers: tuple[Named, ...]) -> None:
        """Read a line and do what it says."""
        words = (*(each.text for each in answers), *command_names())
        text = self._line(phrase("play-prompt"), words)
        order = order_of(text)
        if order is not None and (order.is_marked or not _is_answer(text, answers)):
            self._obey(order, sitting, answers)
        elif not text and len(answers) <= 1:
            self._take(sitting, answers, 0)
        else:
            self._choose(text, sitting, answers)

    def _line(self, prompt: str, words: tuple[str, ...]) -> str:
        return self.reader.line(prompt, words)

    def _take(self, sitting: Sitting, answers: tuple[Named, ...], index: int) -> None:
        if sitting.decision is None:
            self.session.look()
            return
        self.session.give(answers[index].answer)
        self.keep()

    def _choose(self, text: str, sitting: Sitting, answers: tuple[Named, ...]) -> None:
        """Take the answer that a line means; if it may mean several, say which."""
        found = numbered(text, answers)
        if found is None:
            self._say(no_number(answers))
        elif len(found) == 1:
            self._take(sitting, answers, found[0])
        elif found:
            self.paper.write([Row(phrase("play-several"), style=Style.NOTE), *self._list(answers, found)])
        elif not answers:
            self._say(phrase("play-only-look"))
        else:
            self._say(phrase("play-not-understood", text=short(text)) if text else phrase("play-empty"))

    def _say(self, text: str) -> None:
        self.paper.write([Row(text, style=Style.NOTE)])

    # commands

    def _obey(self, order: Order, sitting: Sitting, answers: tuple[Named, ...]) -> None:
        match order.command:
            case Command.QUIT:
                raise _Quit
            case Command.UNDO:
                self._undo()
            case Command.ALL:
                self.paper.write(self._list(answers, list(range(len(answers))), everything=True))
            case Command.VIEW:
                seen = view(self.session.runner.program, sitting.state, sitting.seat, self.session.party.players)
                self.paper.write(self.screen.rows(seen, everything=True))
            case Command.LOG:
                self._log(sitting.seat, sitting.past)
            case _:
                self.paper.write(self.desk.rows(order, self.session, self.names, sitting))

    def _undo(self) -> None:
        if not self.session.undo():
            self._say(phrase("play-no-undo"))
            return
        self._told = {seat: min(told, len(self.session.log)) for seat, told in self._told.items()}
        self.keep()
        self._say(phrase("play-undone"))

    def _log(self, seat: int | None, past: int | None) -> None:
        said = list(self.sayer.sentences(self.session.seen(seat, 0, past)))
        self.paper.write(Row(text, depth=1) for text in said or [phrase("play-no-log")])

    # the end

    def _stays(self) -> bool:
        """Show how the game ended, and do what is wanted then; whether the game goes on after all."""
        result = self.session.result
        assert result is not None, "the game is over"
        if not self.session.party.people:
            self._log(None, None)
        self.paper.write([Row(""), *ending(self.names, result)])
        self._say(phrase("play-after"))
        while self.session.front is None:
            text = self._line(phrase("play-prompt"), command_names())
            order = order_of(text)
            if not text or (order is not None and order.command is Command.QUIT):
                return False
            self._obey_after(order)
        return True

    def _obey_after(self, order: Order | None) -> None:
        match None if order is None else order.command:
            case Command.UNDO:
                self._undo()
            case Command.LOG:
                self._log(None, None)
            case Command.SAVE | Command.RECORD | Command.HELP | Command.WHAT if order is not None:
                self.paper.write(self.desk.rows(order, self.session, self.names, None))
            case _:
                self._say(phrase("play-after"))


def _some(answers: tuple[Named, ...], which: list[int]) -> list[int]:
    """As many answers as fit the screen, some of each name."""
    if len(which) <= _LISTED:
        return which
    by_name: dict[object, list[int]] = {}
    for index in which:
        by_name.setdefault(answers[index].answer[0], []).append(index)
    most = max(1, _LISTED // len(by_name))
    return sorted(index for found in by_name.values() for index in found[:most])


def _is_answer(text: str, answers: tuple[Named, ...]) -> bool:
    return any(each.is_called(text) for each in answers)
