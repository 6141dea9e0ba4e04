"""Good files are read without a finding, and their tidy form is how they are written."""

from pathlib import Path

import pytest

from interpreter.scenario import tree as t
from interpreter.scenario.formatter import format_text
from interpreter.scenario.grammar import grammar
from interpreter.scenario.lines import Written
from interpreter.scenario.parser import examined, parse

GOOD = Path(__file__).parent / "good"
FILES = sorted(GOOD.glob("*.scenario"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_findings(file: Path) -> None:
    _, findings = examined(file.read_text("utf-8"), file.name)

    assert findings == ()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_is_tidy(file: Path) -> None:
    text = file.read_text("utf-8")

    assert format_text(text) == text.replace("language en\n", "")  # nobody has to say it


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_line_endings_and_byte_order_mark_make_no_difference(ending: str) -> None:
    text = (GOOD / "everything.scenario").read_text("utf-8")

    assert parse("\ufeff" + text.rstrip().replace("\n", ending), "f") == parse(text, "f")


def test_every_alternative_of_the_grammar_is_used() -> None:
    used = set()
    for file in FILES:
        for node in _nodes(parse(file.read_text("utf-8"), file.name)):
            used.add(type(node))

    wanted = {cls for cls in vars(t).values() if isinstance(cls, type) and hasattr(cls, "__attrs_attrs__")}
    assert wanted - used == set()


def test_no_keyword_hides_a_terminal() -> None:
    names = {terminal.name for terminal in grammar().terminals}

    assert {name for name in names if name.startswith("__ANON")} <= {"__ANON_0"}  # known-wrong


def _nodes(value: object) -> list[object]:
    found, waiting = [], [value]
    while waiting:
        here = waiting.pop()
        found.append(here)
        if isinstance(here, tuple):
            waiting.extend(here)
        elif hasattr(here, "__attrs_attrs__") and not isinstance(here, Written):
            waiting.extend(getattr(here, field.name) for field in here.__attrs_attrs__)
    return found
