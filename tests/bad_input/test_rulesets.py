"""Each thing that can be wrong with a ruleset is one finding: its line as written, a caret, and what to do."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import Result
from syrupy.assertion import SnapshotAssertion

RULESET = Path(__file__).parents[2] / "rulesets" / "celestia"


@attrs.frozen
class Bad:
    """What is put instead of what in which file, and the finding: its code, where it points, a part of its help."""

    name: str
    file: str
    old: str
    new: str
    code: str
    at: str  # the text under the first caret
    help: str


BAD = [
    Bad("key-at-the-top", "ruleset.yaml", "players:", "playrs:", "K0101", "playrs", "did you mean `players`?"),
    Bad(
        "key-in-a-collection", "components.yaml", "seen-by: owner", "seen-bye: owner", "K0101", "seen-bye", "`seen-by`?"
    ),
    Bad("key-of-a-card", "cards.yaml", "copies: 20", "copeis: 20", "K0101", "copeis", "did you mean `copies`?"),
    Bad(
        "key-of-a-step",
        "course.yaml",
        "from: captain\n          among",
        "form: captain\n          among",
        "K0101",
        "form",
        "did you mean",
    ),
    Bad(
        "key-deep-in-a-step",
        "course.yaml",
        "with: {who: passenger}",
        "whit: {who: passenger}",
        "K0101",
        "whit",
        "`with`?",
    ),
    Bad("id-of-a-type", "cards.yaml", "type: equipment", "type: equipmnt", "R0101", "equipmnt", "`equipment`?"),
    Bad("id-of-a-zone", "course.yaml", "draw: deck", "draw: dekc", "R0101", "dekc", "did you mean `deck`?"),
    Bad(
        "id-of-a-step", "course.yaml", "repeat: [voyage,", "repeat: [voyge,", "R0101", "voyge", "did you mean `voyage`?"
    ),
    Bad(
        "id-in-an-expression",
        "course.yaml",
        "if: last(aircraft)",
        "if: last(aircaft)",
        "R0101",
        "aircaft",
        "`aircraft`?",
    ),
    Bad(
        "option-in-an-expression",
        "course.yaml",
        "option declare = secret",
        "option delcare = secret",
        "R0101",
        "delcare",
        "`declare`?",
    ),
    Bad(
        "value-in-an-expression",
        "course.yaml",
        "option declare = secret",
        "option declare = scret",
        "R0101",
        "scret",
        "`secret`?",
    ),
    Bad(
        "source",
        "course.yaml",
        'source: "002, House',
        'source: "02, House',
        "R0101",
        "02, House",
        "did you mean `002`?",
    ),
    Bad("number-as-text", "cards.yaml", "copies: 20", "copies: twenty", "K0103", "twenty", "write it in digits"),
    Bad("number-as-list", "cards.yaml", "copies: 20", "copies: [20]", "K0103", "[20]", "write 20"),
    Bad("text-as-mapping", "course.yaml", "id: last-city", "id: {last: city}", "K0103", "{last", ""),
    Bad("number-too-small", "cards.yaml", "copies: 20", "copies: -1", "K0107", "-1", "at least"),
    Bad(
        "word-that-is-not-possible",
        "components.yaml",
        "seen-by: owner",
        "seen-by: owners",
        "K0104",
        "owners",
        "`owner`?",
    ),
    Bad(
        "type-in-an-expression",
        "course.yaml",
        "if: last(aircraft)",
        "if: next(aircraft)",
        "R0201",
        "next(aircraft)",
        "gulliver explain R0201",
    ),
    Bad(
        "type-of-an-operand",
        "course.yaml",
        "count(hand of player)",
        "count(hand of aircraft)",
        "R0202",
        "hand of aircraft",
        "name a player",
    ),
    Bad("broken-expression", "course.yaml", "if: last(aircraft)", "if: last(aircraft", "R0001", "", "expected"),
    Bad("tab", "course.yaml", "  voyage:\n    - id", "  voyage:\n\t- id", "Y0101", "\t", "indent with spaces"),
    Bad(
        "key-twice",
        "cards.yaml",
        "  turbo: {",
        "  compass: {copies: 1, type: equipment}\n  turbo: {",
        "Y0201",
        "compass",
        "keep one",
    ),
    Bad("yes-and-no", "components.yaml", "pile: true", "pile: yse", "K0103", "yse", ""),
]


def written(bad: Bad, folder: Path) -> tuple[str, int]:
    """The file with a mistake; the line and the column where it stands."""
    shutil.copytree(RULESET, folder / "game", ignore=shutil.ignore_patterns("examples"))
    file = folder / "game" / bad.file
    text = file.read_text("utf-8")
    assert bad.old in text
    start = text.index(bad.old)
    text = text.replace(bad.old, bad.new, 1)
    file.write_text(text, "utf-8")
    place = text.index(bad.at, start)
    return f"game/{bad.file}", text.count("\n", 0, place) + 1


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_one_finding_where_it_stands(bad: Bad, folder: Path, findings: Callable[..., list[dict[str, Any]]]) -> None:
    file, line = written(bad, folder)

    (found,) = [each for each in findings("check", "game") if each["severity"] == "error"]

    start = found["range"]["start"]
    assert (found["code"], found["file"], start["line"]) == (bad.code, file, line), found
    written_line = (folder / file).read_text("utf-8").split("\n")[line - 1]
    assert written_line[start["column"] - 1 :].startswith(bad.at.split("\n", maxsplit=1)[0]), found
    assert bad.help in (found["help"] or ""), found


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_the_message(bad: Bad, folder: Path, gulliver: Callable[..., Result], snapshot: SnapshotAssertion) -> None:
    file, line = written(bad, folder)

    output = gulliver("check", "game", "-q").output

    shown = (folder / file).read_text("utf-8").split("\n")[line - 1].replace("\t", "    ")
    assert f" {line} | {shown}" in output
    assert "^" in output
    assert re.sub(r"(?m)^( *)\d+ \|", r"\1N |", re.sub(r"yaml:\d+:\d+", "yaml", output)) == snapshot
