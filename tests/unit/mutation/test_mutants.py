from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.library import edited, load_ruleset
from interpreter.mutation.mutants import Mutant, mutants_of
from interpreter.source.diagnostics import SourceError

MADE = "steps-made of runner"
STRIDE = f"{MADE} + (3 if option stride = long else 1)"

ALL_OF_RACE = {
    "players.from: 2 -> 3",
    "players.to: 3 -> 2",
    "options.stride.default: long -> short",
    "roles.runner.held-by: one -> several",
    "counters.steps-made.of: player -> place",
    "setup.begin: remove",
    "steps.game.0: remove",
    "steps.turn.throw: remove",
    "steps.turn.run: remove",
    "steps.turn.goal: remove",
    "steps.turn.next: remove",
    "steps.turn.throw: behind run",
    "steps.turn.run: behind goal",
    "steps.turn.goal: behind next",
    "steps.turn.run.if: remove",
    "steps.turn.run.if: count(die, high) > 0 -> count(die, high) >= 0",
    "steps.turn.run.if: count(die, high) > 0 -> count(die, high) > 1",
    "steps.turn.run.for: runner -> left(runner)",
    f"steps.turn.run.to: {STRIDE} -> {MADE} - (3 if option stride = long else 1)",
    f"steps.turn.run.to: {STRIDE} -> steps-made of left(runner) + (3 if option stride = long else 1)",
    f"steps.turn.run.to: {STRIDE} -> {MADE} + (4 if option stride = long else 1)",
    f"steps.turn.run.to: {STRIDE} -> {MADE} + (2 if option stride = long else 1)",
    f"steps.turn.run.to: {STRIDE} -> {MADE} + (3 if option stride != long else 1)",
    f"steps.turn.run.to: {STRIDE} -> {MADE} + (3 if option stride = long else 2)",
    f"steps.turn.run.to: {STRIDE} -> {MADE} + (3 if option stride = long else 0)",
    "steps.turn.goal.if: remove",
    f"steps.turn.goal.if: {MADE} >= 5 -> {MADE} > 5",
    f"steps.turn.goal.if: {MADE} >= 5 -> steps-made of left(runner) >= 5",
    f"steps.turn.goal.if: {MADE} >= 5 -> {MADE} >= 6",
    f"steps.turn.goal.if: {MADE} >= 5 -> {MADE} >= 4",
    "steps.turn.next.to: left(runner) -> left(left(runner))",
    "scoring.score: steps-made of player -> steps-made of left(player)",
}

CLUB = """\
format: 1
ruleset: club
version: 1
title: Club
players: {from: 2, to: 3}
options:
  fee: {from: 1, to: 9, default: 9}
roles: {host: {held-by: one}, guests: {held-by: several}}
dice: {die: {faces: {moon: 1, sun: 1}}}
types: {chip: {}}
zones:
  lap: {of: player, holds: chip, seen-by: owner}
  heap: {holds: chip, pile: true, starts: full}
  box: {holds: chip}
cards:
  white: {type: chip, copies: 2, meets: [sun, moon], play: {in: pause, from: lap, to: box, by: guests}}
windows: {pause: {}}
setup:
  - {give: guests, to: everybody}
  - {give: host, at-random-among: everybody}
steps:
  game:
    - repeat: [round, pay]
  round:
    - id: ask-all
      each: guest
      after: host
      among: guests without host
      ask: guest
      answers:
        stay: {refuse: {no-chip: "not (count(lap of guest) > 0)"}}
        leave: {}
    - {window: pause, from: host, rounds: 1}
  pay:
    - {id: fee, draw: heap, to: lap of host, count: option fee, unverified: {count: "nobody remembers"}}
    - end: game
invariants: {few: {holds: count(die) < 3}}
"""
OF_CLUB = {
    "options.fee.default: 9 -> 8",
    "players.from: 2 -> 3",
    "players.to: 3 -> 2",
    "cards.white.copies: 2 -> 3",
    "cards.white.copies: 2 -> 1",
    "cards.white.meets.0: remove sun",
    "cards.white.meets.1: remove moon",
    "cards.white.play.by: remove",
    "cards.white.play.by: guests -> everybody",
    "zones.heap.pile: true -> false",
    "zones.heap.starts: full -> empty",
    "zones.lap.of: player -> place",
    "zones.lap.seen-by: owner -> everybody",
    "zones.lap.seen-by: owner -> nobody",
    "steps.game.0: remove",
    "steps.game.0.repeat.0: remove round",
    "steps.game.0.repeat.1: remove pay",
    "steps.game.0.repeat.0: behind 1",
    "steps.round.ask-all.after: after -> from",
    "steps.round.ask-all.after: host -> left(host)",
    "steps.round.ask-all.among: remove",
    "steps.round.ask-all.among: guests without host -> guests",
    "steps.round.ask-all.among: guests without host -> everybody without host",
    "steps.round.ask-all.among: guests without host -> guests without left(host)",
    "steps.round.ask-all.ask: guest -> left(guest)",
    "steps.round.ask-all.answers.stay.refuse.no-chip: remove",
    "steps.round.ask-all.answers.stay.refuse.no-chip: not (count(lap of guest) > 0) -> (count(lap of guest) > 0)",
    "steps.round.1.rounds: 1 -> 2",
    "steps.pay.fee: remove",
    "steps.pay.fee.to: lap of host -> lap of left(host)",
    "setup.0.to: everybody -> guests",
}
NOT_OF_CLUB = ("options.fee.from", "options.fee.to", "steps.pay.fee.count", "invariants", "title", "version")


