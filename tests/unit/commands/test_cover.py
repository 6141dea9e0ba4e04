"""`gulliver cover`: what scenarios exercise of a small game, exactly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main

RULES = """\
format: 1
ruleset: crossing  # <script>alert("&")</script>
version: 1
title: Crossing
players: {from: 2, to: 3}
options:
  toll: {values: [cheap, dear], default: cheap}
  far: {from: 1, to: 9, default: 3}
types: {goods: {}}
zones:
  stock: {holds: goods, pile: true, starts: full}
  hand: {of: player, holds: goods, seen-by: owner}
  spent: {holds: goods, seen-by: everybody}
cards:
  coin: {type: goods, copies: 6}
  rope:
    type: goods
    copies: 2
    play: {in: bank, to: spent, by: everybody, refuse: {tied: ropes > 0}}
    do:
      - {set: ropes, to: 1}
roles: {walker: {held-by: one}}
counters: {steps: {}, ropes: {}}
windows: {bank: {}}
setup:
  - {give: walker, at-random-among: everybody}
steps:
  game:
    - repeat: [turn]
  turn:
    - {id: bank, window: bank, from: walker}
    - id: go
      ask: walker
      answers:
        pay:
          if: "count(hand of walker, coin) >= (1 if option toll = cheap else 2)"
          do:
            - {move: coin, from: hand of walker, to: spent}
            - {set: steps, to: steps + 1}
        wait: {}
    - {id: arrived, if: steps >= option far, end: game}
    - if: players > 2
      give: walker
      to: left(walker)
scoring: {score: steps}
"""
LAYER = """\
format: 1
layer: storm
changes: crossing 1
title: Storm
why: It is too easy.
add:
  steps.turn.go.answers.wait.do:
    - {id: blown, if: steps > 1, set: steps, to: steps - 1}
"""
PAYS = """\
ruleset crossing

scenario pays "Who has a coin can pay"
  given
    players: Ada, Bruno
    walker: Ada
    Ada hand: coin
  when
    Ada: pay
  then
    steps: 1
"""
WAITS = """\
ruleset crossing with "storm.yaml", option far = 2

scenario waits "Who waits is not blown back from the shore"
  given
    players: Ada, Bruno, Cara
    walker: Ada
    steps: 1
    Ada hand: rope
  when
    Ada: rope
    Ada: wait
  then
    steps: 1
