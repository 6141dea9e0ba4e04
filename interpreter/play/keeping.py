"""A game that is being played to a file that is there whole or not at all, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import count
from pathlib import Path as File
from typing import Any

from attrs import asdict, field, frozen

from interpreter.documents.schemas import validator
from interpreter.documents.writer import whole_file
from interpreter.errors import InterpreterError
from interpreter.play.session import Given, Party
from interpreter.source.catalogue import phrase
from interpreter.source.refusals import refusal

SUFFIX = ".game"
FOLDER = File(".gulliver") / "games"
_SCHEMA = 1
_MOST = 10_000_000  # bytes


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


def keep(file: File, kept: Kept) -> None:
    """Write a game; whatever stops that leaves the file as it was.

    Raises:
        OSError: The file cannot be written.
    """
    with whole_file(file) as opened:
        json.dump(kept.as_plain(), opened, ensure_ascii=False, indent=1)
        opened.write("\n")


def kept_in(file: File) -> Kept:
    """The game that a file holds.

    Raises:
        KeepingError: There is no such file, or it holds no game.
    """
    try:
        with file.open("rb") as opened:
            text = opened.read(_MOST + 1)
        plain = json.loads(text[:_MOST].decode("utf-8-sig"))
    except OSError as trouble:
        raise KeepingError(phrase("play-unreadable", file=str(file), reason=refusal(trouble))) from trouble
    except (ValueError, RecursionError) as wrong:
        raise KeepingError(phrase("play-no-game", file=str(file))) from wrong
    misfit = next(iter(validator("game").iter_errors(plain)), None)
    if misfit is not None:
        where = ".".join(map(str, misfit.absolute_path))
        key = "play-no-game-at" if where else "play-no-game"
        raise KeepingError(phrase(key, file=str(file), **({"where": where} if where else {})))
    party = Party(tuple(plain["players"]), plain["bots"], plain["seed"], plain["open"])
    answers = tuple(Given(**each) for each in plain["answers"])
    return Kept(plain["ruleset"], plain["hash"], party, answers, plain.get("parts", {}))


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
    with whole_file(other) as opened:
        opened.write(file.read_text("utf-8-sig"))
    return other


def _free(files: Iterable[File]) -> File:
    return next(file for file in files if not file.exists())
