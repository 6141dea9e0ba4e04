"""Contenders to numbers: all are measured in turn, in another order each round, and compared within the round."""

from __future__ import annotations

import os
import platform
import random
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

Measure = Callable[[int], float]  # number of a round -> what was measured
Points = Sequence[tuple[float, float]]  # how much there was to do, and what it cost


@frozen
class Spread:
    """A median with its quartiles."""

    low: float
    middle: float
    high: float

    def __str__(self) -> str:
        return f"{short(self.middle)} (quartiles {short(self.low)} to {short(self.high)})"


def spread(values: Sequence[float]) -> Spread:
    """What a number came to over several rounds."""
    if len(values) == 1:
        return Spread(values[0], values[0], values[0])
    return Spread(*statistics.quantiles(values, n=4, method="inclusive"))


def in_turn(contenders: Mapping[str, Measure], rounds: int) -> dict[str, list[float]]:
    """What each contender came to in each round; the first round warms up and is not counted."""
    found: dict[str, list[float]] = {name: [] for name in contenders}
    order = random.Random(1)  # noqa: S311  # no secret
    for number in range(rounds + 1):
        for name in order.sample(sorted(contenders), len(contenders)):
            value = contenders[name](number)
            if number:
                found[name].append(value)
    return found


def ratios(ours: Sequence[float], theirs: Sequence[float]) -> Spread:
    """One contender by another, within each round."""
    return spread([one / other for one, other in zip(ours, theirs, strict=True)])


def table(found: Mapping[str, Sequence[float]], unit: str, scale: float = 1) -> Iterator[str]:
    """A line for each contender with what it came to."""
    for name, values in found.items():
        yield f"  {name:44} {spread([value * scale for value in values])} {unit}"


def compared(found: Mapping[str, Sequence[float]], name: str, others: Iterable[str]) -> Iterator[str]:
    """A line for each ratio of a contender to another one."""
    for other in others:
        yield f"  {name} / {other}: {ratios(found[name], found[other])}"


def bend(points: Points) -> float:
    """How far the farthest point lies off the best straight line, as a share of what the line says there.

    The line may start above zero (what is done once), but not below it.
    """
    weights = [1 / y**2 for _, y in points]
    weight = sum(weights)
    mean_x = sum(w * x for w, (x, _) in zip(weights, points, strict=True)) / weight
    mean_y = sum(w * y for w, (_, y) in zip(weights, points, strict=True)) / weight
    over = sum(w * (x - mean_x) * (y - mean_y) for w, (x, y) in zip(weights, points, strict=True))
    slope = over / sum(w * (x - mean_x) ** 2 for w, (x, _) in zip(weights, points, strict=True))
    return max(abs(y / (mean_y + slope * (x - mean_x)) - 1) for x, y in points)


def cpu_seconds(work: Callable[[], object]) -> float:
    """What a piece of work in this process costs."""
    start = time.process_time()
    work()
    return time.process_time() - start


def children_seconds() -> float:
    """The CPU time of the processes that this one has started and that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)  # `os.times` counts in hundredths
    return spent.ru_utime + spent.ru_stime


def resident_megabytes() -> float:
    """What this process holds in memory now; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def machine() -> str:
    """When and where: a line that belongs to every result."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    python = f"Python {platform.python_version()}"
    return f"{time.strftime('%Y-%m-%d')}, {_processor()}, {os.cpu_count()} cores{load}, {python}, {sys.platform}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())


def short(value: float) -> str:
    """Three digits that count."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"  # noqa: PLR2004  # a hundred has three
