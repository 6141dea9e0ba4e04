"""Games to what is said about all of them together."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import Factory, define

from interpreter.engine.program import Program
from interpreter.simulation.games import Played

OVER = "end"  # stands for a rule where the course of play was over
_DIGITS = 4


@define
class Tally:
    """Counts games one by one; its size does not grow with them."""

    program: Program
    games: int = 0
    decisions: int = 0
    victories: int = 0  # games that somebody won
    shared: int = 0
    wins: list[int] = Factory(lambda self: [0] * self.program.box.players, takes_self=True)
    scores: list[int] = Factory(lambda self: [0] * self.program.box.players, takes_self=True)
    ended: Counter[int | None] = Factory(Counter)

    def add(self, played: Played) -> None:
        """Count one more game."""
        self.games += 1
        self.decisions += played.decisions
        self.ended[played.ended] += 1
        winners = played.winners
        self.victories += bool(winners)
        self.shared += len(winners) > 1
        for seat in winners:
            self.wins[seat] += 1
        for seat, score in enumerate(played.scores):
            self.scores[seat] += score[0]

    def results(self) -> dict[str, Any]:
        """Wins by seat (shared victories count for each), mean scores if there are any, and which rules ended games."""
        ended = sorted((self._rule(rule), count) for rule, count in self.ended.items())
        return {
            "wins": list(self.wins),
            "shared": self.shared,
            "mean_scores": [] if self.program.inspecting.score is None else [self._mean(s) for s in self.scores],
            "mean_decisions": self._mean(self.decisions),
            "ended": dict(ended),
        }

    def _mean(self, total: int) -> float:
        return round(total / self.games, _DIGITS) if self.games else 0.0

    def _rule(self, rule: int | None) -> str:
        """The id of the step that ended a game, else its address; `end` where the course of play was over."""
        if rule is None:
            return OVER
        found = self.program.rules[rule]
        return found.name or ".".join(found.path)
