"""Whatever stands in a file, reading it ends with a tree and located findings."""

from hypothesis import example, given
from hypothesis import strategies as st

from interpreter.scenario.parser import examined
from interpreter.source.rendering import as_text, in_memory

_GOOD = """\
gulliver 1
ruleset dominoes with house/long, option draw = two

background
  players: Ada, "New York"

dispute first "Who begins" with option start = lots
  source "001, Setup", "002"
  known-wrong "not yet"
  for each
    case | bid
    low  | 1, 2
  given at bid for Ada
    pool: only 3 2 of harbour-1, rook
  when
    roll twice: any
    together
      Ada: bid <bid>; pass
  reading strict "strictly" with house/strict
    then for any roll for every choice of Ada until score
      Ada sees:
        board: at least 3
      chance win: at least 7/9 because must-pay
      always: first: Ada
      snapshot view of Ada
"""
_PIECES = st.sampled_from([*_GOOD.split(), "\t", "\n", "  ", '"', "#", "|", "<", "<bid>", "\x00", "1/0", "é", "\u2028"])
_ANY_TEXT = st.text(st.characters(codec="utf-8"), max_size=200)


def _check(text: str) -> None:
    _, findings = examined(text, "f")

    assert all(finding.span is not None for finding in findings)
    assert as_text(findings, in_memory({"f": text})) is not None


@given(_ANY_TEXT)
@example(":")
@example("idioma: es extra")
def test_any_text(text: str) -> None:
    _check(text)


@given(st.lists(_PIECES, max_size=40).map(" ".join))
def test_words_in_any_order(text: str) -> None:
    _check(text)


@given(st.integers(0, len(_GOOD)), st.integers(0, 12), _PIECES)
def test_a_good_file_with_a_hole(start: int, length: int, piece: str) -> None:
    _check(_GOOD[:start] + piece + _GOOD[start + length :])


@given(st.data())
def test_lines_in_any_order(data: st.DataObject) -> None:
    _check("\n".join(data.draw(st.permutations(_GOOD.splitlines()))))


def test_deep_and_long() -> None:
    _check("\n".join(" " * depth + "when" for depth in range(3000)))
    _check("ruleset " + "a, " * 20_000)


def test_the_good_file_is_good() -> None:
    assert examined(_GOOD, "f")[1] == ()
