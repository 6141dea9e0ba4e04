"""What libyaml could not read to a finding in the author's words."""

from __future__ import annotations

import re

import yaml
from attrs import frozen

from interpreter.source.diagnostics import Diagnostic, error
from interpreter.source.span import Span, at, whole

_GLUED = re.compile(r"(?:^ *|[-{,] *)[A-Za-z0-9.-]+:(?=[\[{])")  # no space between a key and what is in brackets
_LOOKED_AT = 1000  # characters of a line; so many dashes could be the key or stand before it
_CLOSE = {"[": "]", "{": "}"}
_PAIR = re.compile(r"(?P<key>[^:#]+): +(?P<rest>\S.*)")
_DEPTH_LIMIT = "60"


def syntax_finding(trouble: yaml.YAMLError, text: str, file: str) -> Diagnostic:
    """One finding for what stopped the parser."""
    if not isinstance(trouble, yaml.MarkedYAMLError) or trouble.problem_mark is None:
        return error("Y0199", whole(file))
    mark = trouble.problem_mark
    context = trouble.context_mark or mark
    spot = _Spot(file, text.split("\n"), mark.line, mark.column, context.line, context.column)
    return _explained(spot, trouble.context or "", trouble.problem or "")


@frozen
class _Spot:
    """Where the parser stopped, and where the thing began that it was reading; all counted from 0."""

    file: str
    lines: list[str]
    line: int
    column: int
    context_line: int
    context_column: int

    @property
    def row(self) -> str:
        """The line where the parser stopped."""
        return self.lines[self.line] if self.line < len(self.lines) else ""

    @property
    def character(self) -> str:
        """The character where the parser stopped."""
        return self.row[self.column : self.column + 1]

    @property
    def opener(self) -> str:
        """The character that began what the parser was reading."""
        return self.lines[min(self.context_line, len(self.lines) - 1)][self.context_column : self.context_column + 1]

    @property
    def is_line_start(self) -> bool:
        """Only indentation stands before it."""
        return not self.row[: self.column].strip()

    def here(self, width: int = 1) -> Span:
        """The place where the parser stopped."""
        return at(self.file, self.line + 1, self.column + 1, width)

    def rest(self) -> Span:
        """From there to the end of the line."""
        return self.here(max(len(self.row.rstrip()) - self.column, 1))

    def opened(self) -> Span:
        """The place of the opener."""
        return at(self.file, self.context_line + 1, self.context_column + 1)

    def row_span(self, line: int) -> Span:
        """A line without its indentation."""
        row = self.lines[line]
        indent = len(row) - len(row.lstrip())
        return at(self.file, line + 1, indent + 1, max(len(row.strip()), 1))


def _explained(spot: _Spot, context: str, problem: str) -> Diagnostic:
    if "directive" in context:
        return error("Y0212", at(spot.file, spot.line + 1, 1))
    if (glued := _GLUED.search(spot.row[:_LOOKED_AT])) is not None:
        return error("Y0116", at(spot.file, spot.line + 1, glued.end()))
    for wanted, explain in _PROBLEMS:
        if wanted in problem:
            return explain(spot)
    if "anchor" in context or "alias" in context or "tag" in context:
        return _cannot_begin(spot, spot.opened())
    return error("Y0199", spot.here())


def _bad_start(spot: _Spot) -> Diagnostic:
    if not "".join(spot.lines[spot.line :])[spot.column :].strip():
        return error("Y0115", _end(spot))
    if spot.character == "\t":
        return error("Y0101", spot.here())
    return _cannot_begin(spot, spot.here())


def _cannot_begin(spot: _Spot, span: Span) -> Diagnostic:
    value = spot.lines[span.line - 1][span.column - 1 :].rstrip()
    return error("Y0102", span, character=value[:1], quoted=_quoted(value))


def _end(spot: _Spot) -> Span:
    """Behind the last character that is written."""
    last = max((number for number, row in enumerate(spot.lines) if row.strip()), default=0)
    return at(spot.file, last + 1, len(spot.lines[last].rstrip()) + 1)


