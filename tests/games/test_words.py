"""Words of the rule language, one by one: what a step does to a small table, told by scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.library import load_ruleset, runner_of
from interpreter.report.verdicts import failure
from interpreter.trial.verdicts import Verdict
from small_tables import told

RULES = """\
format: 1
ruleset: bench
version: 1
title: Bench
players: {from: 2, to: 3}
attributes: {cards: [price], places: [height]}
dice:
  bones: {faces: {pip: 1, dot: 1, dash: 1}, shows: {pip: 1, dot: 2, dash: 3}}
places: {foot: {}, ledge: {height: 1}, cave: {height: 2}, crag: {height: 3}, top: {height: 4}}
tracks: {path: {of: places}}
pawns: {goat: {on: path}, wolf: {on: path}}
roles: {lead: {held-by: one}, awake: {held-by: several}}
counters: {tally: {}, more: {starts: 2}, mark: {of: place}, coins: {of: player}}
types: {thing: {}, tool: {}}
zones:
  pile: {holds: thing, pile: true, starts: full, refill: {from: [left-heap, right-heap]}}
  row: {holds: thing, pile: true}
  shelf: {holds: thing, seen-by: everybody}
  tight: {holds: thing, seen-by: everybody, room: more}
  left-heap: {holds: thing, seen-by: everybody}
  right-heap: {holds: thing, seen-by: everybody}
  hand: {of: player, holds: thing, seen-by: owner, remembered: true}
  pouch: {of: player, holds: thing, seen-by: owner, room: coins of player}
  rack: {holds: tool, seen-by: everybody, starts: full}
  used: {holds: tool, seen-by: everybody}
cards:
  ant: {type: thing, copies: 4, price: 1, meets: [pip]}
  bee: {type: thing, copies: 3, price: 2, meets: [pip, dot]}
  cow: {type: thing, copies: 2, price: 5}
  saw: {type: tool, play: {in: work, from: rack, to: used, by: lead}, do: [{set: tally, to: 50}]}
  axe: {type: tool, play: {in: work, from: rack, to: used, refuse: {no-dice: count(bones) = 0}}}
windows: {work: {}}
demands:
  bill: {dice: bones, needs: {pip: 1, dot: count(shelf)}, jokers: tally}
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


def trial(folder: Path, steps: str, *script: str, at: str = "", more: str = "") -> Verdict:
    """A scenario, told as given, when and then, in which Ada leads and goes: the steps are done."""
    given, when, then = script
    blocks = {f"given{at}": f"players: Ada, Bruno; lead: Ada; {given}", "when": when, "then": then}
    return told(folder, "bench", RULES % steps + more, blocks)


def at_begin(folder: Path, steps: str, *script: str) -> Verdict:
    """The same, with dice that lie on the table already."""
    return trial(folder, steps, *script, at=" at begin")


MOVES = [
    # as many as there are
    ("{move: ant, from: shelf, to: left-heap, count: 3}", "shelf: 2 ant, bee", "shelf: bee; left-heap: 2 ant"),
    ("{move: ant, from: shelf, to: left-heap, count: 2}", "shelf: 3 ant", "shelf: ant; left-heap: 2 ant"),
    ("{move: ant, from: shelf, to: left-heap}", "shelf: 3 ant", "shelf: 2 ant; left-heap: ant"),
    ("{move: ant, from: shelf, to: left-heap, count: 0}", "shelf: ant", "nothing changed"),
    ("{move: ant, from: shelf, to: left-heap, count: 1 - 2}", "shelf: ant", "nothing changed"),
    ("{move: cow, from: shelf, to: left-heap}", "shelf: ant", "nothing changed"),
    ("{move: all, from: shelf, to: left-heap}", "shelf: 2 ant, cow; left-heap: bee", "left-heap: 2 ant, bee, cow"),
    ("{move: all, from: shelf, to: left-heap}", "left-heap: bee", "nothing changed"),
    ("{move: all, from: shelf, to: hand of lead}", "shelf: ant, bee", "Ada hand: ant, bee; shelf: none"),
    # as many as find room
    ("{move: ant, from: shelf, to: tight, count: 3}", "shelf: 3 ant", "shelf: ant; tight: 2 ant"),
    ("{move: ant, from: shelf, to: tight}", "shelf: ant; tight: 2 bee", "nothing changed"),
    ("{move: all, from: shelf, to: tight}", "shelf: 2 bee, cow; tight: ant", "shelf: bee, cow; tight: ant, bee"),
    ("{move: all, from: shelf, to: pouch of lead}", "shelf: ant", "nothing changed"),
    ("{move: all, from: shelf, to: pouch of lead}", "shelf: 2 ant; Ada coins: 1", "shelf: ant; Ada pouch: ant"),
    ("{draw: pile, to: tight, count: 3}", "pile: bee, ant, cow; tight: cow", "tight: bee, cow; pile: ant, cow"),
    ("{draw: pile, to: tight, count: 3}", "pile: ant; tight: 2 cow", "nothing changed"),
]


