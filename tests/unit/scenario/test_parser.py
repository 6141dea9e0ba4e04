from collections.abc import Iterator

import pytest

from interpreter.scenario import tree as t
from interpreter.scenario.parser import examined, parse
from interpreter.source.diagnostics import SourceError
from interpreter.source.span import at

_SPAN = at("f", 1, 1)


def _name(text: str) -> t.Name:
    return t.Name(text, _SPAN)


def _subject(*words: str) -> t.Subject:
    return t.Subject(tuple(map(_name, words)), _SPAN)


def _item(name: str, count: int = 1, of: str | None = None) -> t.Item:
    return t.Item(_name(name), count, None if of is None else _name(of), _SPAN)


def _blocks(body: str) -> tuple[t.Block, ...]:
    lines = "\n".join(f"  {line}" for line in body.splitlines())
    return parse(f"scenario x\n{lines}", "f", is_question=True).scenarios[0].cases[0].blocks


def _line(block: str, line: str) -> object:
    (found,) = _blocks(f"{block}\n  {line}")
    assert not isinstance(found, t.Then) or not found.is_question
    return found.lines[0]


# ---- statements


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("knight", t.Items((_item("knight"),), _SPAN)),
        ("3 knight, 2", t.Items((_item("knight", 3), _item("2")), _SPAN)),
        ("2 of mill, 3 2 of mill", t.Items((_item("2", of="mill"), _item("2", 3, "mill")), _SPAN)),
        ('"black knight"', t.Items((_item("black knight"),), _SPAN)),
        ("only rook", t.Only((_item("rook"),), _SPAN)),
        ("none", t.Nothing(_SPAN)),
        ("count 5", t.Count(5, _SPAN)),
        ("at least -2", t.Limit(t.Bound.AT_LEAST, -2, _SPAN)),
        ("at most 3", t.Limit(t.Bound.AT_MOST, 3, _SPAN)),
    ],
)
def test_values(text: str, value: t.Value) -> None:
    assert _line("then", f"Ada hand: {text}") == t.Fact(_subject("Ada", "hand"), value, _SPAN)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("pass", [("pass",)]),
        ("bid 3; pass", [("bid", _item("3")), ("pass",)]),
        ("pay 2 rook, pawn", [("pay", _item("rook", 2), _item("pawn"))]),
        ("swap rook Bruno 3", [("swap", _item("rook"), _item("Bruno"), _item("3"))]),
        ("pay nothing", [("pay", _item("nothing"))]),
    ],
)
def test_answers(text: str, answers: list[tuple[object, ...]]) -> None:
    expected = tuple(t.Answer(_name(str(head)), tuple(choices), _SPAN) for head, *choices in answers)

    assert _line("when", f"Ada: {text}") == t.Choice(_name("Ada"), expected, _SPAN)


def test_chance_of_a_fact_has_a_bound_of_its_own() -> None:
    line = _line("then", "chance Ada score: at least 3: at most 1/2 until end because rules")

    fact = t.Fact(_subject("Ada", "score"), t.Limit(t.Bound.AT_LEAST, 3, _SPAN), _SPAN)
    reach = t.Circumstances(until=t.Until((_name("end"),)))
    assert line == t.Odds(fact, t.Bound.AT_MOST, 1, 2, reach, _SPAN, _name("rules"))


def test_names_may_equal_words_of_the_language() -> None:
    assert _line("when", "Ada: can event, roll") == t.Choice(
        _name("Ada"), (t.Answer(_name("can"), (_item("event"), _item("roll")), _SPAN),), _SPAN
    )


def test_quotes_inside_quotes() -> None:
    tree = parse('scenario x "say \\"when\\""\n  then ?', "f", is_question=True)

    assert tree.scenarios[0].title == t.Text('say "when"', _SPAN)


# ---- cases


TABLE = """\
dispute x
  for each
    case | cards
    one  | rook
    two  | rook, pawn
  given
    Ada hand: <cards>
  reading loose
    then
      Ada hand: <cards>
  reading strict with option draw = two
    then
      Ada is asked
"""


def test_a_case_for_each_reading_of_each_row() -> None:
    cases = parse(TABLE, "f").scenarios[0].cases

    assert [case.path for case in cases] == [("loose", "one"), ("strict", "one"), ("loose", "two"), ("strict", "two")]


