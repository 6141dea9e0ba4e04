"""The name of a ruleset or a layer to the folder or file that declares it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path as File

from interpreter.documents.shipped import shipped
from interpreter.source.diagnostics import Diagnostic, SourceError, allowed_set, error, nearest
from interpreter.texts import Words

FOLDER = "rulesets"
_ENDINGS = (".yaml", ".yml")
MAINS = ("ruleset.yaml", "layer.yaml")


def find(name: str, what: str, start: File | None = None) -> File:
    """Look a name up: as a path, then beside the asking file, then beside the working folder, then built in.

    Raises:
        SourceError: Nothing has that name; the finding lists where it was looked for.
    """
    looked = tuple(shelves(start))
    with suppress(OSError):  # no file can have such a name
        for folder in (start or File(), File()):
            if (path := _as_path(folder / name)) is not None:
                return path
        for shelf in looked:
            path = on_shelf(shelf, name)
            if path is not None:
                return path
    raise SourceError([_not_found(name, what, looked)])


def _as_path(path: File) -> File | None:
    if "\0" in str(path):
        return None
    if path.is_file() and path.suffix in _ENDINGS:
        return path.parent if path.name in MAINS else path
    return path if _holds_rules(path) else None


def _holds_rules(path: File) -> bool:
    return path.is_dir() and any(path.glob("*.yaml"))


def shelves(start: File | None = None) -> Iterator[File]:
    """The folders of rulesets in the order in which they are asked; only those that exist."""
    seen: set[File] = set()
    for shelf in _possible_shelves(start):
        if shelf.is_dir() and shelf.resolve() not in seen:
            seen.add(shelf.resolve())
            yield shelf


def _possible_shelves(start: File | None) -> Iterator[File]:
    for folder in (start, File.cwd()):
        if folder is not None:
            here = folder.resolve()
            yield from (parent / FOLDER for parent in (here, *here.parents))
    yield shipped(FOLDER)


def on_shelf(shelf: File, name: str) -> File | None:
    """The folder or file that has this name on a shelf; a name never leads out of it."""
    if any(part in ("", ".", "..") for part in name.split("/")) or "\\" in name or "\0" in name:
        return None
    path = shelf / name
    if _holds_rules(path):
        return path
    return next((file for file in (shelf / f"{name}{ending}" for ending in _ENDINGS) if file.is_file()), None)


def rulesets_on(shelf: File) -> Iterator[str]:
    """The folders of a shelf that hold a whole game."""
    yield from (file.parent.name for file in sorted(shelf.glob("*/ruleset.yaml")))


def names_on(shelf: File) -> Iterator[str]:
    """Everything that can be named on a shelf."""
    for file in sorted(shelf.glob("**/*.yaml")):
        if file.is_file() and not {"labels", "examples"} & set(file.relative_to(shelf).parts):
            yield file.parent.relative_to(shelf).as_posix()
            yield file.relative_to(shelf).with_suffix("").as_posix()


def name_on_shelf(path: File) -> tuple[File, str] | None:
    """The shelf on which a folder or file of rules lies, and what it is called there."""
    full = path.absolute()
    shelf = next((parent for parent in full.parents if parent.name == FOLDER), None)
    return None if shelf is None else (shelf, full.relative_to(shelf).with_suffix("").as_posix())


def _not_found(name: str, what: str, looked: tuple[File, ...]) -> Diagnostic:
    known = {other for shelf in looked for other in names_on(shelf)}
    folders = allowed_set(shelf.as_posix() for shelf in looked) or Words("no folder")
    return error("L0001", None, _meant(name, known), name=name, what=Words(what), folders=folders)


def _meant(name: str, known: set[str]) -> str | None:
    """The name that was probably meant: whoever leaves the folders out means what is called so in one of them."""
    return next((other for other in sorted(known) if other.endswith(f"/{name}")), None) or nearest(name, known)