"""


@pytest.fixture(autouse=True)
def crossing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "rulesets" / "crossing"
    folder.mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(RULES)
    (tmp_path / "storm.yaml").write_text(LAYER)
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "pays.scenario").write_text(PAYS)
    return tmp_path


def covered(*words: str) -> Result:
    return CliRunner().invoke(main, ["cover", *words])


def counted(*words: str) -> Any:
    done = covered("--format", "json", *words)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def lacking(found: Any) -> list[str]:
    return [" ".join(filter(None, (place["path"], place["what"], place["text"]))) for place in found["uncovered"]]


# ---- what is counted ------------------------------------------------------------------------------------------------


def test_each_thing_that_was_not_reached_is_named() -> None:
    found = counted()

    assert (found["schema"], found["failed"], list(found["rulesets"])) == (1, 0, ["crossing"])
    crossing = found["rulesets"]["crossing"]
    assert lacking(crossing) == [
        "options.toll option dear",
        "options.far option *",
        "cards.rope card",
        "cards.rope play",
        "cards.rope.play.refuse.tied refuse-true ropes > 0",
        "cards.rope.play.refuse.tied refuse-false ropes > 0",
        "cards.rope.do.0 rule",
        "setup.0 rule",
        "steps.turn.go.answers.pay.if case-false option toll = cheap",
        "steps.turn.go.answers.wait answer",
        "steps.turn.arrived rule",
        "steps.turn.arrived.if branch-true steps >= option far",
        "steps.turn.3 rule",
        "steps.turn.3.if branch-true players > 2",
        "scoring.score rule",
    ]
    counts = {name: (count["covered"], count["total"]) for name, count in crossing.items() if name != "uncovered"}
    assert counts == {"rules": (6, 13), "branches": (3, 6), "conditions": (2, 4), "options": (2, 4), "cards": (1, 2)}


def test_a_place_says_where_it_is_written() -> None:
    place = counted()["rulesets"]["crossing"]["uncovered"][0]

    assert (place["file"], place["line"]) == ("rulesets/crossing/ruleset.yaml", 7)


def test_what_can_be_covered_does_not_hang_on_the_scenarios(crossing: Path) -> None:
    before = counted("--of", "crossing")["rulesets"]["crossing"]
    (crossing / "scenarios" / "waits.scenario").write_text(WAITS)
    after = counted("--of", "crossing")["rulesets"]["crossing"]

    assert [before[name]["total"] for name in ("rules", "branches", "conditions", "options", "cards")] == [
        after[name]["total"] for name in ("rules", "branches", "conditions", "options", "cards")
    ]
    assert set(lacking(before)) - set(lacking(after)) == {
        "options.far option *",
        "cards.rope card",
        "cards.rope play",
        "cards.rope.play.refuse.tied refuse-false ropes > 0",
        "cards.rope.do.0 rule",
        "steps.turn.go.answers.wait answer",
        "steps.turn.3 rule",
        "steps.turn.3.if branch-true players > 2",
    }


def test_a_layer_counts_what_it_has_written_itself(crossing: Path) -> None:
    (crossing / "scenarios" / "waits.scenario").write_text(WAITS)
    storm = counted()["rulesets"]["storm"]

    assert (storm["rules"], storm["branches"]) == ({"covered": 0, "total": 1}, {"covered": 1, "total": 2})
    assert lacking(storm) == [
        "steps.turn.go.answers.wait.do.blown rule",
        "steps.turn.go.answers.wait.do.blown.if branch-true steps > 1",
    ]


def test_a_value_counts_only_where_a_scenario_passes_with_it(crossing: Path) -> None:
    file = crossing / "scenarios" / "pays.scenario"
    file.write_text(PAYS.replace("ruleset crossing", "ruleset crossing with option far = 2").replace("1\n", "7\n"))
    done = covered("--format", "json")

    assert done.exit_code == 1
    assert "options.far option *" in lacking(json.loads(done.stdout)["rulesets"]["crossing"])
    assert json.loads(done.stdout)["failed"] == 1


# ---- how it is told -------------------------------------------------------------------------------------------------


def test_for_people() -> None:
    lines = covered().stdout.splitlines()

    assert lines[0] == (
        "crossing: rules 46 % (6 of 13), branches 50 % (3 of 6), conditions 50 % (2 of 4), options 50 % (2 of 4), "
        "cards 50 % (1 of 2)"
    )
    assert "  rulesets/crossing/ruleset.yaml:40 steps.turn.go.answers.wait: answer never given" in lines
    assert "  rulesets/crossing/ruleset.yaml:41 steps.turn.arrived.if: condition never true" in lines
    assert "  rulesets/crossing/ruleset.yaml:8 options.far: no scenario passes with another number" in lines


def test_in_spanish() -> None:
    lines = covered("--lang", "es").stdout.splitlines()

    assert lines[0].startswith("crossing: reglas 46 % (6 de 13), ramas 50 % (3 de 6)")
    assert "  rulesets/crossing/ruleset.yaml:40 steps.turn.go.answers.wait: nadie ha dado nunca esta respuesta" in lines


def test_the_page_shows_every_line_and_says_what_it_lacks() -> None:
    page = covered("--format", "html").stdout

    assert "steps.turn.go.answers.wait: answer never given" in page
    assert "&lt;script&gt;alert" in page
    assert "<script" not in page
    assert (page.count('<li class="partly">'), page.count('<li class="not">')) == (5, 6)
    assert 'name="viewport"' in page


# ---- what the shell is told -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), 0),
        (("--least-rules", "46", "--least-branches", "50"), 0),
        (("--least-rules", "47"), 1),
        (("--least-branches", "50.1"), 1),
        (("--least-rules", "101"), 2),
        (("--of", "nobody"), 2),
        (("nowhere",), 2),
        (("rulesets",), 5),
    ],
)
def test_exit_codes(words: tuple[str, ...], code: int) -> None:
    assert covered(*words).exit_code == code


def test_a_scenario_that_fails_is_told_and_counts_all_the_same(crossing: Path) -> None:
    (crossing / "scenarios" / "pays.scenario").write_text(PAYS.replace("steps: 1", "steps: 2"))
    done = covered()

    assert done.exit_code == 1
    assert "rules 46 %" in done.stdout
    assert done.stdout.splitlines()[-1] == "1 scenario fails; what it reaches is counted all the same"


def test_a_file_that_cannot_be_read_is_told(crossing: Path) -> None:
    (crossing / "scenarios" / "broken.scenario").write_text("ruleset crossing\n\nscenario\n")
    done = covered()

    assert done.exit_code == 1
    assert "broken.scenario" in done.stderr
    (finding,) = json.loads(covered("--format", "json").stdout)["findings"]
    assert finding["file"] == "scenarios/broken.scenario"
