from __future__ import annotations

import pytest

from interpreter.scenario.parser import parse
from interpreter.snapshots.names import names_for, names_in

READINGS = """\
ruleset pig

dispute holding "May she hold?"
  given
    players: Ada, "José / 2"
  when
    roll: three
  then
    pot: 3
    snapshot view of "José / 2"
    snapshot state
    snapshot state
  reading one
    then
      pot: 3
  reading two
    then
      pot: 3
      snapshot transcript
"""


def test_names_are_ids_kinds_and_numbers() -> None:
    file = parse(READINGS, "x.scenario")
    first, second = file.tests()

    assert names_for(*first) == ("holding.one.view-Jos%C3%A9%20%2F%202", "holding.one.state", "holding.one.state+2")
    assert names_for(*second)[-1] == "holding.two.transcript"
    assert len(names_in(file)) == 7


@pytest.mark.parametrize("length", [150, 170, 400])
def test_long_names_stay_apart_and_fit_into_any_file_system(length: int) -> None:
    text = READINGS.replace("two", "two" + "o" * length).replace("one", "two" + "o" * (length - 1))
    names = names_in(parse(text, "x.scenario"))

    assert len(names) == 7
    assert max(map(len, names)) < 200
