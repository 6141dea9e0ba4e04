"""A turn to any of its answers."""

from __future__ import annotations

from interpreter.policies.turn import Turn


class AtRandom:
    """Every legal answer is equally likely."""

    def choose(self, turn: Turn) -> int:
        """The index of an answer."""
        return int(turn.draw() * turn.count)
