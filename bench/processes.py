"""What a process of its own takes: loading and compiling rules, starting up, and how that grows with layers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

from bench.measuring import Measure, bend, children_seconds, compared, in_turn, short, spread, table
from bench.settings import Settings

ROOT = Path(__file__).parents[1]
STACKS = (("celestia",), ("celestia", "a-little-help"), ("celestia", "a-little-help", "house/sixty"))
_COMPILED = ("load and check", "compile to look at", "compile to simulate")
_BARE = "python -c pass"
_GULLIVER = (sys.executable, "-c", "from interpreter.cli import main; main()")
_MOST_LAYERS = 10
_STARTS = (0, 2, 4, 6, 8, 10)
_OPTIONS = (
    "dice-of: here", "lone-captain: never", "ejection-by: anyone", "power-by: aboard", "route-chooser: captain",
    "turbo: must", "spyglass-by: captain", "threshold: 60", "tie: cards", "payment: fewest",
)  # fmt: skip
_SCENARIO = "scenarios/celestia/worked.scenario"


def loading(settings: Settings) -> Iterator[str]:
    """Load, check and compile stacks, each time in a new process, after imports."""
    for stack in STACKS:
        found = [_probe(stack) for _ in range(settings.rounds)]
        yield f"{' with '.join(stack)}, CPU time after imports:"
        yield from table({part: [each[part] for each in found] for part in found[0]}, "ms", 1000)
        whole = [sum(each[part] for part in _COMPILED) for each in found]
        yield from table({"load, check and compile, together": whole}, "ms", 1000)


def _probe(stack: Sequence[str], folder: Path = ROOT) -> dict[str, float]:
    found: dict[str, float] = json.loads(_output([sys.executable, "-m", "bench.probe", *stack], folder))
    return found


def _output(command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None) -> str:
    done = subprocess.run(  # noqa: S603  # this program
        command, check=True, capture_output=True, text=True, cwd=folder,
        env={**(environment or os.environ), "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    return done.stdout


@frozen
class Spent:
    """What a process took: seconds of CPU, and megabytes at most."""

    seconds: float
    megabytes: float


def spent(arguments: Sequence[str]) -> Spent:
    """What `gulliver` takes with these arguments.

    Raises:
        RuntimeError: It failed.
    """
    process = subprocess.Popen(  # noqa: S603  # this program
        [*_GULLIVER, *arguments], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"gulliver {' '.join(arguments)} ended with {process.returncode}")
    return Spent(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


@contextmanager
def _compiled_modules() -> Iterator[dict[str, str]]:
    """An environment in which Python keeps its compiled modules, as it does for everybody who installed a program."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    with TemporaryDirectory() as folder:
        yield {**kept, "PYTHONPYCACHEPREFIX": folder}


def start_up(settings: Settings) -> Iterator[str]:
    """Commands in turn with an interpreter that does nothing."""
    commands = {
        _BARE: [sys.executable, "-c", "pass"],
        "gulliver --help": [*_GULLIVER, "--help"],
        "gulliver run FILE": [*_GULLIVER, "run", _SCENARIO],
    }
    with _compiled_modules() as environment:
        for kind, clock in {"wall time": time.perf_counter, "CPU time": children_seconds}.items():
            measures = {name: _timed(command, clock, environment) for name, command in commands.items()}
            found = in_turn(measures, settings.rounds)
            yield f"start-up, {kind}:"
            yield from table(found, "ms", 1000)
            for name in found:
                if name != _BARE:
                    yield from compared(found, name, (_BARE,))


def _timed(command: Sequence[str], clock: Callable[[], float], environment: Mapping[str, str]) -> Measure:
    def measure(_: int) -> float:
        start = clock()
        _output(command, ROOT, environment)
        return clock() - start

    return measure


def layers(settings: Settings) -> Iterator[str]:
    """Load, check and compile with up to ten layers, each of which changes an option."""
    rounds = min(settings.rounds, 5)
    with TemporaryDirectory() as folder:
        names = [_layer(Path(folder), number) for number in range(_MOST_LAYERS)]
        found = in_turn({str(count): _loaded(names[:count]) for count in _STARTS}, rounds)
    points = [(float(count), spread(found[str(count)]).middle) for count in _STARTS]
    yield "growth with the number of layers, load, check and compile, CPU time:"
    for count, seconds in points:
        yield f"  {count:2.0f} layers {short(seconds * 1000)} ms"
    yield f"  off a straight line by at most {bend(points):.1%}"


def _loaded(names: Sequence[str]) -> Measure:
    def measure(_: int) -> float:
        found = _probe(("celestia", *names))
        return sum(found[part] for part in _COMPILED)

    return measure


def _layer(folder: Path, number: int) -> str:
    path = folder / f"layer-{number}.yaml"
    head = f"format: 1\nlayer: layer-{number}\nchanges: celestia 1\ntitle: Layer {number}\nwhy: To measure.\n"
    path.write_text(f"{head}options: {{{_OPTIONS[number]}}}\n", encoding="utf-8")
    return str(path)