@pytest.mark.parametrize(("steps", "given", "then"), MOVES)
def test_cards_move_as_far_as_there_are_any_and_as_they_find_room(
    tmp_path: Path, steps: str, given: str, then: str
) -> None:
    found = trial(tmp_path, steps, given, "Ada: go", then)

    assert found.is_fine, failure(found)


DICE = [
    ("{put: bones, showing: [dot], count: 2}", "bones: pip", "bones: pip, 2 dot"),
    ("{put: bones, showing: [dot]}", "bones: none", "bones: dot"),
    ("{put: bones, showing: [dot], count: 0}", "bones: pip", "nothing changed"),
    ("{put: bones, showing: [dot], count: tally - 1}", "bones: pip", "nothing changed"),
    ("{clear: bones, showing: [pip]}", "bones: 2 pip, dot", "bones: dot"),
    ("{clear: bones, showing: [pip, dot]}", "bones: 2 pip, dot, dash", "bones: dash"),
    ("{clear: bones, showing: [pip], count: 2}", "bones: 3 pip, dot", "bones: pip, dot"),
    ("{clear: bones, showing: [pip], count: 5}", "bones: 3 pip, dot", "bones: dot"),
    ("{clear: bones, showing: [pip], count: 0}", "bones: pip, dot", "nothing changed"),
    ("{clear: bones}", "bones: pip, dot", "bones: none"),
]


@pytest.mark.parametrize(("steps", "given", "then"), DICE)
def test_dice_are_put_and_taken_away(tmp_path: Path, steps: str, given: str, then: str) -> None:
    found = at_begin(tmp_path, steps, given, "Ada: go", then)

    assert found.is_fine, failure(found)


AGAIN = [
    ("{times: 3, set: tally, to: tally + 2}", "", "tally: 6"),
    ("{times: 0, set: tally, to: tally + 2}", "", "nothing changed"),
    ("{times: tally - 1, set: tally, to: tally + 2}", "", "nothing changed"),
    # how often is settled before the first time
    ("{times: tally, set: tally, to: tally + 1}", "tally: 3", "tally: 6"),
    ("{while: tally < 5, set: tally, to: tally + 2}", "", "tally: 6"),
    ("{while: tally > 5, set: tally, to: tally + 2}", "", "nothing changed"),
    # `end` with the id leaves the whole loop, and inside `each` the rest of one place
    ("{id: loop, times: 9, do: [{set: tally, to: tally + 1}, {if: tally = 4, end: loop}]}", "", "tally: 4"),
    ("{id: loop, while: tally < 9, do: [{set: tally, to: tally + 1}, {if: tally = 4, end: loop}]}", "", "tally: 4"),
    ("{if: tally = 0, times: 3, set: tally, to: tally + 1}", "", "tally: 3"),
    ("{if: tally = 1, times: 3, set: tally, to: tally + 1, else: [{set: tally, to: 9}]}", "", "tally: 9"),
    (
        "{times: 2, each: one, from: lead, set: coins, for: one, to: coins of one + 1}",
        "",
        "Ada coins: 2; Bruno coins: 2",
    ),
    ("{times: 2, do: [{times: 3, set: tally, to: tally + 1}]}", "", "tally: 6"),
    (
        "{id: loop, each: spot, in: places, do: [{if: height of spot < 3, end: loop}, {set: tally, to: tally + 1}]}",
        "",
        "tally: 2",
    ),
    # places
    ("{each: spot, in: places, set: tally, to: tally + height of spot}", "", "tally: 10"),
    ("{each: spot, in: path, set: mark, for: spot, to: height of spot}", "", "cave mark: 2; top mark: 4"),
    (
        '{each: spot, in: "through(goat, 2)", set: mark, for: spot, to: 1}',
        "goat: ledge",
        "only cave mark, crag mark changed",
    ),
    ('{each: spot, in: "through(goat, 9)", set: tally, to: tally + 1}', "goat: ledge", "tally: 3"),
    ('{each: spot, in: "through(goat, 0)", set: tally, to: tally + 1}', "goat: ledge", "nothing changed"),
    ('{each: spot, in: "through(goat, 0 - 2)", set: tally, to: tally + 1}', "goat: crag", "nothing changed"),
    ('{each: spot, in: "through(goat, 1)", set: tally, to: tally + 1}', "goat: top", "nothing changed"),
    # the places are settled before the first one
    ('{each: spot, in: "through(goat, 2)", advance: goat}', "goat: foot", "goat: cave"),
]


