"""The lines of a `for each` block to rows, and a statement with `<columns>` to the statement of a row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from attrs import frozen

from interpreter.scenario import tree as t
from interpreter.scenario.findings import Findings
from interpreter.scenario.lines import PLACEHOLDER, QUOTE, Block, Line, Piece, Written, spaced
from interpreter.source.diagnostics import allowed_set, nearest
from interpreter.source.span import Span
from interpreter.source.speech import alike

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_BAR = re.compile(rf"{QUOTE}|\|")
_COLUMN = re.compile(r"[^\W\d_](?:[\w-]*\w)?")


@frozen
class Cell:
    """The text of a cell and where it stands."""

    text: str
    span: Span


@frozen
class Row:
    """A row as read: what the tree keeps of it, and its cells by column."""

    kept: t.Row
    cells: dict[str, Cell]


@frozen
class Table:
    """The columns and rows of a `for each` block."""

    columns: tuple[t.Name, ...]
    rows: tuple[Row, ...]


_NOWHERE = Span("", 0, 0, 0, 0)
UNREADABLE = Row(t.Row(t.Name("", _NOWHERE), (), _NOWHERE), {})  # the table is no help: findings say why

# ---- reading --------------------------------------------------------------------------------------------------------


def table(opener: Block, findings: Findings) -> Table | None:
    """The table below a `for each` line; None if it cannot be used."""
    for block in opener.children:
        if block.children:
            findings.add("S0302", block.children[0].line.written.span, opener=block.line.written.text)
    lines = [block.line for block in opener.children if block.line.is_readable]
    if len(lines) <= 1:
        findings.add("S0301", opener.line.written.span, opener=opener.line.written.text)
        return None
    columns = _columns(lines[0], findings)
    rows = tuple(_rows(columns, lines[1:], findings))
    _check_ids(rows, findings)
    return Table(columns, rows)


def split_cells(text: str) -> list[tuple[int, str]]:
    """The cells of a line with their offsets; bars at its ends do not count."""
    starts = [0, *(match.end() for match in _BAR.finditer(text) if match[0] == "|")]
    ends = [*(start - 1 for start in starts[1:]), len(text)]
    cells = [_trimmed(text, start, end) for start, end in zip(starts, ends, strict=True)]
    if text.startswith("|"):
        cells = cells[1:]
    return cells[:-1] if text.endswith("|") and len(cells) > 1 else cells


def _trimmed(text: str, start: int, end: int) -> tuple[int, str]:
    cell = text[start:end]
    return start + len(cell) - len(cell.lstrip()), cell.strip()


def _cells(line: Line) -> list[Cell]:
    written = line.written
    return [Cell(text, written.between(start, start + max(1, len(text)))) for start, text in split_cells(written.text)]


def _columns(line: Line, findings: Findings) -> tuple[t.Name, ...]:
    cells = _cells(line)
    first: dict[str, Span] = {}
    for cell in cells:
        if not _COLUMN.fullmatch(cell.text):
            findings.add("S0502", cell.span, column=cell.text)
        elif cell.text in first:
            findings.add_beside("S0503", cell.span, first[cell.text], column=cell.text)
        first.setdefault(cell.text, cell.span)
    return tuple(t.Name(cell.text, cell.span) for cell in cells)


def _rows(columns: tuple[t.Name, ...], lines: list[Line], findings: Findings) -> Iterator[Row]:
    for line in lines:
        cells = _cells(line)
        if len(cells) != len(columns):
            findings.add("S0501", line.written.span, found=str(len(cells)), wanted=str(len(columns)))
            continue
        for cell, column in zip(cells, columns, strict=True):
            if not cell.text:
                findings.add("S0508", cell.span, column=column.text)
        yield _row(columns, cells, line.written.span)


def _row(columns: tuple[t.Name, ...], cells: list[Cell], span: Span) -> Row:
    named = {column.text: cell for column, cell in zip(columns, cells, strict=True)}
    texts = tuple((column, spaced(cell.text)) for column, cell in named.items())
    return Row(t.Row(t.Name(cells[0].text, cells[0].span), texts, span), named)


def _check_ids(rows: tuple[Row, ...], findings: Findings) -> None:
    first: dict[str, Span] = {}
    for row in rows:
        name = row.kept.id
        if name.text and not SLUG.fullmatch(name.text):
            findings.add("S0506", name.span, slug(name.text), id=name.text)
        elif name.text in first:
            findings.add_beside("S0401", name.span, first[name.text], id=name.text)
        first.setdefault(name.text, name.span)


def slug(text: str) -> str | None:
    """The id that comes nearest to a text."""
    return "-".join(re.findall(r"[a-z0-9]+", alike(text))) or None


# ---- filling in -----------------------------------------------------------------------------------------------------


def placeholders(text: str) -> tuple[str, ...]:
    """The columns that a statement uses; what stands in quotes is text."""
    if "<" not in text:
        return ()
    return tuple(match[1] for match in PLACEHOLDER.finditer(text) if match[1])


def filled_in(text: str, cells: Mapping[str, str]) -> str:
    """A statement with the text of a cell for each column that it uses."""
    return PLACEHOLDER.sub(lambda match: cells.get(match[1] or "", match[0]), text)


def check_placeholders(written: Written, columns: tuple[str, ...], findings: Findings) -> bool:
    """Whether all columns that a statement uses are there."""
    unknown = [m for m in PLACEHOLDER.finditer(written.text) if m[1] and m[1] not in columns]
    for match in unknown:
        span = written.between(*match.span())
        if columns:
            findings.add("S0504", span, nearest(match[1], columns), column=match[1], expected=allowed_set(columns))
        else:
            findings.add("S0507", span, column=match[1])
    return not unknown


def filled(written: Written, row: Row) -> Written:
    """The statement of a row: each `<column>` replaced by the text of its cell, which keeps its own place."""
    text, pieces, done = "", [], 0
    for match in PLACEHOLDER.finditer(written.text):
        if not match[1]:
            continue
        plain, cell = written.text[done : match.start()], row.cells[match[1]]
        pieces.append(_piece(len(text), plain, written.between(done, match.start())))
        pieces.append(_piece(len(text + plain), cell.text, cell.span))
        text, done = text + plain + cell.text, match.end()
    rest = written.text[done:]
    pieces.append(_piece(len(text), rest, written.between(done, len(written.text))))
    return Written(text + rest, tuple(piece for piece in pieces if piece.end > piece.start), written.span)


def _piece(start: int, text: str, span: Span) -> Piece:
    return Piece(start, start + len(text), span.line, span.column)


def unused(columns: tuple[t.Name, ...], used: set[str]) -> Iterator[t.Name]:
    """The columns that no statement uses; the first one names the rows and needs no use."""
    return (column for column in columns[1:] if column.text not in used and _COLUMN.fullmatch(column.text))
