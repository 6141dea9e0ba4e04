"""Scenarios a second in one process: parsed and run, and run alone; how `gulliver run` grows with their number."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measuring import Measure, bend, cpu_seconds, in_turn, short, spread, table
from bench.processes import Spent, spent
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
_STEPS = (1, 10, 100)
_A_FILE = 100


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
    """`gulliver run` of ten and a hundred times as many scenarios, in files of a hundred and in one file."""
    sizes = [step * max(settings.scenarios // 10, 1) for step in _STEPS]
    rounds = min(settings.rounds, 3)
    for kind in ("in files of a hundred", "in one file"):
        with TemporaryDirectory() as name:
            folders = {size: Path(name) / str(size) for size in sizes}
            for size, folder in folders.items():
                _write(folder, size, _A_FILE if kind != "in one file" else size)
            most: dict[int, Spent] = {}
            found = in_turn({str(size): _run(folder, size, most) for size, folder in folders.items()}, rounds)
        points = [(size, spread(found[str(size)]).middle) for size in sizes]
        yield f"growth of `gulliver run` with the number of scenarios, {kind}, CPU time of the whole process:"
        for size, seconds in points:
            yield f"  {size:6} scenarios {short(seconds)} s, at most {most[size].megabytes:.0f} MB"
        yield f"  off a straight line by at most {bend(points):.1%}"


def _write(folder: Path, size: int, a_file: int) -> None:
    folder.mkdir()
    for first in range(0, size, a_file):
        (folder / f"{first}.scenario").write_text(text_of(min(a_file, size - first)), encoding="utf-8")


def _run(folder: Path, size: int, most: dict[int, Spent]) -> Measure:
    def measure(_: int) -> float:
        most[size] = spent(["run", str(folder), "-q"])
        return most[size].seconds

    return measure