@pytest.mark.parametrize(("steps", "given", "then"), AGAIN)
def test_steps_are_done_again(tmp_path: Path, steps: str, given: str, then: str) -> None:
    found = trial(tmp_path, steps, given, "Ada: go", then)

    assert found.is_fine, failure(found)


NUMBERS = [
    ("min(3, 2)", "", "2"),
    ("max(3, 7, 5)", "", "7"),
    ("min(tally, more)", "tally: 9", "2"),
    ("room(tight)", "", "2"),
    ("room(tight)", "tight: ant", "1"),
    ("room(pouch of lead)", "Ada coins: 4; Ada pouch: ant", "3"),
    ("price of shelf", "shelf: cow", "5"),
    ("price of hand of lead", "Ada hand: bee", "2"),
    ("price of shelf", "shelf: 2 bee", "2"),
    ("spaces(goat, wolf)", "goat: ledge; wolf: crag", "2"),
    ("spaces(goat, last(path))", "goat: ledge", "3"),
    ("spaces(first(path), goat)", "goat: ledge", "1"),
    ("spaces(goat, goat)", "goat: ledge", "0"),
    ("5 + spaces(wolf, goat)", "goat: ledge; wolf: crag", "3"),
    ("height of next(goat)", "goat: ledge", "2"),
    ("height of next(goat, 3)", "goat: ledge", "4"),
    ("height of next(goat, 0)", "goat: ledge", "1"),
    ("height of last(path)", "", "4"),
    ("count(those one in everybody: coins of one > 2)", "Bruno coins: 3", "1"),
    ("count(those one in everybody: coins of one > 9)", "", "0"),
    ("count(nobody)", "", "0"),
    ("count(everybody without nobody)", "", "2"),
]


@pytest.mark.parametrize(("term", "given", "value"), NUMBERS)
def test_numbers(tmp_path: Path, term: str, given: str, value: str) -> None:
    found = trial(tmp_path, f'{{set: more, to: "10 + {term}"}}', given, "Ada: go", f"more: {int(value) + 10}")

    assert found.is_fine, failure(found)


