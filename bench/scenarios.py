"""Scenarios a second in one process: parsed and run, and run alone; how it grows with their number."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bench.measuring import bend, cpu_seconds, in_turn, short, spread, table
from bench.settings import Settings
from interpreter.library import unchanging
from interpreter.scenario.parser import parse
from interpreter.scenario.tree import ScenarioFile
from interpreter.trial.runner import run_file

_HEAD = """\
ruleset celestia

background
  players: Ada, Bruno, Cara
  captain: Ada
"""
# Three that people write: a position, what is done there, and what is said about the position after it.
_SHAPES = (
    """
scenario pays-{number} "A captain who holds the cards must pay"
  ruling B12
  given
    aircraft: city-4
    Ada hand: compass, cannon
  when
    roll: fog, pirates, blank
    others: stay
  then
    Ada can only: pay compass, cannon
    Ada cannot: fail because must-pay
""",
    """
scenario leaves-{number} "Who leaves takes a treasure"
  given
    city-1 treasures: 1
  when
    roll: fog, blank
    Bruno: leave
  then
    Cara can: stay; leave
    aboard: Ada, Cara
""",
    """
scenario turbo-{number} "A Turbo may be kept"
  given at payment
    aircraft: city-6
    dice: birds, lightning, blank
    Ada hand: foghorn, turbo
  then
    Ada can only: pay foghorn, turbo; fail
""",
)
_STEPS = (1, 10, 100)  # hundreds of scenarios


def text_of(count: int) -> str:
    """A file of so many short scenarios."""
    return _HEAD + "".join(_SHAPES[number % len(_SHAPES)].format(number=number) for number in range(count))


def check(file: ScenarioFile) -> int:
    """Run a whole file; how many hold. All do."""
    with unchanging():
        verdicts = list(run_file(file))
    assert all(verdict.is_fine for verdict in verdicts), next(v for v in verdicts if not v.is_fine).findings
    return len(verdicts)


def speed(settings: Settings) -> Iterator[str]:
    """CPU time of short scenarios in one process whose rules are loaded."""
    text = text_of(settings.scenarios)
    parsed = parse(text, "bench.scenario")
    found = in_turn(
        {
            "parsed and run": lambda _: cpu_seconds(lambda: check(parse(text, "bench.scenario"))),
            "run alone": lambda _: cpu_seconds(lambda: check(parsed)),
        },
        settings.rounds,
    )
    yield f"{settings.scenarios} short scenarios ({text.count(chr(10))} lines), CPU time:"
    yield from table(found, "s")
    for name, seconds in found.items():
        yield f"  {name}: {short(settings.scenarios / spread(seconds).middle)} scenarios a second"


def growth(settings: Settings) -> Iterator[str]:
    """Ten and a hundred times as many scenarios."""
    sizes = [step * max(settings.scenarios // 10, 1) for step in _STEPS]
    texts = {size: text_of(size) for size in sizes}
    rounds = min(settings.rounds, 3)
    found = in_turn({str(size): partial(_whole, text) for size, text in texts.items()}, rounds)
    points = [(size, spread(found[str(size)]).middle) for size in sizes]
    yield "growth with the number of scenarios, parsed and run, CPU time:"
    for size, seconds in points:
        yield f"  {size:6} scenarios {short(seconds)} s, {short(seconds / size * 1000)} ms each"
    yield f"  off a straight line by at most {bend(points):.1%}"


def _whole(text: str, _: int) -> float:
    return cpu_seconds(lambda: check(parse(text, "bench.scenario")))
