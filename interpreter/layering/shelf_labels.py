"""Where a ruleset or layer lies to the label files in folders of their own that may be about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path as File

from attrs import frozen

from interpreter.documents.shipped import shipped
from interpreter.layering.discovery import FOLDER, MAINS, shelves

_LABEL = "labels:"
_CACHED_FOLDERS = 256


@frozen
class ShelfLabels:
    """The label files of the shelves."""

    own: tuple[File, ...]   # whoever keeps the rules answers for these
    lent: tuple[File, ...]  # built-in ones, for rules that are somebody's own: they may fit or not


def shelf_labels(path: File) -> ShelfLabels:
    """The label files that lie on the shelf of these rules, on those of the working folder, and built in."""
    built_in = shipped(FOLDER).resolve()
    here = _shelf_of(path)
    near = (shelf for shelf in map(File.resolve, shelves()) if shelf != built_in)
    own = tuple(file for shelf in dict.fromkeys((here, *near)) for file in _on_shelf(shelf))
    return ShelfLabels(own, () if here == built_in else tuple(_on_shelf(built_in)))


def _shelf_of(path: File) -> File:
    """The folder of rulesets around a path, else the folder that it lies in."""
    full = path.resolve()
    return next((folder for folder in full.parents if folder.name == FOLDER), full.parent)


def _on_shelf(shelf: File) -> Iterator[File]:
    if shelf.name != FOLDER:  # any folder with rules in it: it may hold whatever else
        yield from sorted(shelf.glob("labels-*/*.yaml"))
        return
    for folder in _folders(shelf, shelf.stat().st_mtime_ns):
        yield from _labels_in(folder, folder.stat().st_mtime_ns)


@lru_cache(_CACHED_FOLDERS)
def _folders(shelf: File, _changed: int) -> tuple[File, ...]:
    return tuple(sorted(folder for folder in shelf.iterdir() if folder.is_dir()))


@lru_cache(_CACHED_FOLDERS)
def _labels_in(folder: File, _changed: int) -> tuple[File, ...]:
    """The files of a folder of labels; such a folder holds nothing else."""
    files = tuple(sorted(folder.glob("*.yaml")))
    is_about_labels = not any((folder / main).exists() for main in MAINS) and any(map(_says_labels, files[:1]))
    return files if is_about_labels else ()


def _says_labels(file: File) -> bool:
    return any(line.startswith(_LABEL) for line in _text(file).splitlines())


def mentions(file: File, name: str) -> bool:
    """Whether a name stands anywhere in a file; if not, the file need not be read as YAML."""
    return re.search(rf"(?<![\w/-]){re.escape(name)}(?![\w/-])", _text(file)) is not None


def _text(file: File) -> str:
    try:
        return file.read_text("utf-8", errors="replace")
    except OSError:
        return ""
