"""A turn to the answer that wins most of the games that are played on from worlds that could be: flat Monte Carlo."""

from __future__ import annotations

from interpreter.policies.judging import best, judged
from interpreter.policies.turn import Turn
from interpreter.policies.worlds import World

GAMES = 100


class Search:
    """Plays on so many games, everybody choosing at random: as many after each answer, from the same worlds."""

    def __init__(self, games: int = GAMES) -> None:
        self._games = games

    def choose(self, turn: Turn) -> int:
        """The index of the answer with the most victories, then with the best score; of equally good ones any."""
        return best(turn, judged(turn, max(1, self._games // turn.count), _outcome))


def _outcome(world: World, index: int, seat: int) -> tuple[float, ...]:
    """Whether the seat wins, and what it scores."""
    over = world.finished(index)
    scores = over.scores()
    return float(seat in over.winners()), float(scores[seat] if scores else 0)
