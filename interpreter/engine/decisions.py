"""What a machine waits for: somebody's decision, chance, or nothing any more."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from interpreter.engine.program import Site

Answer = tuple[object, ...]
Outcome = tuple[int, ...] | int


@frozen
class Decision:
    """`who` (a seat) must give one of `answers`, the complete list of legal ones."""

    who: int
    site: Site
    answers: tuple[Answer, ...]

    @property
    def forced(self) -> bool:
        """Whether there is nothing to choose."""
        return len(self.answers) == 1


@frozen
class Chance:
    """Chance must give one of `outcomes`; the numbers are how many equally likely ways lead to each.

    Dice: a sorted tuple of faces. A draw: a kind of card. A pick: a seat. `owner` is the place whose pile
    is drawn from, or None; `dice` the number of dice thrown.
    """

    site: Site
    outcomes: Mapping[Outcome, int]
    owner: int | None
    dice: int | None


@frozen
class Over:
    """The game has ended. `scores` by seat, `winners` the seats that win, `rule` what ended it."""

    rule: int | None
    scores: tuple[int, ...]
    winners: tuple[int, ...]


Waiting = Decision | Chance | Over
