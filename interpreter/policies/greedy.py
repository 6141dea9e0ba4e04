"""A turn to the answer after which the position is worth most, on the average over worlds that could be."""

from __future__ import annotations

from interpreter.policies.judging import best, judged
from interpreter.policies.turn import Turn
from interpreter.policies.worlds import World

WORLDS = 12


class Greedy:
    """Looks one answer ahead: until somebody has to choose again."""

    def __init__(self, worlds: int = WORLDS) -> None:
        self._number = worlds

    def choose(self, turn: Turn) -> int:
        """The index of an answer; of equally good ones any."""
        return best(turn, judged(turn, self._number, _worth))


def _worth(world: World, index: int, seat: int) -> tuple[float, ...]:
    """Whether the game is won by it, or lost; then what the position is worth."""
    after = world.answered(index)
    return float(after.asked is None and (1 if seat in after.winners() else -1)), float(after.worth(seat))
