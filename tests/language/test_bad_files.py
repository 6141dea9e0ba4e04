"""Every bad file has exactly the findings that are marked in it: `#! CODE` on the line concerned."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.scenario.parser import examined
from interpreter.source import catalogue
from interpreter.source.rendering import as_text, in_memory
from interpreter.source.speech import speaking
from spanish import english_in

BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("**/*.scenario"))
TOO_LONG = {"S0416"}  # hundreds of rows and readings: tests/trust/test_load.py
_MARK = re.compile(r"#! *((?:S\d{4} *)+)")


def marked(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        for match in _MARK.finditer(line):
            yield from ((number, code) for code in match[1].split())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_exactly_the_marked_findings(file: Path) -> None:
    text = file.read_text("utf-8")

    _, findings = examined(text, file.name)

    found = sorted((finding.span.line, finding.code) for finding in findings if finding.span)
    assert found == sorted(marked(text)), as_text(findings, in_memory({file.name: text}))


@pytest.mark.parametrize("folder", [BAD, BAD / "es"], ids=lambda folder: folder.name)
def test_every_code_has_a_bad_file(folder: Path) -> None:
    codes = {code for file in folder.glob("*.scenario") for _, code in marked(file.read_text("utf-8"))}

    known = {code for code in catalogue.entries() if re.fullmatch(r"S0[1-5]\d\d", code)}
    assert sorted(known - codes - TOO_LONG) == []


@pytest.mark.parametrize("file", sorted((BAD / "es").glob("*.scenario")), ids=lambda file: file.stem)
def test_findings_in_spanish_have_no_word_of_english(file: Path) -> None:
    text = file.read_text("utf-8")

    with speaking("es"):
        printed = as_text(examined(text, file.name)[1], in_memory({file.name: text}))

    assert "error[" in printed
    assert english_in(printed, text) == [], printed
