"""A series of games to a picture: how long they are, what is scored and who wins, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from interpreter.report.series import Told
from interpreter.simulation.estimates import Estimate
from interpreter.simulation.series import Series
from interpreter.simulation.statistics import Tally
from interpreter.source.catalogue import phrase

SUFFIXES = (".svg", ".png")
_COLOURS = ("#1b6ca8", "#d1651a", "#3d8b40", "#8a4fa3")  # told apart by those who see no red or green, too
_STYLE = {"font.size": 12, "axes.titlesize": 13, "axes.spines.top": False, "axes.spines.right": False,
          "svg.hashsalt": "gulliver", "svg.fonttype": "none"}  # fmt: skip
_GAP, _BAR = 0.8, 0.95  # of the room between two seats, and of that of a bar


def can_draw() -> bool:
    """Whether what draws is installed (the extra `plot`)."""
    return find_spec("matplotlib") is not None


def chart(series: Series, told: Sequence[Told], suffix: str) -> bytes:
    """The picture as the content of a file with this suffix; the first of `told` is the stack of the series."""
    matplotlib, figures = import_module("matplotlib"), import_module("matplotlib.figure")
    tallies = [series.tally, *(comparison.tally for comparison in series.comparisons)]
    has_scores = any(tally.mean_scores() for tally in tallies)
    with matplotlib.rc_context(_STYLE):
        figure = figures.Figure(figsize=(4.6 * (2 + has_scores), 4.4), layout="constrained")
        axes = list(figure.subplots(1, 2 + has_scores))
        _lengths(axes.pop(0), tallies, told)
        if has_scores:
            _seats(axes.pop(0), [tally.mean_scores() for tally in tallies], phrase("chart-scores"), 1)
        _seats(axes.pop(0), [tally.won() for tally in tallies], phrase("chart-won"), 100)
        figure.legend([each.name for each in told], loc="outside lower center", frameon=False)
        made = BytesIO()
        figure.savefig(made, format=suffix.removeprefix("."), dpi=150, metadata=_undated(suffix))
    return made.getvalue()


def _undated(suffix: str) -> dict[str, None] | None:
    """The same picture for the same games: no date in it."""
    return {"Date": None} if suffix == ".svg" else None


def _lengths(axes: Any, tallies: Sequence[Tally], told: Sequence[Told]) -> None:
    """How many games last how long."""
    for at, tally in enumerate(tallies):
        lengths = sorted(tally.lengths)
        shares = [100 * tally.lengths[length] / tally.games for length in lengths]
        axes.plot(lengths, shares, color=_COLOURS[at % len(_COLOURS)], marker="o", markersize=4)
    axes.set_title(phrase("chart-lengths", rounds=told[0].rounds))
    axes.set_ylabel(phrase("chart-games"))
    axes.set_ylim(bottom=0)
    axes.xaxis.get_major_locator().set_params(integer=True)


def _seats(axes: Any, estimates: Sequence[Sequence[Estimate]], title: str, scale: float) -> None:
    """A bar a seat and stack, with its interval."""
    width = _GAP / len(estimates)
    for at, found in enumerate(estimates):
        places = [seat + (at - (len(estimates) - 1) / 2) * width for seat in range(len(found))]
        values = [scale * each.value for each in found]
        margins = [[scale * margin for margin in side] for side in zip(*map(_margins, found), strict=True)]
        axes.bar(places, values, width * _BAR, yerr=margins, capsize=3, color=_COLOURS[at % len(_COLOURS)])
    axes.set_title(title)
    seats = range(max(map(len, estimates)))
    axes.set_xticks(list(seats), [phrase("chart-player", number=seat + 1) for seat in seats])


def _margins(estimate: Estimate) -> tuple[float, float]:
    """How far the bounds lie below and above; nothing where there are none."""
    if estimate.low is None or estimate.high is None:
        return 0.0, 0.0
    return estimate.value - estimate.low, estimate.high - estimate.value
