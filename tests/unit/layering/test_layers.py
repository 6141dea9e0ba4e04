"""Layers upon a small ruleset: what fits changes it, what does not is a finding with a place."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from interpreter.layering.choices import Choices
from interpreter.layering.manifest import read_manifest
from interpreter.layering.stack import Stack, build_stack
from interpreter.source.diagnostics import Diagnostic, SourceError

BASE = """\
format: 1
ruleset: pebbles
version: 2
title: Pebbles
players: {from: 2, to: 4}
sources:
  sheet: {title: The sheet}
options:
  length: {values: [short, long], default: short}
attributes:
  cards: [worth]
types: {pebble: {}}
zones:
  heap: {holds: pebble, pile: true, starts: full}
cards:
  grey: {type: pebble, copies: 8, worth: 1}
  white: {type: pebble, copies: 2, worth: 5}
steps:
  game:
    - id: first
      draw: heap
      to: heap
    - draw: heap
      to: heap
    - id: last
      end: game
"""


def head(name: str, *, changes: str = "pebbles 2") -> str:
    return f"format: 1\nlayer: {name}\nchanges: {changes}\n"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    (tmp_path / "pebbles").mkdir()
    (tmp_path / "pebbles" / "ruleset.yaml").write_text(BASE)
    return tmp_path


def stacked(shelf: Path, **layers: str) -> Stack:
    laid = []
    for name, text in layers.items():
        file = shelf / f"{name}.yaml"
        file.write_text(text if text.startswith("format") else head(name) + text)
        laid.append(read_manifest(file, "layer"))
    return build_stack(read_manifest(shelf / "pebbles", "ruleset"), laid)


def findings(shelf: Path, **layers: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(SourceError) as caught:
        stacked(shelf, **layers)
    return caught.value.diagnostics


def only(shelf: Path, **layers: str) -> Diagnostic:
    (finding,) = findings(shelf, **layers)
    return finding


def line(finding: Diagnostic) -> tuple[str, int]:
    assert finding.span is not None
    return Path(finding.span.file).name, finding.span.line


def copies(stack: Stack) -> Mapping[str, int]:
    return {name: card["copies"] for name, card in stack.data["cards"].items()}


def test_a_change_replaces_a_leaf_and_keeps_where_it_was_written(shelf: Path) -> None:
    stack = stacked(shelf, fewer="change:\n  cards.grey.copies: {was: 8, to: 6}\n")

    assert copies(stack)["grey"] == 6
    assert stack.place(("cards", "grey", "copies")).value.file.endswith("fewer.yaml")
    assert stack.place(("cards", "grey", "worth")).value.file.endswith("ruleset.yaml")


def test_a_stale_was_is_a_finding_with_both_places(shelf: Path) -> None:
    finding = only(shelf, fewer="change:\n  cards.grey.copies: {was: 7, to: 6}\n")

    assert (finding.code, line(finding)) == ("L0204", ("fewer.yaml", 5))
    assert finding.related[0].span.file.endswith("ruleset.yaml")  # type: ignore[union-attr]


def test_changing_what_is_not_there_suggests_the_nearest_path(shelf: Path) -> None:
    finding = only(shelf, fewer="change:\n  cards.gray.copies: {to: 6}\n")

    assert (finding.code, finding.suggestion) == ("L0201", "cards.grey.copies")


def test_adding_what_is_there_already_is_a_finding(shelf: Path) -> None:
    finding = only(shelf, more="add:\n  cards.grey: {type: pebble, worth: 2}\n")

    assert finding.code == "L0202"


def test_added_things_are_checked_like_the_rest(shelf: Path) -> None:
    finding = only(shelf, more="add:\n  cards.black: {type: pebble, wroth: 2}\n")

    assert (finding.code, finding.suggestion, line(finding)) == ("K0101", "worth", ("more.yaml", 5))


def test_a_group_that_the_base_lacks_can_be_added_to(shelf: Path) -> None:
    stack = stacked(shelf, more="add:\n  counters.rounds: {}\n")

    assert stack.data["counters"] == {"rounds": {}}


def test_removed_things_are_gone_and_remembered(shelf: Path) -> None:
    stack = stacked(shelf, less="remove: [cards.white]\n")

    assert set(stack.data["cards"]) == {"grey"}
    assert ("cards", "white") in stack.removed


def test_steps_are_inserted_before_and_after_others_by_id(shelf: Path) -> None:
    steps = "insert:\n  - {before: steps.game.last, step: {id: extra, draw: heap, to: heap}}\n"

    stack = stacked(shelf, more=steps)

    assert [step.get("id") for step in stack.data["steps"]["game"]] == ["first", None, "extra", "last"]
    assert stack.place(("steps", "game", "extra")).value.file.endswith("more.yaml")
    assert stack.place(("steps", "game", "1", "draw")).value.line == 23


def test_only_steps_can_be_neighbours_of_steps(shelf: Path) -> None:
    finding = only(shelf, more="insert:\n  - {after: cards.grey, step: {end: game}}\n")

    assert finding.code == "L0206"


def test_two_layers_that_want_different_things_are_told_so(shelf: Path) -> None:
    one, two = (f"change:\n  cards.grey.copies: {{to: {number}}}\n" for number in (6, 7))

    finding = only(shelf, one=one, two=two)

    assert (finding.code, line(finding)) == ("L0205", ("two.yaml", 5))
    assert finding.related[0].span.file.endswith("one.yaml")  # type: ignore[union-attr]


def test_two_layers_that_want_the_same_agree(shelf: Path) -> None:
    same = "change:\n  cards.grey.copies: {to: 6}\n"

    assert copies(stacked(shelf, one=same, two=same))["grey"] == 6


def test_a_layer_may_overrule_one_that_it_names(shelf: Path) -> None:
    one = "change:\n  cards.grey.copies: {to: 6}\n"
    two = "over: one\nchange:\n  cards.grey.copies: {to: 7}\n"

    assert copies(stacked(shelf, one=one, two=two))["grey"] == 7


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (head("x", changes="pebble 2"), "L0208"),
        (head("x", changes="pebbles 1"), "L0211"),
        (head("x") + "requires: [other]\n", "L0209"),
        (head("x") + "change:\n  cards.grey: {to: 1}\n", "L0207"),
        (head("x") + "options: {length: lnog}\n", "L0302"),
        (head("x") + "options: {lenght: long}\n", "L0301"),
        (head("x") + "remvoe: [cards.grey]\n", "K0101"),
        (head("x") + "replace:\n  cards.gray: {type: pebble}\n", "L0201"),
        (head("x") + "remove: [cards.gray]\n", "L0201"),
        (head("x") + "insert: [{after: steps.game.frist, step: {end: game}}]\n", "L0201"),
        (head("x") + "add:\n  cards.gray.worth: 2\n", "L0201"),
        (head("x") + "change:\n  version: {to: 3}\n", "L0201"),
        (head("x") + "requires: [x]\n", "L0215"),
    ],
)
def test_a_layer_that_does_not_fit_is_a_finding(shelf: Path, text: str, code: str) -> None:
    assert only(shelf, x=text).code == code


def test_conflicting_layers_cannot_be_stacked(shelf: Path) -> None:
    assert only(shelf, one="why: Fun\n", two="conflicts: [one]\n").code == "L0210"


def test_options_are_chosen_by_words_of_their_own(shelf: Path) -> None:
    stack = stacked(shelf)

    chosen = stack.choosing(Choices({"length": "long"}))

    assert chosen.data["options"]["length"]["default"] == "long"
    assert stack.data["options"]["length"]["default"] == "short"
    assert chosen.hash != stack.hash


def test_a_value_that_an_option_lacks_is_a_finding_with_the_declaration(shelf: Path) -> None:
    with pytest.raises(SourceError) as caught:
        stacked(shelf).choosing(Choices({"length": "lnog"}))

    (finding,) = caught.value.diagnostics
    assert (finding.code, finding.suggestion) == ("L0302", "long")
    assert finding.related[0].span.line == 9  # type: ignore[union-attr]


def test_the_hash_knows_rules_and_not_words(shelf: Path) -> None:
    plain = stacked(shelf).hash

    assert stacked(shelf, words="change:\n  sources.sheet.title: {to: Another}\n").hash == plain
    assert stacked(shelf, rules="change:\n  cards.grey.copies: {to: 6}\n").hash != plain
    assert (
        stacked(shelf, option="options: {length: long}\n").hash
        == stacked(shelf).choosing(Choices({"length": "long"})).hash
    )


def test_an_id_in_two_files_is_a_finding_with_both_places(shelf: Path) -> None:
    (shelf / "pebbles" / "more.yaml").write_text("format: 1\npart-of: pebbles\ncards:\n  grey: {type: pebble}\n")

    finding = only(shelf)

    assert (finding.code, line(finding)) == ("L0101", ("more.yaml", 4))
    assert finding.related[0].span.line == 16  # type: ignore[union-attr]


def test_sources_are_inherited_from_step_to_file(shelf: Path) -> None:
    (shelf / "pebbles" / "more.yaml").write_text(
        "format: 1\npart-of: pebbles\nsource: sheet, back\nactions:\n"
        "  shout:\n    source: sheet, front\n    do: [{id: cry, end: game}]\n  rest: {do: []}\n"
    )

    stack = stacked(shelf)

    assert stack.source(("actions", "shout", "do", "cry")) == "sheet, front"
    assert stack.source(("actions", "rest")) == "sheet, back"
    assert stack.source(("cards", "grey")) is None


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"ruleset.yaml": "format: 1\npart-of: pebbles\n"}, "L0003"),
        ({"again.yaml": BASE}, "L0004"),
        ({"part.yaml": "format: 1\npart-of: pebble\n"}, "L0005"),
        ({"labels/en.yaml": "format: 1\nlanguage: en\nlabels: [pebble]\n"}, "L0007"),
        ({"part.yaml": "format: 1\npart-fo: pebbles\n"}, "L0002"),
    ],
)
def test_files_that_do_not_belong_together_are_a_finding(shelf: Path, files: dict[str, str], code: str) -> None:
    (shelf / "pebbles" / "labels").mkdir()
    for name, text in files.items():
        (shelf / "pebbles" / name).write_text(text)

    assert only(shelf).code == code


@pytest.mark.parametrize("value", [0, 11, "many"])
def test_a_number_must_lie_in_the_range_of_its_option(shelf: Path, value: str | int) -> None:
    stack = stacked(shelf, more="add:\n  options.goal: {from: 1, to: 10, default: 5}\n")

    assert stack.choosing(Choices({"goal": "7"})).options == {"goal": 7}
    with pytest.raises(SourceError) as caught:
        stack.choosing(Choices({"goal": value}))
    assert caught.value.diagnostics[0].code == "L0303"
