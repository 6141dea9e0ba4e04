"""Games to what is said about all of them together."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import Factory, define

from interpreter.engine.program import Program
from interpreter.simulation.estimates import Estimate, Moments, share
from interpreter.simulation.games import Played

OVER = "end"  # stands for a rule where the course of play was over
_DIGITS = 4


@define
class Tally:
    """Counts games one by one; its size does not grow with them. `lengths` counts games by their rounds."""

    players: int
    games: int = 0
    decisions: Moments = Factory(Moments)
    rounds: Moments = Factory(Moments)
    victories: int = 0  # games that somebody won
    shared: int = 0
    wins: list[int] = Factory(lambda self: [0] * self.players, takes_self=True)
    scores: list[Moments] = Factory(lambda self: [Moments() for _ in range(self.players)], takes_self=True)
    opened: int = 0     # games in which somebody held the first role when they began
    first_wins: int = 0  # and won
    ended: Counter[int | None] = Factory(Counter)
    lengths: Counter[int] = Factory(Counter)

    def add(self, played: Played) -> None:
        """Count one more game."""
        self.games += 1
        self.decisions.add(played.decisions)
        self.rounds.add(played.rounds)
        self.lengths[played.rounds] += 1
        self.ended[played.ended] += 1
        winners = played.winners
        self.victories += bool(winners)
        self.shared += len(winners) > 1
        for seat in winners:
            self.wins[seat] += 1
        for seat, score in enumerate(played.scores):
            self.scores[seat].add(score[0])
        self.opened += played.first is not None
        self.first_wins += played.first in winners

    def join(self, other: Tally) -> None:
        """Count all games of another one as well."""
        for name in ("games", "victories", "shared", "opened", "first_wins"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.decisions.join(other.decisions)
        self.rounds.join(other.rounds)
        self.wins = [sum(pair) for pair in zip(self.wins, other.wins, strict=True)]
        for mine, more in zip(self.scores, other.scores, strict=True):
            mine.join(more)
        self.ended += other.ended
        self.lengths += other.lengths

    def results(self, program: Program) -> dict[str, Any]:
        """Wins by seat (shared victories count for each), scores if there are any, lengths, and what ended games."""
        ends = self.ends(program)
        return {
            "wins": list(self.wins),
            "shared": self.shared,
            "mean_scores": [round(mean.value, _DIGITS) for mean in self.mean_scores()],
            "mean_decisions": round(self.decisions.mean().value, _DIGITS),
            "ended": ends,
            "decisions": self.decisions.mean().as_plain("mean"),
            "rounds": {"of": program.round, **self.rounds.mean().as_plain("mean")} if program.round else None,
            "scores": [mean.as_plain("mean") for mean in self.mean_scores()],
            "won": [estimate.as_plain("share") for estimate in self.won()],
            "ends": {rule: share(count, self.games).as_plain("share") for rule, count in ends.items()},
            "first": {"role": program.role, **self.first_won().as_plain("share")} if self.opened else None,
        }

    def mean_scores(self) -> list[Estimate]:
        """The mean score of each seat; nothing where the rules count none."""
        return [moments.mean() for moments in self.scores if moments.number]

    def won(self) -> list[Estimate]:
        """The share of games that each seat won."""
        return [share(wins, self.games) for wins in self.wins]

    def first_won(self) -> Estimate:
        """The share of games that was won by whoever held the first role when they began."""
        return share(self.first_wins, self.opened)

    def ends(self, program: Program) -> dict[str, int]:
        """How many games each rule ended."""
        return dict(sorted((end_name(program, rule), count) for rule, count in self.ended.items()))


def end_name(program: Program, rule: int | None) -> str:
    """The id of the step that ended a game, else its address; `end` where the course of play was over."""
    if rule is None:
        return OVER
    found = program.rules[rule]
    return found.name or ".".join(found.path)
