"""More words of the rule language, one by one: help, ignored dice, some of the cards, piles put back on, totals."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.layering.manifest import read_manifest
from interpreter.layering.stack import build_stack
from interpreter.library import load_ruleset, runner_of
from interpreter.report.verdicts import failure
from interpreter.source.diagnostics import SourceError
from interpreter.trial.verdicts import Verdict
from small_tables import told

RULES = """\
format: 1
ruleset: camp
version: 1
title: Camp
players: {from: 3, to: 3}
attributes: {cards: [price], places: [height]}
dice:
  bones: {faces: {pip: 1, dot: 1, dash: 1, blank: 1}, ignored: {pip: dim, dash: dimmer}}
places: {foot: {height: 1}, ledge: {height: 2}, top: {height: 3}}
tracks: {path: {of: places}}
pawns: {goat: {on: path}}
roles: {lead: {held-by: one}, awake: {held-by: several}}
counters: {dim: {}, dimmer: {}, sum-up: {}, coins: {of: player}}
types: {thing: {}}
zones:
  pile: {holds: thing, pile: true, starts: full, refill: {from: [heap]}}
  shelf: {holds: thing, seen-by: everybody}
  heap: {holds: thing, seen-by: everybody}
  hand: {of: player, holds: thing, seen-by: owner}
  lent: {of: player, holds: thing, seen-by: everybody}
cards:
  ant: {type: thing, copies: 4, price: 1, meets: [pip]}
  bee: {type: thing, copies: 4, price: 2, meets: [pip, dot]}
  cow: {type: thing, copies: 4, price: 5, helps: [dot]}
  dog: {type: thing, copies: 3, price: 3, meets: [dash], helps: [pip], covers: 2}
  elk: {type: thing, copies: 3, price: 4, meets: [pip, dash], covers: all}
demands:
  bill: {dice: bones, free: [blank], helped-by: [lent]}
  alone: {dice: bones, free: [blank]}
steps:
  game:
    - id: begin
      ask: lead
      answers:
        go: {do: [%s]}
    - {id: rest, ask: lead, answers: {good: {}, bad: {}}}
    - end: game
