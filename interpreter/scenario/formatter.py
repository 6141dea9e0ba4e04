"""The text of a scenario file to the same text, tidily written; comments stay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from interpreter.scenario.lines import TAB_WIDTH, raw_lines, spaced, split_comment
from interpreter.scenario.parser import examined
from interpreter.scenario.tables import split_cells
from interpreter.source.diagnostics import SourceError
from interpreter.source.display import width

_STEP = 2
_GAP = 2  # spaces before a comment, at least
_TAB_IN_INDENT = "S0101"  # put right here, so no reason to refuse
_SETS_APART = ("background", "scenario", "dispute")  # an empty line stands before them


@frozen
class _Row:
    """One line on its way to its tidy form."""

    indent: int  # as written
    text: str  # empty: no statement
    comment: str  # empty: none
    comment_column: int  # as written, from 0
    level: int = 0
    in_table: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.text and not self.comment

    @property
    def width(self) -> int:
        return self.level * _STEP + width(self.text)


def format_text(text: str, file: str = "") -> str:
    """The text with even indentation and spacing and aligned tables; what is tidy already stays as it is.

    Raises:
        SourceError: The text is no scenario file.
    """
    _, findings = examined(text, file, is_question=True)
    unusable = [finding for finding in findings if finding.code != _TAB_IN_INDENT]
    if unusable:
        raise SourceError(unusable)
    rows = _levelled([_row(line) for line in raw_lines(text)])
    rows = [evolve(row, text=row.text if row.in_table else spaced(row.text)) for row in rows]
    rows = _with_aligned_comments(_with_aligned_tables(rows))
    lines = _without_extra_gaps(_with_gaps(rows))
    return "\n".join(lines) + "\n"


def _row(line: str) -> _Row:
    said, comment = split_comment(line)
    content = said.lstrip(" \t")
    margin = said[: len(said) - len(content)] if content else line[: len(line) - len(line.lstrip())]
    column = width(line[: len(line.rstrip()) - len(comment)].expandtabs(TAB_WIDTH))
    return _Row(len(margin.expandtabs(TAB_WIDTH)), content, comment, column)


# ---- indentation ----------------------------------------------------------------------------------------------------


def _levelled(rows: list[_Row]) -> list[_Row]:
    done: list[_Row] = []
    waiting: list[_Row] = []  # lines without a statement: they belong to what follows, or to the block they stand in
    margins: list[int] = []  # the indents of the blocks that are open
    table_margin: int | None = None
    for row in rows:
        if not row.text:
            waiting.append(row)
            continue
        outer = [margin for margin in margins if margin < row.indent]
        done.extend(_comments(waiting, margins, len(outer)))
        waiting, margins = [], [*outer, row.indent]
        in_table = table_margin is not None and row.indent > table_margin
        if not in_table:
            table_margin = row.indent if row.text.split()[:2] == ["for", "each"] else None
        done.append(evolve(row, level=len(outer), in_table=in_table))
    return [*done, *_comments(waiting, margins, 0)]


def _comments(rows: Iterable[_Row], margins: list[int], following: int) -> Iterator[_Row]:
    """Comments take the level of what follows, unless they stand deeper, in a block that ends above them."""
    for row in rows:
        own = sum(margin <= row.indent for margin in margins) - 1
        yield evolve(row, level=max(own, following))


# ---- tables ---------------------------------------------------------------------------------------------------------


def _with_aligned_tables(rows: list[_Row]) -> list[_Row]:
    done: list[_Row] = []
    table: list[_Row] = []
    for row in [*rows, _Row(0, "end", "", 0)]:
        if row.in_table or (table and not row.text):
            table.append(row)
            continue
        done.extend(_aligned(table))
        table = []
        done.append(row)
    return done[:-1]


def _aligned(table: list[_Row]) -> Iterator[_Row]:
    cells = [[spaced(cell) for _, cell in split_cells(row.text)] if row.text else [] for row in table]
    widths = [max(map(width, column)) for column in zip(*filter(None, cells), strict=True)]
    for row, texts in zip(table, cells, strict=True):
        padded = (text + " " * (wide - width(text)) for text, wide in zip(texts, widths, strict=False))
        yield evolve(row, text=" | ".join(padded).rstrip())


# ---- comments -------------------------------------------------------------------------------------------------------


def _with_aligned_comments(rows: list[_Row]) -> list[_Row]:
    """Comments that stood in one column of a scenario stand in one column again."""
    done: list[_Row] = []
    for group in _scenarios(rows):
        columns: dict[int, int] = {}
        for row in group:
            if row.text and row.comment:
                least = max(row.comment_column, row.width + _GAP)
                columns[row.comment_column] = max(least, columns.get(row.comment_column, 0))
        done.extend(evolve(row, comment_column=columns.get(row.comment_column, 0)) for row in group)
    return done


def _scenarios(rows: list[_Row]) -> Iterator[list[_Row]]:
    group: list[_Row] = []
    for row in rows:
        if row.text and row.level == 0:
            yield group
            group = []
        group.append(row)
    yield group


def _written(row: _Row) -> str:
    said = " " * (row.level * _STEP) + row.text
    if not row.comment:
        return said.rstrip()
    if not row.text:
        return said + row.comment
    return said + " " * (row.comment_column - row.width) + row.comment


# ---- empty lines ----------------------------------------------------------------------------------------------------


def _with_gaps(rows: list[_Row]) -> Iterator[str]:
    places = _gap_places(rows)
    for at, row in enumerate(rows):
        if at in places:
            yield ""
        yield _written(row)


def _gap_places(rows: list[_Row]) -> set[int]:
    """Before each scenario, and before the comments that stand right above it."""
    places = set()
    for number, row in enumerate(rows):
        if row.level == 0 and row.text.startswith(_SETS_APART):
            first = number
            while first > 0 and rows[first - 1].comment and not rows[first - 1].text:
                first -= 1
            places.add(first)
    return places


def _without_extra_gaps(lines: Iterable[str]) -> list[str]:
    done: list[str] = []
    for line in lines:
        if line or (done and done[-1]):
            done.append(line)
    while done and not done[-1]:
        done.pop()
    return done