CONDITIONS = [
    ("some it in shelf: it = ant", "shelf: ant, cow", True),
    ("some it in shelf: it = bee", "shelf: ant, cow", False),
    ("some it in shelf: it = bee", "", False),
    ("every it in shelf: it = ant", "shelf: 3 ant", True),
    ("every it in shelf: it != cow", "shelf: ant, cow", False),
    ("every it in shelf: it = ant", "", True),
    ("some it in hand of lead: count(shelf, it) > 1", "Ada hand: ant; shelf: 2 ant", True),
    ("some it in shelf: meets(it, dot)", "shelf: ant, cow", False),
    ("some it in shelf: meets(it, dot)", "shelf: bee, cow", True),
    ("some side in bones: side = dash", "bones: pip, dash", True),
    ("every side in bones: side = dash", "bones: pip, dash", False),
    ("every side in bones: side = dash", "bones: none", True),
    ("some side in bones: count(bones, side) > 1", "bones: pip, 2 dash", True),
    ("some side in bones: every it in shelf: meets(it, side)", "bones: pip, dash; shelf: ant, bee", True),
    ("some side in bones: every it in shelf: meets(it, side)", "bones: dot, dash; shelf: ant, bee", False),
    ("some it in shelf: meets(it if more = 2 else ant, dot)", "bones: none; shelf: ant, bee", True),
    ("goat = wolf", "goat: cave; wolf: cave", True),
    ("goat = cave", "goat: cave", True),
    ("goat != cave and goat = ledge", "goat: cave", False),
    ("height of cave + height of top = 6", "goat: foot", True),
    ("spaces(goat, top) = 2", "goat: cave", True),
    ("goat = last(path)", "goat: cave", False),
    ("nobody = awake", "awake: none", True),
    ("nobody = awake", "awake: Bruno", False),
]


@pytest.mark.parametrize(("condition", "given", "holds"), CONDITIONS)
def test_conditions(tmp_path: Path, condition: str, given: str, holds: bool) -> None:  # noqa: FBT001  # a table
    steps = f'{{if: "{condition}", set: more, to: 7}}'
    found = at_begin(tmp_path, steps, given, "Ada: go", f"more: {7 if holds else 2}")

    assert found.is_fine, failure(found)


def asking(answer: str) -> str:
    """A step that asks Ada; she may also say no."""
    return f"{{id: pick, ask: lead, plays: work, answers: {{pick: {answer}, no-thanks: {{}}}}}}"


CHOICES = [
    ("{choose: {it: {die: bones}}}", "bones: 2 pip, dash", "pick pip; pick dash"),
    ("{choose: {it: {die: bones, where: it != pip}}}", "bones: 2 pip, dash", "pick dash"),
    ("{choose: {it: {die: bones, where: it = dot}}}", "bones: 2 pip, dash", ""),
    ("{choose: {it: {face: bones}}}", "bones: 2 pip, dash", "pick pip; pick dot; pick dash"),
    ("{choose: {it: {face: bones, where: 'count(bones, it) = 0'}}}", "bones: 2 pip, dash", "pick dot"),
    ("{choose: {it: {dice: bones, least: 2}}}", "bones: 2 pip, dash", "pick 2 pip; pick pip, dash; pick 2 pip, dash"),
    ("{choose: {it: {dice: bones, most: 1}}}", "bones: 2 pip, dash", "pick pip; pick dash"),
    ("{choose: {it: {dice: bones, least: 3, most: 3}}}", "bones: 2 pip, dash", "pick 2 pip, dash"),
    ("{choose: {it: {dice: bones, least: 4}}}", "bones: 2 pip, dash", ""),
    ("{choose: {it: {card: shelf}}}", "bones: none; shelf: 2 ant, cow", "pick ant; pick cow"),
    ("{choose: {it: {card: shelf}}}", "bones: none", ""),
    ("{choose: {it: {card: shelf, where: 'count(shelf, it) > 1'}}}", "bones: none; shelf: 2 ant, cow", "pick ant"),
    ("{choose: {it: {kind: thing}}}", "bones: none", "pick ant; pick bee; pick cow"),
    ("{choose: {it: {kind: thing, where: it != bee}}}", "bones: none", "pick ant; pick cow"),
    ("{choose: {who: {player: everybody, where: coins of who > 0}}}", "bones: none; Bruno coins: 1", "pick Bruno"),
    # what is chosen first is read by what is chosen next
    (
        "{choose: {side: {die: bones}, it: {card: shelf, where: 'meets(it, side)'}}}",
        "bones: pip, dot; shelf: ant, bee, cow",
        "pick pip, ant; pick pip, bee; pick dot, bee",
    ),
    (
        "{choose: {who: {player: everybody without lead}, it: {kind: thing, where: 'it = cow'}}}",
        "bones: none",
        "pick Bruno, cow",
    ),
]


