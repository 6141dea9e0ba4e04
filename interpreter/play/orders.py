"""What somebody typed to the command that it is, in any language; everything else is an answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache

from attrs import frozen

from interpreter.play.names import typed
from interpreter.source.catalogue import phrase, phrases
from interpreter.source.speech import languages

_SIGN = "/"  # before a command that has the name of an answer


class Command(Enum):
    """What can be done besides answering; the values are keys of phrases."""

    HELP = "help"
    VIEW = "view"
    ALL = "all"
    LOG = "log"
    WHAT = "what"
    WHY = "why"
    HINT = "hint"
    UNDO = "undo"
    SAVE = "save"
    RECORD = "record"
    QUIT = "quit"


@frozen
class Order:
    """A command, and what stands behind it as it was typed."""

    command: Command
    rest: str = ""
    is_marked: bool = False  # it can be no answer


def order_of(text: str) -> Order | None:
    """The command that a line is; None if it is none."""
    is_marked = text.startswith(_SIGN)
    words = text.removeprefix(_SIGN).split()
    for name, command in _words().items():
        size = len(name.split())
        if typed(" ".join(words[:size])) == name and (len(words) == size or command in _TAKING):
            return Order(command, " ".join(words[size:]), is_marked)
    return None


_TAKING = frozenset({Command.WHAT, Command.WHY, Command.SAVE, Command.RECORD})


@cache
def _words() -> Mapping[str, Command]:
    """Every name of every command, longer ones first."""
    found = {typed(word): command for word, command in _spelled()}
    return {word: found[word] for word in sorted(found, key=len, reverse=True)}


def _spelled() -> Iterator[tuple[str, Command]]:
    for command in Command:
        for language in languages():
            words = phrases(language)[f"play-words-{command.value}"]
            assert isinstance(words, str)
            yield from ((word, command) for word in words.split(", "))


def command_names() -> tuple[str, ...]:
    """The first name of each command in the language that is spoken."""
    return tuple(phrase(f"play-words-{command.value}").split(", ")[0] for command in Command)


def help_lines() -> Iterator[str]:
    """What each command does."""
    for command, name in zip(Command, command_names(), strict=True):
        yield phrase(f"play-help-{command.value}", name=name)
