"""A stack to a ruleset whose names are resolved and whose types agree, or to findings with places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from interpreter.documents.document import Document
from interpreter.layering.stack import Stack
from interpreter.model.draft import Path
from interpreter.model.findings import Finding, Names
from interpreter.model.from_document import draft_from_document
from interpreter.model.from_draft import ruleset_from_draft
from interpreter.model.labels import label_findings, labelled
from interpreter.model.reach import unreachable
from interpreter.model.references import cited_source
from interpreter.model.rules import Ruleset
from interpreter.model.unused import unused
from interpreter.model.written import shared_words
from interpreter.source.diagnostics import Diagnostic, Related, Severity, SourceError, allowed_set, error, nearest
from interpreter.source.span import Span
from interpreter.texts import Words


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
    ruleset, names = ruleset_from_draft(draft)
    findings = list(_Report(stack, names, ruleset).findings())
    if any(finding.is_error for finding in findings):
        raise SourceError(findings)
    return Checked(ruleset, tuple(findings))


def with_options(ruleset: Ruleset, chosen: Mapping[str, str | int]) -> Ruleset:
    """The same rules with other values of options; the same object if they are what they were."""
    options = ruleset.draft.options
    changed = {name: evolve(options[name], default=new) for name, new in chosen.items() if new != options[name].default}
    return evolve(ruleset, draft=evolve(ruleset.draft, options={**options, **changed})) if changed else ruleset


@frozen
class _Report:
    """Findings by path to findings by place."""

    stack: Stack
    names: Names
    ruleset: Ruleset

    def findings(self) -> Iterator[Diagnostic]:
        """Every finding; a declaration that was probably meant somewhere is not reported as unused as well."""
        yield from self._file_sources()
        yield from shared_words(self.stack, labelled(self.ruleset.draft))
        found = [*map(self._diagnostic, self.names.findings), *label_findings(self.ruleset.draft, self.stack)]
        yield from _left_behind_together(found)
        if any(map(_removals, found)):
            return  # what only the things that are gone have used is no mistake of its own
        meant = {related.span for finding in found for related in finding.related}
        for finding in map(self._diagnostic, unused(self.ruleset.draft, self.names)):
            if finding.span not in meant:
                yield finding
        if not any(finding.is_error for finding in found):
            yield from map(self._diagnostic, unreachable(self.ruleset.draft, self.names))

    def _file_sources(self) -> Iterator[Diagnostic]:
        """The source that a whole file states, which is part of no rule."""
        known = self.ruleset.draft.sources
        for document in self.stack.documents[1:]:
            if "source" in document.data:
                word = cited_source(document.data["source"])
                self.names.use("sources", word)
                if word not in known:
                    yield self._unknown_source(document, word)

    def _unknown_source(self, document: Document, word: str) -> Diagnostic:
        declared: dict[str, Path | None] = {name: node.path for name, node in self.ruleset.draft.sources.items()}
        meant = self._meant(word, declared)
        words = {"what": Words("source"), "word": word, "allowed": allowed_set(declared) or Words("none")}
        place = document.inside(("source",), 0, len(word))
        return error("R0101", place, meant, self._related(declared.get(meant or "")), **words)

    def _diagnostic(self, finding: Finding) -> Diagnostic:
        meant = self._meant(finding.values.get("word", ""), dict(finding.known)) if finding.known else None
        return Diagnostic(
            code=finding.code,
            severity=Severity.WARNING if finding.warning else Severity.ERROR,
            values={**finding.values, "allowed": allowed_set(finding.known) or Words("none")},
            span=self._span(finding),
            related=(*self._related(finding.known.get(meant or "")), *self._removal(finding)),
            suggestion=None if meant == finding.values.get("word") else meant,
        )

    def _meant(self, word: str, known: dict[str, Path | None]) -> str | None:
        """The nearest name; one that nothing else uses is the more likely one."""
        idle = [name for name, path in known.items() if path is not None and path not in self.names.used]
        return nearest(word, idle) or nearest(word, known)

    def _related(self, declaration: Path | None) -> tuple[Related, ...]:
        if declaration is None:
            return ()
        return (Related(self.stack.place(declaration).name, "note-declared"),)

    def _removal(self, finding: Finding) -> tuple[Related, ...]:
        """Where a layer took away what is named here."""
        word = finding.values.get("word")
        spots = dict.fromkeys(span for path, span in self.stack.removed.items() if path[-1] == word)
        return tuple(Related(span, "note-removed") for span in spots)

    def _span(self, finding: Finding) -> Span:
        if finding.start is not None and finding.end is not None:
            return self.stack.inside(finding.path, finding.start, finding.end)
        place = self.stack.place(finding.path)
        is_long = place.value.end_line != place.value.line
        return place.name if finding.on_key or is_long else place.value


def _removals(finding: Diagnostic) -> tuple[Related, ...]:
    return tuple(related for related in finding.related if related.key == "note-removed")


def _left_behind_together(found: list[Diagnostic]) -> Iterator[Diagnostic]:
    """One finding for each name that a layer takes away, with all places that still name it."""
    first: dict[tuple[object, ...], Diagnostic] = {}
    for number, finding in enumerate(found):
        gone = tuple(related.span for related in _removals(finding))
        key = (finding.values.get("word"), *gone) if gone else (number,)
        also = Related(finding.span, "note-left-behind")
        first[key] = evolve(first[key], related=(*first[key].related, also)) if key in first else finding
    return iter(first.values())
