"""Attempts that may fail to their results, and everything that was found wrong on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ParamSpec, TypeVar

from attrs import field, frozen

from interpreter.source.diagnostics import Diagnostic, SourceError
from interpreter.source.span import Span

_P = ParamSpec("_P")
_T = TypeVar("_T")


@frozen
class Collector:
    """Findings of several attempts; what is found again in the same place counts once."""

    _found: dict[tuple[str, Span | None], Diagnostic] = field(factory=dict)

    def attempt(self, look: Callable[_P, _T], *args: _P.args, **named: _P.kwargs) -> _T | None:
        """What an attempt comes to; None if it fails, and then its findings are kept."""
        try:
            return look(*args, **named)
        except SourceError as wrong:
            self.extend(wrong.diagnostics)
            return None

    def extend(self, findings: Iterable[Diagnostic]) -> None:
        """Some more findings."""
        for finding in findings:
            self._found.setdefault((finding.code, finding.span), finding)

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """All of them, in the order in which they were found."""
        return tuple(self._found.values())

    def finish(self) -> None:
        """Nothing more is tried.

        Raises:
            SourceError: Something was found.
        """
        if self._found:
            raise SourceError(self._found.values())
