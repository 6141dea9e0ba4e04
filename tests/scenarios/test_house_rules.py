"""House rules: each keeps to its form, has scenarios, and plays; so does every pair that does not refuse each other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest
import yaml
from attrs import evolve

import sampling
from interpreter.engine.conservation import Conservation
from interpreter.engine.machine import Runner
from interpreter.engine.state import State
from interpreter.engine.streams import Streams
from interpreter.library import load_ruleset, runner_of
from interpreter.scenario.parser import parse
from interpreter.scenario.tree import Changes, ScenarioFile
from interpreter.simulation.games import _fast_game, game_seed
from interpreter.simulation.players import Players
from interpreter.source.diagnostics import SourceError
from interpreter.trial.runner import run_file
from interpreter.trial.verdicts import Outcome

ROOT = Path(__file__).parents[2]
BASE = ROOT / "rulesets" / "celestia"
SHELF = ROOT / "rulesets" / "house"
SCENARIOS = ROOT / "scenarios" / "house"
EXPANSION = "a-little-help"
RULES = tuple(sorted(f"house/{file.stem}" for file in SHELF.glob("*.yaml")))
PAIRS = tuple(combinations(RULES, 2))
SAMPLE = 20
GAMES = 20
LINES = 15
Layers = tuple[str, ...]


def file_of(rule: str) -> Path:
    return SHELF.parent / f"{rule}.yaml"


@cache
def conflicts(rule: str) -> frozenset[str]:
    return frozenset(yaml.safe_load(file_of(rule).read_text("utf-8")).get("conflicts", ()))


def refused(layers: Layers) -> bool:
    """Whether one of some layers says that it cannot be used together with another of them."""
    return any(two in conflicts(one) for one, two in product(layers, layers) if one in RULES)


def seats(layers: Layers) -> int:
    """Some number of players, always the same for the same layers."""
    players = load_ruleset(BASE, layers).ruleset.draft.players
    return random.Random(" ".join(layers)).randint(players.from_, players.to)


def final_tables(runner: Runner) -> Iterator[State]:
    """How random games in the fast form leave the table."""
    program, players = runner.program, Players(runner)
    streams = Streams(program.fast.streams, program.box.places)
    bound = program.fast.bind(lambda *_: None, lambda *_: None)
    for number in range(GAMES):
        seed = game_seed("house", number)
        streams.seed(seed)
        bound.draw_from(streams.functions)
        state = program.fast.fresh()
        _fast_game(program, bound, state, players.draw(seed), seed)
        yield state


def play(layers: Layers, players: int) -> None:
    """Random games come to a normal end, and in the end nothing is lost."""
    runner = runner_of(load_ruleset(BASE, layers), players)
    kept = Conservation(runner.program)

    for state in final_tables(runner):
        kept.check(state)
        assert state.ended is not None


def goes_or_says_so(few: Layers) -> None:
    """They play, with the expansion and without it and in either order, or one of the files says that they do not."""
    for layers in dict.fromkeys((few, few[::-1], (EXPANSION, *few))):
        if refused(layers):
            with pytest.raises(SourceError) as caught:
                load_ruleset(BASE, layers)
            assert {finding.code for finding in caught.value.diagnostics} == {"L0210"}
        elif layers != few and EXPANSION not in layers:
            load_ruleset(BASE, layers)
        else:
            play(layers, seats(layers))


def sample() -> list[Layers]:
    return sampling.sample(PAIRS, SAMPLE)


@pytest.mark.parametrize("rule", RULES)
def test_a_house_rule_plays_at_small_and_big_tables(rule: str) -> None:
    players = load_ruleset(BASE, [rule]).ruleset.draft.players

    for count in (players.from_, players.to):
        play((rule,), count)


@pytest.mark.parametrize("rule", RULES)
def test_a_house_rule_goes_with_the_expansion_or_says_so(rule: str) -> None:
    goes_or_says_so((rule,))


@pytest.mark.parametrize("pair", sample(), ids="+".join)
def test_two_house_rules_go_together_or_say_so(pair: Layers) -> None:
    goes_or_says_so(pair)


@pytest.mark.exhaustive
@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_any_two_house_rules_go_together_or_say_so(pair: Layers) -> None:
    goes_or_says_so(pair)


@pytest.mark.parametrize("rule", RULES)
def test_a_house_rule_says_what_it_is_and_is_short(rule: str) -> None:
    header, _, body = file_of(rule).read_text("utf-8").partition("\n\n")
    said = yaml.safe_load(header)

    assert said["layer"] == rule
    assert said["changes"] == "celestia 1"
    assert said["title"]["en"]
    assert said["why"]
    assert len([line for line in body.splitlines() if line.strip()]) <= LINES


@pytest.mark.parametrize("rule", RULES)
def test_a_house_rule_names_only_layers_that_exist(rule: str) -> None:
    assert conflicts(rule) <= {*RULES, EXPANSION} - {rule}


def scenarios_of(rule: str) -> ScenarioFile:
    file = SCENARIOS / f"{rule.removeprefix('house/')}.scenario"
    return parse(file.read_text("utf-8"), str(file))


@pytest.mark.parametrize("rule", RULES)
def test_a_house_rule_has_scenarios(rule: str) -> None:
    file = scenarios_of(rule)

    assert file.stack is not None
    assert [layer.text for layer in file.stack.changes.layers] == [rule]
    assert len(file.scenarios) > 1


@pytest.mark.parametrize("rule", RULES)
def test_without_the_house_rule_its_scenarios_do_not_hold(rule: str) -> None:
    file = scenarios_of(rule)
    assert file.stack is not None
    plain = evolve(file, stack=evolve(file.stack, changes=Changes()))

    assert {verdict.outcome for verdict in run_file(file)} == {Outcome.PASSED}
    assert {verdict.outcome for verdict in run_file(plain)} != {Outcome.PASSED}
