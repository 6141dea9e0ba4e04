"""Wrong steps and terms in a small ruleset: one finding each, exactly at the words that are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.layering.manifest import read_manifest
from interpreter.layering.stack import build_stack
from interpreter.model.load import checked_ruleset
from interpreter.source.diagnostics import Diagnostic, SourceError

BASE = """\
format: 1
ruleset: orchard
version: 1
title: Orchard
players: {from: 2, to: 4}
attributes: {cards: [worth], places: [depth]}
dice:
  bones: {faces: {bright: 1, dull: 5}}
  sticks: {faces: {flat: 1, round: 1}}
types: {pebble: {}, stick: {}}
roles: {thrower: {held-by: one}}
places: {shore: {depth: 1}}
tracks: {beach: {of: places}}
pawns: {crab: {on: beach}}
zones:
  heap: {holds: pebble, pile: true, starts: full}
  row: {holds: pebble, pile: true}
  rows: {of: player, holds: pebble, pile: true}
  pocket: {of: player, holds: pebble}
  hand: {of: player, holds: pebble, remembered: true}
  discards: {holds: pebble}
  bag: {holds: stick, starts: full}
  tray: {holds: stick, room: 2}
cards:
  grey: {type: pebble, copies: 8, worth: 1, meets: [bright]}
  twig: {type: stick}
  branch: {type: stick, starts-in: bag}
windows: {noon: {}}
demands:
  toll: {dice: bones, needs: {bright: 1}, jokers: 1}
actions:
  hide:
    needs: {what: pebble, much: number}
    do: [{move: what, from: pocket of thrower, to: hand of thrower, count: much}]
steps:
  game:
    - XXX
    - end: game
