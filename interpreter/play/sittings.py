"""Windows that a game came through to those who sit down before the screen there, whether they can play or not.

Who has nothing to play in a window is not asked by the rules. At a table he must look at his hand all the same: else
the others would see that he has nothing. The order depends on nothing that is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from interpreter.engine.decisions import Decision, Waiting
from interpreter.engine.machine import Reached
from interpreter.engine.program import Program
from interpreter.engine.reasons import may_take_part
from interpreter.engine.state import State
from interpreter.engine.tables import seats


@frozen
class Sitting:
    """A seat before the screen: the table as it is then, and how much of the log has happened by then.

    `decision` is what it has to decide; None where it can only look.
    """

    seat: int
    site: int
    state: State
    past: int
    decision: Decision | None = None

    @property
    def is_free(self) -> bool:
        """Whether there is something to choose."""
        return self.decision is not None and not self.decision.forced


def in_window(program: Program, window: Reached, past: int) -> Iterator[Sitting]:
    """Everybody who may play in a window, one after the other, until it closes if nobody does."""
    for seat in seats(window.turns or ()):
        if may_take_part(program, window.state, program.sites[window.site], seat):
            yield Sitting(seat, window.site, window.state, past)


def queued(
    windows: Sequence[Sequence[Sitting]], waiting: Waiting, state: State, past: int
) -> tuple[list[Sitting], tuple[Sitting, ...]]:
    """Who sits down until the game goes on, and who does after that if the window stays as it is.

    Args:
        windows: Those who sit down in each window that was reached, the last of which may still be open.
        waiting: What the game waits for now.
        state: The table now.
        past: How much of the log has happened now.
    """
    found = [sitting for window in windows for sitting in window]
    if not isinstance(waiting, Decision):
        return found, ()
    deciding = Sitting(waiting.who, waiting.site.index, state, past, waiting)
    last = windows[-1] if windows else ()
    if waiting.site.kind == "window":
        for index, sitting in enumerate(last):
            if (sitting.site, sitting.seat) == (deciding.site, deciding.seat):
                before = found[: len(found) - len(last) + index]
                return [*before, evolve(sitting, decision=waiting)], tuple(last[index + 1 :])
    return [*found, deciding], ()
