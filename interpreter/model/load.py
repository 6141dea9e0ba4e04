"""A stack to a ruleset whose names are resolved and whose types agree, or to findings with places."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from interpreter.layering.stack import Stack
from interpreter.model.draft import Path
from interpreter.model.findings import Finding
from interpreter.model.from_document import draft_from_document
from interpreter.model.from_draft import ruleset_from_draft
from interpreter.model.rules import Ruleset
from interpreter.source.diagnostics import Diagnostic, Related, Severity, SourceError, allowed_set
from interpreter.source.span import Span


@frozen
class Checked:
    """A ruleset, and what its author should look at all the same."""

    ruleset: Ruleset
    warnings: tuple[Diagnostic, ...]


def ruleset_from_stack(stack: Stack) -> Ruleset:
    """The rules of a stack.

    Raises:
        SourceError: A name or a type is wrong; carries every finding.
    """
    return checked_ruleset(stack).ruleset


def checked_ruleset(stack: Stack) -> Checked:
    """The rules of a stack, and the warnings about them.

    Raises:
        SourceError: A name or a type is wrong; carries every finding.
    """
    draft = draft_from_document(stack.data)
    ruleset, found = ruleset_from_draft(draft)
    findings = [_diagnostic(finding, stack) for finding in found.items]
    if any(finding.is_error for finding in findings):
        raise SourceError(findings)
    return Checked(ruleset, tuple(findings))


def with_options(ruleset: Ruleset, stack: Stack) -> Ruleset:
    """The same rules where a stack differs only in the values of options."""
    options = ruleset.draft.options
    chosen = {name: evolve(options[name], default=value) for name, value in stack.options.items()}
    return evolve(ruleset, draft=evolve(ruleset.draft, options={**options, **chosen}))


def _diagnostic(finding: Finding, stack: Stack) -> Diagnostic:
    severity = Severity.WARNING if finding.warning else Severity.ERROR
    values = {**finding.values, "allowed": allowed_set(finding.allowed) or "nothing"}
    related = tuple(_related(finding, stack))
    return Diagnostic(finding.code, severity, values, _span(finding, stack), related, finding.suggestion)


def _span(finding: Finding, stack: Stack) -> Span:
    if finding.start is not None and finding.end is not None:
        return stack.inside(finding.path, finding.start, finding.end)
    place = stack.place(finding.path)
    is_long = place.value.end_line != place.value.line
    return place.name if finding.on_key or is_long else place.value


def _related(finding: Finding, stack: Stack) -> Iterable[Related]:
    if finding.related is not None:
        yield Related(_key(finding.related, stack), "note-declared")


def _key(path: Path, stack: Stack) -> Span:
    return stack.place(path).name
