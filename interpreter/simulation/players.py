"""The names of policies to what answers the decisions of a game, each seat with random numbers of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.engine.machine import Runner
from interpreter.engine.state import State
from interpreter.engine.streams import Bits, Streams, fractions
from interpreter.policies.registry import RANDOM, chosen, policy
from interpreter.policies.turn import Turn

_ALL, _EACH = "(players)", "(player)"  # no ids of a ruleset look like these
Pick = Callable[[State], int]
"""The index of the answer that is given where a player is asked."""


def seat_names(players: int) -> tuple[str, ...]:
    """What simulated players are called."""
    return tuple(f"player-{seat + 1}" for seat in range(players))


class Players:
    """Everybody at a table; without policies all choose at random."""

    def __init__(self, runner: Runner, policies: Sequence[str] = ()) -> None:
        """The players of a game, with a policy for each seat.

        Raises:
            PolicyError: There is no such policy.
        """
        self._runner = runner
        self._names = seat_names(runner.program.box.players)
        self._policies = () if set(policies) <= {RANDOM} else tuple(map(policy, policies))
        self._streams = Streams((_ALL,) if self.at_random else (_ALL, f"{_EACH} *"), self._names)

    @property
    def at_random(self) -> bool:
        """Whether nobody thinks."""
        return not self._policies

    def bits(self, seed: str) -> Bits:
        """The numbers by which all choose who choose at random, in the game of a seed."""
        self._streams.seed(seed)
        return self._streams.of(_ALL)

    def pick(self, seed: str) -> Pick:
        """What answers in the game of a seed."""
        bits = self.bits(seed)
        if self.at_random:
            return lambda state: bits() * len(state.answers) >> 32
        draws = [fractions(self._streams.of(_EACH, seat)) for seat in range(len(self._names))]

        def pick(state: State) -> int:
            return chosen(self._policies[state.who], Turn(self._runner, state, self._names, draws[state.who]))

        return pick