@pytest.mark.parametrize(("answer", "given", "legal"), CHOICES)
def test_what_can_be_chosen(tmp_path: Path, answer: str, given: str, legal: str) -> None:
    then = "Ada can only: " + "; ".join(filter(None, (legal, "no-thanks", "saw", "" if "none" in given else "axe")))
    found = at_begin(tmp_path, asking(answer).replace("; ", ", "), given, "Ada: go", then.replace("; ", ";"))

    assert found.is_fine, failure(found)


CHOSEN = [
    (
        "{choose: {it: {die: bones}}, do: [{clear: bones, which: it}]}",
        "bones: 2 pip, dot",
        "pick pip",
        "bones: pip, dot",
    ),
    ("{choose: {it: {dice: bones}}, do: [{clear: bones, which: it}]}", "bones: 2 pip, dot", "pick 2 pip", "bones: dot"),
    (
        "{choose: {it: {dice: bones}}, do: [{turn: bones, which: it, to: dash}]}",
        "bones: 2 pip, dot",
        "pick pip, dot",
        "bones: pip, 2 dash",
    ),
    (
        "{choose: {it: {die: bones}, side: {face: bones}}, do: [{turn: bones, which: it, to: side}]}",
        "bones: 2 pip",
        "pick pip, dot",
        "bones: pip, dot",
    ),
    (
        "{choose: {side: {face: bones}}, do: [{put: bones, showing: [side], count: 2}]}",
        "bones: none",
        "pick dash",
        "bones: 2 dash",
    ),
    (
        "{choose: {side: {face: bones}}, do: [{clear: bones, showing: [side]}]}",
        "bones: 2 pip, dot",
        "pick pip",
        "bones: dot",
    ),
    (
        "{choose: {side: {face: bones}}, do: [{clear: bones, showing: [side]}]}",
        "bones: 2 pip",
        "pick dot",
        "bones: 2 pip",
    ),
    (
        "{choose: {it: {card: shelf}}, do: [{move: it, from: shelf, to: hand of lead, count: 2}]}",
        "bones: none; shelf: 3 ant, bee",
        "pick ant",
        "shelf: ant, bee; Ada hand: 2 ant",
    ),
    (
        "{choose: {it: {kind: thing}}, do: [{move: it, from: shelf, to: hand of lead}]}",
        "bones: none; shelf: ant",
        "pick bee",
        "shelf: ant",
    ),
    (
        "{choose: {it: {payment: bill, from: hand of lead}}, do: [{move: it, from: hand of lead, to: tight}]}",
        "bones: none; Ada hand: 2 bee; shelf: ant; tight: ant",
        "pick 2 bee",
        "Ada hand: bee; tight: ant, bee",
    ),
]


@pytest.mark.parametrize(("answer", "given", "chosen", "then"), CHOSEN)
def test_what_was_chosen_is_used(tmp_path: Path, answer: str, given: str, chosen: str, then: str) -> None:
    found = at_begin(tmp_path, asking(answer), given, f"Ada: go; Ada: {chosen}", then)

    assert found.is_fine, failure(found)


BILLS = [
    # one pip, and a dot for each card on the shelf; the dice show something else
    ("Ada hand: ant, cow", "pick ant"),
    ("Ada hand: 2 bee", "pick bee"),
    ("Ada hand: cow", ""),
    ("Ada hand: ant, bee; shelf: cow", "pick ant, bee"),
    ("Ada hand: 2 bee; shelf: cow", "pick 2 bee"),
    ("Ada hand: 2 ant; shelf: cow", ""),
    # jokers: so many cards may be any, even those that meet nothing
    ("Ada hand: cow; tally: 1", "pick cow"),
    ("Ada hand: ant, cow; tally: 1", "pick ant;pick cow"),
    ("Ada hand: ant, cow; shelf: cow; tally: 1", "pick ant, cow"),
    ("Ada hand: 2 cow; shelf: ant; tally: 1", ""),
    ("Ada hand: 2 cow; shelf: ant; tally: 2", "pick 2 cow"),
    ("Ada hand: 2 ant; shelf: cow; tally: 1", "pick 2 ant"),
]


