from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.documents.document import entry_names, named_path, value_at
from interpreter.documents.reader import parse_document, read_document, read_text
from interpreter.source.diagnostics import SourceError
from interpreter.source.span import Span


def finding(path: Path) -> str:
    with pytest.raises(SourceError) as raised:
        read_text(path, "f.yaml")
    return str(raised.value)


def test_a_file_is_read_under_the_name_it_is_shown_with(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2")

    document = read_document(path, "house/x.yaml")

    assert (document.file, document.data, document.text) == ("house/x.yaml", {"a": 1, "b": 2}, "a: 1\nb: 2")


def test_a_missing_file(tmp_path: Path) -> None:
    assert finding(tmp_path / "x.yaml") == "f.yaml:1:1: Y0001 there is no file `f.yaml`"


def test_a_folder(tmp_path: Path) -> None:
    assert finding(tmp_path) == "f.yaml:1:1: Y0002 `f.yaml` is a folder, not a file"


def test_a_large_file(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"a" * 4_000_001)

    assert finding(tmp_path / "x") == "f.yaml:1:1: Y0003 `f.yaml` is too large to read"


@pytest.mark.parametrize(("data", "offset"), [(b"a: \xff\n", 3), (b"\xef\xbb\xbfa: \xff\n", 6), (b"a: \xe9", 3)])
def test_other_encodings_are_told_with_the_byte(tmp_path: Path, data: bytes, offset: int) -> None:
    (tmp_path / "x").write_bytes(data)

    assert finding(tmp_path / "x") == f"f.yaml:1:1: Y0004 `f.yaml` is not UTF-8 text: byte {offset} cannot be read"


def test_a_binary_file(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"PK\x00\x01")

    assert finding(tmp_path / "x") == "f.yaml:1:1: Y0005 `f.yaml` is not a text file"


def test_a_name_that_no_file_can_have() -> None:
    assert finding(Path("a\0b")) == "f.yaml:1:1: Y0007 `f.yaml` cannot be read: its name cannot be used"


TEXT = """\
cards:
  gust: {copies: 2}
steps:
  - id: roll
    do:
      - draw: 1
      - id: again

  - plain
# the end
"""


def test_every_path_has_a_place() -> None:
    spans = parse_document(TEXT, "f").spans

    assert spans["cards", "gust", "copies"].key == Span("f", 2, 10, 2, 16)
    assert spans["cards", "gust", "copies"].value == Span("f", 2, 18, 2, 19)
    assert spans["cards", "gust"].value == Span("f", 2, 9, 2, 20)
    assert spans["steps", "roll"].key is None
    assert spans["steps", "roll", "do", "0", "draw"].value == Span("f", 6, 15, 6, 16)
    assert spans["steps", "roll", "do", "again"].value == Span("f", 7, 9, 7, 18)
    assert spans["steps", "1"].value == Span("f", 9, 5, 9, 10)
    assert spans[()].value == Span("f", 1, 1, 9, 10)


def test_entries_are_named_by_an_id_of_their_own() -> None:
    assert entry_names([{"id": "a"}, {"id": "a"}, {"id": 3}, "b", {"id": "c"}]) == ("a", "1", "2", "3", "c")


def test_names_and_numbers_lead_to_the_same_value() -> None:
    data = parse_document(TEXT, "f").data

    assert named_path(data, ["steps", 0, "do", 1]) == ("steps", "roll", "do", "again")
    assert value_at(data, ("steps", "roll", "do", "again")) == {"id": "again"}


@pytest.mark.parametrize(
    ("text", "word", "place"),
    [
        ("x: one two", "two", (1, 8)),
        ("x: 'it''s two'", "two", (1, 11)),
        ('x: "\\u00e9\\t two"', "two", (1, 14)),
        ("x: |\n  one\n  and two\n", "two", (3, 7)),
        ("x: |\n\n    one\n      two\n", "two", (4, 7)),
        ("x: {x: 一二 two}", "two", (1, 11)),
    ],
)
def test_a_word_inside_a_text_is_found(text: str, word: str, place: tuple[int, int]) -> None:
    document = parse_document(text, "f")
    path = ("x", "x") if "{" in text else ("x",)
    start = value_at(document.data, path).index(word)

    span = document.inside(path, start, start + len(word))

    assert (span.line, span.column, span.end_column) == (*place, place[1] + len(word))


@pytest.mark.parametrize("text", ["x: >\n  one\n  two\n", "x: one\n  two\n", "x: 'one\n  two'\n"])
def test_in_folded_texts_the_whole_value_is_the_place(text: str) -> None:
    document = parse_document(text, "f")

    assert document.inside(("x",), 4, 7) == document.spans["x",].value
