from __future__ import annotations

import pytest

from interpreter.expressions.parser import parse_expression
from interpreter.mutation.expressions import other_numbers, variants

PEOPLE = {"dealer": "left(dealer)", "seated": "everybody"}


def texts(text: str, *, is_condition: bool = True) -> list[str]:
    return [variant.text for variant in variants(text, PEOPLE, is_condition=is_condition)]


@pytest.mark.parametrize(
    ("text", "others"),
    [
        ("a = b", ["a != b"]),
        ("a != b", ["a = b"]),
        ("a < b", ["a <= b"]),
        ("a <= b", ["a < b"]),
        ("a > b", ["a >= b"]),
        ("a >= b", ["a > b"]),
        ("a in b", ["a not in b"]),
        ("a not  in b", ["a in b"]),
        ("(a + b) = c", ["(a + b) != c", "(a - b) = c"]),
        ("option length = short", ["option length != short"]),
        ("a = dealer", ["a != dealer", "a = left(dealer)"]),
        ("a in seated", ["a not in seated", "a in everybody"]),
        ("not done(a)", ["done(a)"]),
        ("not (a = b)", ["(a = b)", "not (a != b)"]),
        ("full(a)", ["not (full(a))"]),
        ("a = b and c = d", ["a = b or c = d", "a != b and c = d", "a = b and c != d"]),
        ("a or b", ["a and b", "not (a) or b", "a or not (b)"]),
        ("some p in seated: p = dealer", [
            "every p in seated: p = dealer", "not (some p in seated: p = dealer)", "some p in everybody: p = dealer",
            "some p in seated: p != dealer", "some p in seated: p = left(dealer)",
        ]),
    ],
)  # fmt: skip
def test_a_condition_has_these_neighbours(text: str, others: list[str]) -> None:
    assert texts(text) == others


@pytest.mark.parametrize(
    ("text", "others"),
    [
        ("3", ["4", "2"]),
        ("0", ["1"]),
        ("a + 1", ["a - 1", "a + 2", "a + 0"]),
        ("-a", []),
        ("2 * a", ["2 + a", "3 * a", "1 * a"]),
        ("hand of dealer", ["hand of left(dealer)"]),
        ("seated without dealer", ["seated", "everybody without dealer", "seated without left(dealer)"]),
        ("count(hand of p without wild)", ["count(hand of p)"]),
        ("highest p in seated: score of p", ["lowest p in seated: score of p", "highest p in everybody: score of p"]),
        ("total p in a: score of p", []),
        ("8 if players <= 3 else 6", [
            "9 if players <= 3 else 6", "7 if players <= 3 else 6", "8 if players < 3 else 6",
            "8 if players <= 4 else 6", "8 if players <= 2 else 6",
            "8 if players <= 3 else 7", "8 if players <= 3 else 5",
        ]),
    ],
)  # fmt: skip
def test_an_amount_has_these_neighbours(text: str, others: list[str]) -> None:
    assert texts(text, is_condition=False) == others


@pytest.mark.parametrize("text", ["not (a and (b or not c)) or (d + 1) * 2 >= 3", "a if not b else (c without d)"])
def test_every_neighbour_is_an_expression(text: str) -> None:
    for other in texts(text):
        assert parse_expression(other) != parse_expression(text)


def test_a_neighbour_says_where_it_differs() -> None:
    (more, fewer) = variants("count(a, 3)", {}, is_condition=False)

    assert ((more.start, more.end), (fewer.start, fewer.end)) == ((9, 10), (9, 10))


def test_numbers_below_nothing_are_no_neighbours() -> None:
    assert (other_numbers(0), other_numbers(1), other_numbers(-1)) == ((1,), (2, 0), (0, -2))