def _tab(spot: _Spot) -> Diagnostic:
    return error("Y0101", spot.here())


def _open_quote(spot: _Spot) -> Diagnostic:
    quote = spot.opener
    return error("Y0103", spot.opened(), quote=quote, escaped="''" if quote == "'" else '\\"')


def _unexpected_colon(spot: _Spot) -> Diagnostic:
    """`key: a: b`, or a line that goes on where the line above should have ended."""
    pair = _PAIR.fullmatch(spot.row.rstrip())
    if pair and ": " in spot.row[: spot.column]:
        return error("Y0104", spot.here(), quoted=f"{pair['key'].strip()}: {_quoted(pair['rest'])}")
    above = next((line for line in range(spot.line - 1, -1, -1) if spot.lines[line].strip()), spot.line)
    if above != spot.line and not _is_pair(spot.lines[above]):
        return _no_pair(spot, above)
    return error("Y0105", spot.row_span(spot.line))


def _missing_colon(spot: _Spot) -> Diagnostic:
    return _no_pair(spot, spot.context_line)


def _no_pair(spot: _Spot, line: int) -> Diagnostic:
    key, _, value = spot.lines[line].strip().removeprefix("- ").partition(":")
    return error("Y0106", spot.row_span(line), example=f"{key}: {value.strip() or '…'}")


def _is_pair(row: str) -> bool:
    return ": " in row or row.rstrip().endswith(":")


def _no_key(spot: _Spot) -> Diagnostic:
    if spot.is_line_start:
        return error("Y0113", spot.row_span(min(spot.line, len(spot.lines) - 1)))
    return error("Y0107", spot.rest())


def _no_dash(spot: _Spot) -> Diagnostic:
    if spot.is_line_start:
        return error("Y0108", spot.rest())
    return error("Y0107", spot.rest())


def _open_bracket(spot: _Spot) -> Diagnostic:
    close = _CLOSE.get(spot.opener, "]")
    if spot.line == spot.context_line and spot.character:
        return error("Y0114", spot.here(), close=close)
    return error("Y0109", spot.opened(), open=spot.opener, close=close)


def _list_behind_key(spot: _Spot) -> Diagnostic:
    return error("Y0110", spot.here())


def _bad_escape(spot: _Spot) -> Diagnostic:
    start = max(spot.row.rfind("\\", 0, spot.column + 1), 0)
    escape = spot.row[start : start + 2]
    return error("Y0111", at(spot.file, spot.line + 1, start + 1, len(escape)), escape=escape)


def _behind_block_mark(spot: _Spot) -> Diagnostic:
    return error("Y0112", spot.rest(), mark=spot.opener)


def _too_deep(spot: _Spot) -> Diagnostic:
    return error("Y0207", spot.here(), limit=_DEPTH_LIMIT)


def _more(spot: _Spot) -> Diagnostic:
    return error("Y0107", spot.rest())


def _quoted(text: str) -> str:
    """The text in the quotes that need no escapes, as far as there are such."""
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


_PROBLEMS = (
    ("found character that cannot start any token", _bad_start),
    ("found a tab character", _tab),
    ("found unexpected end of stream", _open_quote),
    ("found unexpected document indicator", _open_quote),
    ("mapping values are not allowed", _unexpected_colon),
    ("could not find expected ':'", _missing_colon),
    ("did not find expected key", _no_key),
    ("did not find expected '-' indicator", _no_dash),
    ("did not find expected ',' or", _open_bracket),
    ("block sequence entries are not allowed", _list_behind_key),
    ("found unknown escape character", _bad_escape),
    ("did not find expected hexdecimal number", _bad_escape),
    ("did not find expected comment or line break", _behind_block_mark),
    ("did not find expected node content", _bad_start),
    ("did not find expected <document start>", _more),
    ("exceeded maximum nesting depth", _too_deep),
)
