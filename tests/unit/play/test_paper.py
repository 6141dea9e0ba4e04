from __future__ import annotations

import time

import pytest

from interpreter.play.paper import Paper, Row, Style, painted, wrapped
from interpreter.source.display import width

SECONDS = 3.0  # a tenth of it is enough


@pytest.mark.parametrize(
    "text", ["", "a", "word " * 60, "x" * 300, "wide \u4e2d\u6587 " * 40, "e\u0301" * 200, "  lead  and   gaps " * 9]
)
@pytest.mark.parametrize("columns", [20, 80])
def test_lines_are_no_wider_than_the_screen(text: str, columns: int) -> None:
    lines = list(Paper(columns).lines(Row(text, "label", depth=1)))

    assert all(width(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(f"label:{text}".split())


@pytest.mark.parametrize("text", ["\u00e9" * 200_000, "e\u0301" * 100_000, "\u0301" * 200_000, "\u0301 " * 50_000])
def test_a_long_text_takes_time_in_proportion(text: str) -> None:
    begun = time.process_time()
    lines = list(wrapped(text, 80))

    assert time.process_time() - begun < SECONDS
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_what_follows_stands_further_in() -> None:
    assert list(wrapped("one two three four", 10, "  ")) == ["  one two", "    three", "    four"]


def test_control_characters_are_shown_not_obeyed(capsys: pytest.CaptureFixture[str]) -> None:
    Paper().write([Row("a\x1b[2Jb\u202ec\rd")])

    assert capsys.readouterr().out == "a\u241b[2Jb\ufffdc\u240dd\n"


def test_colours_change_nothing_but_colours() -> None:
    line = "  route: Heolia - [city 2: ship]"
    shown = painted(line, Row(line.strip(), style=Style.OWN))

    assert shown.startswith("\x1b[32m")
    assert line in shown


def test_brackets_are_no_markup_of_colours() -> None:
    assert "[bold]x[/bold]" in painted("[bold]x[/bold]", Row("", style=Style.ASKED))


@pytest.mark.parametrize(
    ("paper", "shown"),
    [
        (Paper(is_plain=True, is_terminal=True), "\n" * 60),
        (Paper(is_plain=False, is_terminal=True), "\x1b[2J\x1b[3J\x1b[H"),
        (Paper(is_plain=True, is_terminal=False), ""),
    ],
)
def test_a_terminal_forgets_what_the_last_player_saw(
    capsys: pytest.CaptureFixture[str], paper: Paper, shown: str
) -> None:
    paper.forget()

    assert capsys.readouterr().out == shown
