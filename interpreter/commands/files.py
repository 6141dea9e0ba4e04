"""Paths on the command line to scenario files, and to the names under which they are shown."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path as File

import click

from interpreter.source.catalogue import phrase

SUFFIX = ".scenario"


def scenario_files(path: File) -> Iterator[File]:
    """The scenario files at or below a path, in order."""
    if os.path.isdir(path):  # noqa: PTH112  # unlike a Path, it says no to what can be no name
        for folder, inner, files in os.walk(path):
            inner.sort()
            yield from (File(folder) / name for name in sorted(files) if name.endswith(SUFFIX))
    else:
        yield existing(path)


def existing(path: File) -> File:
    """The path, if something lies there.

    Raises:
        UsageError: Nothing does.
    """
    if not os.path.exists(path):  # noqa: PTH110
        raise click.UsageError(phrase("no-such-path", path=str(path)))
    return path


def display(file: File) -> str:
    """The name under which a file is shown."""
    return file.as_posix()
