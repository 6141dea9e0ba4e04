"""A command that leaves the game as it is, to what it shows: help, hints, reasons, files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path as File

from attrs import frozen

from interpreter.engine.transcript import Transcript
from interpreter.play.answers import is_number, named, no_number, numbered
from interpreter.play.names import Names
from interpreter.play.orders import Command, Order, help_lines
from interpreter.play.paper import Row, Style
from interpreter.play.session import Session
from interpreter.play.sittings import Sitting
from interpreter.play.why import Why
from interpreter.policies.registry import PolicyError, policy_names
from interpreter.report.components import Components
from interpreter.source.catalogue import phrase, said
from interpreter.source.diagnostics import SourceError
from interpreter.source.display import short
from interpreter.source.refusals import refusal
from interpreter.source.rendering import as_brief
from interpreter.source.speech import spoken

_LISTED = 8
_QUOTES = "\"'"
_ADVISERS = ("search", "greedy", "random")  # the best first


@frozen
class Desk:
    """Answers what people want to know.

    `save` writes the game into a file, `record` writes a transcript as a scenario; `file` says where the game is kept.
    """

    save: Callable[[File], None]
    record: Callable[[File, Transcript], None]
    file: Callable[[], File | None]

    def rows(self, order: Order, session: Session, names: Names, sitting: Sitting | None) -> Iterator[Row]:
        """What a command shows to whoever sits before the screen; nobody does once the game is over."""
        match order.command:
            case Command.HELP:
                yield from self._help()
            case Command.WHAT:
                yield from self._what(order.rest, names)
            case Command.SAVE:
                yield from self._save(order.rest)
            case Command.RECORD:
                yield from self._record(order.rest, session)
            case Command.HINT if sitting is not None:
                yield from self._hint(session, names, sitting)
            case Command.WHY if sitting is not None:
                yield from self._why(order.rest, session, names, sitting)

    @staticmethod
    def _help() -> Iterator[Row]:
        yield Row(phrase("play-help"), style=Style.HEADING)
        yield from (Row(line, depth=1) for line in help_lines())

    @staticmethod
    def _what(text: str, names: Names) -> Iterator[Row]:
        """What the rules say of a card, in the words of `show`."""
        found = names.called_cards(text)
        if len(found) != 1:
            yield _note(_which(found, names) if found else phrase("play-what", text=short(text)))
            return
        components = Components(names.loaded.ruleset.draft, names.loaded.stack.labels.get(spoken(), {}))
        for line in components.card_lines(names.loaded.ruleset.draft.cards[found[0]]):
            yield Row(line.strip(), depth=(len(line) - len(line.lstrip())) // 4)

    def _save(self, name: str) -> Iterator[Row]:
        kept = self.file()
        if name:
            yield from _written(_file(name), self.save)
        elif kept is not None:
            yield _note(phrase("play-kept", file=str(kept)))
        else:
            yield _note(phrase("play-save-where"))

    def _record(self, name: str, session: Session) -> Iterator[Row]:
        if not name:
            yield _note(phrase("play-record-where"))
            return
        further = "play-record-hidden" if session.result is None and session.party.is_hidden else None
        yield from _written(_file(name), lambda file: self.record(file, session.transcript), further)

    @staticmethod
    def _hint(session: Session, names: Names, sitting: Sitting) -> Iterator[Row]:
        if sitting.decision is None:
            yield _note(phrase("play-only-look"))
            return
        adviser = next(name for name in _ADVISERS if name in policy_names())
        try:
            answer = session.advice(sitting.decision, adviser)
        except PolicyError as trouble:
            yield _note(str(trouble))
            return
        texts = named(names, sitting.decision.site, sitting.decision.answers)
        text = next(each.text for each in texts if each.answer == answer)
        yield _note(phrase("play-hint", policy=adviser, answer=text))

    @staticmethod
    def _why(text: str, session: Session, names: Names, sitting: Sitting) -> Iterator[Row]:
        if not text:
            yield _note(phrase("play-why-whom"))
            return
        decision = sitting.decision
        answers = () if decision is None else named(names, decision.site, decision.answers)
        found = numbered(text, answers)
        if found is None:
            yield _note(no_number(answers))
        elif len(found) == 1 and (is_number(text) or answers[found[0]].is_called(text)):
            yield _note(phrase("play-why-legal", answer=answers[found[0]].text))
        else:
            yield from Why(names).rows((sitting, *session.passed(sitting.seat)), text)


def _note(text: str) -> Row:
    return Row(text, style=Style.NOTE)


def _which(cards: Sequence[str], names: Names) -> str:
    """A question for one of these cards."""
    listed, more = ", ".join(map(names.card, cards[:_LISTED])), len(cards) - _LISTED
    named = listed if more <= 0 else phrase("and-more", listed=listed, count=more)
    return phrase("play-what-several", cards=named)


def _file(name: str) -> File:
    """The file that somebody names, with quotes around it or without."""
    is_quoted = len(name) > 1 and name[0] == name[-1] and name[0] in _QUOTES
    return File(name[1:-1] if is_quoted else name)


def _written(file: File, write: Callable[[File], None], further: str | None = None) -> Iterator[Row]:
    """What is said once a file was written, and what to know of it; or why it was not; nothing is overwritten."""
    reason = _obstacle(file, write)
    if reason is not None:
        yield _note(reason)
        return
    yield _note(phrase("play-wrote", file=str(file)))
    if further is not None:
        yield _note(phrase(further))


def _obstacle(file: File, write: Callable[[File], None]) -> str | None:
    """Write a file; why that could not be done."""
    try:
        if file.exists():
            return phrase("play-there", file=str(file))
        write(file)
    except SourceError as trouble:
        return as_brief(trouble.diagnostics)
    except (OSError, ValueError) as trouble:
        reason = refusal(trouble) if isinstance(trouble, OSError) else said(str(trouble))
        return phrase("play-not-written", file=short(str(file)), reason=reason)
    return None
