from __future__ import annotations

import pytest

from interpreter.errors import InterpreterError
from interpreter.source.diagnostics import Diagnostic, Severity, SourceError, allowed_set, error, nearest, warning
from interpreter.source.span import Span, at, whole


def test_the_error_shows_every_finding_in_source_order() -> None:
    raised = SourceError([error("Y0006", at("f", 9, 1), file="f"), error("Y0211", at("f", 2, 3))])

    assert str(raised) == "f:2:3: Y0211 this key is empty\nf:9:1: Y0006 `f` is empty"
    assert isinstance(raised, InterpreterError)


@pytest.mark.parametrize(
    ("word", "candidates", "meant"),
    [
        ("movs", ["name", "moves"], "moves"),
        ("wind_gust", ["wind-gust", "gust"], "wind-gust"),
        ("Wind Gust", ["wind-gust", "gust"], "wind-gust"),
        ("gust-wind", ["wind-gust", "wind"], "wind-gust"),
        ("rol", ["role", "roll"], "role"),
        ("xyz", ["abc"], None),
        ("x", [], None),
    ],
)
def test_the_nearest_word_is_suggested_if_it_is_near(word: str, candidates: list[str], meant: str | None) -> None:
    assert nearest(word, candidates) == meant


def test_a_long_set_is_cut() -> None:
    assert allowed_set("abc") == "a, b, c"
    assert allowed_set("abcdefghij") == "a, b, c, d, e, f, g, h and 2 more"
    assert allowed_set("aab") == "a, b"


def test_a_missing_value_is_a_bug_of_ours() -> None:
    with pytest.raises(AssertionError, match=r"no value for \{file\}"):
        _ = Diagnostic("Y0006", Severity.ERROR).message


def test_an_unknown_code_is_a_bug_of_ours() -> None:
    with pytest.raises(AssertionError, match="no message for Q1"):
        _ = Diagnostic("Q1", Severity.ERROR).message


def test_values_cannot_hold_placeholders_or_escapes() -> None:
    assert error("Y0006", None, file="{file}\x1b").message == "`{file}␛` is empty"


def test_a_warning_is_no_error() -> None:
    assert error("Y0211", None).is_error
    assert not warning("Y0211", None).is_error


def test_spans_join_and_name_themselves() -> None:
    joined = at("f", 1, 2, 3).through(Span("f", 4, 1, 4, 9))

    assert joined == Span("f", 1, 2, 4, 9)
    assert str(joined) == "f:1:2"
    assert whole("f").is_whole_file
    assert not joined.is_whole_file