def named(mutants: tuple[Mutant, ...]) -> list[str]:
    return [": ".join(mutant.name) for mutant in mutants]


@pytest.fixture
def club(tmp_path: Path) -> Path:
    folder = tmp_path / "rulesets" / "club"
    folder.mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(CLUB, encoding="utf-8")
    return folder


def test_every_small_change_is_a_mutant_and_each_is_one_once(race: Path) -> None:
    found = named(mutants_of(load_ruleset("race")))

    assert set(found) == ALL_OF_RACE
    assert len(found) == len(ALL_OF_RACE)


def test_what_can_be_said_otherwise(club: Path) -> None:
    found = named(mutants_of(load_ruleset(club)))

    assert set(found) >= OF_CLUB
    assert [each for each in found if each.startswith(NOT_OF_CLUB)] == []


def test_a_number_stays_within_what_the_schema_allows(club: Path) -> None:
    found = named(mutants_of(load_ruleset(club)))

    assert [each for each in found if each.startswith("dice.die.faces.moon")] == ["dice.die.faces.moon: 1 -> 2"]
    assert [each for each in found if each.startswith("steps.round.1.rounds")] == ["steps.round.1.rounds: 1 -> 2"]


def test_a_mutant_stands_where_its_word_does(race: Path) -> None:
    places = {": ".join(mutant.name): mutant.place for mutant in mutants_of(load_ruleset("race"))}

    threshold = places[f"steps.turn.goal.if: {MADE} >= 5 -> {MADE} >= 6"]
    assert (threshold.file, threshold.line, threshold.column) == ("rulesets/race/ruleset.yaml", 22, 46)


def test_of_layers_only_what_they_wrote_is_changed(race: Path) -> None:
    (race / "rulesets" / "far.yaml").write_text(
        "format: 1\nlayer: far\nchanges: race 1\nwhy: Too short.\n"
        f'change: {{steps.turn.goal.if: {{was: "{MADE} >= 5", to: "{MADE} >= 7"}}}}\n'
        "insert: [{after: steps.turn.next, step: {id: rest, do: [{id: sleep, clear: die}]}}]\n"
    )

    assert set(named(mutants_of(load_ruleset("race", ["far"])))) == {
        f"steps.turn.goal.if: {MADE} >= 7 -> {MADE} > 7",
        f"steps.turn.goal.if: {MADE} >= 7 -> steps-made of left(runner) >= 7",
        f"steps.turn.goal.if: {MADE} >= 7 -> {MADE} >= 8",
        f"steps.turn.goal.if: {MADE} >= 7 -> {MADE} >= 6",
        "steps.turn.goal.if: remove",
        "steps.turn.rest: remove",
        "steps.turn.rest.do.sleep: remove",
    }


def mutant(name: str) -> Mutant:
    return next(each for each in mutants_of(load_ruleset("race")) if ": ".join(each.name) == name)


def test_rules_are_changed_as_long_as_somebody_says_so(race: Path) -> None:
    before = load_ruleset("race")

    with edited(mutant("steps.turn.run: remove").upon):
        changed = load_ruleset("race").stack

    assert changed.data["steps"]["turn"][1] == {"id": "run", "do": []}
    assert changed.hash != before.stack.hash
    assert load_ruleset("race") is before


def test_where_a_layer_wrote_something_else_nothing_is_changed(race: Path) -> None:
    (race / "rulesets" / "far.yaml").write_text(
        "format: 1\nlayer: far\nchanges: race 1\nwhy: Too short.\n"
        f'change: {{steps.turn.goal.if: {{was: "{MADE} >= 5", to: "{MADE} >= 7"}}}}\n'
    )
    before = load_ruleset("race", ["far"])

    with edited(mutant(f"steps.turn.goal.if: {MADE} >= 5 -> {MADE} >= 6").upon):
        assert load_ruleset("race", ["far"]) is before


def test_what_is_no_ruleset_is_told_as_if_it_were_written_so(race: Path) -> None:
    with edited(mutant("counters.steps-made.of: player -> place").upon), pytest.raises(SourceError) as caught:
        load_ruleset("race")

    assert {finding.span.file for finding in caught.value.diagnostics if finding.span} == {"rulesets/race/ruleset.yaml"}