@pytest.mark.parametrize(("given", "legal"), BILLS)
def test_a_demand_says_what_it_needs_and_how_many_jokers_there_are(tmp_path: Path, given: str, legal: str) -> None:
    steps = asking("{choose: {it: {payment: bill, from: hand of lead}}}")
    then = "Ada can only: " + ";".join(filter(None, (legal, "no-thanks", "saw", "axe")))
    found = at_begin(tmp_path, steps, f"bones: 3 dash; {given}", "Ada: go", then)

    assert found.is_fine, failure(found)


def test_fewer_jokers_than_none_are_none(tmp_path: Path) -> None:
    steps = "{set: tally, to: 0 - 1}, " + asking("{choose: {it: {payment: bill, from: hand of lead}}}")
    found = at_begin(
        tmp_path, steps, "bones: none; Ada hand: ant, cow", "Ada: go", "Ada can only: pick ant;no-thanks;saw"
    )

    assert found.is_fine, failure(found)


BACK = (
    "{id: turn, ask: lead, plays: work, answers: "
    "{take: {choose: {it: {card: shelf}}}, sell: {if: more = 3}, wait: {unless: {must: [%s]}}}}"
)
STANDS_BACK = [
    # an answer whose choice has no legal value is not legal
    ("take", "bones: none", "wait;saw", ""),
    ("take", "bones: none; shelf: ant", "take ant;saw", "must"),
    ("take, sell", "bones: none; more: 3", "sell;saw", "must"),
    ("take, sell", "bones: none", "wait;saw", ""),
    # cards count as well
    ("axe", "bones: none", "wait;saw", ""),
    ("axe", "bones: pip", "saw;axe", "must"),
    ("axe, take", "bones: none; shelf: ant", "take ant;saw", "must"),
]


@pytest.mark.parametrize(("others", "given", "legal", "reason"), STANDS_BACK)
def test_an_answer_stands_back_behind_others(tmp_path: Path, others: str, given: str, legal: str, reason: str) -> None:
    refused = f"; Ada cannot: wait because {reason}" if reason else ""
    found = at_begin(tmp_path, BACK % others, given, "Ada: go", f"Ada can only: {legal}{refused}")

    assert found.is_fine, failure(found)


PLAYED = [
    ("Ada: go; Ada: saw", "rack: axe; used: saw; tally: 50; Ada can only: good;bad"),
    ("Ada: go; Ada: axe", "rack: saw; used: axe; Ada can only: good;bad"),
]


@pytest.mark.parametrize(("when", "then"), PLAYED)
def test_a_card_of_the_table_is_played_as_an_answer(tmp_path: Path, when: str, then: str) -> None:
    found = at_begin(tmp_path, asking("{}"), "bones: pip", when, then)

    assert found.is_fine, failure(found)


def test_a_card_that_is_not_there_cannot_be_played_as_an_answer(tmp_path: Path) -> None:
    then = "Ada can only: pick;no-thanks; Ada cannot: axe because no-dice; Ada cannot: saw because saw"
    found = at_begin(tmp_path, asking("{}"), "bones: none; used: saw", "Ada: go", then)

    assert found.is_fine, failure(found)


# ---- cards that are dealt face down ---------------------------------------------------------------------------------

