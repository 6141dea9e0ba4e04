"""A file that says what one table plays to the ruleset, layers and options that it names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path as File

from attrs import evolve, frozen

from interpreter.documents.validation import validate
from interpreter.layering.choices import Setting
from interpreter.layering.manifest import kind_of, read_file
from interpreter.source.diagnostics import Diagnostic, SourceError
from interpreter.source.span import Span

NAME = "table.yaml"
_ENDINGS = (".yaml", ".yml")


@frozen
class Table:
    """What a table plays, and where its file says so."""

    file: str                    # as it is shown
    folder: File                 # where the names in it are looked up first
    ruleset: str
    layers: tuple[str, ...]
    options: Mapping[str, Setting]
    places: Mapping[str, Span]   # of the options
    layer_places: Mapping[str, Span]
    where: Span                  # of the ruleset

    def placed(self, trouble: SourceError) -> SourceError:
        """The findings; those without a place stand where the layer that they name is named, else the ruleset."""
        return SourceError(each if each.span else evolve(each, span=self._place(each)) for each in trouble.diagnostics)

    def _place(self, finding: Diagnostic) -> Span:
        return self.layer_places.get(finding.values.get("name", ""), self.where)


def is_table(file: File) -> bool:
    """Whether a file is a table: by its name, else by what it says."""
    if file.suffix not in _ENDINGS or not file.is_file():
        return False
    if file.name == NAME:
        return True
    document, _ = read_file(file)
    return document is not None and kind_of(document.data) == "table"


def read_table(file: File) -> Table:
    """Read a table.

    Raises:
        SourceError: The file cannot be read, or does not say what a table says.
    """
    document, findings = read_file(file)
    if document is not None:
        findings = [*findings, *validate(document, "table")]
    if document is None or findings:
        raise SourceError(findings)
    data = document.data
    options = data.get("options", {})
    return Table(
        file=document.file,
        folder=file.resolve().parent,
        ruleset=data["ruleset"],
        layers=tuple(data.get("with", ())),
        options=options,
        places={name: document.spans["options", name].value for name in options},
        layer_places={name: document.spans["with", str(at)].value for at, name in enumerate(data.get("with", ()))},
        where=document.spans["ruleset",].value,
    )


def table_in(folder: File) -> File | None:
    """The table of a folder, if it has one."""
    file = folder / NAME
    return file if file.is_file() else None
