"""A file that cannot be read at all is one finding about the file; harmless oddities of a file are none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from click.testing import Result

TEXT = """\
ruleset celestia

scenario fine
  given
    players: Ada, Bruno
    captain: Ada
  when
    roll: fog, blank
  then
    Bruno is asked
"""
VERBS = ("run", "check", "ask", "fmt")
HUGE = 50_000_000


def not_utf8(file: Path) -> None:
    file.write_bytes(b"ruleset \xff\n")


def not_utf8_behind_a_mark(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbfruleset \xff\n")


def empty(file: Path) -> None:
    file.write_bytes(b"")


def huge(file: Path) -> None:
    with file.open("wb") as stream:
        stream.truncate(HUGE)


def binary(file: Path) -> None:
    file.write_bytes(bytes(range(128)))


@attrs.frozen
class Odd:
    """A file that cannot be read: how it is made, the code and a part of the message of its finding."""

    make: Callable[[Path], None]
    code: str
    words: str


UNREADABLE = [
    Odd(not_utf8, "Y0004", "byte 8 cannot be read"),
    Odd(not_utf8_behind_a_mark, "Y0004", "byte 11 cannot be read"),
    Odd(huge, "Y0003", "is too large to read"),
    Odd(binary, "Y0005", "is not a text file"),
]
EMPTY = Odd(empty, "Y0006", "is empty")


def check_finding(odd: Odd, result: Result, file: str) -> None:
    assert result.exit_code == 1
    assert result.output.count("error[") == 1
    assert f"error[{odd.code}]" in result.output
    assert odd.words in result.output
    assert f"--> {file}\n" in result.output
    assert "^" not in result.output


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("odd", UNREADABLE, ids=lambda odd: odd.make.__name__)
def test_an_unreadable_scenario(folder: Path, gulliver: Callable[..., Result], odd: Odd, verb: str) -> None:
    odd.make(folder / "odd.scenario")

    check_finding(odd, gulliver(verb, "odd.scenario"), "odd.scenario")


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("text", ["", "\n", "# nothing but a comment\n", "\ufeff"])
def test_an_empty_scenario(folder: Path, gulliver: Callable[..., Result], verb: str, text: str) -> None:
    (folder / "odd.scenario").write_text(text, "utf-8")

    result = gulliver(verb, "odd.scenario")

    assert result.exit_code == 1
    assert result.output.count("error[") == 1
    assert "--> odd.scenario" in result.output
    assert "^" not in result.output


@pytest.mark.parametrize("suffix", ["", "/ruleset.yaml"])
@pytest.mark.parametrize("odd", [*UNREADABLE, EMPTY], ids=lambda odd: odd.make.__name__)
def test_an_unreadable_ruleset(folder: Path, gulliver: Callable[..., Result], odd: Odd, suffix: str) -> None:
    (folder / "odd").mkdir()
    odd.make(folder / "odd" / "ruleset.yaml")

    check_finding(odd, gulliver("check", f"odd{suffix}"), "odd/ruleset.yaml")


@pytest.mark.parametrize("verb", VERBS)
def test_a_file_that_is_not_there(folder: Path, gulliver: Callable[..., Result], verb: str) -> None:
    result = gulliver(verb, "missing.scenario")

    assert result.exit_code == 2
    assert "missing.scenario" in result.output


@pytest.mark.parametrize("verb", VERBS)
def test_a_folder_with_the_name_of_a_file(folder: Path, gulliver: Callable[..., Result], verb: str) -> None:
    (folder / "odd.scenario").mkdir()

    result = gulliver(verb, "odd.scenario")

    assert result.exit_code in {1, 5}, result.output


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        TEXT.rstrip("\n").encode(),
        b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").rstrip().encode(),
    ],
    ids=["mark", "crlf", "cr", "no-last-newline", "all"],
)
def test_harmless_oddities(folder: Path, gulliver: Callable[..., Result], verb: str, data: bytes) -> None:
    """Whoever writes a file anew keeps its mark and its kind of line ends."""
    file = folder / "odd.scenario"
    file.write_bytes(data)

    result = gulliver(verb, "odd.scenario")

    assert result.exit_code == 0, result.output
    mark = data[:3] if data.startswith(b"\xef\xbb\xbf") else b""
    end = next((end for end in (b"\r\n", b"\r") if end in data), b"\n")
    assert verb != "fmt" or file.read_bytes() == mark + TEXT.encode().replace(b"\n", end)


@pytest.mark.parametrize("data", [b"\xff", b"ruleset \xff\n", b"\0"])
def test_unreadable_standard_input(folder: Path, gulliver: Callable[..., Result], data: bytes) -> None:
    assert gulliver("fmt", "-", stdin=data).exit_code == 1
