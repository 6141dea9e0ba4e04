"""A game that is being played to a file that is there whole or not at all, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import count
from pathlib import Path as File
from typing import Any

from attrs import asdict, define, field, frozen

from interpreter.budgets import most, most_bytes, variable
from interpreter.documents.schemas import validator
from interpreter.documents.writer import write_whole
from interpreter.errors import InterpreterError
from interpreter.play.session import Given, Party
from interpreter.source.catalogue import phrase
from interpreter.source.refusals import refusal

SUFFIX = ".game"
FOLDER = File(".gulliver") / "games"
_SCHEMA = 1


class KeepingError(InterpreterError):
    """A file that cannot be read, or is no saved game; the text says which and why."""


@frozen
class Kept:
    """What a file holds: the stack as it was typed, its hash and those of its parts, who plays, and all answers."""

    ruleset: str
    hash: str
    party: Party
    answers: tuple[Given, ...] = ()
    parts: Mapping[str, str] = field(factory=dict)

    def as_plain(self) -> dict[str, Any]:
        """For JSON, as `schemas/game.schema.json` describes it."""
        return {
            "schema": _SCHEMA,
            "ruleset": self.ruleset,
            "hash": self.hash,
            "parts": dict(self.parts),
            "players": list(self.party.players),
            "bots": dict(self.party.bots),
            "seed": self.party.seed,
            "open": self.party.is_open,
            "answers": [asdict(given) for given in self.answers],
        }


@define
class Keeper:
    """Keeps one game in a file, and leaves whatever somebody else has written there meanwhile.

    `text` is what the file held when this game last read or wrote it; None: there was no file.
    """

    file: File
    text: bytes | None = None

    def keep(self, kept: Kept) -> None:
        """Write the game; where another one lies in the file by now, this one goes on in a new file beside it.

        Raises:
            OSError: The file cannot be read or written; it is as it was.
        """
        file = self.file if _there(self.file) in (None, self.text) else _beside(self.file)
        self.text = keep(file, kept)
        self.file = file


def _beside(file: File) -> File:
    return _free(file.with_name(f"{file.stem}-{number}{file.suffix}") for number in count(1))


def _there(file: File) -> bytes | None:
    try:
        return _read(file)
    except FileNotFoundError:
        return None


def _read(file: File) -> bytes:
    with file.open("rb") as opened:
        return opened.read(most_bytes() + 1)


def keep(file: File, kept: Kept) -> bytes:
    """Write a game, and say what was written; whatever stops that leaves the file as it was.

    Raises:
        OSError: The file cannot be written.
    """
    text = f"{json.dumps(kept.as_plain(), ensure_ascii=False, indent=1)}\n".encode()
    write_whole(file, text)
    return text


def kept_in(file: File) -> tuple[Kept, Keeper]:
    """The game that a file holds, and what keeps it there.

    Raises:
        KeepingError: There is no such file, or it holds no game.
    """
    try:
        text = _read(file)
        if len(text) > most_bytes():
            allowed = {"most": str(most("megabytes")), "variable": variable("megabytes")}
            raise KeepingError(phrase("play-too-long", file=str(file), **allowed))
        plain = json.loads(text.decode("utf-8-sig"))
    except OSError as trouble:
        raise KeepingError(phrase("play-unreadable", file=str(file), reason=refusal(trouble))) from trouble
    except (ValueError, RecursionError) as wrong:
        raise KeepingError(phrase("play-no-game", file=str(file))) from wrong
    misfit = _misfit(plain)
    if misfit is not None:
        key = "play-no-game-at" if misfit else "play-no-game"
        raise KeepingError(phrase(key, file=str(file), **({"where": misfit} if misfit else {})))
    party = Party(tuple(plain["players"]), plain["bots"], plain["seed"], plain["open"])
    answers = tuple(Given(**each) for each in plain["answers"])
    kept = Kept(plain["ruleset"], plain["hash"], party, answers, plain.get("parts", {}))
    return kept, Keeper(file, text)


def _misfit(plain: Any) -> str | None:
    """Where something is not as it should be in a saved game; empty: it is none at all."""
    found = next(iter(validator("game").iter_errors(plain)), None)
    if found is not None:
        return ".".join(map(str, found.absolute_path))
    return next((f"bots.{name}" for name in plain["bots"] if name not in plain["players"]), None)


def new_file(name: str) -> File:
    """A file for a new game, in a folder of its own below the working folder.

    Raises:
        OSError: The folder cannot be made.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    return _free(FOLDER / f"{name}-{number}{SUFFIX}" for number in count(1))


def put_aside(file: File) -> File:
    """A copy of a file that other rules would overwrite.

    Raises:
        OSError: It cannot be written.
    """
    other = _free(file.with_name(f"{file.name}.{number}.old") for number in count(1))
    write_whole(other, file.read_bytes())
    return other


def _free(files: Iterable[File]) -> File:
    return next(file for file in files if not file.exists())
