"""Text to a file that is there whole or not at all."""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EISDIR
from pathlib import Path as File
from tempfile import NamedTemporaryFile
from typing import IO

_LINE_END = re.compile(rb"\r\n?|\n")


@contextmanager
def whole_file(path: File) -> Iterator[IO[str]]:
    """Write to a file beside `path` and give it that name at the end; after an error nothing has changed.

    A link stays one. What is no file, such as a device or a pipe, is written to as it stands.

    Raises:
        OSError: It cannot be written, such as a folder; it names `path`.
    """
    with _naming(path):
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if path.exists() and not path.is_file():
            with path.open("w", encoding="utf-8", newline="\n") as device:
                yield device
        else:
            with _beside(path.resolve()) as file:
                yield file


@contextmanager
def _beside(path: File) -> Iterator[IO[str]]:
    file = NamedTemporaryFile(  # noqa: SIM115  # closed before it gets its name
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name}.", delete=False
    )
    own = File(file.name)
    try:
        with file:
            yield file
        own.chmod(0o666 & ~_umask())
        own.replace(path)
    except BaseException:
        own.unlink()
        raise


@contextmanager
def _naming(path: File) -> Iterator[None]:
    """What the system refuses is told of the file that was asked for."""
    try:
        yield
    except OSError as trouble:
        if trouble.errno is None:
            raise
        raise OSError(trouble.errno, trouble.strerror, str(path)) from trouble


def write_whole(path: File, content: bytes) -> None:
    """Write bytes in the same way.

    Raises:
        OSError: The file cannot be written.
    """
    with whole_file(path) as file:
        file.buffer.write(content)  # type: ignore[attr-defined]  # text files have one


def rewrite(path: File, text: str) -> None:
    """Write a text in place of what a file holds, with the line ends and the byte order mark that it has.

    Raises:
        OSError: The file cannot be read or written.
    """
    held = path.read_bytes()
    ends = _LINE_END.search(held)
    written = text.encode().replace(b"\n", ends[0] if ends else b"\n")
    write_whole(path, (BOM_UTF8 if held.startswith(BOM_UTF8) else b"") + written)


def _umask() -> int:
    """What new files may not be, as other programs find it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
