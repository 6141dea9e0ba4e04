"""A label file that lies by itself to what is wrong with it, for everything that it names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path as File

from attrs import evolve, frozen

from interpreter.documents.document import Document
from interpreter.layering.discovery import find
from interpreter.layering.manifest import displayed, file_findings, kind_of, read_file
from interpreter.library import LoadedRuleset
from interpreter.model.labels import labels_for_nothing, translated
from interpreter.source.diagnostics import Diagnostic, SourceError, error
from interpreter.source.span import whole

_MISSING = "R0502"  # stands where the id is declared

Checked = tuple[tuple[Diagnostic, ...], LoadedRuleset | None]
Check = Callable[[str, File], Checked]  # a ruleset or a layer, and where it lies


def checked_labels(path: File, check: Check) -> tuple[Diagnostic, ...]:
    """What is wrong with a label file.

    Raises:
        SourceError: It cannot be used, or nothing is called as it says; carries every finding.
    """
    document, findings = file_findings(path)
    if document is None or findings:
        raise SourceError(findings)
    return tuple(_Labels(document, path).findings(check))


@frozen
class _Labels:
    document: Document
    path: File

    def findings(self, check: Check) -> Iterator[Diagnostic]:
        rules = [check(_kind(place), place) for place in self._named()]
        loaded = [found for _, found in rules if found is not None]
        yield from (finding for findings, _ in rules for finding in findings if self._is_about(finding))
        if len(loaded) == len(rules):
            yield from self._together(loaded)

    def _named(self) -> tuple[File, ...]:
        """Where everything lies that the file names."""
        places, wrong = [], []
        for number, name in enumerate(self.document.data["labels"]):
            try:
                places.append(find(name, "ruleset or layer", self.path.resolve().parent).resolve())
            except SourceError as trouble:
                span = self.document.spans["labels", str(number)].value
                wrong += [evolve(finding, span=span) for finding in trouble.diagnostics]
        if wrong:
            raise SourceError(wrong)
        return tuple(places)

    def _is_about(self, finding: Diagnostic) -> bool:
        if finding.code == _MISSING:
            return finding.values["language"] == str(self.document.data["language"])
        return finding.span is not None and finding.span.file == self.document.file

    def _together(self, loaded: Iterable[LoadedRuleset]) -> Iterator[Diagnostic]:
        """Of a file about several rulesets: labels for nothing in any of them."""
        loaded = tuple(loaded)
        if not all(self.document.file in {file.file for file in each.stack.label_documents} for each in loaded):
            yield error("L0008", whole(self.document.file), file=displayed(self.path))
        elif len(loaded) > 1:
            yield from labels_for_nothing(self.document, [translated(each.ruleset.draft) for each in loaded])


def _kind(path: File) -> str:
    if path.is_dir():
        return "ruleset" if (path / "ruleset.yaml").is_file() else "layer"
    document, _ = read_file(path)
    return "ruleset" if document is not None and kind_of(document.data) == "ruleset" else "layer"
