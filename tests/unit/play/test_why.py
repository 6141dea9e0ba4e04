from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.api import load_ruleset
from interpreter.play import session as module
from interpreter.play.session import Party
from playing import BIRDS, Fixed, Shown, night

RULES = """\
format: 1
ruleset: peek
version: 1
title: Peek
players: {from: 2, to: 2}
roles: {first: {held-by: one}}
types: {bird: {}}
zones:
  nest: {holds: bird, pile: true, starts: full}
  hand: {of: player, holds: bird, seen-by: owner}
cards:
  owl: {type: bird, copies: 4}
  hen: {type: bird, copies: 6}
setup:
  - {id: begin, give: first, at-random-among: everybody}
  - {id: deal, each: player, draw: nest, to: hand of player, count: 2}
steps:
  game:
    - id: choice
      ask: first
      answers:
        go: {}
        hunt: {if: "count(hand of first, owl) > 5"}
        spy: {refuse: {watched: "count(hand of left(first), owl) < 3"}}
        rest: {refuse: {awake: "count(hand of first, owl) > 0"}}
    - {end: game}
scoring: {score: count(hand of player)}
"""


def asked(folder: Path, lines: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    (folder / "peek").mkdir(exist_ok=True)
    (folder / "peek" / "ruleset.yaml").write_text(RULES)
    party = Party(("Ada", "Bruno"), {"Bruno": "random"}, "1")
    _, shown = Shown(load_ruleset(folder / "peek"), party, lines).play(capsys)
    return shown


@pytest.mark.parametrize("hand", ["owl", "hen"])
def test_reasons_tell_what_one_may_know_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, hand: str
) -> None:
    monkeypatch.setattr(module, "Luck", lambda *_: Fixed(("owl", "hen", hand, "hen")))
    shown = asked(tmp_path, ["why not hunt", "why not spy", "why not rest", "why not go", "quit"], capsys)

    assert "count(hand of left(first), owl) < 3\n" in shown  # and not how many there are
    assert "count(hand of first, owl) > 0 [" in shown
    assert "count(hand of first, owl) is 1" in shown
    assert "peek/ruleset.yaml:" in "".join(shown.split())
    assert "you can: go" in shown
    assert "needs: count(hand of first, owl) > 5 [" in shown


def test_what_somebody_lacks_is_not_told_as_if_he_had_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "Luck", lambda *_: Fixed(BIRDS))
    party = Party(("Ada", "Bruno"), {}, "1")
    _, shown = Shown(night(tmp_path), party, ["", "why not barn-owl", "quit"]).play(capsys)

    assert "cannot: barn-owl\n  must hold barn-owl\n" in shown
