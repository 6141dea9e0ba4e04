"""Text to a file that is there whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EISDIR
from pathlib import Path as File
from tempfile import NamedTemporaryFile
from typing import IO


@contextmanager
def whole_file(path: File) -> Iterator[IO[str]]:
    """Write to a file beside `path` and give it that name at the end; after an error nothing has changed.

    A link stays one. A device or a pipe is written to directly: another file must not take its place.

    Raises:
        OSError: It cannot be written, such as a folder; it names `path`.
    """
    if path.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", newline="\n") as opened:
            yield opened
        return
    path = path.resolve()
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as file:
        try:
            yield file
        except BaseException:
            File(file.name).unlink()
            raise
    File(file.name).chmod(0o666 & ~_umask())
    File(file.name).replace(path)


def write_whole(path: File, content: bytes) -> None:
    """Write bytes in the same way.

    Raises:
        OSError: The file cannot be written.
    """
    with whole_file(path) as file:
        file.buffer.write(content)  # type: ignore[attr-defined]  # text files have one


def _umask() -> int:
    """What new files may not be, as other programs find it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
