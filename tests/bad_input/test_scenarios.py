"""Each thing that can be wrong with a scenario is one finding: its line as written, a caret, and what to do."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import Result
from syrupy.assertion import SnapshotAssertion

from spanish import english_in, in_spanish

GOOD = """\
ruleset celestia

scenario bad
  source "001, Setup"
  ruling B12
  given
    players: Ada, Bruno
    captain: Ada
    Ada hand: compass
    city-1 treasures: 1
  when
    roll: fog, blank
    Bruno: leave
    Ada: pay compass
  then
    aircraft: city-2
"""
FILE = "bad.scenario"


@attrs.frozen
class Bad:
    """What is put instead of what, and the finding: code, line, column, a part of its help, and who finds it."""

    name: str
    old: str
    new: str
    code: str
    line: int
    column: int
    help: str
    verbs: tuple[str, ...] = ("check", "run", "ask")


PLAYED = ("run", "ask")
JUDGED = ("run",)
CLAIMED = ("check", "run")

BAD = [
    # positions that cannot be, counts that nothing has
    Bad("huge-count", "Ada hand: compass", "Ada hand: 999999999 compass", "S0413", 9, 15, ""),
    Bad("placed-twice", "    city-1 treasures: 1\n", "    Ada hand: turbo\n", "P0214", 10, 5, "one line"),
    Bad("early-dice", "    city-1 treasures: 1\n", "    dice: fog\n", "P0210", 10, 5, "given at STEP"),
    Bad("dice-left-out", "  given\n", "  given at payment\n", "P0211", 6, 3, "add `dice:", PLAYED),
    Bad("beyond-the-end", "  given\n", "  given at roll\n    aircraft: city-25\n", "X0102", 6, 3, "", PLAYED),
    Bad("nobody-aboard", "    city-1 treasures: 1\n", "    aboard: Bruno\n", "P0213", 6, 3, "", PLAYED),
    # a misspelt word or name at any depth
    Bad("misspelt-statement", "scenario bad", "scenaro bad", "S0201", 3, 1, "did you mean `scenario`?"),
    Bad("misspelt-block", "  when", "  wen", "S0201", 11, 3, "did you mean `when`?"),
    Bad("misspelt-ruleset", "celestia", "celesta", "L0001", 1, 9, "did you mean `celestia`?"),
    Bad("misspelt-layer", "celestia", "celestia with house/nowhere", "L0001", 1, 23, "looked in"),
    Bad("ruleset-as-layer", "celestia", "celestia with celestia", "L0003", 1, 23, "begins with"),
    Bad("misspelt-option", "celestia", "celestia with option turbbo = must", "L0301", 1, 30, "did you mean `turbo`?"),
    Bad("misspelt-value", "celestia", "celestia with option turbo = most", "L0302", 1, 30, "did you mean `must`?"),
    Bad("misspelt-ruling", "B12", "B99", "P0401", 5, 10, "rulings: ", CLAIMED),
    Bad("misspelt-source", '"001,', '"0001,', "P0402", 4, 10, "did you mean `001`?", CLAIMED),
    Bad("misspelt-role", "captain: Ada", "captian: Ada", "P0104", 8, 5, "did you mean `captain`?"),
    Bad("misspelt-player", "captain: Ada", "captain: Adda", "P0101", 8, 14, "did you mean `Ada`?"),
    Bad("misspelt-owner", "Ada hand", "Adda hand", "P0103", 9, 5, "did you mean `Ada`?"),
    Bad("misspelt-zone", "Ada hand", "Ada hnd", "P0104", 9, 9, "did you mean `hand`?"),
    Bad("misspelt-card", "hand: compass", "hand: compas", "P0105", 9, 15, "did you mean `compass`?"),
    Bad("misspelt-place", "city-1 treasures", "city-l treasures", "P0103", 10, 5, "did you mean `city-1`?"),
    Bad("misspelt-answer", "Bruno: leave", "Bruno: leve", "P0312", 13, 12, "did you mean `leave`?"),
    Bad("misspelt-choice", "pay compass", "pay compas", "P0105", 14, 14, "did you mean `compass`?"),
    Bad("misspelt-step", "  given\n", "  given at rol\n", "P0301", 6, 12, "did you mean `roll`?"),
    Bad("list-of-steps", "  given\n", "  given at leg\n", "P0315", 6, 12, "steps of it: new-leg"),
    Bad("misspelt-purpose", "roll: fog", "roll evnt: fog", "P0304", 12, 10, "did you mean `event`?"),
    # what the box does not have
    Bad("card-that-is-not-there", "hand: compass", "hand: 21 compass", "P0202", 9, 15, "it has 20"),
    Bad("card-of-elsewhere", "treasures: 1", "treasures: cannon", "P0105", 10, 23, "possible: "),
    Bad("face-that-is-not-there", "fog, blank", "fog, blanc", "P0107", 12, 16, "did you mean `blank`?"),
    Bad("pawn-off-its-track", "captain: Ada", "aircraft: city-3", "P0102", 8, 15, "places: "),
    Bad("too-many-holders", "captain: Ada", "captain: Ada, Bruno", "P0205", 8, 14, "keep one of them"),
    Bad("same-holder-twice", "captain: Ada", "aboard: Ada, Ada", "P0209", 8, 13, "name each once"),
    Bad("too-few-players", "Ada, Bruno", "Ada", "R0604", 7, 14, "name more or fewer"),
    Bad("player-called-like-a-thing", "Ada, Bruno", "Ada, Bruno, cannon", "P0111", 7, 26, '"cannon"'),
    Bad("nobody-plays", "    players: Ada, Bruno\n", "", "P0201", 6, 3, "add `players: Ada, Bruno`"),
    # scripts that do not fit
    Bad("too-few-dice", "fog, blank", "fog", "P0303", 12, 11, "a face for each die", PLAYED),
    Bad("too-many-dice", "fog, blank", "fog, fog, blank", "P0303", 12, 11, "a face for each die", PLAYED),
    Bad("wrong-player", "Bruno: leave", "Ada: leave", "P0309", 13, 10, "legal: stay; leave", PLAYED),
    Bad("illegal-answer", "Ada: pay compass", "Ada: fail", "P0311", 14, 10, "legal: pay compass", PLAYED),
    Bad("illegal-payment", "Ada: pay compass", "Ada: pay cannon", "P0311", 14, 10, "legal: pay compass", PLAYED),
    Bad(
        "one-of-the-others",
        "Bruno: leave\n    Ada: pay compass",
        "others: leave\n    Ada: pay compass\n    Bruno: stay",
        "P0309",
        14,
        10,
        "legal: stay; leave",
        PLAYED,
    ),
    Bad("words-too-many", "Bruno: leave", "Bruno: leave compass", "P0314", 13, 12, "it takes nothing", ("check",)),
    Bad("unscripted-throw", "    roll: fog, blank\n", "", "P0308", 12, 12, "`roll: ", PLAYED),
    Bad("unscripted-draw", "    city-1 treasures: 1\n", "", "P0308", 13, 10, "Bruno draws: ", PLAYED),
    Bad("throw-left-over", "    Ada: pay", "    roll: fog\n    Ada: pay", "P0309", 14, 5, "legal: ", PLAYED),
    Bad("answer-left-over", "pay compass", "pay compass; stay", "P0312", 14, 23, "answers: take, fly", PLAYED),
    Bad("draw-left-over", "    Ada: pay", "    Bruno draws: 1\n    Ada: pay", "P0309", 14, 5, "legal: ", PLAYED),
    # expectations about what does not exist
    Bad("expected-of-nothing", "aircraft: city-2", "aircrft: city-2", "P0104", 16, 5, "`aircraft`?", CLAIMED),
    Bad("expected-nowhere", "aircraft: city-2", "aircraft: city-3", "P0102", 16, 15, "places: ", CLAIMED),
    Bad("expected-event", "aircraft: city-2", "event: arive", "E0205", 16, 12, "did you mean `arrive`?", CLAIMED),
    Bad("expected-answer", "aircraft: city-2", "Ada can: fly away", "P0314", 16, 14, "it takes nothing", CLAIMED),
    Bad("expected-rule", "city-2", "city-2 because arive", "E0108", 16, 30, "did you mean `arrive`?", CLAIMED),
    Bad("expected-stop", "aircraft: city-2", "possible: crash until arrival", "E0505", 16, 27, "possible: ", CLAIMED),
    Bad("no-cause", "aircraft: city-2", "no event: crash because crash", "E0111", 16, 29, "delete", CLAIMED),
    Bad("false", "aircraft: city-2", "aircraft: city-4", "E0101", 16, 5, "", JUDGED),
    # layout
    Bad("tab", "    roll", "\troll", "S0101", 12, 1, "indent with spaces"),
    Bad("open-quote", '"001, Setup"', '"001, Setup', "S0103", 4, 10, 'add a "'),
]  # fmt: skip


def written(bad: Bad, folder: Path) -> None:
    assert GOOD.count(bad.old) >= 1
    (folder / FILE).write_text(GOOD.replace(bad.old, bad.new, 1), "utf-8")


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
@pytest.mark.usefixtures("folder")
def test_one_finding_where_it_stands(bad: Bad, folder: Path, findings: Callable[..., list[dict[str, Any]]]) -> None:
    written(bad, folder)
    for verb in {"check", "run"} & set(bad.verbs):
        (found,) = findings(verb, FILE)
        start = found["range"]["start"]
        assert (found["code"], start["line"], start["column"]) == (bad.code, bad.line, bad.column), found
        assert found["file"] == FILE
        assert bad.help in (found["help"] or "")


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_the_message(bad: Bad, folder: Path, gulliver: Callable[..., Result], snapshot: SnapshotAssertion) -> None:
    written(bad, folder)
    for verb in bad.verbs:
        result = gulliver(verb, FILE)
        assert result.exit_code == 1
        line = (folder / FILE).read_text("utf-8").split("\n")[bad.line - 1].replace("\t", "    ")
        assert f"{bad.line} | {line}" in result.output
        assert f"--> {FILE}:{bad.line}:{bad.column}" in result.output
        assert "^" in result.output
    assert message(gulliver(bad.verbs[0], FILE).output) == snapshot


# What cannot be read cannot be put into Spanish: tests/language/bad/es has such files.
READABLE = [bad for bad in BAD if bad.code[0] != "S"]


@pytest.mark.parametrize("bad", READABLE, ids=lambda bad: bad.name)
def test_the_message_in_spanish_has_no_word_of_english(
    bad: Bad, folder: Path, gulliver: Callable[..., Result]
) -> None:
    text = in_spanish(GOOD.replace(bad.old, bad.new, 1), GOOD)
    (folder / FILE).write_text(text, "utf-8")
    for verb in bad.verbs:
        printed = gulliver(verb, FILE, "--lang", "es").output
        assert f"error[{bad.code}]" in printed
        assert english_in(printed, text) == [], printed


def message(output: str) -> str:
    """The finding alone, without what depends on where the files lie and which line of them is meant."""
    finding = output[output.index("error[") :].split("\n\n", maxsplit=1)[0].split("\n1 thing", maxsplit=1)[0]
    finding = re.sub(r"`/[^`]*/", "`…/", finding)
    return re.sub(r"looked in: .*", "looked in: …", re.sub(r" \(/?[^ ]+\.yaml:\d+:\d+\)", " (…)", finding))


def test_the_file_is_right_without_the_mistake(folder: Path, gulliver: Callable[..., Result]) -> None:
    (folder / FILE).write_text(GOOD, "utf-8")
    for verb in ("check", "run", "ask"):
        assert gulliver(verb, FILE).exit_code == 0


def test_all_mistakes_of_a_file_at_once(folder: Path, findings: Callable[..., list[dict[str, Any]]]) -> None:
    text = GOOD.replace("captain: Ada", "captin: Ada").replace("hand: compass", "hand: compas, canonn")
    text = text.replace("Bruno: leave", "Bruno: leve").replace("city-2", "citty-2").replace("B12", "B99")
    (folder / FILE).write_text(text, "utf-8")

    found = findings("check", FILE)

    assert [(each["code"], each["range"]["start"]["line"]) for each in found] == [
        ("P0401", 5),
        ("P0104", 8),
        ("P0105", 9),
        ("P0105", 9),
        ("P0312", 13),
        ("P0102", 16),
    ]
