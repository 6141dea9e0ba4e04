"""What is known of mutants to a file that grows by a line with each, and back, so that an interrupted run goes on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path as File
from typing import Any

from attrs import field, frozen

from interpreter.documents.writer import whole_file
from interpreter.mutation.mutants import Mutant
from interpreter.mutation.trying import Fate, Result
from interpreter.snapshots.store import hide, own_folder

_DIGITS = 16


@frozen
class Record:
    """The results for one stack and one set of scenarios."""

    file: File
    known: Mapping[tuple[str, str], tuple[Fate, str]] = field(factory=dict)

    def results(self, mutants: Iterable[Mutant]) -> Iterator[Result]:
        """What is known already of some mutants."""
        yield from (Result(mutant, *self.known[mutant.name]) for mutant in mutants if mutant.name in self.known)

    def add(self, results: Iterable[Result]) -> None:
        """Keep some more.

        Raises:
            OSError: The file cannot be written.
        """
        text = "".join(_line(result) for result in results)
        with self.file.open("ab") as opened:
            opened.write(text.encode())


def record(start: File, hashes: tuple[str, str], *, fresh: bool) -> Record:
    """The record of a stack and scenarios with these hashes, in the project of a folder; a fresh one is empty.

    Raises:
        OSError: The file cannot be written.
    """
    name = "-".join(each[:_DIGITS] for each in hashes)
    file = own_folder(start) / "mutants" / f"{name}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    hide(file)
    text = "" if fresh or not file.exists() else file.read_text("utf-8", errors="replace")
    if text and not text.endswith("\n"):  # the run was killed within a line
        text = text[: text.rfind("\n") + 1]
    with whole_file(file) as opened:  # a kill must not lose what earlier runs have found out
        opened.write(text)
    return Record(file, dict(_entries(text)))


def _line(result: Result) -> str:
    path, change = result.mutant.name
    told = {"path": path, "change": change, "fate": result.fate.value, "case": result.by}
    return json.dumps(told, ensure_ascii=False) + "\n"


def _entries(text: str) -> Iterator[tuple[tuple[str, str], tuple[Fate, str]]]:
    """The lines that can be read."""
    for line in text.splitlines():
        try:
            told: Mapping[str, Any] = json.loads(line)
            yield (told["path"], told["change"]), (Fate(told["fate"]), told["case"])
        except (ValueError, KeyError, TypeError):
            continue
