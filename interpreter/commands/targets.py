"""Paths that somebody wants checked to the rulesets, layers, tables and scenarios that lie there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path as File

from attrs import frozen

from interpreter.layering.manifest import kind_of, read_file
from interpreter.layering.table import NAME, is_table

_SKIPPED = frozenset({"labels", "examples", "__snapshots__", "__pycache__"})


@frozen
class Target:
    """One thing to check; `kind` is ruleset, layer, labels, table, scenario, or other for any other file."""

    kind: str
    path: File


def targets(paths: Iterable[File]) -> tuple[Target, ...]:
    """Everything below the paths, each thing once."""
    return tuple(dict.fromkeys(target for path in paths for target in _below(path)))


def _below(path: File) -> Iterator[Target]:
    if path.is_dir():
        yield from _in_folder(path)
    elif path.suffix == ".scenario":
        yield Target("scenario", path)
    else:
        yield _of_file(path)


def _in_folder(folder: File) -> Iterator[Target]:
    whole = next((kind for kind in ("ruleset", "layer") if (folder / f"{kind}.yaml").is_file()), None)
    if whole:
        yield Target(whole, folder)
    for entry in sorted(folder.iterdir()):
        if entry.name in _SKIPPED or entry.name.startswith("."):
            continue
        if entry.is_dir() and entry.is_symlink():  # it may lead round in a circle, or out
            continue
        if entry.is_dir() or entry.suffix == ".scenario":
            yield from _below(entry)
        elif entry.suffix == ".yaml" and (not whole or entry.name == NAME):
            yield _of_file(entry)


def _of_file(file: File) -> Target:
    """What a single file belongs to; a part and labels that lie with a ruleset are checked with it."""
    if is_table(file):
        return Target("table", file)
    document, _ = read_file(file)
    kind = None if document is None else kind_of(document.data)
    folder = file.parent.parent if kind == "labels" else file.parent
    for whole in ("ruleset", "layer"):
        if kind in (whole, "part", "labels", "equivalents") and (folder / f"{whole}.yaml").is_file():
            return Target(whole, folder)
    return Target(kind if kind in ("ruleset", "layer", "labels") else "other", file)
