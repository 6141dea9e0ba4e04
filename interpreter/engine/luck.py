"""A seed to what chance gives in one game; how far each stream has been drawn is all there is to save."""

from __future__ import annotations

from collections import Counter
from typing import Any

from interpreter.engine.decisions import Outcome
from interpreter.engine.machine import Machine
from interpreter.engine.program import Program
from interpreter.engine.streams import Streams
from interpreter.engine.tables import roller

Purpose = tuple[str, int | None]


class Luck:
    """Seeded chance of one game: the same digits that a simulation with this seed has."""

    def __init__(self, program: Program, seed: str) -> None:
        self.seed = seed
        self._program = program
        self._streams = Streams(program.inspecting.streams, program.box.places)
        self._streams.seed(seed)
        self._drawn: Counter[Purpose] = Counter()
        self._rollers = {pool.id: roller(pool.sides) for pool in program.box.pools.values()}

    def outcome(self, machine: Machine) -> Outcome:
        """What chance gives at the stop where a machine waits for it."""
        site, (what, owner) = machine.site, machine.state.answers
        purpose = (site.stream, owner)
        if site.kind == "roll":
            return self._rollers[site.of](what, lambda: self._draw(purpose))
        outcome: Outcome = what[self._draw(purpose) * len(what) >> 32]
        return outcome

    def _draw(self, purpose: Purpose) -> int:
        self._drawn[purpose] += 1
        return self._streams.of(*purpose)()

    def _skip(self, purpose: Purpose, times: int) -> None:
        for _ in range(times):
            self._draw(purpose)

    def copy(self) -> Luck:
        """Independent luck that will give the same from here on."""
        return self.restored(self._program, self.saved())

    def saved(self) -> dict[str, Any]:
        """The seed, and how far each stream has been drawn."""
        drawn = sorted(self._drawn.items(), key=lambda item: (item[0][0], -1 if item[0][1] is None else item[0][1]))
        return {"seed": self.seed, "drawn": [[name, owner, times] for (name, owner), times in drawn]}

    @classmethod
    def restored(cls, program: Program, saved: dict[str, Any]) -> Luck:
        """The luck that was saved."""
        luck = cls(program, saved["seed"])
        for name, owner, times in saved["drawn"]:
            luck._skip((name, owner), times)
        return luck
