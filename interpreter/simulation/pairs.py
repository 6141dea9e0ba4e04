"""Games with the same seeds under two stacks of rules to what differs between them, game by game."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import Factory, define

from interpreter.simulation.estimates import Estimate, Moments
from interpreter.simulation.games import Played


@define
class Differences:
    """Counts pairs of games one by one: how much more there was in the second one. Its size does not grow with them."""

    players: int
    pairs: int = 0
    decisions: Moments = Factory(Moments)
    rounds: Moments = Factory(Moments)
    scores: list[Moments] = Factory(lambda self: [Moments() for _ in range(self.players)], takes_self=True)
    won: list[Moments] = Factory(lambda self: [Moments() for _ in range(self.players)], takes_self=True)
    points: Moments = Factory(Moments)   # of all seats together
    victory: Moments = Factory(Moments)  # of anybody
    first: Moments = Factory(Moments)
    advantage: Moments = Factory(Moments)  # of the first over the average seat, times players
    only_before: Counter[str] = Factory(Counter)  # what ended the first game of a pair and not the second
    only_after: Counter[str] = Factory(Counter)
    both: Counter[str] = Factory(Counter)

    def add(self, before: Played, after: Played, ends: tuple[str, str]) -> None:
        """Count one more pair, with what ended each game of it."""
        self.pairs += 1
        self.decisions.add(after.decisions - before.decisions)
        self.rounds.add(after.rounds - before.rounds)
        for moments, was, now in zip(self.scores, before.scores, after.scores, strict=False):
            moments.add(now[0] - was[0])
        self.points.add(sum(now[0] for now in after.scores) - sum(was[0] for was in before.scores))
        self.victory.add(bool(after.winners) - bool(before.winners))
        for seat, moments in enumerate(self.won):
            moments.add((seat in after.winners) - (seat in before.winners))
        if before.first is not None and after.first is not None:
            self.first.add((after.first in after.winners) - (before.first in before.winners))
            self.advantage.add(self._advantage(after) - self._advantage(before))
        was_end, now_end = ends
        if was_end == now_end:
            self.both[was_end] += 1
        else:
            self.only_before[was_end] += 1
            self.only_after[now_end] += 1

    def _advantage(self, played: Played) -> int:
        return self.players * (played.first in played.winners) - len(played.winners)

    def join(self, other: Differences) -> None:
        """Count all pairs of another one as well."""
        self.pairs += other.pairs
        for one, another in zip(self._moments(), other._moments(), strict=True):
            one.join(another)
        self.only_before += other.only_before
        self.only_after += other.only_after
        self.both += other.both

    def _moments(self) -> tuple[Moments, ...]:
        whole = (self.decisions, self.rounds, self.points, self.victory, self.first, self.advantage)
        return (*whole, *self.scores, *self.won)

    def ends(self) -> dict[str, Estimate]:
        """For each rule that ended games, how much larger its share is."""
        rules = sorted({*self.only_before, *self.only_after, *self.both})
        return {rule: self._end(rule).paired_share() for rule in rules}

    def _end(self, rule: str) -> Moments:
        more, less = self.only_after[rule], self.only_before[rule]
        return Moments(self.pairs, more - less, more + less)

    def mean_scores(self) -> list[Estimate]:
        """How much higher each seat scores; nothing where the rules count none."""
        return [moments.mean() for moments in self.scores if moments.number]

    def as_plain(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "decisions": self.decisions.mean().as_plain("mean"),
            "rounds": self.rounds.mean().as_plain("mean"),
            "scores": [mean.as_plain("mean") for mean in self.mean_scores()],
            "victories": self.victory.paired_share().as_plain("share"),
            "won": [moments.paired_share().as_plain("share") for moments in self.won],
            "ends": {rule: estimate.as_plain("share") for rule, estimate in self.ends().items()},
            "first": self.first.paired_share().as_plain("share") if self.first.number else None,
        }
