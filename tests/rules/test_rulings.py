"""The registers of what ships: every question that is asked is answered once, and scenarios decide every answer."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from interpreter.cli import main
from interpreter.library import load_ruleset

ROOT = Path(__file__).parents[2]
LETTERS = {"celestia": "BFQ", "a-little-help": "AF", "celestia-duo": "DGQ"}
AGREED = {"A": 16, "B": 28, "D": 15, "F": 24, "G": 29}
ASKED = range(1, 78)
# What is said at the table, any way of finding the first captain, how two games are related.
NO_POSITION_DECIDES = {13, 33, 42, 77}
ONLY_A_NAME = "Q63"


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        done = CliRunner().invoke(main, ["rulings", "--format", "json"])
    assert done.exit_code == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_all_hold_under_every_reading(told: dict[str, Any]) -> None:
    readings = [(entry["id"], reading) for entry in told["rulings"] for reading in entry["readings"]]

    assert [(key, reading["option"]) for key, reading in readings if reading["status"] != "holds"] == []
    assert [entry["id"] for entry in told["rulings"] if entry["status"] != "holds"] == []
    assert told["findings"] == []


def test_everything_that_was_agreed_is_there(told: dict[str, Any]) -> None:
    ids = Counter(entry["id"] for entry in told["rulings"])

    assert {f"{letter}{number}" for letter, most in AGREED.items() for number in range(1, most + 1)} == {
        key for key in ids if not key.startswith("Q")
    }
    assert max(ids.values()) == 1
    for entry in told["rulings"]:
        assert entry["id"][0] in LETTERS[entry["ruleset"]], entry["id"]


def test_every_question_that_players_ask_is_answered_once(told: dict[str, Any]) -> None:
    asked = Counter(key for entry in told["rulings"] for key in (entry["id"], *entry["also"]) if key.startswith("Q"))

    assert sorted(asked, key=lambda key: int(key[1:])) == [f"Q{n}" for n in ASKED if n not in NO_POSITION_DECIDES]
    assert max(asked.values()) == 1


def test_no_question_is_asked_in_the_same_words_twice(told: dict[str, Any]) -> None:
    words = Counter(
        question.casefold()
        for entry in told["rulings"]
        for question in (entry["question"], *entry["also"].values())
    )

    assert [question for question, number in words.items() if number > 1] == []
    assert [question for question in words if not question.endswith("?")] == []


def test_every_source_of_an_answer_stands_in_a_register(told: dict[str, Any]) -> None:
    known = {source["id"] for source in told["sources"]}

    assert {entry["source"].split(",")[0] for entry in told["rulings"]} <= known


def cited() -> Iterator[tuple[str, str]]:
    """Question and ruling of every scenario with a tag such as `q27`."""
    for file in (ROOT / "scenarios").rglob("*.scenario"):
        for block in re.split(r"\n(?=scenario |dispute )", file.read_text("utf-8")):
            rulings = re.findall(r"\w+", " ".join(re.findall(r"^  ruling (.*)$", block, re.MULTILINE)))
            tags = re.findall(r"\bq(\d+)\b", " ".join(re.findall(r"^  tags (.*)$", block, re.MULTILINE)))
            yield from ((f"Q{tag}", ruling) for tag in tags for ruling in rulings or ["none"])


def test_a_scenario_with_the_tag_of_the_question_decides_it(told: dict[str, Any]) -> None:
    """It cites the ruling that answers the question."""
    answers = {key: entry["id"] for entry in told["rulings"] for key in (entry["id"], *entry["also"])}
    decided = set(cited())

    asked = {key for key in answers if key.startswith("Q")} - {ONLY_A_NAME}
    assert {question for question in asked if (question, answers[question]) not in decided} == set()


def test_a_layer_shares_no_number_with_its_ruleset() -> None:
    base, layered = (load_ruleset("celestia", layers).ruleset.draft.rulings for layers in ((), ("a-little-help",)))

    assert set(base) < set(layered)
