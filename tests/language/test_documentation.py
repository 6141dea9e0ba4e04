"""The examples of the language's description are tidy and hold, and no word of the language is left out."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.scenario.formatter import format_text
from interpreter.scenario.misreadings import keywords
from interpreter.scenario.parser import parse
from interpreter.trial.runner import run_file
from interpreter.trial.verdicts import Outcome

DOCUMENT = Path(__file__).parents[2] / "docs" / "scenario-language.md"
_EXAMPLE = re.compile(r"^```scenario\n(.*?)^```", re.MULTILINE | re.DOTALL)


def examples() -> Iterator[object]:
    text = DOCUMENT.read_text("utf-8")
    for match in _EXAMPLE.finditer(text):
        yield pytest.param(match[1], id=f"line-{text.count(chr(10), 0, match.start()) + 2}")


@pytest.mark.parametrize("text", tuple(examples()))
def test_example_holds(text: str) -> None:
    verdicts = list(run_file(parse(text, DOCUMENT.as_posix())))

    assert [verdict.findings for verdict in verdicts if verdict.outcome is not Outcome.PASSED] == []


@pytest.mark.parametrize("text", tuple(examples()))
def test_example_is_tidy(text: str) -> None:
    assert format_text(text) == text


def test_every_word_of_the_language_is_described() -> None:
    written = set(re.findall(r"[a-z-]+", DOCUMENT.read_text("utf-8")))

    assert keywords() - written == set()
