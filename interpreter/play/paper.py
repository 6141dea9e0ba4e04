"""Rows of a screen to lines that fit it: in colour at a terminal, plain for pipes and screen readers."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from enum import Enum

import click
from attrs import frozen

from interpreter.source.display import harmless, width

_INDENT = "  "
_FORGOTTEN = 60  # empty lines that push what stood on a plain screen out of sight
_CLEARED = "\x1b[2J\x1b[3J\x1b[H"  # the screen and what can be scrolled back to


class Style(Enum):
    """What a row is; the value is its colour in the words of rich."""

    PLAIN = ""
    HEADING = "bold cyan"
    OWN = "green"
    ASKED = "bold yellow"
    NOTE = "magenta"
    QUIET = "dim"


@frozen
class Row:
    """One thing on the screen; `label` says what it is. `part` is drawn so that it is seen at once."""

    text: str
    label: str = ""
    style: Style = Style.PLAIN
    depth: int = 0
    part: str = ""


@frozen
class Paper:
    """Where rows are written. `is_plain`: lines only; nothing is cleared or drawn."""

    columns: int = 80
    is_plain: bool = True
    is_coloured: bool = False
    is_terminal: bool = False

    def write(self, rows: Iterable[Row]) -> None:
        """Write rows one below the other."""
        for row in rows:
            self._write(row)

    def _write(self, row: Row) -> None:
        lines = list(self.lines(row))
        if not self.is_coloured:
            click.echo(_encoded("\n".join(lines)))
            return
        click.echo(_encoded("\n".join(painted(line, row) for line in lines)), color=True)

    def lines(self, row: Row) -> Iterator[str]:
        """A row in lines that are no wider than the screen."""
        text = f"{row.label}: {row.text}" if row.label else row.text
        return wrapped(harmless(text), self.columns, _INDENT * row.depth)

    def forget(self) -> None:
        """Take what stands on the screen away, so that the next who sits down does not see it."""
        if self.is_terminal:
            click.echo("\n" * _FORGOTTEN if self.is_plain else _CLEARED, nl=False, color=True)


def wrapped(text: str, columns: int, indent: str = "") -> Iterator[str]:
    """A text in lines of so many columns; what follows the first line stands a little further in."""
    line, used, begun = indent, width(indent), False
    for word in text.split(" "):
        if begun and used + 1 + width(word) > columns:
            yield line
            line, used, begun = indent + _INDENT, width(indent + _INDENT), False
        for piece in _pieces(word, columns - width(indent) - len(_INDENT)):
            if begun and used + width(piece) >= columns:
                yield line
                line, used, begun = indent + _INDENT, width(indent + _INDENT), False
            line += f" {piece}" if begun else piece
            used += width(piece) + begun
            begun = True
    yield line


def _pieces(word: str, most: int) -> Iterator[str]:
    """A word that is wider than the screen in pieces, as wide as they can be."""
    start = used = 0
    for at, cells in enumerate(map(width, word)):
        if used + cells > most and at > start:
            yield word[start:at]
            start, used = at, 0
        used += cells
    yield word[start:]


def painted(line: str, row: Row) -> str:
    """A line in the colours of its row."""
    from rich.console import Console  # noqa: PLC0415  # only where a terminal shows colours
    from rich.text import Text  # noqa: PLC0415

    text = Text(line, style=row.style.value)
    if row.label and line.lstrip().startswith(f"{row.label}:"):
        text.stylize("bold", len(line) - len(line.lstrip()), line.index(":") + 1)
    if row.part:
        text.highlight_words([row.part], "bold reverse")
    console = Console(force_terminal=True, color_system="standard", width=len(line) + 1, no_color=False)
    with console.capture() as captured:
        console.print(text, end="", soft_wrap=True)
    return captured.get()


def _encoded(text: str) -> str:
    """What the encoding of the terminal lacks is written as `?`."""
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, errors="replace").decode(encoding)
