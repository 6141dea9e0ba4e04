"""Text to lines and blocks: indentation, comments and quotes, before any word is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attrs import frozen

from interpreter.source.diagnostics import Diagnostic, error
from interpreter.source.display import UNREADABLE
from interpreter.source.span import Span, at

TAB_WIDTH = 4
_BYTE_ORDER_MARK = "\ufeff"
QUOTE = r'"(?:[^"\\]|\\.)*"?'  # without an end it goes on to the end of the line, which is looked through once
WORD = re.compile(rf'{QUOTE}|[,;:=]|[^\s,;:="]+')
PLACEHOLDER = re.compile(rf"{QUOTE}|<([^\W\d_](?:[\w-]*\w)?)>")  # `<column>`, but in no quotes
_QUOTE_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*(?P<end>"?)|#.*')


@frozen
class Piece:
    """A part of a statement, `start` to `end`, and where it was written."""

    start: int
    end: int
    line: int
    column: int


@frozen
class Written:
    """The text of one statement, without comment and indentation, and where each character was written."""

    text: str
    pieces: tuple[Piece, ...]
    span: Span  # of the whole statement, on its own line also where parts come from a table

    def between(self, start: int, end: int) -> Span:
        """The stretch of some of its characters; of the whole statement, if they were not written side by side."""
        first, last = self._piece(start), self._piece(max(start, end - 1))
        if first is not last:
            return self.span
        return at(self.span.file, first.line, first.column + start - first.start, end - start)

    def _piece(self, offset: int) -> Piece:
        if len(self.pieces) == 1:
            return self.pieces[0]
        return next((piece for piece in self.pieces if offset < piece.end), self.pieces[-1])


@frozen
class Line:
    """A line that says something."""

    written: Written
    indent: int
    is_readable: bool  # False: a finding says why not

    @property
    def number(self) -> int:
        """From 1."""
        return self.written.span.line


@frozen
class Block:
    """A line and the lines that are indented below it."""

    line: Line
    children: tuple[Block, ...]


def plainly_written(text: str, span: Span) -> Written:
    """A statement that stands in one place."""
    return Written(text, (Piece(0, len(text), span.line, span.column),), span)


def raw_lines(text: str) -> list[str]:
    """The lines of a text as written, whatever ends them."""
    return text.removeprefix(_BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n").split("\n")


def split_comment(line: str) -> tuple[str, str]:
    """A line to what it says and its comment, which may be empty."""
    if '"' not in line:
        said, mark, comment = line.partition("#")
        return said.rstrip(), mark + comment.rstrip()
    for match in _QUOTE_OR_COMMENT.finditer(line):
        if match[0].startswith("#"):
            return line[: match.start()].rstrip(), match[0].rstrip()
    return line.rstrip(), ""


def spaced(text: str) -> str:
    """A statement with one space between words and none before `,` `;` `:`."""
    words = WORD.findall(text)
    return "".join(word if not at or word in ",;:" else f" {word}" for at, word in enumerate(words))


def open_quote(said: str) -> int | None:
    """Where a quote is opened that is not closed in its line."""
    if '"' not in said:
        return None
    return next((match.start() for match in _QUOTE_OR_COMMENT.finditer(said) if match["end"] == ""), None)


def blocks(text: str, file: str) -> tuple[tuple[Block, ...], tuple[Diagnostic, ...]]:
    """The outermost lines of a text with what is indented below them, and what is wrong with its layout."""
    findings: list[Diagnostic] = []
    roots = _nested(_lines(text, file, findings))
    findings.extend(_uneven(roots))
    return roots, tuple(findings)


def _lines(text: str, file: str, findings: list[Diagnostic]) -> list[Line]:
    lines = []
    tab_seen = False
    for number, raw in enumerate(raw_lines(text), 1):
        said, _ = split_comment(raw)
        content = said.lstrip(" \t")
        hidden = UNREADABLE.search(raw)
        if hidden is not None:
            place = at(file, number, hidden.start() + 1)
            findings.append(error("S0106", place, character=f"U+{ord(hidden[0]):04X}"))
        if not content:
            continue
        margin = said[: len(said) - len(content)]
        if "\t" in margin and not tab_seen:
            findings.append(error("S0101", at(file, number, margin.index("\t") + 1)))
            tab_seen = True
        quote = open_quote(said)
        if quote is not None:
            findings.append(error("S0103", at(file, number, quote + 1)))
        is_readable = quote is None and not _is_hidden_in_words(hidden, raw)
        written = plainly_written(content, at(file, number, len(margin) + 1, len(content)))
        lines.append(Line(written, len(margin.expandtabs(TAB_WIDTH)), is_readable))
    return lines


def _is_hidden_in_words(hidden: re.Match[str] | None, line: str) -> bool:
    """Whether a sign that nobody can read stands among the words, not only in quotes or in a comment."""
    return hidden is not None and UNREADABLE.search(_QUOTE_OR_COMMENT.sub("", line)) is not None


def _nested(lines: Iterable[Line]) -> tuple[Block, ...]:
    """From the last line to the first: a line takes what stands deeper and has no owner yet."""
    waiting: list[Block] = []
    for line in reversed(list(lines)):
        children = []
        while waiting and waiting[-1].line.indent > line.indent:
            children.append(waiting.pop())
        waiting.append(Block(line, tuple(children)))
    return tuple(reversed(waiting))


def _uneven(roots: tuple[Block, ...]) -> Iterator[Diagnostic]:
    levels = [roots]
    while levels:
        level = levels.pop()
        for block in level:
            if block.line.indent != level[0].line.indent:
                yield error("S0102", block.line.written.span, line=str(level[0].line.number))
            if block.children:
                levels.append(block.children)
