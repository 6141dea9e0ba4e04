from __future__ import annotations

from pathlib import Path

from interpreter.library import load_ruleset
from interpreter.mutation.cases import Usual, files_about, standing, trials_of
from interpreter.mutation.mutants import Mutant, mutants_of
from interpreter.mutation.reach import Reach
from interpreter.trial.loading import Extra
from interpreter.trial.verdicts import Outcome


def mutant(name: str) -> Mutant:
    return next(each for each in mutants_of(load_ruleset("race")) if ".".join(each.path).startswith(name))


def usual(name: str, *reached: str, words: str = "") -> Usual:
    paths = frozenset(tuple(path.split(".")) for path in reached)
    return Usual(name, Outcome.PASSED, paths, frozenset(words.split()))


GOAL = usual("goal", "steps.turn.goal", "steps.turn.run")
RUNS = usual("runs", "steps.turn.run")
RUNS_AND_SAYS_SO = usual("says so", "steps.turn.run", words="run turn")
STANDS = usual("stands")
ALL = Reach((STANDS, RUNS, GOAL, RUNS_AND_SAYS_SO))


def test_who_does_not_come_to_a_rule_does_not_notice_that_it_is_another(race: Path) -> None:
    assert ALL.near(mutant("steps.turn.goal")) == ("goal",)


def test_who_names_the_rule_is_nearest(race: Path) -> None:
    assert ALL.near(mutant("steps.turn.run.for")) == ("says so", "runs", "goal")


def test_a_rule_that_nobody_comes_to_is_noticed_by_nobody(race: Path) -> None:
    assert ALL.near(mutant("setup.begin")) == ()


def test_what_is_read_without_running_anybody_may_notice(race: Path) -> None:
    for path in ("scoring.score", "players.to", "options.stride.default"):
        assert set(ALL.near(mutant(path))) == {"stands", "runs", "goal", "says so"}


def test_what_an_option_decides_anybody_may_notice(race: Path) -> None:
    near = ALL.near(mutant("steps.turn.run.to"))

    assert near[-1] == "stands"
    assert len(near) == 4


def test_cases_that_hold_are_kept_with_what_they_reach(race: Path) -> None:
    loaded = load_ruleset("race")
    (file,) = files_about(loaded.stack, [Path("race.scenario")])

    found = standing(trials_of(file, loaded.stack, Extra()))

    names = [each.name for each in found.usual]
    assert names == [f"race.scenario::{name}" for name in ("far", "short", "low", "there")]
    low = found.usual[2].reached
    assert ("steps", "turn", "throw") in low
    assert ("steps", "turn", "run") not in low