DEALT = [
    # the first that was dealt is drawn first, and until then nobody knows it
    (
        "{draw: pile, to: row, count: 2}, {draw: row, to: shelf}",
        "pile: bee, ant, cow",
        "Ada: go",
        "shelf: bee; row: ant; pile: cow; row: count 1; pile: count 7",
    ),
    ("{draw: pile, to: row, count: 0}", "pile: bee", "Ada: go", "nothing changed"),
    ("{draw: pile, to: row, count: 2}", "", "Ada: go", "row: count 2; pile: count 7; pile: some 2 ant"),
    # more than there are: all of them, and nothing else happens
    ("{draw: pile, to: row, count: 9}", "pile: only bee, ant; row: none", "Ada: go", "row: count 2; pile: none"),
    ("{draw: pile, to: row, count: 99}", "", "Ada: go", "row: count 9; pile: count 0"),
    # a refill is for cards that are still to be dealt
    (
        "{draw: pile, to: row, count: 3}",
        "pile: only bee, ant; left-heap: cow; right-heap: none",
        "Ada: go",
        "row: count 3; pile: none; left-heap: none; right-heap: none",
    ),
    ("{draw: pile, to: row, count: 2}", "pile: only bee, ant; left-heap: cow", "Ada: go", "left-heap: cow; pile: none"),
    # what was dealt before a refill is none of the discards of which the new pile is made
    (
        "{draw: pile, to: row, count: 4}",
        "left-heap: 4 ant; right-heap: 2 cow",
        "Ada: go",
        "row: count 4; row: some 3 bee; pile: count 5; left-heap: none; right-heap: none",
    ),
    (
        "{draw: pile, to: row, count: 4}, {draw: row, to: shelf, count: 4}",
        "left-heap: 4 ant; right-heap: 2 cow",
        "Ada: go; draw row: bee; draw row: bee; draw row: bee; draw row: cow",
        "shelf: 3 bee, cow; row: none; pile: count 5; pile: some 4 ant, cow",
    ),
    # drawn openly, with cards face down elsewhere: those stay where they are
    (
        "{draw: pile, to: row, count: 2}, {draw: pile, to: shelf, count: 2}",
        "left-heap: 4 ant; right-heap: 2 cow",
        "Ada: go; draw pile: bee; draw pile: ant",
        "shelf: bee, ant; row: count 2; row: some 2 bee; pile: count 5",
    ),
]


@pytest.mark.parametrize(("steps", "given", "when", "then"), DEALT)
def test_cards_are_dealt_face_down(tmp_path: Path, steps: str, given: str, when: str, then: str) -> None:
    found = trial(tmp_path, steps, given, when, then)

    assert found.is_fine, failure(found)


# ---- what is open, who has won, what actions are given, what is told ------------------------------------------------


OPEN = [
    # the line that reads what follows from it, or the answer after which a rule does
    ("{set: tally, to: price of shelf}", "shelf", "    tally: 0"),
    ("{times: price of shelf, set: tally, to: tally + 1}", "shelf", "    Ada: go"),
    ("{if: price of hand of lead > 1, set: tally, to: 1}", "hand", "    Ada: go"),
]


@pytest.mark.parametrize(("steps", "zone", "line"), OPEN)
def test_the_number_of_a_card_that_is_not_there_is_open(tmp_path: Path, steps: str, zone: str, line: str) -> None:
    (finding,) = trial(tmp_path, steps, "", "Ada: go", "tally: 0").findings

    assert finding.code == "P0302"
    assert f"{zone}` is open" in finding.message
    assert finding.span is not None
    assert (tmp_path / "word.scenario").read_text().splitlines()[finding.span.line - 1] == line


WON = [
    ("{end: game, winners: nobody}", "winners: none"),
    ("{end: game, winners: everybody}", "winners: Ada, Bruno"),
    ("{end: game, winners: lead}", "winners: Ada"),
    ("{end: game, winners: left(lead)}", "winners: Bruno"),
    ("{end: game, winners: 'those one in everybody: coins of one = 1'}", "winners: Ada"),
    # without the word the score decides: Bruno has more coins
    ("{end: game}", "winners: Bruno"),
]


@pytest.mark.parametrize(("steps", "then"), WON)
def test_who_has_won(tmp_path: Path, steps: str, then: str) -> None:
    found = trial(tmp_path, steps, "Ada coins: 1; Bruno coins: 2", "Ada: go", f"game: over; {then}")

    assert found.is_fine, failure(found)


ACTIONS = """
actions:
  pay: {needs: {what: thing, amount: number}, do: [{move: what, from: shelf, to: left-heap, count: amount}]}
  twice: {needs: {what: thing, amount: number}, do: [{run: pay, with: {what: what, amount: 2 * amount}}]}
"""


