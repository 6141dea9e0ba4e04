"""Claims about all branches of a position, and the copies, values and comparisons that they are made of."""

from __future__ import annotations

import timeit
from collections.abc import Callable, Iterator
from functools import partial

from bench.measuring import Spread, cpu_seconds, in_turn, short, spread, table
from bench.processes import ROOT
from bench.settings import Settings
from interpreter.engine.machine import Machine
from interpreter.engine.saving import state_value
from interpreter.library import load_ruleset, runner_of, unchanging
from interpreter.scenario import tree as t
from interpreter.scenario.parser import parse
from interpreter.trial.runner import run_case

# With three players: to the next throw, and to the end of a leg in which everybody has something to decide.
_LARGE = """\
ruleset celestia

background
  players: Ada, Bruno, Cara
  captain: Ada

scenario voyage "three draws from the unknown deck"
  given
    aboard: Ada
    city-1 treasures: 1
  when
    Ada: take
  then
    chance Cara hand: turbo: 2/21 until roll

scenario leg "a throw, two Wind Gusts, everybody's choices, to the end of the leg"
  given
    aircraft: city-9
    Ada hand: compass, turbo
    Bruno hand: wind-gust
    Cara hand: wind-gust
  then for any roll for every choice of Ada, Bruno, Cara until hand-over, crash
    possible: captain: Bruno
"""
_TIMES = 1000
_STOPS = 30


def report(settings: Settings) -> Iterator[str]:
    """Two positions that fork into thousands, each claim of our scenarios, and what one position costs."""
    file = parse(_LARGE, str(ROOT / "claims.scenario"))
    found = in_turn({s.title.text: partial(_cost, file, s, c) for s, c in file.tests() if s.title}, settings.rounds)
    yield "claims that look at thousands of positions, CPU time with rules that are loaded:"
    yield from table(found, "ms", 1000)
    yield from _ours()
    yield from _one_position()


def _cost(file: t.ScenarioFile, scenario: t.Scenario, case: t.Case, _: int = 0) -> float:
    return cpu_seconds(lambda: run_case(file, scenario, case))


def _ours() -> Iterator[str]:
    """Every case of our scenarios that claims something of all branches."""
    costs: dict[str, float] = {}
    with unchanging():
        for path in sorted(ROOT.glob("scenarios/**/*.scenario")):
            file = parse(path.read_text("utf-8"), str(path))
            for scenario, case in file.tests():
                if any(map(_claims, case.blocks)):
                    run_case(file, scenario, case)  # loads and compiles the rules
                    costs[".".join((scenario.id.text, *case.path))] = _cost(file, scenario, case)
    slowest = max(costs, key=lambda name: costs[name])
    yield f"{len(costs)} cases of scenarios/ with such claims: {_milliseconds(spread(list(costs.values())))}"
    yield f"  the slowest: {slowest}, {short(costs[slowest] * 1000)} ms"


def _claims(block: t.Block) -> bool:
    """Whether a block claims something of all branches, or goes on to where something is decided."""
    if not isinstance(block, t.Then):
        return False
    return block.circumstances != t.Circumstances() or any(isinstance(x, t.Odds | t.Branches) for x in block.lines)


def _milliseconds(found: Spread) -> str:
    low, middle, high = (short(value * 1000) for value in (found.low, found.middle, found.high))
    return f"{middle} ms (quartiles {low} to {high})"


def _one_position() -> Iterator[str]:
    """A game of three players after thirty stops."""
    runner = runner_of(load_ruleset("celestia"), 3)
    runner.streams.seed("bench")
    machine = Machine.start(runner)
    for _ in range(_STOPS):
        if machine.state.who < 0:
            machine.happen(machine.seeded())
        else:
            machine.answer(machine.state.answers[0])
    program, state = runner.program, machine.state
    here, there = state_value(program, state), state_value(program, state.copy())
    works: dict[str, Callable[[], object]] = {
        "copy of a state": state.copy,
        "copy of a machine with its history": machine.copy,
        "value of a state": lambda: state_value(program, state),
        "hash of a value": lambda: hash(here),
        "two values compared": lambda: here == there,
    }
    yield "one position, time by the clock:"
    for name, work in works.items():
        yield f"  {name:44} {short(min(timeit.repeat(work, number=_TIMES, repeat=5)) / _TIMES * 1e6)} us"
