"""`some`, `no`, `sees`, `cannot tell` and `everybody knows`, in a small game with hands that everybody remembers."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.scenario.parser import parse
from interpreter.source.diagnostics import Diagnostic
from interpreter.trial.naming import name_findings
from interpreter.trial.runner import run_file
from interpreter.trial.verdicts import Outcome, Verdict

FISH = Path(__file__).parents[2] / "games" / "rulesets" / "fish"
GIVEN = (
    "players: Ada, Bruno, Cara",
    "fisher: Ada",
    "Ada hand: 2 carp, eel",
    "Bruno hand: 2 carp, pike",
    "Cara hand: boot",
    "shore: 2 eel",
    "everybody knows: Bruno hand: some carp",
    "everybody knows: Bruno hand: no eel",
)


def text_of(*then: str, given: tuple[str, ...] = GIVEN, background: tuple[str, ...] = ()) -> str:
    lines = [f'ruleset "{FISH.as_posix()}"', ""]
    if background:
        lines += ["background", *(f"  {line}" for line in background)]
    for opener, body in (("scenario case\n  given", given), ("  then", then)):
        lines += [opener, *(f"    {line}" for line in body)]
    return "\n".join(lines) + "\n"


def verdict(*then: str, given: tuple[str, ...] = GIVEN, background: tuple[str, ...] = ()) -> Verdict:
    (found,) = run_file(parse(text_of(*then, given=given, background=background), "case.scenario"))
    return found


def finding(then: str, given: tuple[str, ...] = GIVEN) -> Diagnostic:
    (found,) = verdict(then, given=given).findings
    return found


def place(found: Diagnostic, text: str) -> str:
    """The rest of the line where a finding stands."""
    assert found.span is not None
    return text.splitlines()[found.span.line - 1][found.span.column - 1 :]


HOLDS = [
    "Bruno hand: some carp",
    "Bruno hand: some 2 carp, pike",
    "Bruno hand: some carp, carp",
    "Bruno hand: no eel, boot",
    "pond: some 4 carp, eel",
    "pond: no boot",
    "fisher: some Ada",
    "fisher: no Bruno, Cara",
    "Ada sees: Ada hand: some 2 carp",
    "Ada sees: Ada hand: no boot",
    "Ada sees: shore: some eel",
    "Ada sees: shore: no pike",
    "Ada sees: Bruno hand: some carp",
    "Ada sees: Bruno hand: no eel",
    "Cara sees: Bruno hand: some carp",
    "Bruno sees: Bruno hand: some 2 carp, pike",
    "Bruno sees: Bruno hand: no boot",
    "Ada sees: Bruno hand: count 3",
    "everybody knows: Bruno hand: some carp",
    "everybody knows: Bruno hand: no eel",
    "everybody knows: shore: some 2 eel",
    "everybody knows: fisher: no Bruno",
    "Ada cannot tell: Bruno hand",
    "Ada cannot tell: Bruno hand: 3 carp",
    "Ada cannot tell: Bruno hand: carp, boot, pike",
    "Ada cannot tell: Bruno hand: 2 carp, pike",
    "Ada cannot tell: Bruno hand: some boot",
    "Ada cannot tell: Bruno hand: no pike",
    "Ada cannot tell: Bruno hand: count 3",
    "Ada cannot tell: Cara hand: eel",
    "Ada cannot tell: pond: some 5 carp",
    "always: Bruno hand: some carp",
    "never: Bruno hand: no carp",
    "chance Bruno hand: some 3 carp: 0",
]


@pytest.mark.parametrize("line", HOLDS)
def test_it_holds(line: str) -> None:
    assert verdict(line).findings == ()
    assert name_findings(parse(text_of(line), "case.scenario"), is_whole=True) == ()


FAILS = [
    ("Bruno hand: some 3 carp", "E0101", "`Bruno hand` is some 2 carp, not some 3 carp"),
    ("Bruno hand: some carp, eel", "E0101", "`Bruno hand` is some 2 carp, no eel, not some carp, eel"),
    ("Bruno hand: no eel, pike", "E0101", "`Bruno hand` is 2 carp, pike, not without eel, pike"),
    ("pond: no carp", "E0101", "not without carp"),
    ("Ada sees: Ada hand: some boot", "E0101", "not some boot"),
    ("Ada sees: Bruno hand: some 2 carp", "E0305", "`Ada` does not know this of `Bruno hand`"),
    ("Ada sees: Bruno hand: some carp, pike", "E0305", "what everybody knows of it: some carp; no eel"),
    ("Ada sees: Bruno hand: no boot", "E0305", "some carp; no eel"),
    ("Ada sees: Cara hand: some boot", "E0305", "what everybody knows of it: nothing"),
    ("Ada sees: pond: some carp", "E0301", "only how much"),
    ("Ada sees: Bruno hand: 2 carp, pike", "E0301", "only how much: 3"),
    ("Ada sees: Bruno score: 3", "E0304", "does not see"),
    ("everybody knows: Bruno hand: some pike", "E0306", "not everybody knows this of `Bruno hand`"),
    ("everybody knows: Bruno hand: no boot", "E0306", "some carp; no eel"),
    ("everybody knows: shore: some carp", "E0101", "not some carp"),
    ("everybody knows: pond: some carp", "E0306", "nothing"),
    ("Bruno cannot tell: Bruno hand", "E0302", "sees"),
    ("Ada cannot tell: shore: some eel", "E0302", "sees"),
    ("Ada cannot tell: Bruno hand: 2 carp", "E0303", "holds 3"),
    ("Ada cannot tell: Bruno hand: count 4", "E0303", "holds 3"),
    ("Ada cannot tell: Bruno hand: none", "E0303", "holds 3"),
    ("Ada cannot tell: Bruno hand: 2 pike, boot", "E0307", "some carp; no eel"),
    ("Ada cannot tell: Bruno hand: carp, eel, boot", "E0307", "some carp; no eel"),
    ("Ada cannot tell: Bruno hand: some eel", "E0307", "no eel"),
    ("Ada cannot tell: Bruno hand: no carp", "E0307", "some carp"),
    ("Ada cannot tell: Bruno hand: carp, 2 boot", "E0308", "or are known to lie elsewhere"),
    ("Ada cannot tell: pond: some 6 carp", "E0308", "cannot be so"),
    ("Ada cannot tell: Cara hand: some 2 carp", "E0308", "cannot be so"),
]


@pytest.mark.parametrize(("line", "code", "words"), FAILS)
def test_it_does_not_hold(line: str, code: str, words: str) -> None:
    found = finding(line)

    assert found.code == code
    assert line.endswith(place(found, text_of(line)))
    assert words in f"{found.message}\n{found.help}"


def test_what_is_not_met_can_be_known_to_be_wrong() -> None:
    text = text_of("Ada sees: Bruno hand: some pike").replace("scenario case", 'scenario case\n  known-wrong "no"')
    (found,) = run_file(parse(text, "case.scenario"))

    assert found.outcome is Outcome.KNOWN_WRONG


def test_what_everybody_else_knows_of_it_the_owner_can_show() -> None:
    told = (*GIVEN, "everybody knows: Cara hand: some boot")

    assert finding("Ada cannot tell: Cara hand", told).code == "E0309"
    assert finding("Ada cannot tell: Bruno hand: carp, boot, pike", told).code == "E0308"
    assert verdict("Ada cannot tell: Bruno hand: 2 carp, pike", given=told).findings == ()


def test_an_empty_hand_is_no_secret() -> None:
    given = tuple(line for line in GIVEN if not line.startswith("Cara"))

    assert finding("Ada cannot tell: Cara hand", given).code == "E0303"


WRONG = [
    ("everybody knows: Bruno hand: some 3 carp", "P0215", "3 carp", "nobody can know some 3 carp of `Bruno hand`"),
    ("everybody knows: Bruno hand: no boot, pike", "P0215", "boot, pike", "what lies there: 2 carp, pike"),
    ("everybody knows: shore: some eel", "P0216", "shore: some eel", "what lies in `shore` is not remembered"),
    ("everybody knows: fisher: some Ada", "P0216", "fisher: some Ada", "`fisher`"),
    ("everybody knows: Bruno hand: some carq", "P0105", "carq", "`carp`"),
    ("everybody knows: Bruno hnd: some carp", "P0104", "hnd: some carp", "`hand`"),
    ("pond: count 2", "P0217", "2", "`pond` cannot be given by number"),
]


@pytest.mark.parametrize(("line", "code", "where", "words"), WRONG)
def test_a_wrong_line_of_the_position(line: str, code: str, where: str, words: str) -> None:
    given = (*(known for known in GIVEN if not known.startswith("everybody")), line)
    text = text_of("Ada is asked", given=given)
    found = finding("Ada is asked", given)
    checked = name_findings(parse(text, "case.scenario"), is_whole=True)

    assert [each.code for each in checked] == [code]
    assert (found.code, place(found, text)) == (code, where)
    assert words in f"{found.message}\n{found.help}"


def test_it_is_known_after_all_is_placed() -> None:
    given = ("everybody knows: Bruno hand: some carp", "players: Ada, Bruno", "fisher: Ada", "Bruno hand: carp")

    assert verdict("Ada sees: Bruno hand: some carp", given=given).findings == ()


def test_a_later_block_says_anew_what_is_known() -> None:
    players = ("players: Ada, Bruno", "fisher: Ada", "Bruno hand: 2 carp, eel")
    background = (*players, "everybody knows: Bruno hand: some carp", "everybody knows: Bruno hand: no boot")
    given = ("everybody knows: Bruno hand: some eel",)

    assert verdict("everybody knows: Bruno hand: some eel", given=given, background=background).findings == ()
    (found,) = verdict("everybody knows: Bruno hand: no boot", given=given, background=background).findings
    assert "what everybody knows of it: some eel" in str(found.help)


def test_what_is_said_in_play_is_known() -> None:
    text = text_of("Ada is asked").replace(
        "  then\n    Ada is asked\n",
        """\
  when
    Ada: beg Bruno carp
  then
    everybody knows: Bruno hand: no carp
    everybody knows: Ada hand: some carp
    Cara sees: Bruno hand: no carp
    Cara sees: Ada hand: some carp
    Cara cannot tell: Ada hand: 3 carp, eel, pike
    Ada cannot tell: Bruno hand: boot
    Cara cannot tell: Bruno hand