@pytest.mark.parametrize(
    ("steps", "then"),
    [
        ("{run: pay, with: {what: ant, amount: 2}}", "left-heap: 2 ant"),
        ("{run: pay, with: {what: cow, amount: price of tight}}", "left-heap: 2 cow"),
        ("{run: twice, with: {what: ant, amount: 1}}", "left-heap: 2 ant"),
        (
            (
                "{id: pick, ask: lead, answers: {pick: {choose: {it: {card: shelf, where: it = cow}}, "
                "do: [{run: twice, with: {what: it, amount: 1}}]}}}"
            ),
            "left-heap: 2 cow",
        ),
    ],
)
def test_an_action_is_given_numbers_and_kinds_of_card(tmp_path: Path, steps: str, then: str) -> None:
    steps = f"{{if: tally = 1, run: twice, with: {{what: bee, amount: 0}}}}, {steps}"
    when = "Ada: go; Ada: pick cow" if "pick" in steps else "Ada: go"
    found = trial(tmp_path, steps, "shelf: 3 ant, 2 cow; tight: bee", when, then, more=ACTIONS)

    assert found.is_fine, failure(found)


TOLD = [
    ("{tell: hand of lead, has: ant}", "Ada hand: 2 ant, bee", "some ant", "some 2 ant"),
    ("{tell: hand of lead, lacks: cow}", "Ada hand: ant", "no cow", "no bee"),
    # cards that all saw go in, or come out again
    ("{move: ant, from: shelf, to: hand of lead, count: 2}", "shelf: 3 ant", "some 2 ant", "no bee"),
    (
        "{move: all, from: hand of lead, to: shelf}",
        "Ada hand: ant; everybody knows: Ada hand: some ant",
        "count 0",
        "some ant",
    ),
    # what nobody saw may be anything
    ("{tell: hand of lead, lacks: cow}, {draw: pile, to: hand of lead}", "Ada hand: ant", "count 2", "no cow"),
    ("{tell: hand of lead, lacks: cow}, {draw: pile, to: row}", "Ada hand: ant", "no cow", "some ant"),
]


@pytest.mark.parametrize(("steps", "given", "known", "unknown"), TOLD)
def test_what_all_know(tmp_path: Path, steps: str, given: str, known: str, unknown: str) -> None:
    when = "Ada: go" + ("; Ada draws: cow" if "to: hand of lead}" in steps and "draw" in steps else "")
    is_known = trial(tmp_path, steps, given, when, f"Bruno sees: Ada hand: {known}")
    is_not = trial(tmp_path, steps, given, when, f"Bruno sees: Ada hand: {unknown}")

    assert is_known.is_fine, failure(is_known)
    assert not is_not.is_fine
    assert {finding.code[0] for finding in is_not.findings} == {"E"}


def test_cards_begin_where_they_say(tmp_path: Path) -> None:
    text = (RULES % "").replace("  row: {", "  nest: {holds: thing, pile: true, starts: full}\n  row: {")
    (tmp_path / "ruleset.yaml").write_text(text.replace("price: 5}", "price: 5, starts-in: nest}"))
    program = runner_of(load_ruleset(tmp_path), 2).program
    state = program.inspecting.fresh()
    zones = program.box.zones

    assert getattr(state, zones["nest"].cell) == (2, 2)
    assert getattr(state, zones["pile"].cell) == (0, 0, 0, 0, 1, 1, 1)
    assert getattr(state, zones["rack"].cell) == [1, 1]


@pytest.mark.parametrize(
    "steps",
    [
        "{set: tally, to: 'height of next(goat, 4)'}",
        "{set: tally, to: 'height of next(goat, 0 - 2)'}",
        "{advance: goat, by: 4}",
        "{advance: goat, by: 0 - 2}",
    ],
)
def test_a_track_has_two_ends(tmp_path: Path, steps: str) -> None:
    (finding,) = trial(tmp_path, steps, "goat: ledge", "Ada: go", "tally: 0").findings

    assert finding.code == "X0102"
