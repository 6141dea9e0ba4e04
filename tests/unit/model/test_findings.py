"""Wrong names and types in a small ruleset: one finding each, at the word, with what was probably meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.layering.manifest import read_manifest
from interpreter.layering.stack import build_stack
from interpreter.model.load import checked_ruleset
from interpreter.source.diagnostics import Diagnostic, SourceError

BASE = """\
format: 1
ruleset: pebbles
version: 1
title: Pebbles
source: sheet
players: {from: 2, to: 4}
sources:
  sheet: {title: The sheet}
options:
  length: {values: [short, long], default: short, ruling: L1}
rulings:
  L1: {question: How long?, answer: Short., option: length}
  L2: {question: Why?, answer: Because.}
attributes:
  cards: [worth]
  places: [depth]
dice:
  bones: {faces: {bright: 1, dull: 5}}
types: {pebble: {}, stick: {}}
roles:
  thrower: {held-by: one}
places:
  shore: {depth: 1}
tracks:
  beach: {of: places}
pawns:
  crab: {on: beach}
zones:
  heap: {holds: pebble, pile: true, starts: full}
  pocket: {of: player, holds: pebble}
  bag: {of: player, holds: stick}
cards:
  grey: {type: pebble, copies: 8, worth: 1}
values:
  riches: {of: player, is: "sum(pocket of player, worth)"}
actions:
  pick:
    needs: {who: player}
    do:
      - draw: heap
        to: pocket of who
steps:
  game:
    - id: throw
      if: option length = long
      roll: bones
      count: depth of crab
    - each: player
      run: pick
      with: {who: player}
    - if: count(bones, bright) > 0 and last(crab)
      give: thrower
      to: left(thrower)
    - id: shove
      place: crab
      at: first(beach)
    - if: count(bag of thrower) > 0
      end: game
    - end: game
scoring: {score: riches of player}
"""


def checked(folder: Path, *changes: tuple[str, str]) -> tuple[Diagnostic, ...]:
    text = BASE
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "ruleset.yaml").write_text(text)
    try:
        return checked_ruleset(build_stack(read_manifest(folder, "ruleset"), ())).warnings
    except SourceError as trouble:
        return trouble.diagnostics


def test_good_rules_have_no_findings(tmp_path: Path) -> None:
    assert checked(tmp_path) == ()


@pytest.mark.parametrize(
    ("old", "new", "code", "suggestion"),
    [
        ("to: left(thrower)", "to: left(throwr)", "R0101", "thrower"),
        ("to: left(thrower)", "to: left(thrower", "R0001", None),
        ("to: left(thrower)", "to: lefd(thrower)", "R0101", "left"),
        ("count(bones, bright)", "count(bones, brihgt)", "R0101", "bright"),
        ("count(bones, bright)", "count(bons, bright)", "R0101", "heap"),
        ("to: left(thrower)", "to: crab", "R0201", None),
        ("to: pocket of who", "to: pocket", "R0202", None),
        ("option length = long", "option length", "R0203", None),
        ("option length = long", "option length = lonk", "R0101", "long"),
        ("option length = long", "option lenght = long", "R0101", "length"),
        ("option length = long", "thrower > 1", "R0204", None),
        ("count: depth of crab", "count: 1 if last(crab) else thrower", "R0205", None),
        ("to: left(thrower)", "to: left(thrower, everybody, everybody)", "R0206", None),
        ("      with: {who: player}", "      with: {whom: player}", "R0101", "who"),
        ("      roll: bones\n", "      roll: bones\n      among: everybody\n", "R0301", None),
        ("      - draw: heap", "      - draw: pocket of who", "R0303", None),
        ("      at: first(beach)\n", "", "R0302", None),
        ("        to: pocket of who", "        to: bag of who", "R0304", None),
        ("      with: {who: player}\n", "", "R0305", None),
        ("ruling: L1", "ruling: L2", "R0307", None),
        ("id: shove", "id: throw", "R0308", None),
        ("{held-by: one}", "{held-by: one, unverified: {held-bye: guessed}}", "R0306", None),
        ("source: sheet\n", "source: shet\n", "R0101", "sheet"),
        ("copies: 8, worth", "copies: 8, of: shoer, worth", "R0101", "shore"),
    ],
)
def test_a_mistake_is_reported_at_its_line(
    tmp_path: Path, old: str, new: str, code: str, suggestion: str | None
) -> None:
    line = BASE[: BASE.index(old)].count("\n") + 1

    errors = [finding for finding in checked(tmp_path, (old, new)) if finding.is_error]

    lines = {finding.span.line for finding in errors if finding.span and finding.code == code}
    assert lines & {line - 1, line, line + 1}, list(map(str, errors))
    assert suggestion == "heap" or suggestion in {finding.suggestion for finding in errors}


def test_a_finding_stands_at_the_word_inside_an_expression(tmp_path: Path) -> None:
    (finding,) = checked(tmp_path, ("to: left(thrower)", "to: left(throwr)"))

    assert finding.span is not None
    assert (finding.span.column, finding.span.end_column) == (16, 22)


def test_a_misspelt_declaration_is_named_at_each_use_and_not_once_more(tmp_path: Path) -> None:
    found = checked(tmp_path, ("  crab: {on: beach}", "  carb: {on: beach}"))

    assert {finding.code for finding in found} == {"R0101"}
    assert {finding.suggestion for finding in found} == {"carb"}
    assert {related.span.line for finding in found for related in finding.related if related.span} == {27}


def test_what_nothing_uses_is_a_warning(tmp_path: Path) -> None:
    (finding,) = checked(tmp_path, ("actions:\n", "  idle: {is: 1}\nactions:\n"))

    assert (finding.code, finding.is_error, finding.values["word"]) == ("R0401", False, "idle")


def test_labels_for_nothing_are_errors_and_missing_ones_warnings(tmp_path: Path) -> None:
    (tmp_path / "labels").mkdir()
    (tmp_path / "labels" / "en.yaml").write_text(
        "format: 1\nlanguage: en\nlabels: [pebbles]\ncards:\n  gray: {one: grey pebble, other: grey pebbles}\n"
    )

    found = checked(tmp_path)

    (wrong,) = (finding for finding in found if finding.is_error)
    assert (wrong.code, wrong.suggestion) == ("R0501", "grey")
    assert {finding.code for finding in found if not finding.is_error} == {"R0502"}


def test_a_source_of_a_whole_file_must_be_known(tmp_path: Path) -> None:
    (tmp_path / "more.yaml").write_text("format: 1\npart-of: pebbles\nsource: shet, back\ntypes: {}\n")

    (finding,) = checked(tmp_path)

    assert (finding.code, finding.suggestion) == ("R0101", "sheet")
    assert finding.span is not None
    assert finding.span.file.endswith("more.yaml")
