"""The findings of one file, collected while it is read."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import field, frozen

from interpreter.source.diagnostics import Diagnostic, Related, error
from interpreter.source.span import Span
from interpreter.source.speech import DEFAULT


@frozen
class Findings:
    """A list that grows; what is found once more, in another row of a table, counts once."""

    language: str = DEFAULT  # whose words the file uses
    _found: list[Diagnostic] = field(factory=list)
    _alike: dict[tuple[str, Span | None], list[Diagnostic]] = field(factory=dict)

    def add(self, code: str, span: Span | None, suggestion: str | None = None, **values: str) -> None:
        """One more, about one place."""
        self.extend((error(code, span, suggestion, (), **values),))

    def add_beside(self, code: str, span: Span, first: Span, **values: str) -> None:
        """One more, about a place that does not fit an earlier one."""
        self.extend((error(code, span, None, (Related(first, "note-first-written"),), **values),))

    def extend(self, findings: Iterable[Diagnostic]) -> None:
        """Some more."""
        for finding in findings:
            alike = self._alike.setdefault((finding.code, finding.span), [])
            if finding not in alike:
                alike.append(finding)
                self._found.append(finding)

    def all(self) -> tuple[Diagnostic, ...]:
        """All of them, in the order in which they were found."""
        return tuple(self._found)
