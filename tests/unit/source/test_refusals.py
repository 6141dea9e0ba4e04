"""What the operating system refuses, in the language that is spoken."""

from __future__ import annotations

from errno import EACCES, EIO, EISDIR, ENOENT, ENOSPC

import pytest

from interpreter.source.refusals import refusal
from interpreter.source.speech import speaking


@pytest.mark.parametrize(
    ("number", "english", "spanish"),
    [
        (ENOENT, "No such file or directory", "no existe el archivo o la carpeta"),
        (EISDIR, "Is a directory", "es una carpeta"),
        (EACCES, "Permission denied", "permiso denegado"),
        (ENOSPC, "No space left on device", "no queda espacio en el disco"),
        (EIO, "in its own words", "in its own words"),
    ],
)
def test_a_reason_is_said_in_the_language_that_is_spoken(number: int, english: str, spanish: str) -> None:
    trouble = OSError(number, "in its own words", "some.file")

    assert refusal(trouble) == english
    with speaking("es"):
        assert refusal(trouble) == spanish
