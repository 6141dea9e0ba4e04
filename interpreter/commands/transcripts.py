"""A file of transcripts, or of a game that `play` keeps, to the games in it and the rules under which they are told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path as File

from attrs import evolve, frozen

from interpreter.budgets import most, most_bytes, variable
from interpreter.commands.files import display, existing
from interpreter.commands.stacks import StackName, parsed_stack
from interpreter.engine.decisions import Decision
from interpreter.engine.transcript import Transcript
from interpreter.library import LoadedRuleset
from interpreter.play.keeping import KeepingError, Kept, kept_in
from interpreter.play.session import MisfitError, Session
from interpreter.source.diagnostics import Diagnostic, SourceError, error
from interpreter.source.refusals import refusal
from interpreter.source.span import Span, at
from interpreter.writing.replaying import read_transcript

_DIGITS = 12  # of a hash


@frozen
class Games:
    """Games of one file under the same rules, each with the line where it stands."""

    named: StackName
    loaded: LoadedRuleset
    told: tuple[tuple[Span, Transcript], ...]


def games_in(file: File, wanted: int | None, stack: str | None) -> Games:
    """All games of a file, or the one with the number that is wanted; under rules that somebody names, or its own.

    Raises:
        SourceError: The file or the rules cannot be used, or there is no such game.
    """
    kept = _kept(file)
    if kept is not None:
        return _played(file, kept, wanted, stack)
    told = tuple(games_of(file, wanted))
    named = _rules_of(told[0][1], stack)
    return Games(named, named.load(), told)


# ---- a game that `play` keeps ---------------------------------------------------------------------------------------


def _kept(file: File) -> Kept | None:
    try:
        return kept_in(file)[0]
    except KeepingError:
        return None


def _played(file: File, kept: Kept, wanted: int | None, stack: str | None) -> Games:
    """A game that `play` keeps, as far as it was played, whoever was a bot."""
    place = at(display(file), 1, 1)
    if wanted not in (None, 1):
        raise SourceError([error("T0010", None, number=str(wanted), file=display(file), last="1")])
    named = parsed_stack(kept.ruleset if stack is None else stack)
    loaded = named.load()
    rules = loaded.stack
    if rules.hash != kept.hash:
        played = f"{kept.ruleset}, {kept.hash[:_DIGITS]}"
        raise SourceError([error("T0005", place, stack=rules.name, hash=rules.hash[:_DIGITS], played=played)])
    try:
        session = Session(loaded, evolve(kept.party, bots={}), kept.answers)
    except MisfitError as misfit:
        raise SourceError([_misfit(misfit, kept, place)]) from misfit
    return Games(named, loaded, ((place, session.transcript),))


def _misfit(misfit: MisfitError, kept: Kept, place: Span) -> Diagnostic:
    number, what = str(misfit.number + 1), f"{misfit.given.who}: {misfit.given.answer}"
    if not isinstance(misfit.waiting, Decision):
        return error("T0007", place, number=number, what=what)
    who = kept.party.players[misfit.waiting.who]
    return error("T0008", place, number=number, what=what, who=who, rule=misfit.rule)


# ---- transcripts ----------------------------------------------------------------------------------------------------


def _rules_of(told: Transcript, stack: str | None) -> StackName:
    """The rules that somebody typed, else those of the transcript: with the options that it names.

    Raises:
        SourceError: They cannot be found or used.
    """
    if stack is not None:
        return parsed_stack(stack)
    named = parsed_stack(told.ruleset)
    known = named.load().ruleset.draft.options
    other = {key: value for key, value in told.options.items() if key not in known or known[key].default != value}
    return evolve(named, options=other)


def games_of(file: File, wanted: int | None) -> Iterator[tuple[Span, Transcript]]:
    """The games of a file, or the one that is wanted, with the line where each stands.

    Raises:
        UsageError: Nothing lies there.
        SourceError: The file cannot be read, or there is no such game.
    """
    number = 0
    for line, text in _lines(file):
        number += 1
        if wanted in (None, number):
            place = at(display(file), line, 1)
            yield place, read_transcript(text, place)
        if number == wanted:
            return
    if not number:
        raise SourceError([error("T0011", None, file=display(file))])
    if wanted is not None:
        raise SourceError([error("T0010", None, number=str(wanted), file=display(file), last=str(number))])


def _lines(file: File) -> Iterator[tuple[int, str]]:
    """The lines that hold something."""
    try:
        with existing(file).open("rb") as opened:
            for number, line in enumerate(iter(partial(opened.readline, most_bytes() + 1), b""), 1):
                place = at(display(file), number, 1)
                if len(line) > most_bytes():
                    budget = "megabytes"
                    raise SourceError([error("T0012", place, most=str(most(budget)), variable=variable(budget))])
                if line.strip():
                    yield number, _decoded(line, place)
    except OSError as trouble:
        raise SourceError([error("Y0007", None, file=display(file), reason=refusal(trouble))]) from trouble


def _decoded(line: bytes, place: Span) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise SourceError([error("Y0004", place, file=place.file, offset=str(wrong.start))]) from wrong