scoring: {score: coins of player}
"""


def trial(folder: Path, steps: str, *script: str, layer: str = "") -> Verdict:
    """A scenario, told as given, when and then, in which Ada leads and goes: the steps are done."""
    given, when, then = script
    blocks = {"given at begin": f"players: Ada, Bruno, Cara; lead: Ada; {given}", "when": when, "then": then}
    more = f"format: 1\nlayer: more\nchanges: camp 1\n{layer}" if layer else None
    return told(folder, "camp", RULES % steps, blocks, more)


def asking(answer: str) -> str:
    """A step that asks Ada; she may also say no."""
    return f"{{id: pick, ask: lead, answers: {{pick: {answer}, no-thanks: {{}}}}}}"


def can_only(legal: str) -> str:
    return "Ada can only: " + ";".join(filter(None, (legal, "no-thanks")))


PAID = [
    # what others lend is free: with it nothing of one's own, or less, is needed
    ("bones: dot; Ada hand: bee", "pick bee"),
    ("bones: dot; Ada hand: bee; Bruno lent: bee", "pick nothing"),
    ("bones: dot; Bruno lent: cow", "pick nothing"),
    ("bones: 2 dot; Ada hand: 2 bee; Bruno lent: cow", "pick bee"),
    ("bones: 2 dot; Ada hand: 2 bee; Bruno lent: cow; Cara lent: cow", "pick nothing"),
    ("bones: 2 dot; Ada lent: cow; Bruno lent: cow", "pick nothing"),
    ("bones: dot; Ada hand: bee; Bruno hand: 2 cow", "pick bee"),
    # a helper's card meets what it helps against, and nothing else
    ("bones: dash; Bruno lent: cow", ""),
    ("bones: pip; Bruno lent: dog", "pick nothing"),
    ("bones: 2 pip; Bruno lent: dog", "pick nothing"),
    ("bones: 3 pip; Ada hand: ant; Bruno lent: dog", "pick ant"),
    ("bones: pip, dash; Ada hand: ant; Bruno lent: dog", "pick ant"),
    ("bones: pip, dash; Ada hand: dog; Bruno lent: dog", "pick dog"),
    # the own cards are minimal: each way in which none could be spared
    ("bones: pip, dot; Ada hand: ant, bee; Bruno lent: bee", "pick ant;pick bee"),
    ("bones: pip, dot; Ada hand: ant, bee; Bruno lent: cow", "pick ant;pick bee"),
    # who owns a card that only helps cannot pay with it
    ("bones: dot; Ada hand: cow", ""),
    ("bones: pip; Ada hand: dog", ""),
    ("bones: pip, dash; Ada hand: dog, ant", "pick ant, dog"),
    ("bones: blank; Ada hand: ant", "pick nothing"),
    # covers: all meets every die of each of its faces, and of no other
    ("bones: 2 pip, 2 dash; Ada hand: elk", "pick elk"),
    ("bones: pip, dot, dash; Ada hand: elk, bee", "pick bee, elk"),
    ("bones: pip, dot; Ada hand: elk", ""),
    ("bones: 3 pip; Ada hand: 2 ant, elk", "pick elk"),
    ("bones: 2 pip, dash; Ada hand: 2 ant, dog, elk", "pick 2 ant, dog;pick elk"),
    ("bones: 2 pip, 3 dash, blank; Bruno lent: elk", "pick nothing"),
    # ignored dice ask for nothing
    ("bones: pip, dot; dim: 1; Ada hand: bee", "pick bee"),
    ("bones: 3 pip; dim: 2; Ada hand: ant", "pick ant"),
    ("bones: pip; dim: 5", "pick nothing"),
    ("bones: pip, dash; dim: 1; dimmer: 1", "pick nothing"),
    ("bones: pip, dash; dimmer: 2; Ada hand: ant", "pick ant"),
]


@pytest.mark.parametrize(("given", "legal"), PAID)
def test_what_is_paid(tmp_path: Path, given: str, legal: str) -> None:
    steps = asking("{choose: {paid: {payment: bill, from: hand of lead}}}")
    found = trial(tmp_path, steps, given, "Ada: go", can_only(legal))

    assert found.is_fine, failure(found)


def test_help_stays_where_it_lies(tmp_path: Path) -> None:
    steps = asking(
        "{choose: {paid: {payment: bill, from: hand of lead}}, do: [{move: paid, from: hand of lead, to: heap}]}"
    )
    given = "bones: 2 dot; Ada hand: 2 bee; Bruno lent: cow"
    found = trial(tmp_path, steps, given, "Ada: go; Ada: pick bee", "only Ada hand, heap changed; heap: bee")

    assert found.is_fine, failure(found)


@pytest.mark.parametrize(("demand", "coins"), [("bill", 1), ("alone", 0)])
def test_a_demand_counts_help_only_where_it_says_so(tmp_path: Path, demand: str, coins: int) -> None:
    steps = f'{{if: "payable({demand}, hand of lead)", set: coins, for: lead, to: 1}}'
    found = trial(tmp_path, steps, "bones: dot; Bruno lent: cow", "Ada: go", f"Ada coins: {coins}")

    assert found.is_fine, failure(found)


DICE = [
    # ignored dice are none that could be chosen; of the others there are so many less
    ("{choose: {it: {die: bones}}}", "bones: 2 pip, dot; dim: 1", "pick pip;pick dot"),
    ("{choose: {it: {die: bones}}}", "bones: 2 pip, dot; dim: 2", "pick dot"),
    ("{choose: {it: {die: bones}}}", "bones: 2 pip; dim: 9", ""),
    ("{choose: {it: {dice: bones}}}", "bones: 2 pip, dot; dim: 1", "pick pip;pick dot;pick pip, dot"),
    ("{choose: {it: {dice: bones, least: 2}}}", "bones: 2 pip, dot; dim: 1", "pick pip, dot"),
    ("{choose: {it: {dice: bones, least: 0, most: 1}}}", "bones: pip, dot; dim: 1", "pick nothing;pick dot"),
    # each of the chosen dice is looked at by itself
    ("{choose: {it: {dice: bones, where: it != dot}}}", "bones: pip, dot, dash", "pick pip;pick dash;pick pip, dash"),
    ("{choose: {it: {dice: bones, where: it = dot}}}", "bones: pip, dash", ""),
    # a face is a face, ignored or not
    ("{choose: {it: {face: bones, where: 'count(bones, it) > 1'}}}", "bones: 2 pip; dim: 2", "pick pip"),
    # some of the cards, and none
    ("{choose: {it: {cards: shelf}}}", "bones: none", "pick nothing"),
    ("{choose: {it: {cards: shelf}}}", "bones: none; shelf: ant", "pick nothing;pick ant"),
    (
        "{choose: {it: {cards: shelf}}}",
        "bones: none; shelf: 2 ant, bee",
        "pick nothing;pick ant;pick 2 ant;pick bee;pick ant, bee;pick 2 ant, bee",
    ),
    ("{choose: {it: {cards: shelf, least: 1}}}", "bones: none", ""),
    (
        "{choose: {it: {cards: shelf, least: 2}}}",
        "bones: none; shelf: 2 ant, bee",
        "pick 2 ant;pick ant, bee;pick 2 ant, bee",
    ),
    ("{choose: {it: {cards: shelf, most: 1}}}", "bones: none; shelf: 2 ant, bee", "pick nothing;pick ant;pick bee"),
    ("{choose: {it: {cards: shelf, least: 2, most: 2}}}", "bones: none; shelf: 2 ant, bee", "pick 2 ant;pick ant, bee"),
    ("{choose: {it: {cards: shelf, where: it = bee}}}", "bones: none; shelf: 2 ant, bee", "pick nothing;pick bee"),
    ("{choose: {it: {cards: shelf, where: price of it > 4}}}", "bones: none; shelf: ant, cow", "pick nothing;pick cow"),
    ("{choose: {it: {cards: shelf, least: 1, where: 'meets(it, dot)'}}}", "bones: none; shelf: ant, cow", ""),
    (
        "{choose: {side: {die: bones}, it: {cards: shelf, least: 1, where: 'meets(it, side)'}}}",
        "bones: dot, dash; shelf: bee, elk",
        "pick dot, bee;pick dash, elk",
    ),
]


@pytest.mark.parametrize(("answer", "given", "legal"), DICE)
def test_what_can_be_chosen(tmp_path: Path, answer: str, given: str, legal: str) -> None:
    found = trial(tmp_path, asking(answer), given, "Ada: go", can_only(legal))

    assert found.is_fine, failure(found)


DONE = [
    # ignored dice are not rolled again; they still lie there, and are counted
    ("{reroll: bones}", "bones: 2 pip, dot; dim: 1", "Ada: go; roll bones: dash, dash", "bones: pip, 2 dash"),
    ("{reroll: bones}", "bones: 2 pip; dim: 9", "Ada: go", "nothing changed"),
    (
        "{reroll: bones, showing: [pip]}",
        "bones: 2 pip, dot; dim: 1",
        "Ada: go; roll bones: dash",
        "bones: pip, dot, dash",
    ),
    ("{reroll: bones, showing: [dot]}", "bones: pip, dot; dim: 1", "Ada: go; roll bones: dash", "bones: pip, dash"),
    ('{set: sum-up, to: "count(bones, pip)"}', "bones: 2 pip, dot; dim: 2", "Ada: go", "sum-up: 2"),
    ("{set: sum-up, to: count(bones)}", "bones: 2 pip, dot; dim: 2", "Ada: go", "sum-up: 3"),
    ("{clear: bones}", "bones: 2 pip, dot; dim: 2", "Ada: go", "bones: none"),
    ("{clear: bones, showing: [pip]}", "bones: 2 pip, dot; dim: 1", "Ada: go", "bones: dot"),
    # some of the cards are moved
    (
        asking("{choose: {it: {cards: shelf}}, do: [{move: it, from: shelf, to: hand of lead}]}"),
        "bones: none; shelf: 2 ant, bee, cow",
        "Ada: go; Ada: pick ant, bee",
        "shelf: ant, cow; Ada hand: ant, bee",
    ),
    (
        asking("{choose: {it: {cards: shelf}}, do: [{move: it, from: shelf, to: hand of lead}]}"),
        "bones: none; shelf: 2 ant",
        "Ada: go; Ada: pick nothing",
        "shelf: 2 ant; Ada hand: none",
    ),
    # what is put back on a pile lies on top, and is drawn next, before a top that was known already
    ("{move: ant, from: shelf, to: pile}", "bones: none; shelf: ant, bee", "Ada: go", "pile: ant; shelf: bee"),
    (
        "{move: ant, from: shelf, to: pile}",
        "bones: none; shelf: ant; pile: cow, dog",
        "Ada: go",
        "pile: ant, cow, dog; shelf: none",
    ),
    (
        "{move: ant, from: shelf, to: pile, count: 5}",
        "bones: none; shelf: 2 ant; pile: cow",
        "Ada: go",
        "pile: ant, ant, cow; pile: count 18",
    ),
    (
        "{move: ant, from: shelf, to: pile, count: 0}",
        "bones: none; shelf: ant; pile: cow",
        "Ada: go",
        "nothing changed",
    ),
    ("{move: ant, from: shelf, to: pile, count: 0 - 1}", "bones: none; shelf: ant", "Ada: go", "nothing changed"),
    ("{move: ant, from: shelf, to: pile}", "bones: none; shelf: bee; pile: cow", "Ada: go", "nothing changed"),
    (
        "{move: ant, from: shelf, to: pile}, {draw: pile, to: hand of lead, count: 2}",
        "bones: none; shelf: ant; pile: cow, dog",
        "Ada: go",
        "Ada hand: ant, cow; pile: dog",
    ),
    (
        "{draw: pile, to: shelf}, {move: all, from: shelf, to: pile}, {draw: pile, to: hand of lead}",
        "bones: none",
        "Ada: go; draw pile: elk",
        "Ada hand: elk; shelf: none; pile: count 17",
    ),
    # the pile is made anew below what was put on it, and only when all of that is drawn
    (
        "{move: ant, from: shelf, to: pile}, {draw: pile, to: hand of lead, count: 2}",
        "bones: none; shelf: ant; pile: none; heap: bee",
        "Ada: go",
        "Ada hand: ant, bee; heap: none; pile: none",
    ),
    (
        "{move: ant, from: shelf, to: pile}, {draw: pile, to: hand of lead}",
        "bones: none; shelf: ant; pile: none; heap: bee",
        "Ada: go",
        "Ada hand: ant; heap: bee; pile: none",
    ),
]


@pytest.mark.parametrize(("steps", "given", "when", "then"), DONE)
def test_what_is_done(tmp_path: Path, steps: str, given: str, when: str, then: str) -> None:
    found = trial(tmp_path, steps, given, when, then)

    assert found.is_fine, failure(found)


NUMBERS = [
    ("total one in everybody: coins of one", "Ada coins: 2; Cara coins: 5", 7),
    ("highest one in everybody: coins of one", "Ada coins: 2; Cara coins: 5", 5),
    ("lowest one in everybody: coins of one", "Ada coins: 2; Bruno coins: 3; Cara coins: 5", 2),
    ("lowest one in everybody: coins of one - 4", "Ada coins: 2; Bruno coins: 3; Cara coins: 5", -2),
    ("highest one in everybody: coins of one - 9", "Ada coins: 2; Bruno coins: 3; Cara coins: 5", -4),
    ("total one in awake: coins of one", "awake: Bruno, Cara; Ada coins: 9; Bruno coins: 1; Cara coins: 5", 6),
    # of none, 0
    ("total one in nobody: coins of one + 3", "Ada coins: 2", 0),
    ("highest one in nobody: coins of one + 3", "Ada coins: 2", 0),
    ("lowest one in nobody: coins of one + 3", "Ada coins: 2", 0),
    ("highest it in shelf: price of it", "", 0),
    # over places, kinds of card, faces: each once
    ("total spot in places: height of spot", "", 6),
    ("highest spot in path: height of spot", "", 3),
    ("total it in shelf: price of it", "shelf: 3 ant, cow", 6),
    ("total it in shelf: price of it * count(shelf, it)", "shelf: 3 ant, cow", 8),
    ("highest it in shelf: price of it", "shelf: ant, cow, bee", 5),
    ("lowest it in shelf: price of it", "shelf: dog, cow, bee", 2),
    ("total side in bones: 1", "bones: 2 pip, dot", 2),
    # one within another
    ("highest one in everybody: total it in hand of one: price of it", "Ada hand: ant, bee; Cara hand: cow", 5),
    # a number of a kind
    ("price of cow", "", 5),
    ("price of cow - price of ant", "", 4),
]


@pytest.mark.parametrize(("term", "given", "value"), NUMBERS)
def test_numbers(tmp_path: Path, term: str, given: str, value: int) -> None:
    dice = "" if "bones" in given else "bones: none; "
    found = trial(tmp_path, f'{{set: sum-up, to: "10 + ({term})"}}', dice + given, "Ada: go", f"sum-up: {value + 10}")

    assert found.is_fine, failure(found)


@pytest.mark.parametrize(
    ("condition", "done"), [("yes", 1), ("no", 0), ("not no", 1), ("no or yes", 1), ("yes and no", 0)]
)
def test_yes_and_no(tmp_path: Path, condition: str, done: int) -> None:
    found = trial(tmp_path, f"{{if: {condition}, set: sum-up, to: 1}}", "bones: none", "Ada: go", f"sum-up: {done}")

    assert found.is_fine, failure(found)


# ---- a place between others -----------------------------------------------------------------------------------------

INSERTED = [
    ("{after: places.foot, place: {id: mud, height: 9}}", "goat: foot", "{advance: goat}", "goat: mud"),
    ("{before: places.ledge, place: {id: mud, height: 9}}", "goat: foot", "{advance: goat}", "goat: mud"),
    ("{after: places.foot, place: {id: mud}}", "goat: foot", "{advance: goat, by: 2}", "goat: ledge"),
    ("{before: places.foot, place: {id: mud}}", "goat: ledge", "{place: goat, at: first(path)}", "goat: mud"),
    ("{after: places.top, place: {id: mud}}", "goat: top", "{advance: goat}", "goat: mud"),
    ("{before: places.top, place: {id: mud}}", "goat: foot", "{place: goat, at: last(path)}", "goat: top"),
    (
        "{after: places.foot, place: {id: mud, height: 9}}",
        "goat: foot",
        "{set: dim, to: height of next(goat)}",
        "dim: 9",
    ),
    ("{after: places.foot, place: {id: mud}}", "goat: foot", "{set: dim, to: height of next(goat)}", "nothing changed"),
    ("{after: places.foot, place: {id: mud}}", "", '{set: dim, to: "spaces(first(path), last(path))"}', "dim: 3"),
]


@pytest.mark.parametrize(("insertion", "given", "steps", "then"), INSERTED)
def test_a_place_is_put_between_others(tmp_path: Path, insertion: str, given: str, steps: str, then: str) -> None:
    layer = f"insert:\n  - {insertion}\n"
    found = trial(tmp_path, steps, f"bones: none; {given}", "Ada: go", then, layer=layer)

    assert found.is_fine, failure(found)


@pytest.mark.parametrize(("side", "at"), [("after", 3), ("before", 2)])
def test_the_order_of_places_is_a_rule(tmp_path: Path, side: str, at: int) -> None:
    (tmp_path / "camp").mkdir()
    (tmp_path / "camp" / "ruleset.yaml").write_text(RULES % "{advance: goat}")
    (tmp_path / "more.yaml").write_text(
        f"format: 1\nlayer: more\nchanges: camp 1\ninsert:\n  - {{{side}: places.top, place: {{id: mud}}}}\n"
    )
    loaded = load_ruleset(tmp_path / "camp", [tmp_path / "more.yaml"])

    assert runner_of(loaded, 3).program.box.places.index("mud") == at


@pytest.mark.parametrize("beside", ["steps.game.begin", "cards.ant", "pawns.goat"])
def test_a_place_is_put_beside_no_other_thing(tmp_path: Path, beside: str) -> None:
    (tmp_path / "camp").mkdir()
    (tmp_path / "camp" / "ruleset.yaml").write_text(RULES % "{advance: goat}")
    (tmp_path / "more.yaml").write_text(
        f"format: 1\nlayer: more\nchanges: camp 1\ninsert:\n  - {{after: {beside}, place: {{id: mud}}}}\n"
    )
    with pytest.raises(SourceError, match=r"more\.yaml:5:\d+: L0216"):
        build_stack(read_manifest(tmp_path / "camp", "ruleset"), [read_manifest(tmp_path / "more.yaml", "layer")])
