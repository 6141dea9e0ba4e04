"""A file of transcripts to the games in it, each with the line where it stands, and to the rules that they name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path as File

from attrs import evolve

from interpreter.budgets import most, variable
from interpreter.commands.files import display
from interpreter.commands.stacks import StackName, parsed_stack
from interpreter.engine.transcript import Transcript
from interpreter.source.diagnostics import SourceError, error
from interpreter.source.refusals import refusal
from interpreter.source.span import Span, at
from interpreter.writing.replaying import read_transcript


def rules_of(told: Transcript, stack: str | None) -> StackName:
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
        SourceError: The file cannot be read, or there is no such game.
    """
    number = 0
    for line, text in _lines(file):
        number += 1
        if wanted in (None, number):
            place = at(display(file), line, 1)
            yield place, read_transcript(text, place)
    if not number:
        raise SourceError([error("T0011", None, file=display(file))])
    if wanted is not None and wanted > number:
        raise SourceError([error("T0010", None, number=str(wanted), file=display(file), last=str(number))])


def _lines(file: File) -> Iterator[tuple[int, str]]:
    """The lines that hold something."""
    try:
        with file.open("rb") as opened:
            for number, line in enumerate(iter(partial(opened.readline, _most_bytes() + 1), b""), 1):
                place = at(display(file), number, 1)
                if len(line) > _most_bytes():
                    budget = "megabytes"
                    raise SourceError([error("T0012", place, most=str(most(budget)), variable=variable(budget))])
                if line.strip():
                    yield number, _decoded(line, place)
    except OSError as trouble:
        code, reason = ("Y0001", "") if isinstance(trouble, FileNotFoundError) else ("Y0007", refusal(trouble))
        raise SourceError([error(code, None, file=display(file), reason=reason)]) from trouble


def _most_bytes() -> int:
    return most("megabytes") * 1_000_000


def _decoded(line: bytes, place: Span) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise SourceError([error("Y0004", place, file=place.file, offset=str(wrong.start))]) from wrong