""",
    )
    (found,) = run_file(parse(text, "case.scenario"))

    assert [each.message for each in found.findings] == ["`Cara` can tell what lies in `Bruno hand`: pike"]


# ---- cards that were dealt face down --------------------------------------------------------------------------------

CREEL = """\
format: 1
ruleset: creel
version: 1
title: Creel
players: {from: 2, to: 2}
roles: {host: {held-by: one}}
types: {catch: {}}
zones:
  pond: {holds: catch, pile: true, starts: full}
  creel: {holds: catch, pile: true}
  shelf: {holds: catch, seen-by: everybody}
cards:
  carp: {type: catch, copies: 4}
  pike: {type: catch, copies: 1}
  boot: {type: catch, copies: 1}
setup: []
steps:
  game:
    - {id: sink, draw: pond, to: creel, count: 2}
    - {id: look, ask: host, answers: {now: {}, later: {}}}
    - {end: game}
scoring: {score: 0}
"""


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("pond: count 3", True),
        ("creel: count 2", True),
        ("pond: some 2 carp", True),
        ("pond: some 3 carp", False),
        ("pond: some pike", False),
        ("pond: no pike", False),
        ("creel: some carp", False),
        ("creel: no pike", False),
        ("creel: no boot", True),
        ("Ada cannot tell: creel", True),
        ("Ada cannot tell: creel: 2 carp", True),
        ("Ada cannot tell: creel: carp, pike", True),
        ("Ada cannot tell: creel: 2 pike", False),
        ("Ada cannot tell: creel: carp, boot", False),
    ],
)
def test_of_cards_dealt_face_down_nothing_is_sure(line: str, holds: bool, tmp_path: Path) -> None:  # noqa: FBT001
    (tmp_path / "creel").mkdir()
    (tmp_path / "creel" / "ruleset.yaml").write_text(CREEL, "utf-8")
    text = f"""\
ruleset "{(tmp_path / "creel").as_posix()}"

scenario case
  given
    players: Ada, Bruno
    host: Ada
    shelf: boot
  then
    {line}
"""
    (found,) = run_file(parse(text, "case.scenario"))

    assert (found.findings == ()) is holds, found.findings
