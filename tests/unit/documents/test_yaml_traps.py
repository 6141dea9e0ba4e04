"""What YAML 1.1 would do behind an author's back, and what happens instead."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.documents.reader import parse_document


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("3:1", "3:1"),
        ("6:6", "6:6"),
        ("1:30", "1:30"),
        ("012", "012"),
        ("001", "001"),
        ("00", "00"),
        ("1_000", "1_000"),
        ("0x1F", "0x1F"),
        ("0o17", "0o17"),
        ("1e5", "1e5"),
        (".5", ".5"),
        (".inf", ".inf"),
        ("2024-01-01", "2024-01-01"),
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("off", "off"),
        ("True", "True"),
        ("Null", "Null"),
        ("=", "="),
        ("'3'", "3"),
        ('"true"', "true"),
        ("a<b", "a<b"),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("0", 0),
        ("12", 12),
        ("-3", -3),
        ("+2", 2),
        ("1.5", 1.5),
        ("1.10", 1.1),
        ("|\n  a\n  b\n", "a\nb\n"),
        (">-\n  a\n  b\n", "a b"),
    ],
)
def test_a_value_means_what_it_looks_like(written: str, value: Any) -> None:
    data = parse_document(f"x: {written}", "f.yaml").data

    assert data == {"x": value}
    assert type(data["x"]) is type(value)


@pytest.mark.parametrize("key", ["on", "no", "1", "3:1", "null", "true", "1.5", "2024-01-01"])
def test_a_key_is_its_text(key: str) -> None:
    assert parse_document(f"{key}: x", "f.yaml").data == {key: "x"}


def test_a_quoted_key_is_the_same_key() -> None:
    assert parse_document("'<<': x", "f.yaml").data == {"<<": "x"}


@pytest.mark.parametrize("text", ["\ufeffa: 1\nb: 2\n", "a: 1\r\nb: 2\r\n", "a: 1\rb: 2", "---\na: 1\nb: 2\n...\n"])
def test_marks_and_newlines_of_other_systems_are_accepted(text: str) -> None:
    document = parse_document(text, "f.yaml")

    assert document.data == {"a": 1, "b": 2}
