"""The text of a snapshot to its file and back: the only place that reads, writes and compares snapshots.

Accepted ones lie beside their scenario, in `__snapshots__/FILE/NAME.txt`. What a run found instead waits in
`.gulliver/pending/`, at the top of the project, until somebody accepts or rejects it. With CI=true nothing is written.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from difflib import unified_diff
from pathlib import Path as File

from attrs import evolve, frozen

from interpreter.documents.writer import whole_file
from interpreter.errors import InterpreterError

FOLDER = "__snapshots__"
SUFFIX = ".txt"
FORMAT = "# gulliver snapshot 1"
_TOP_HOLDS = (".git", "pyproject.toml", "rulesets")
_OWN_FOLDER = ".gulliver"
_CONTEXT = 2


class ReadOnlyError(InterpreterError):
    """Snapshots are not written under CI=true."""


def is_ci(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a build server runs this, so that nothing may be written."""
    return environment.get("CI", "").casefold() not in ("", "0", "false", "no")


@frozen
class Content:
    """What a file holds; only the body is compared."""

    body: str
    stack: str = ""
    hash: str = ""
    reason: str = ""  # why it was accepted

    def as_text(self) -> str:
        """The whole file."""
        told = {"stack": self.stack, "hash": self.hash, "accepted": " ".join(self.reason.split())}
        head = [FORMAT, *(f"# {key}: {value}" for key, value in told.items() if value)]
        return "\n".join(head) + "\n\n" + self.body


@frozen
class Snapshot:
    """One snapshot of a scenario file."""

    scenario: File
    name: str

    @property
    def accepted(self) -> File:
        """Where it lies once somebody has accepted it."""
        return folder_of(self.scenario) / f"{self.name}{SUFFIX}"

    @property
    def pending(self) -> File:
        """Where it waits for somebody to look at it."""
        folder = self.scenario.parent.absolute()
        place = folder.relative_to(_top(folder)) / self.scenario.stem / f"{self.name}{SUFFIX}"
        return own_folder(folder) / "pending" / place


def folder_of(scenario: File) -> File:
    """The folder with the accepted snapshots of a scenario file."""
    return scenario.parent / FOLDER / scenario.stem


def own_folder(start: File) -> File:
    """Where we keep things for the project that a folder lies in; it need not be there yet."""
    return _top(start.absolute()) / _OWN_FOLDER


def _top(folder: File) -> File:
    """The folder of the project that a folder lies in; the same from whichever folder somebody asks."""
    parents = (folder, *folder.parents)
    return next((each for each in parents if any((each / name).exists() for name in _TOP_HOLDS)), folder)


# ---- reading and comparing ------------------------------------------------------------------------------------------


def read(file: File) -> Content | None:
    """What lies there, however its lines end; None if nothing does."""
    try:
        text = file.read_bytes().decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
    except OSError:
        return None
    return parsed(text)


def parsed(text: str) -> Content:
    """What the text of a file says."""
    head, blank, body = text.partition("\n\n")
    lines = head.split("\n")
    if not blank or lines[0] != FORMAT:
        return Content(text)
    told = dict(line.removeprefix("# ").partition(": ")[::2] for line in lines[1:])
    return Content(body, told.get("stack", ""), told.get("hash", ""), told.get("accepted", ""))


def is_ours(file: File) -> bool:
    """Whether a file was written here, and not by another tool that keeps snapshots in such folders."""
    try:
        with file.open("rb") as opened:
            return opened.read(len(FORMAT) + 3).removeprefix(b"\xef\xbb\xbf").startswith(FORMAT.encode())
    except OSError:
        return False


def difference(old: str, new: str) -> tuple[str, ...]:
    """A unified diff without the names of files; empty if both are equal."""
    lines = unified_diff(old.splitlines(), new.splitlines(), n=_CONTEXT, lineterm="")
    return tuple(lines)[2:]


# ---- writing --------------------------------------------------------------------------------------------------------


def keep(snapshot: Snapshot, found: Content) -> None:
    """Let what a run found wait for review, or forget what waits if nothing has changed; never under CI=true.

    Raises:
        OSError: In a folder that cannot be written nothing waits.
    """
    if is_ci():
        return
    accepted = read(snapshot.accepted)
    if accepted is not None and accepted.body == found.body:
        _forget(snapshot.pending)
    else:
        _write(snapshot.pending, found)


def accept(snapshot: Snapshot, found: Content, reason: str = "") -> None:
    """From now on this is right.

    Raises:
        ReadOnlyError: Nothing is written under CI=true.
        OSError: The file cannot be written.
    """
    _refuse_in_ci()
    _write(snapshot.accepted, evolve(found, reason=reason))
    _forget(snapshot.pending)


def reject(snapshot: Snapshot) -> None:
    """What waits is wrong; what was accepted stays.

    Raises:
        ReadOnlyError: Nothing is written under CI=true.
        OSError: The file cannot be deleted.
    """
    _refuse_in_ci()
    _forget(snapshot.pending)


def drop(snapshot: Snapshot) -> None:
    """Delete an accepted snapshot that no scenario asks for any more.

    Raises:
        ReadOnlyError: Nothing is written under CI=true.
        OSError: The file cannot be deleted.
    """
    _refuse_in_ci()
    _forget(snapshot.accepted)


def _refuse_in_ci() -> None:
    if is_ci():
        raise ReadOnlyError("snapshots are not changed under CI=true")


def _write(file: File, content: Content) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    hide(file)
    with whole_file(file) as opened:
        opened.write(content.as_text())


def hide(file: File) -> None:
    """Keep our own folder, if the file lies in it, out of version control, whatever the project ignores."""
    own = next((folder for folder in file.parents if folder.name == _OWN_FOLDER), None)
    if own is not None and not (own / ".gitignore").exists():
        with whole_file(own / ".gitignore") as opened:
            opened.write("*\n")


def _forget(file: File) -> None:
    file.unlink(missing_ok=True)
    for folder in _within_own(file):
        with suppress(OSError):  # not empty: something else waits there
            folder.rmdir()


def _within_own(file: File) -> Iterator[File]:
    """The folders of snapshots around a file, the innermost first."""
    for folder in file.parents:
        if folder.name in (_OWN_FOLDER, FOLDER):
            if folder.name == FOLDER:
                yield folder
            return
        yield folder
