"""Scenario files to the snapshots that wait for somebody: new ones, changed ones, and those that nobody asks for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from enum import Enum
from fnmatch import fnmatchcase
from pathlib import Path as File

from attrs import frozen

from interpreter.scenario.tree import ScenarioFile
from interpreter.snapshots import store
from interpreter.snapshots.names import names_in
from interpreter.snapshots.store import Content, Snapshot
from interpreter.source.diagnostics import Diagnostic, warning

SCENARIO = ".scenario"


class State(Enum):
    """Why a snapshot waits."""

    NEW = "new"
    CHANGED = "changed"
    STALE = "stale"


@frozen
class Waiting:
    """A snapshot that somebody must look at."""

    snapshot: Snapshot
    state: State
    before: str  # what was accepted; empty if nothing was
    after: str   # what a run found; empty if nobody asks for it any more
    found: Content

    @property
    def id(self) -> str:
        """`FILE::NAME`."""
        return f"{self.snapshot.scenario.as_posix()}::{self.snapshot.name}"

    @property
    def difference(self) -> tuple[str, ...]:
        """What changes if it is accepted."""
        return store.difference(self.before, self.after)

    def is_meant_by(self, word: str) -> bool:
        """Whether somebody means it: by its state, by its name, or by the id of its case, with or without the file.

        `*` and `?` stand for any characters.
        """
        name = self.snapshot.name
        case = name.rpartition(".")[0]
        full = self.id
        known = (self.state.value, name, case, full, full.removesuffix(name) + case)
        return any(word == each or fnmatchcase(each, word) for each in known)


def waiting(parsed: Iterable[ScenarioFile]) -> Iterator[Waiting]:
    """What waits for review in these files, file by file, name by name."""
    for file in parsed:
        scenario, asked = File(file.file), names_in(file)
        yield from (found for name in sorted(asked) if (found := _pending(Snapshot(scenario, name))) is not None)
        yield from (_stale(snapshot) for snapshot in stale_in(scenario, asked))


def _pending(snapshot: Snapshot) -> Waiting | None:
    found, accepted = store.read(snapshot.pending), store.read(snapshot.accepted)
    if found is None or (accepted is not None and accepted.body == found.body):
        return None
    if accepted is None:
        return Waiting(snapshot, State.NEW, "", found.body, found)
    return Waiting(snapshot, State.CHANGED, accepted.body, found.body, found)


# ---- nobody asks for them -------------------------------------------------------------------------------------------


def stale_in(scenario: File, asked: Iterable[str] = ()) -> list[Snapshot]:
    """The accepted snapshots of a file that are not asked for."""
    wanted = set(asked)
    files = sorted(store.folder_of(scenario).glob(f"*{store.SUFFIX}"))
    names = [file.name.removesuffix(store.SUFFIX) for file in files if store.is_ours(file)]
    return [Snapshot(scenario, name) for name in names if name not in wanted]


def orphans(folder: File) -> Iterator[Waiting]:
    """The accepted snapshots below a folder whose scenario file is gone."""
    for here, inner, _ in os.walk(folder):
        inner.sort()
        if File(here).name == store.FOLDER:
            for stem in inner:
                scenario = File(here).parent / f"{stem}{SCENARIO}"
                if not scenario.exists():
                    yield from map(_stale, stale_in(scenario))


def _stale(snapshot: Snapshot) -> Waiting:
    accepted = store.read(snapshot.accepted) or Content("")
    return Waiting(snapshot, State.STALE, accepted.body, "", accepted)


def stale_findings(found: Iterable[Waiting]) -> list[Diagnostic]:
    """A warning for each accepted snapshot that nobody asks for."""
    return [_stale_finding(each.snapshot) for each in found if each.state is State.STALE]


def _stale_finding(snapshot: Snapshot) -> Diagnostic:
    scenario = snapshot.scenario if snapshot.scenario.exists() else snapshot.scenario.parent
    return warning("E0703", None, name=snapshot.accepted.as_posix(), path=scenario.as_posix())


# ---- deciding -------------------------------------------------------------------------------------------------------


def settle(waiting_one: Waiting, reason: str = "") -> None:
    """Accept what waits: the new text counts from now on; what nobody asks for is deleted.

    Raises:
        ReadOnlyError: Nothing is written under CI=true.
        OSError: The file cannot be written.
    """
    if waiting_one.state is State.STALE:
        store.drop(waiting_one.snapshot)
    else:
        store.accept(waiting_one.snapshot, waiting_one.found, reason)


def dismiss(waiting_one: Waiting) -> None:
    """Reject what waits: nothing changes; what a run found is forgotten.

    Raises:
        ReadOnlyError: Nothing is written under CI=true.
        OSError: The file cannot be deleted.
    """
    store.reject(waiting_one.snapshot)
