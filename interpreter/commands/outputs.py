"""Files that a command is to write: never one that it reads, no two the same, each whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from errno import ENOENT
from pathlib import Path as File

import click

from interpreter.documents.writer import write_whole
from interpreter.layering.stack import Stack
from interpreter.source.catalogue import phrase

OUTPUT = "-o"


def check_outputs(outputs: Mapping[str, File | None], inputs: Iterable[File]) -> None:
    """Refuse what would destroy something, or cannot be written; `outputs` are files by the options that name them.

    Raises:
        UsageError: A file is to be written that is read, or one twice.
        OSError: The folder of a file is not there.
    """
    read = list(inputs)
    given = [(option, file) for option, file in outputs.items() if file is not None]
    for at, (option, file) in enumerate(given):
        if any(_is_same(file, other) for other in read):
            raise click.UsageError(phrase("output-is-input", option=option, file=str(file)))
        if any(_is_same(file, other) for _, other in given[:at]):
            raise click.UsageError(phrase("output-twice", file=str(file)))
        if not file.parent.exists():
            raise FileNotFoundError(ENOENT, os.strerror(ENOENT), str(file))


def write_output(file: File, text: str, inputs: Iterable[File]) -> None:
    """Write what `-o` asks for, in place of what was there.

    Raises:
        UsageError: It is one of the files that were read.
        OSError: It cannot be written.
    """
    check_outputs({OUTPUT: file}, inputs)
    write_whole(file, text.encode())


def files_of(stack: Stack) -> Iterator[File]:
    """The files in which the rules stand."""
    return (File(document.file) for document in (*stack.documents, *stack.label_documents))


def _is_same(one: File, other: File) -> bool:
    """Whether two names, links included, mean one file."""
    if one.resolve() == other.resolve():
        return True
    return one.exists() and other.exists() and one.samefile(other)
