"""The wall: no word of a concrete game in the interpreter."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
RULESETS = ROOT / "rulesets"
GROUPS = ("cards", "places", "faces", "roles", "pawns", "tokens", "characters", "events")
SUFFIXES = {".py", ".lark", ".html", ".yaml", ".json", ".js", ".css", ".txt"}

# Reviewed words that a game happens to use, and why the interpreter may say them (at most 60).
NEUTRAL = {
    "blank": "a text or a line without anything in it",
    "red": "a colour of the terminal",
    "blue": "a colour of the terminal",
    "green": "a colour of the terminal",
    "yellow": "a colour of the terminal",
    "black": "a colour of the terminal",
    "arrive": "an ordinary verb",
    "leave": "an ordinary verb",
    "pay": "an ordinary verb",
    "fail": "an ordinary verb",
    "roll": "what is done with dice in every game",
    "flag": "an option of a command line that is on or off",
}


def _labels(label: object) -> Iterator[str]:
    if isinstance(label, str):
        yield label
    elif isinstance(label, dict):
        yield from (str(label[form]) for form in ("one", "other") if form in label)


def _declared(data: dict[str, object]) -> Iterator[str]:
    for group in GROUPS:
        found = data.get(group)
        if isinstance(found, dict):
            yield from (str(name) for name in found)
    for pool in (data.get("dice") or {}).values():  # type: ignore[attr-defined]  # a mapping in every ruleset
        if isinstance(pool, dict):
            yield from (str(face) for face in pool.get("faces", {}))
    yield from _named_events(data)


def _named_events(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("event"), str):
            yield value["event"]
        for item in value.values():
            yield from _named_events(item)
    elif isinstance(value, list):
        for item in value:
            yield from _named_events(item)


@cache
def game_words() -> frozenset[str]:
    """Ids and English labels of what the rulesets declare, in lower case with single spaces."""
    found: set[str] = set()
    for file in RULESETS.rglob("*.yaml"):
        data = yaml.safe_load(file.read_text())
        if data.get("language") == "en":
            for group in GROUPS:
                for label in (data.get(group) or {}).values():
                    found.update(_labels(label))
        elif "labels" not in data:  # words of other languages are no English words; their ids stand in the rules
            found.update(_declared(data))
    words = {re.sub(r"[-_\s]+", " ", word).strip().lower() for word in found}
    return frozenset(w for w in words if re.search("[a-z]", w)) - set(NEUTRAL) - keywords()


@cache
def keywords() -> frozenset[str]:
    """The words of the rule language itself: keys of the schema and the values that it lists."""
    return frozenset(_keywords(json.loads((ROOT / "schemas" / "ruleset.schema.json").read_text())))


def _keywords(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (value.get("properties") or {})
        yield from (word for word in value.get("enum") or () if isinstance(word, str))
        for item in value.values():
            yield from _keywords(item)
    elif isinstance(value, list):
        for item in value:
            yield from _keywords(item)


def words_found(text: str) -> set[str]:
    """Which game words occur in a text as whole words: kebab, snake, Camel or spaced."""
    camel = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    plain = " " + re.sub(r"[^a-z0-9]+", " ", camel.lower()) + " "
    return {word for word in game_words() if f" {word} " in plain or f" {word}s " in plain}


FILES = sorted(p for p in (ROOT / "interpreter").rglob("*") if p.suffix in SUFFIXES and "data" not in p.parts)


@pytest.mark.parametrize("file", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_word_of_a_game(file: Path) -> None:
    assert words_found(file.read_text()) == set()


def test_the_words_are_collected() -> None:
    assert {"captain", "aircraft", "compass", "wind gust", "lightning rod", "fog"} <= game_words()
    assert len(NEUTRAL) <= 60


@pytest.mark.parametrize(
    "planted",
    ["captain = 1", "# the wind-gust", "class WindGust:", "wind_gust()", '"Wind Gusts"', "LIGHTNING_ROD", "aircraft's"],
)
def test_the_wall_rings(planted: str) -> None:
    assert words_found(planted)


def test_the_wall_is_silent() -> None:
    assert words_found("captaincy = encompassing; class Windgusty") == set()
