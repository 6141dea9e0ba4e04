"""A place in a text."""

from __future__ import annotations

from attrs import frozen


@frozen(order=True)
class Span:
    """A stretch of a file, ordered as a reader meets it."""

    file: str        # as it is shown, not necessarily where it lies
    line: int        # from 1
    column: int      # from 1, in code points
    end_line: int
    end_column: int  # the first column that does not belong to it any more

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    @property
    def is_whole_file(self) -> bool:
        """No place in the file, just the file."""
        return self == whole(self.file)

    def through(self, other: Span) -> Span:
        """The stretch from the start of this one to the end of the other."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)


def at(file: str, line: int, column: int, width: int = 1) -> Span:
    """A stretch within one line."""
    return Span(file, line, column, line, column + width)


def whole(file: str) -> Span:
    """A file as such, where no place in it says more."""
    return Span(file, 1, 1, 1, 1)