def test_cells_are_filled_in_where_they_are_named() -> None:
    case = parse(TABLE, "f").scenarios[0].cases[2]

    given, then = case.blocks
    assert given.lines[0].value == t.Items((_item("rook"), _item("pawn")), _SPAN)
    assert then.lines[0].value == given.lines[0].value


def test_what_comes_from_a_cell_stands_in_the_cell() -> None:
    case = parse(TABLE, "f").scenarios[0].cases[2]

    line = case.blocks[0].lines[0]
    assert line.subject.span == at("f", 7, 5, 8)
    assert line.value.items[1].span == at("f", 5, 18, 4)
    assert line.span == at("f", 7, 5, 17)


def test_columns_within_a_word() -> None:
    text = "scenario x\n  for each\n    case | n\n    a | 1\n  then\n    mill-<n> boats: <n>"

    line = parse(text, "f").scenarios[0].cases[0].blocks[0].lines[0]
    assert line == t.Fact(_subject("mill-1", "boats"), t.Items((_item("1"),), _SPAN), _SPAN)


def test_columns_in_quotes_are_text() -> None:
    text = 'scenario x\n  for each\n    case | n\n    a | 1\n  then\n    "<n>": <n>'

    line = parse(text, "f").scenarios[0].cases[0].blocks[0].lines[0]
    assert line.subject == _subject("<n>")


def test_a_question_needs_no_expectation() -> None:
    text = "scenario x\n  when\n    Ada: pass\n"

    assert parse(text, "f", is_question=True).scenarios[0].cases[0].blocks != ()
    with pytest.raises(SourceError, match=r"f:1:1: S0403"):
        parse(text, "f")


# ---- findings


def _places(text: str) -> Iterator[tuple[str, int, int]]:
    for finding in examined(text, "f")[1]:
        assert finding.span is not None
        yield finding.code, finding.span.line, finding.span.column


def test_all_errors_at_once_in_source_order() -> None:
    text = "scenrio x\n  given\n    a: b c\n  when\n    rol 6\n"

    assert list(_places(text)) == [("S0201", 1, 1), ("S0205", 3, 10), ("S0202", 5, 5)]


def test_an_unknown_block_is_no_reason_to_find_fault_with_what_it_holds() -> None:
    assert list(_places("nonsense\n  given\n    x\n")) == [("S0201", 1, 1)]


def test_the_end_of_a_line_is_behind_its_last_word() -> None:
    assert list(_places("scenario x\n  then\n    Ada hand:   # nothing\n")) == [("S0203", 3, 14)]


def test_a_suggestion_for_a_word_of_the_language() -> None:
    (finding,) = examined("scenario x\n  then\n    Ada is aksed\n", "f")[1]

    assert finding.suggestion == "asked"


def test_a_second_id_names_the_first() -> None:
    (finding,) = examined("scenario x\n  then\n    a: b\nscenario x\n  then\n    a: b\n", "f")[1]

    assert finding.code == "S0401"
    assert finding.related[0].span == at("f", 1, 10)


@pytest.mark.parametrize(
    ("old", "new", "code", "advice"),
    [
        ("players: Ada, Bruno", "players: Ada and Bruno", "S0206", "write `,`"),
        ("Ada can: wait", "Ada: pay gold", "S0212", "write `Ada can: pay gold`"),
        ("Ada can: wait", "Ada must: pay gold", "S0212", "write `Ada can: pay gold`"),
        ("Ada can: wait", "Ada hand: gold silver", "S0205", "write `gold, silver`"),
    ],
)
def test_names_side_by_side_get_the_advice_that_fits(old: str, new: str, code: str, advice: str) -> None:
    text = "ruleset a\n\nscenario b\n  given\n    players: Ada, Bruno\n  then\n    Ada can: wait\n"

    _, (found,) = examined(text.replace(old, new), "a.scenario")

    assert (found.code, advice in (found.help or "")) == (code, True)


def test_the_advice_is_in_the_words_of_the_file() -> None:
    text = "idioma es\nreglamento a\n\nescenario b\n  dado\n    jugadores: Ada, Bruno\n  entonces\n"

    _, (without,) = examined(f"{text}    Ada: pagar oro\n", "a.scenario")
    _, (other,) = examined(f"{text}    Ada debe: pagar oro\n", "a.scenario")

    assert "`Ada puede: pagar oro`" in (without.help or "")
    assert other.suggestion == "puede"
