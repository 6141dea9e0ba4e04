"""Big files: they work, in time that grows with their size, or they are refused with a reason.

Times are compared with each other, never with a clock: what is four times as big may take eight times as long, and
the least of several measurements counts, because machines are shared.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main

TIMES = 4
MOST = 2.2 * TIMES  # growth of the time: anything quadratic takes sixteen times as long
NOISE = 0.05  # seconds that say nothing
MEMORY = 400_000_000
ROOT = Path(__file__).parents[2]
PIG = ROOT / "tests" / "games" / "rulesets" / "pig"

HEAD = """\
format: 1
ruleset: big
version: 1
title: Big
players: {from: 2, to: 3}
types: {thing: {}}
roles: {active: {held-by: one}}
zones:
  deck: {holds: thing, pile: true, starts: full}
  hand: {of: player, holds: thing, seen-by: owner}
setup: [{id: first, give: active, at-random-among: everybody}]
steps:
  game:
    - {id: deal, each: player, draw: deck, to: hand of player, count: 3}
    - {id: fin, end: game}
scoring: {score: count(hand of player)}
"""
DICE = """\
ruleset pig

background
  players: Ada, Bruno
  active: Ada

"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a command runs; nothing lies there."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def gulliver(*arguments: str) -> Result:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    return result


def seconds(call: Callable[[], object]) -> float:
    begun = time.process_time()
    call()
    return time.process_time() - begun


def check_growth(make: Callable[[int], Callable[[], object]], size: int, tries: int = 2) -> None:
    """What `make` makes of a size may take time in proportion to it."""
    small = min(seconds(make(size)) for _ in range(tries))
    big = min(seconds(make(size * TIMES)) for _ in range(tries))
    assert big < MOST * max(small, NOISE), (small, big)


def cards(count: int) -> str:
    listed = "".join(f"  thing-{number}: {{type: thing}}\n" for number in range(count))
    return f"{HEAD}cards:\n{listed}"


def big_ruleset(folder: Path, name: str, count: int) -> str:
    (folder / "rulesets" / name).mkdir(parents=True, exist_ok=True)
    (folder / "rulesets" / name / "ruleset.yaml").write_text(cards(count).replace("ruleset: big", f"ruleset: {name}"))
    return f"rulesets/{name}"


def dice(folder: Path) -> None:
    (folder / "rulesets").mkdir(exist_ok=True)
    if not (folder / "rulesets" / "pig").exists():
        (folder / "rulesets" / "pig").symlink_to(PIG)


def scenarios(count: int) -> str:
    one = 'scenario s{} "It counts"\n  when\n    roll: three\n  then\n    pot: 3\n\n'
    return DICE + "".join(one.format(number) for number in range(count))


def check_cards(folder: Path, count: int) -> None:
    made = iter(range(100))

    def make(size: int) -> Callable[[], object]:
        place = big_ruleset(folder, f"big-{size}-{next(made)}", size)

        def call() -> None:
            assert gulliver("check", place).exit_code == 0
            assert gulliver("simulate", place, "--games", "2", "--strict").exit_code == 0

        return call

    check_growth(make, count)


def check_scenarios(folder: Path, count: int) -> None:
    dice(folder)

    def make(size: int) -> Callable[[], object]:
        (folder / f"many-{size}.scenario").write_text(scenarios(size))

        def call() -> None:
            told = gulliver("run", f"many-{size}.scenario")
            assert told.exit_code == 0
            assert f"{size} passed" in told.output.replace(",", "")

        return call

    check_growth(make, count)


def check_wrong_scenarios(folder: Path, count: int) -> None:
    """Many findings are no more trouble than many scenarios."""
    dice(folder)

    def make(size: int) -> Callable[[], object]:
        (folder / f"wrong-{size}.scenario").write_text(scenarios(size).replace("pot: 3", "pto: 3"))

        def call() -> None:
            assert gulliver("check", f"wrong-{size}.scenario").exit_code == 1

        return call

    check_growth(make, count)


def check_unreadable_lines(folder: Path, count: int) -> None:
    dice(folder)

    def make(size: int) -> Callable[[], object]:
        (folder / f"lines-{size}.scenario").write_text(DICE + "".join(f"what {n} is this: :\n" for n in range(size)))

        def call() -> None:
            assert gulliver("run", f"lines-{size}.scenario").exit_code == 1

        return call

    check_growth(make, count)


def check_wrong_keys(folder: Path, count: int) -> None:
    """All in one line."""

    def make(size: int) -> Callable[[], object]:
        listed = ", ".join(f"thing-{number}: {{typ: thing}}" for number in range(size))
        (folder / f"keys-{size}.yaml").write_text(f"{HEAD}cards: {{{listed}}}\n")

        def call() -> None:
            assert gulliver("check", f"keys-{size}.yaml").exit_code == 1

        return call

    check_growth(make, count)


def check_wrong_names(folder: Path, count: int) -> None:
    def make(size: int) -> Callable[[], object]:
        place = big_ruleset(folder, f"names-{size}", size)
        file = folder / place / "ruleset.yaml"
        file.write_text(file.read_text().replace(": {type: thing}", ": {type: thign}"))

        def call() -> None:
            assert gulliver("check", place).exit_code == 1

        return call

    check_growth(make, count)


