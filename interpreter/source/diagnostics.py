"""What is wrong with an author's text: findings, and the error that carries them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from enum import Enum

from attrs import frozen

from interpreter.errors import InterpreterError
from interpreter.source import catalogue
from interpreter.source.display import harmless
from interpreter.source.span import Span

_NOTHING: Mapping[str, str] = {}
_SHOWN_NAMES = 8
_CLOSE_ENOUGH = 0.66
_LONGEST_NAME = 200  # nobody means what is longer


class Severity(Enum):
    """Whether the text can be used all the same."""

    ERROR = "error"
    WARNING = "warning"


@frozen
class Related:
    """Another place that matters, and why: `key` names the words in the catalogue."""

    span: Span | None
    key: str
    values: Mapping[str, str] = _NOTHING

    @property
    def message(self) -> str:
        """Why the place matters."""
        return catalogue.filled(catalogue.entry(self.key).message, self.values)


@frozen
class Diagnostic:
    """One finding; its words are in the catalogue under its code."""

    code: str
    severity: Severity
    values: Mapping[str, str] = _NOTHING  # for the placeholders of the words
    span: Span | None = None              # None: about no place in particular
    related: tuple[Related, ...] = ()
    suggestion: str | None = None         # the one word that was probably meant
    scenario: str | None = None           # a file that shows what is wrong: with nothing left open

    @property
    def message(self) -> str:
        """What is wrong, in one sentence."""
        return catalogue.filled(catalogue.entry(self.code).message, self.values)

    @property
    def label(self) -> str | None:
        """A few words for beside the caret."""
        label = catalogue.entry(self.code).label
        return None if label is None else catalogue.filled(label, self.values)

    @property
    def help(self) -> str | None:
        """What to do about it: the suggestion, then the words of the catalogue."""
        words = catalogue.entry(self.code).help
        meant = "" if self.suggestion is None else catalogue.phrase("finding-meant", word=self.suggestion)
        advice = "" if words is None else catalogue.filled(words, self.values)
        return "  ".join(filter(None, (meant, advice))) or None

    @property
    def is_error(self) -> bool:
        """The text cannot be used."""
        return self.severity is Severity.ERROR

    def __str__(self) -> str:
        place = "" if self.span is None else f"{harmless(str(self.span))}: "
        return f"{place}{self.code} {self.message}"


class SourceError(InterpreterError):
    """Texts that cannot be used; carries every finding, in source order."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = in_source_order(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "\n".join(map(str, self.diagnostics))


def error(
    code: str, span: Span | None, suggestion: str | None = None, related: tuple[Related, ...] = (), **values: str
) -> Diagnostic:
    """A finding that makes the text unusable."""
    return Diagnostic(code, Severity.ERROR, values, span, related, suggestion)


def warning(
    code: str, span: Span | None, suggestion: str | None = None, related: tuple[Related, ...] = (), **values: str
) -> Diagnostic:
    """A finding about a text that can be used all the same."""
    return Diagnostic(code, Severity.WARNING, values, span, related, suggestion)


def in_source_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The findings as a reader of the files meets them; those without a place come first."""
    nowhere = Span("", 0, 0, 0, 0)
    return tuple(sorted(diagnostics, key=lambda finding: finding.span or nowhere))


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that was probably meant, if one is close enough."""
    if len(word) > _LONGEST_NAME:
        return None
    wanted = _plain(word)
    rated = [(_likeness(wanted, _plain(candidate)), candidate) for candidate in sorted(set(candidates))]
    best = max(rated, key=lambda pair: pair[0], default=(0.0, None))
    return best[1] if best[0] >= _CLOSE_ENOUGH else None


def allowed_set(names: Iterable[str]) -> str:
    """The names to choose from, in their order, cut to what a reader takes in."""
    known = tuple(dict.fromkeys(names))
    shown = ", ".join(known[:_SHOWN_NAMES])
    rest = len(known) - _SHOWN_NAMES
    return catalogue.Phrase("names-and-more", names=shown, count=rest) if rest > 0 else shown


def _plain(word: str) -> str:
    return word.casefold().replace("_", "-").replace(" ", "-")


def _likeness(word: str, candidate: str) -> float:
    """Characters in common; the parts of a kebab id may also stand in another order or be fewer."""
    matcher = SequenceMatcher(None, word, candidate, autojunk=False)
    bound = min(matcher.real_quick_ratio(), matcher.quick_ratio())
    whole = matcher.ratio() if bound >= _CLOSE_ENOUGH else 0.0  # most are far from it, and that is found out sooner
    parts, others = set(word.split("-")), set(candidate.split("-"))
    same_parts = 0.9 * len(parts & others) / max(len(parts | others), 1)
    return max(whole, same_parts)
