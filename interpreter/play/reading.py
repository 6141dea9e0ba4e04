"""What people type to lines: with completion at a terminal, plainly from a pipe or for a screen reader."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import click

from interpreter.source.display import short

_LONGEST = 1000  # characters of a line that are read


class InputEndedError(Exception):
    """Nothing more is typed."""


class Reader(Protocol):
    """Reads a line."""

    def line(self, prompt: str, words: Sequence[str]) -> str:
        """The next line; `words` are what can be completed.

        Raises:
            InputEndedError: There is none.
        """


class PlainReader:
    """Reads lines as they come; those that nobody saw himself type are shown again."""

    def __init__(self) -> None:
        self._echoes = not sys.stdin.isatty()
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    def line(self, prompt: str, words: Sequence[str]) -> str:  # noqa: ARG002  # nothing is completed
        """The next line."""
        click.echo(prompt, nl=False)
        text = sys.stdin.readline()
        if not text:
            click.echo()
            raise InputEndedError
        text = text.strip()[:_LONGEST]
        if self._echoes:
            click.echo(short(text) if text.isprintable() else "")
        return text


class CompletingReader:
    """Reads lines with completion and a memory of what was typed."""

    def line(self, prompt: str, words: Sequence[str]) -> str:
        """The next line."""
        try:
            return _session()(prompt, words).strip()[:_LONGEST]
        except EOFError as ended:
            raise InputEndedError from ended


def reader(*, is_plain: bool) -> Reader:
    """What reads here: prompts with completion need a terminal on both sides."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return PlainReader() if is_plain or not is_terminal else CompletingReader()


def _session() -> Callable[[str, Iterable[str]], str]:
    from prompt_toolkit import prompt  # noqa: PLC0415  # only at a terminal
    from prompt_toolkit.completion import WordCompleter  # noqa: PLC0415

    def ask(text: str, words: Iterable[str]) -> str:
        completer = WordCompleter(list(words), ignore_case=True, sentence=True)
        return prompt(text, completer=completer, complete_while_typing=False)

    return ask
