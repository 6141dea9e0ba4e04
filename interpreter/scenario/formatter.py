"""The text of a scenario file to the same text, tidily written; comments stay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import evolve, frozen

from interpreter.scenario.grammar import Place, opening, opens
from interpreter.scenario.lines import TAB_WIDTH, raw_lines, spaced, split_comment
from interpreter.scenario.parser import examined
from interpreter.scenario.tables import split_cells
from interpreter.scenario.translation import Naming, Table, Translator, as_it_is, parts_of_names
from interpreter.scenario.tree import ScenarioFile
from interpreter.source.diagnostics import SourceError
from interpreter.source.display import width
from interpreter.source.speech import DEFAULT

NamingOf = Callable[[ScenarioFile], Naming]  # what the things of a file are called in another language

_STEP = 2
_GAP = 2  # spaces before a comment, at least
_TAB_IN_INDENT = "S0101"  # put right here, so no reason to refuse
_DEFAULT_LINE = ["language", DEFAULT]
_SETS_APART = ("background", "scenario", "dispute")  # statements with an empty line before them


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


def format_text(text: str, file: str = "", to: str | None = None, naming: NamingOf | None = None) -> str:
    """The text with even indentation and spacing and aligned tables; what is tidy already stays as it is.

    Args:
        text: What stands in the file.
        file: Its name, for findings.
        to: The language in which it is to be written; None: as it is.
        naming: What its things are called there, for what could be read of the file.

    Raises:
        SourceError: The text is no scenario file.
    """
    tree, findings = examined(text, file, is_question=True)
    unusable = [finding for finding in findings if finding.code != _TAB_IN_INDENT]
    if unusable:
        raise SourceError(unusable)
    rows = _levelled([_row(line) for line in raw_lines(text)], tree.language)
    rows = [evolve(row, text=row.text if row.in_table else spaced(row.text)) for row in rows]
    rows = _with_aligned_comments(_with_aligned_tables(_without_default_language(rows)))
    language = to or tree.language
    if language != tree.language:
        rows = _translated(rows, Translator(tree.language, language, naming(tree) if naming else as_it_is))
    lines = _without_extra_gaps(_with_gaps(rows, language))
    return "\n".join(lines) + "\n"


def _row(line: str) -> _Row:
    said, comment = split_comment(line)
    content = said.lstrip(" \t")
    margin = said[: len(said) - len(content)] if content else line[: len(line) - len(line.lstrip())]
    column = width(line[: len(line.rstrip()) - len(comment)].expandtabs(TAB_WIDTH))
    return _Row(len(margin.expandtabs(TAB_WIDTH)), content, comment, column)


# ---- indentation ----------------------------------------------------------------------------------------------------


def _levelled(rows: list[_Row], language: str) -> list[_Row]:
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
            table_margin = row.indent if opens(row.text, language, "table") else None
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


# ---- languages ------------------------------------------------------------------------------------------------------


def _without_default_language(rows: list[_Row]) -> list[_Row]:
    """Nobody has to say that a file is in the default language."""
    return [row for row in rows if not (row.level == 0 and spaced(row.text).replace(":", "").split() == _DEFAULT_LINE)]


def _translated(rows: list[_Row], translator: Translator) -> list[_Row]:
    """Every statement in another language; comments stay what they are, and as far behind the longest line."""
    words = _with_aligned_tables(list(_in_other_words(rows, translator)))
    return _with_language(list(_with_moved_comments(rows, words)), translator)


def _in_other_words(rows: list[_Row], translator: Translator) -> Iterator[_Row]:
    for group in _scenarios(rows):
        head, *cells = [_cells(row) for row in group if row.in_table and row.text] or [[]]
        columns = {name: tuple(row[at] for row in cells) for at, name in enumerate(head)}
        table = Table(columns, translator.source, parts_of_names(row.text for row in group))
        yield from _group_in_other_words(group, translator, table)


def _cells(row: _Row) -> list[str]:
    return [spaced(cell) for _, cell in split_cells(row.text)]


def _group_in_other_words(rows: list[_Row], translator: Translator, table: Table) -> Iterator[_Row]:
    blocks: list[tuple[int, Place | None]] = []  # the level of each open block, and what stands in it
    is_head = True
    for row in rows:
        if not row.text or (row.in_table and is_head):
            is_head = is_head and not row.text
            yield row
        elif row.in_table:
            yield evolve(row, text=" | ".join(translator.cells(_cells(row), table)))
        else:
            blocks = [block for block in blocks if block[0] < row.level]
            place = blocks[-1][1] if blocks else Place.TOP
            assert place is not None
            text, inside = translator.statement(row.text, place, table)
            blocks.append((row.level, inside))
            yield evolve(row, text=text)


def _with_moved_comments(rows: list[_Row], words: list[_Row]) -> Iterator[_Row]:
    at = 0
    for group in _scenarios(rows):
        now = words[at : at + len(group)]
        at += len(group)
        before, after = _widest(group), _widest(now, group)
        for old, new in zip(group, now, strict=True):
            column = old.comment_column
            yield evolve(new, comment_column=column + after.get(column, 0) - before.get(column, 0))


def _widest(rows: list[_Row], written: list[_Row] | None = None) -> dict[int, int]:
    """The width of the longest line with a comment in each column."""
    widths: dict[int, int] = {}
    for row, column in zip(rows, (row.comment_column for row in written or rows), strict=True):
        if row.text and row.comment:
            widths[column] = max(row.width, widths.get(column, 0))
    return widths


def _with_language(rows: list[_Row], translator: Translator) -> list[_Row]:
    """The line that names the language, above all others but the version; the default one needs none."""
    others = [row for row in rows if not (row.level == 0 and opens(row.text, translator.target, "language"))]
    if translator.target == DEFAULT:
        return others
    first = next((at for at, row in enumerate(others) if row.text and not opens(row.text, DEFAULT, "version")), 0)
    line = _Row(0, f"{opening('language', translator.target)[0]} {translator.target}", "", 0)
    return [*others[:first], line, *others[first:]]


# ---- empty lines ----------------------------------------------------------------------------------------------------


def _with_gaps(rows: list[_Row], language: str) -> Iterator[str]:
    places = _gap_places(rows, language)
    for at, row in enumerate(rows):
        if at in places:
            yield ""
        yield _written(row)


def _gap_places(rows: list[_Row], language: str) -> set[int]:
    """Before each scenario, and before the comments that stand right above it."""
    places = set()
    for number, row in enumerate(rows):
        if row.level == 0 and opens(row.text, language, *_SETS_APART):
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
