from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.documents.reader import read_document
from interpreter.documents.shipped import shipped
from interpreter.documents.validation import validate

EXAMPLES = sorted((shipped("rulesets") / "celestia" / "examples").glob("*.yaml"))


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_an_example_is_what_its_schema_says(file: Path) -> None:
    document = read_document(file)

    assert validate(document, "example") == []
    assert next(iter(document.data)) == "format"
