from __future__ import annotations

from importlib import resources

import pytest

from interpreter.documents.reader import parse_document
from interpreter.source.catalogue import Entry, entries, filled

TEXT = resources.files("interpreter.source").joinpath("messages", "en.yaml").read_text("utf-8")


def test_no_code_stands_twice() -> None:
    assert parse_document(TEXT, "en.yaml").data.keys() == entries().keys()


@pytest.mark.parametrize("code", sorted(entries()))
def test_messages_are_one_sentence_without_a_full_stop(code: str) -> None:
    entry = entries()[code]

    assert isinstance(entry, Entry)
    assert entry.message.strip() == entry.message
    assert "\n" not in entry.message
    assert not entry.message.endswith(".")


def test_braces_that_are_no_placeholder_stay() -> None:
    assert filled("{a}: {A} {} {b: 1}", {"a": "x"}) == "x: {A} {} {b: 1}"
