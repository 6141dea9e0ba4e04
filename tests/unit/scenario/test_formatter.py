import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.scenario.formatter import format_text
from interpreter.scenario.parser import parse
from interpreter.source.diagnostics import SourceError

_HEADS = st.lists(
    st.sampled_from(["# a remark", "", "background\n  players: Ada, Bruno", "scenario extra\n  then ?"]), max_size=2
).map(lambda lines: [line for number, line in enumerate(lines) if line not in lines[:number]])
_GIVEN = st.sampled_from(
    [
        "Ada hand: knight, 2 pawn",
        "pool: only 2 of harbour-1, rook",
        "board: none",
        "pile: count 2",
        "everybody knows: Ada hand: some 2 rook, pawn",
        "everybody knows: Ada hand: no 3",
        '"New York": "a, b"',
    ]
)
_WHEN = st.sampled_from(["roll: 6, 6", "roll twice: any", "Ada: bid <bid>; pass", "others: pass", "Ada draws: rook"])
_THEN = st.sampled_from(
    [
        "Ada can: pay 2 rook, pawn; fail",
        "Ada cannot: fail because must-pay",
        "Ada is not asked",
        "no event: win",
        "only Ada hand, board changed",
        "chance win: at least 7/9 until score",
        "always: first: Ada for any roll",
        "Ada sees: Bruno hand: count 3",
        "Ada cannot tell: Bruno hand",
        "snapshot view of Ada",
        "Ada score: at most 3",
        "Ada hand: some 2 rook, pawn",
        "Ada hand: no rook, 2 of mill",
        "everybody knows: Ada hand: no rook",
    ]
)
_COMMENT = st.sampled_from(["", "", "# why", '# "quoted'])


@st.composite
def files(draw: st.DrawFn) -> str:
    """Files that say something, untidily."""
    lines = ["ruleset dominoes with house/long, option draw = two"]
    for head in draw(_HEADS):
        lines.extend(head.split("\n"))
    lines += ["scenario first", "  for each", "    case | bid", "    low | 1", "    very-high | 3, 4"]
    for opener, below in (("given", _GIVEN), ("when", _WHEN), ("then", _THEN)):
        lines += [f"  {opener}", *(f"    {line}" for line in draw(st.lists(below, min_size=1, max_size=3)))]
    lines += ["  when", "    together", "      Ada: bid <bid>", "  then", "    Ada is asked"]
    step, ending = draw(st.integers(1, 5)), draw(st.sampled_from(["\n", "\r\n"]))
    return draw(st.sampled_from(["", "\ufeff"])) + ending.join(_untidy(draw, line, step) for line in lines)


def _untidy(draw: st.DrawFn, line: str, step: int) -> str:
    said = line.lstrip()
    margin = " " * ((len(line) - len(said)) * step)
    if draw(st.booleans()) and '"' not in said:
        said = said.replace(", ", draw(st.sampled_from([",", " , ", ",   "]))).replace(
            ": ", draw(st.sampled_from([":", " :  "]))
        )
    comment = draw(_COMMENT)
    gap = " " * draw(st.integers(1, 9)) if comment else ""
    return draw(st.sampled_from(["", "\n", f"{margin}# above\n"])) + margin + said + gap + comment


@given(files())
def test_tidy_text_stays_as_it_is(text: str) -> None:
    once = format_text(text)

    assert format_text(once) == once


@given(files())
def test_says_the_same(text: str) -> None:
    assert parse(format_text(text), "f", is_question=True) == parse(text, "f", is_question=True)


@given(files())
def test_comments_stay(text: str) -> None:
    assert format_text(text).count("#") == text.count("#")


def test_tabs_in_indents_become_spaces() -> None:
    assert format_text("scenario a\n\tthen\n\t\tAda is asked") == "scenario a\n  then\n    Ada is asked\n"


def test_broken_text_is_refused() -> None:
    with pytest.raises(SourceError, match=r"f:1:1: S0201"):
        format_text("scenrio a", "f")


def test_tables_are_aligned_and_comments_keep_their_column() -> None:
    text = """\
scenario a
  for each
    case|bid      # a
    longer |1     # b
  when
    Ada: bid <bid>
  then
    Ada is asked  # c
"""

    assert (
        format_text(text)
        == """\
scenario a
  for each
    case   | bid  # a
    longer | 1    # b
  when
    Ada: bid <bid>
  then
    Ada is asked  # c
"""
    )
