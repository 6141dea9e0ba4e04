"""A series of games to what is said about it: lines for people, sentences about comparisons, a table for programs."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import StringIO

from attrs import frozen

from interpreter.engine.program import Program
from interpreter.layering.labels import Label
from interpreter.layering.stack import Stack
from interpreter.report.stacks import stack_words
from interpreter.simulation.details import Details
from interpreter.simulation.estimates import Estimate, share
from interpreter.simulation.pairs import Differences
from interpreter.simulation.series import Comparison, Series
from interpreter.simulation.statistics import OVER, Tally
from interpreter.source.catalogue import phrase
from interpreter.source.speech import DEFAULT, number, spoken
from interpreter.trial.retelling import teller_for

_COLUMNS = ("stack", "kind", "measure", "of", "value", "low", "high")
_WIDTH = 11


@frozen
class Told:
    """Names of one stack, in the language that is spoken."""

    stack: Stack
    program: Program

    @property
    def name(self) -> str:
        """What the stack is called."""
        return stack_words(self.stack.full_name)

    @property
    def rounds(self) -> str:
        """What the course of play repeats, in the plural."""
        label = self._label("steps", self.program.round)
        return label.other if label is not None and label.other != label.one else phrase("series-rounds")

    @property
    def role(self) -> str:
        """Who begins."""
        label = self._label("roles", self.program.role)
        return label.one if label is not None else str(self.program.role)

    def end(self, rule: str) -> str:
        """What ended a game."""
        return phrase("simulate-over") if rule == OVER else teller_for(self.stack).words(rule)

    def _label(self, group: str, name: str | None) -> Label | None:
        if name is None:
            return None
        tables = (self.stack.labels.get(language, {}).get(group, {}) for language in (spoken(), DEFAULT))
        return next((table[name] for table in tables if name in table), None)


# for people


def series_lines(series: Series, stacks: Sequence[Stack]) -> Iterator[str]:
    """The statistics of a series, then each comparison with its sentence; the first of the stacks is its own."""
    told = Told(stacks[0], series.runner.program)
    players = phrase("players", count=told.program.box.players)
    games = series.tally.games
    yield phrase("simulate-head", ruleset=told.name, count=games, players=players, seed=series.order.seed)
    if series.order.policies:
        yield _line("policies", ", ".join(series.order.policies))
    yield from _tally_lines(series.tally, told)
    yield from _detail_lines(series.details, told)
    for comparison, stack in zip(series.comparisons, stacks[1:], strict=True):
        yield ""
        yield from _comparison_lines(comparison, told, Told(stack, comparison.runner.program))
    yield _speed(series)


def _line(label: str, text: str) -> str:
    """A line with what it is about in front."""
    return f"  {phrase(f'series-{label}').ljust(_WIDTH)}{text}"


def _tally_lines(tally: Tally, told: Told) -> Iterator[str]:
    yield _line("decisions", phrase("series-a-game", number=_between(tally.decisions.mean())))
    if told.program.round is not None:
        number_ = _between(tally.rounds.mean())
        yield _line("length", phrase("series-rounds-a-game", number=number_, rounds=told.rounds))
    for rule, count in tally.ends(told.program).items():
        yield _line("ended", f"{told.end(rule)}: {_percent(share(count, tally.games))}")
    means = tally.mean_scores()
    for seat, won in enumerate(tally.won()):
        score = phrase("simulate-score", score=_between(means[seat])) if means else ""
        yield phrase("simulate-player", number=seat + 1, share=_percent(won)) + score
    if tally.opened:
        yield _line("start", phrase("series-opener", role=told.role, share=_percent(tally.first_won())))
    if tally.shared:
        yield phrase("simulate-shared", share=_percent(share(tally.shared, tally.victories)))


def _speed(series: Series) -> str:
    seconds = max(series.seconds, 1e-9)
    games = series.tally.games * (1 + len(series.comparisons))
    decisions = series.tally.decisions.total + sum(each.tally.decisions.total for each in series.comparisons)
    return phrase(
        "simulate-speed",
        games=phrase("simulate-speed-games", count=round(games / seconds)),
        decisions=phrase("simulate-speed-decisions", count=round(decisions / seconds)),
        seconds=_number(series.seconds, 2),
    )


def _detail_lines(details: Details | None, told: Told) -> Iterator[str]:
    """Each card that was played or moved, each rule and each answer."""
    if details is None:
        return
    plain, words = details.as_plain(told.program), teller_for(told.stack).words
    yield phrase("series-cards")
    for card, found in plain["cards"].items():
        numbers = {key: _number(found[key]["mean"], 2) for key in ("played", "moved")}
        yield f"    {phrase('series-card', card=words(card), **numbers)}"
    yield phrase("series-answers")
    for answer, found in plain["answers"].items():
        given = _percent(Estimate(found["share"], found["low"], found["high"]))
        yield f"    {phrase('series-answer', answer=answer, share=given, count=found['offered'])}"
    yield phrase("series-rules")
    for rule, found in plain["rules"].items():
        games = _number(100 * found["games"]["share"], 1)
        times = _number(found["times"]["mean"], 2)
        yield f"    {phrase('series-rule', rule=rule, games=phrase('percent', number=games), times=times)}"


# comparisons


def _comparison_lines(comparison: Comparison, before: Told, after: Told) -> Iterator[str]:
    found = comparison.differences
    yield phrase("series-compared", stack=after.name)
    yield from (f"  {line}" for line in _difference_lines(found, before, after))
    yield f"  {sentence(comparison, before, after)}"


def _difference_lines(found: Differences, before: Told, after: Told) -> Iterator[str]:
    yield _line("decisions", phrase("series-a-game", number=_signed(found.decisions.mean())))
    if before.program.round is not None:
        number_ = _signed(found.rounds.mean())
        yield _line("length", phrase("series-rounds-a-game", number=number_, rounds=before.rounds))
    for rule, estimate in found.ends().items():
        told = after if found.only_after[rule] else before
        yield _line("ended", f"{told.end(rule)}: {_points(estimate)}")
    means = found.mean_scores()
    for seat, moments in enumerate(found.won):
        score = phrase("simulate-score", score=_signed(means[seat])) if means else ""
        yield phrase("simulate-player", number=seat + 1, share=_points(moments.paired_share())) + score
    if found.first.number:
        yield _line("start", phrase("series-opener", role=before.role, share=_points(found.first.paired_share())))


def sentence(comparison: Comparison, before: Told, after: Told) -> str:
    """What differs, in one plain sentence: what an interval leaves open is no difference."""
    parts = phrase("series-join").join(_parts(comparison.differences, before))
    return phrase("series-sentence", stack=after.name, parts=parts)


def _parts(found: Differences, told: Told) -> Iterator[str]:
    in_rounds = told.program.round is not None
    unit = told.rounds if in_rounds else phrase("series-decisions-unit")
    yield _said("length", (found.rounds if in_rounds else found.decisions).mean(), unit=unit)
    if found.points.number and found.scores[0].number:
        mean = found.points.mean()
        yield _said("score", _scaled(mean, 1 / found.players))
    if found.victory.squares:
        yield _said("victory", _scaled(found.victory.paired_share(), 100))
    if found.advantage.squares:
        yield _said("first", _scaled(found.advantage.mean(), 100 / found.players), role=told.role)


def _said(what: str, estimate: Estimate, **values: str) -> str:
    """More, less, or nothing that could be measured."""
    way = "same" if not estimate.is_sure else "more" if estimate.value > 0 else "less"
    return phrase(f"series-{what}-{way}", number=_number(abs(estimate.value), 1), **values)


def _scaled(estimate: Estimate, by: float) -> Estimate:
    low, high = (None if bound is None else bound * by for bound in (estimate.low, estimate.high))
    return Estimate(estimate.value * by, low, high, estimate.is_constant)


# numbers


def _number(value: float, digits: int) -> str:
    """A number, rounded to so many digits, as the language writes it."""
    return number(round(value, digits) + 0.0, digits)


def _plus(value: float) -> str:
    """A number with its sign."""
    shown = _number(abs(value), 1)
    sign = "" if round(value, 1) == 0 else "+" if value > 0 else "-"
    return f"{sign}{shown}"


def _between(estimate: Estimate) -> str:
    """`24.6 (24.1 to 25.1)`."""
    return _with_bounds(_number(estimate.value, 1), estimate, lambda bound: _number(bound, 1))


def _signed(estimate: Estimate) -> str:
    return _with_bounds(_plus(estimate.value), estimate, _plus)


def _percent(estimate: Estimate) -> str:
    shown = phrase("percent", number=_number(100 * estimate.value, 1))
    return _with_bounds(shown, estimate, lambda bound: _number(100 * bound, 1))


def _points(estimate: Estimate) -> str:
    shown = phrase("percent", number=_plus(100 * estimate.value))
    return _with_bounds(shown, estimate, lambda bound: _plus(100 * bound))


def _with_bounds(shown: str, estimate: Estimate, write: Callable[[float], str]) -> str:
    if estimate.low is None or estimate.high is None:
        return shown
    return phrase("series-between", shown=shown, low=write(estimate.low), high=write(estimate.high))


# for programs


def series_table(series: Series, stacks: Sequence[Stack]) -> str:
    """One row a number, as comma-separated values: results of each stack, then how they differ from the first."""
    text = StringIO()
    write = csv.writer(text, lineterminator="\n").writerow
    write(_COLUMNS)
    plain = series.as_plain()
    others = zip(plain["comparisons"], stacks[1:], strict=True)
    for row in _rows(stacks[0].full_name, "result", plain["results"]):
        write(row)
    for other, stack in others:
        for kind, key in (("result", "results"), ("difference", "differences")):
            for row in _rows(stack.full_name, kind, other[key]):
                write(row)
    return text.getvalue().rstrip("\n")


def _rows(stack: str, kind: str, found: Mapping[str, object]) -> Iterator[list[object]]:
    for measure, value in found.items():
        for of, estimate in _estimates(measure, value):
            shown = estimate.get("mean", estimate.get("share"))
            yield [stack, kind, measure, of, shown, estimate["low"], estimate["high"]]


def _estimates(measure: str, value: object) -> Iterator[tuple[object, Mapping[str, object]]]:
    """Each estimate in a part of the results, with what it is of."""
    if isinstance(value, list):
        yield from ((at + 1, each) for at, each in enumerate(value) if isinstance(each, dict))
    elif isinstance(value, dict) and "low" in value:
        yield value.get("of", value.get("role", "")), value
    elif isinstance(value, dict) and measure == "ends":
        yield from value.items()