"""


def found_in(folder: Path, step: str, *changes: tuple[str, str]) -> list[tuple[str, str]]:
    """The code of each error and the words it stands at."""
    text = BASE.replace("XXX", step)
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "ruleset.yaml").write_text(text)
    try:
        found = checked_ruleset(build_stack(read_manifest(folder, "ruleset"), ())).warnings
    except SourceError as trouble:
        found = trouble.diagnostics
    return [(one.code, _words(one, text)) for one in found if one.is_error]


def _words(finding: Diagnostic, text: str) -> str:
    assert finding.span is not None
    line = text.splitlines()[finding.span.line - 1]
    return line[finding.span.column - 1 : finding.span.end_column - 1]


GOOD = [
    "{draw: heap, to: row, count: 2}",
    "{put: bones, showing: [bright]}",
    "{clear: bones, showing: [dull], count: 3}",
    "{tell: hand of thrower, lacks: grey}",
    "{move: all, from: bag, to: tray}",
    "{if: room(tray) > 0 and worth of pocket of thrower > 1, end: game, winners: nobody}",
    "{each: spot, in: 'through(crab, 1)', advance: crab}",
    "{run: hide, with: {what: grey, much: 2}}",
]


@pytest.mark.parametrize("step", GOOD)
def test_good_steps_have_no_findings(tmp_path: Path, step: str) -> None:
    assert found_in(tmp_path, step) == []


WRONG = [
    ("{roll: bones, count: 1 + room(bag)}", "R0207", "bag"),
    ("{roll: bones, count: room(pocket of thrower)}", "R0207", "pocket of thrower"),
    ("{lay: beach, where: 'spaces(space, space) = 0'}", "R0208", "spaces(space, space)"),
    ("{roll: bones, count: 1 + worth of heap}", "R0209", "heap"),
    ("{roll: bones, count: worth of rows of thrower}", "R0209", "rows of thrower"),
    ("{put: bones}", "R0315", "put"),
    ("{put: bones, showing: [bright, dull]}", "R0315", "put"),
    ("{clear: bones, count: 2}", "R0315", "count"),
    ("{clear: bones, showing: [bright, dull], count: 2}", "R0315", "count"),
    ("{tell: hand of thrower}", "R0316", "tell"),
    ("{tell: hand of thrower, has: grey, lacks: grey}", "R0316", "tell"),
    ("{tell: pocket of thrower, has: grey}", "R0317", "pocket of thrower"),
    ("{draw: heap, to: rows of thrower}", "R0318", "rows of thrower"),
    ("{draw: rows of thrower, to: row}", "R0318", "rows of thrower"),
    ("{do: [{draw: heap, to: row}, {draw: row, to: heap}]}", "R0319", "heap"),
    ("{id: rest, do: [{end: rest, winners: everybody}]}", "R0320", "winners"),
    ("{move: grey, from: row, to: pocket of thrower}", "R0323", "row"),
    ("{move: all, from: heap, to: row}", "R0323", "heap"),
    ("{do: [{draw: heap, to: row}, {move: grey, from: pocket of thrower, to: row}]}", "R0324", "row"),
    ("{do: [{move: grey, from: pocket of thrower, to: heap}, {draw: heap, to: row}]}", "R0324", "heap"),
    ("{move: twig, from: pocket of thrower, to: hand of thrower}", "R0101", "twig"),
    ("{move: all, from: bag, to: pocket of thrower}", "R0304", "pocket of thrower"),
    ("{tell: hand of thrower, has: twig}", "R0101", "twig"),
    ("{put: bones, showing: [flat]}", "R0101", "flat"),
    ("{turn: bones, which: one, to: dull}", "R0101", "one"),
    ("{turn: bones, to: dull}", "R0302", "turn"),
    ("{times: 2, while: last(crab), advance: crab}", "R0301", "while"),
    ("{times: thrower, advance: crab}", "R0201", "thrower"),
    ("{while: 3, advance: crab}", "R0201", "3"),
    ("{each: spot, in: everybody, advance: crab}", "R0201", "everybody"),
    ("{each: spot, in: places, from: thrower, advance: crab}", "R0301", "from"),
    ("{in: places, advance: crab}", "R0301", "in"),
    ("{if: 'some one in bag: meets(one, brihgt)', end: game}", "R0101", "brihgt"),
    ("{if: 'some one in bones: one = flat', end: game}", "R0101", "flat"),
    ("{if: 'some one in bag: one = grey', end: game}", "R0101", "grey"),
    ("{roll: bones, count: min(1)}", "R0206", "min(1)"),
    ("{end: game, winners: crab}", "R0201", "crab"),
    ("{run: hide, with: {what: twig, much: 2}}", "R0101", "twig"),
    ("{run: hide, with: {what: grey, much: everybody}}", "R0201", "everybody"),
    ("{ask: thrower, answers: {one: {}, two: {unless: {must: [tree]}}}}", "R0101", "tree"),
    ("{ask: thrower, answers: {one: {unless: {must: [two]}}, two: {unless: {must: [one]}}}}", "R0101", "two"),
    ("{ask: thrower, plays: nonn, answers: {one: {}}}", "R0101", "nonn"),
    ("{ask: thrower, answers: {one: {choose: {it: {card: heap}}}}}", "R0309", "heap"),
    ("{ask: thrower, answers: {one: {choose: {it: {kind: pebbles}}}}}", "R0101", "pebbles"),
    ("{ask: thrower, answers: {one: {choose: {it: {die: bonse}}}}}", "R0101", "bonse"),
    ("{ask: thrower, answers: {one: {choose: {it: {kind: pebble, where: it = twig}}}}}", "R0101", "twig"),
    ("{ask: thrower, answers: {one: {choose: {it: {kind: pebble, where: 3}}}}}", "R0201", "3"),
]


@pytest.mark.parametrize(("step", "code", "words"), WRONG)
def test_a_wrong_step_is_reported_at_its_words(tmp_path: Path, step: str, code: str, words: str) -> None:
    assert (code, words) in found_in(tmp_path, step)


DECLARED = [
    ("branch: {type: stick, starts-in: bag}", "branch: {type: stick, starts-in: tray}", "R0321", "tray"),
    ("branch: {type: stick, starts-in: bag}", "branch: {type: stick, starts-in: heap}", "R0321", "heap"),
    ("branch: {type: stick, starts-in: bag}", "branch: {type: stick, starts-in: pocket}", "R0321", "pocket"),
    ("branch: {type: stick, starts-in: bag}", "branch: {type: stick, starts-in: bug}", "R0101", "bug"),
    ("room: 2}", "room: thrower}", "R0201", "thrower"),
    ("  row: {holds: pebble, pile: true}", "  row: {holds: pebble, pile: true, room: 2}", "R0309", "2"),
    ("needs: {bright: 1}", "needs: {flat: 1}", "R0101", "1"),
    ("needs: {bright: 1}", "needs: {bright: everybody}", "R0201", "everybody"),
    ("jokers: 1", "jokers: last(crab)", "R0201", "last(crab)"),
    ("needs: {what: pebble", "needs: {what: pebbel", "R0101", "pebbel"),
    ("starts: full}\n  row:", "starts: full, refill: {from: [row, bag]}}\n  row:", "R0309", "row"),
    ("starts: full}\n  row:", "starts: full, refill: {from: [row, bag]}}\n  row:", "R0304", "bag"),
    ("twig: {type: stick}", "twig: {type: stick, play: {in: noon, from: bag, to: discards}}", "R0304", "discards"),
    ("twig: {type: stick}", "twig: {type: stick, play: {in: noon, from: hand, to: tray}}", "R0304", "hand"),
]


@pytest.mark.parametrize(("old", "new", "code", "words"), DECLARED)
def test_a_wrong_declaration_is_reported_at_its_words(
    tmp_path: Path, old: str, new: str, code: str, words: str
) -> None:
    assert (code, words) in found_in(tmp_path, "advance: crab", (old, new))
