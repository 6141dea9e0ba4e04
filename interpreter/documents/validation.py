"""A document and a schema to findings: one for each cause, at its own place, in the author's words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path as File
from typing import Any

from interpreter.documents.document import Document, Path, Place
from interpreter.documents.schemas import Validator, validator
from interpreter.source.diagnostics import Diagnostic


def validate(document: Document, schema_name: str, folder: File | None = None) -> list[Diagnostic]:
    """What the schema of a kind of file has to say about a document, in source order."""
    return validate_data(document.data, document.spans, document.file, validator(schema_name, folder))


def validate_data(data: Any, spans: Mapping[Path, Place], file: str, against: Validator) -> list[Diagnostic]:
    """The same for data that was put together, with the places where each path comes from."""
    if against.fits(data):
        return []
    from interpreter.documents.misfits import misfits  # noqa: PLC0415  # slow, and only what is wrong needs them
    from interpreter.documents.problems import Site  # noqa: PLC0415

    return misfits(against.iter_errors(data), Site(data, spans, file))