def stack_of(folder: Path, layers: int) -> str:
    """The name of a stack of so many layers, each of which adds a card and changes what the one before has added."""
    house = folder / "rulesets" / "house"
    house.mkdir(parents=True, exist_ok=True)
    base = big_ruleset(folder, "base", 40)
    for number in range(layers):
        layer = f"format: 1\nlayer: house/l{number}\nchanges: base 1\ntitle: L\nwhy: test\n"
        layer += f"add:\n  cards.extra-{number}: {{type: thing, copies: 2}}\n"
        if number:
            below = number - 1
            layer += f"requires: [house/l{below}]\nchange: {{cards.extra-{below}.copies: {{was: 2, to: 3}}}}\n"
        (house / f"l{number}.yaml").write_text(layer)
    return f"{base} with " + ", ".join(f"house/l{number}" for number in range(layers))


def check_layers(folder: Path, count: int) -> None:
    def make(size: int) -> Callable[[], object]:
        stack = stack_of(folder, size)

        def call() -> None:
            assert gulliver("check", stack).exit_code == 0
            assert gulliver("simulate", stack, "--games", "1", "--strict").exit_code == 0

        return call

    check_growth(make, count, tries=1)


@pytest.mark.parametrize(
    ("check", "size"),
    [
        (check_cards, 100),
        (check_scenarios, 100),
        (check_wrong_scenarios, 60),
        (check_unreadable_lines, 200),
        (check_layers, 6),
        (check_wrong_keys, 150),
        (check_wrong_names, 150),
    ],
)
def test_time_grows_with_the_size(check: Callable[[Path, int], None], size: int, folder: Path) -> None:
    check(folder, size)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("check", "size"),
    [
        (check_cards, 1250),
        (check_scenarios, 2500),
        (check_wrong_scenarios, 1000),
        (check_unreadable_lines, 2500),
        (check_layers, 50),
        (check_wrong_keys, 1500),
        (check_wrong_names, 1250),
    ],
)
def test_time_grows_with_the_size_of_the_biggest(check: Callable[[Path, int], None], size: int, folder: Path) -> None:
    check(folder, size)


@pytest.mark.exhaustive
def test_memory_does_not_grow_with_the_number_of_games(folder: Path) -> None:
    dice(folder)
    tracemalloc.start()
    assert gulliver("simulate", "pig", "--games", "3000").exit_code == 0
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak < MEMORY


def memory(*arguments: str) -> int:
    """The most that a command needs, in bytes; it must do what it is told."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "interpreter", *arguments]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, arguments
    return usage.ru_maxrss * 1024


@pytest.mark.exhaustive
def test_what_is_biggest_needs_no_more_memory_than_there_is(folder: Path) -> None:
    dice(folder)
    (folder / "many.scenario").write_text(scenarios(10_000))
    (folder / "long.scenario").write_text(scenarios(1).rstrip() + "\n    pot: at least 1" * 10_000 + "\n")
    commands = [
        ("run", "many.scenario"),
        ("run", "long.scenario"),
        ("fmt", "--check", "long.scenario"),
        ("check", big_ruleset(folder, "big", 5_000)),
        ("simulate", "rulesets/big", "--games", "2", "--jobs", "1"),
        ("check", stack_of(folder, 200)),
        ("show", stack_of(folder, 200)),
    ]
    needed = {command[0] + " " + command[1][:20]: memory(*command) for command in commands}

    assert max(needed.values()) < 2 * MEMORY, needed


def test_too_many_values_are_refused_with_a_reason(folder: Path) -> None:
    told = gulliver("check", big_ruleset(folder, "huge", 20_000))

    assert told.exit_code == 1
    assert "error[Y0208]" in told.output


def test_more_tests_than_anybody_can_run_are_refused_with_a_reason(folder: Path) -> None:
    dice(folder)
    rows, readings = "".join(f"    r{n} | 3\n" for n in range(800)), range(800)
    text = f"{DICE}dispute d\n  for each\n    case | pot\n{rows}  when\n    roll: three\n"
    text += "".join(f"  reading q{n}\n    then\n      pot: <pot>\n" for n in readings)
    (folder / "rows.scenario").write_text(text)
    (folder / "background.scenario").write_text(DICE + "  pot: 0\n" * 2000 + scenarios(1000).removeprefix(DICE))
    for name in ("rows", "background"):
        for command in ("run", "fmt"):
            told = gulliver(command, f"{name}.scenario")
            assert told.exit_code == 1
            assert "error[S0416]" in told.output
            assert "GULLIVER_MOST_LINES" in told.output


def test_links_lead_nobody_round_in_a_circle(folder: Path) -> None:
    dice(folder)
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "x.scenario").write_text(scenarios(1))
    for name in ("one", "other"):
        (folder / "scenarios" / name).symlink_to(".")

    assert "1 passed" in gulliver("run", "scenarios").output
    assert "1 thing checked" in gulliver("check", "scenarios").output
