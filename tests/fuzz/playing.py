"""A ruleset to what is wrong with how it is played: every way to play a game must give the same one.

The three forms of a program play the same games; a machine that was saved and loaded, or copied, goes on like the one
that was not; nothing is lost; and whoever is asked sees the same on every table that he cannot tell from his own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from interpreter.engine.conservation import Conservation
from interpreter.engine.decisions import Chance, Decision, Over
from interpreter.engine.guessing import Guesser
from interpreter.engine.machine import EndlessError, ImpossibleError, Machine, Runner
from interpreter.engine.saving import dumps, loads
from interpreter.engine.state import OpenValueError, State
from interpreter.engine.views import as_text, view
from interpreter.library import load_ruleset, runner_of
from interpreter.simulation.games import EndlessGameError, Played, Recorded, fast_games, recorded_games
from interpreter.simulation.players import seat_names
from interpreter.source.diagnostics import SourceError

_STOPS = 60
_STOPPED = "by a budget"  # how soon, and by which of them, differs between the forms
_GAMES = 2


def play(ruleset: Path) -> None:
    """Play some games of a ruleset, if it can be played.

    Raises:
        AssertionError: Something is not as it should be.
    """
    try:
        loaded = load_ruleset(ruleset)
        runner = runner_of(loaded, loaded.ruleset.draft.players.from_)
    except SourceError:
        return
    _three_forms(runner)
    _stop_by_stop(runner, Random(loaded.stack.hash))


def _three_forms(runner: Runner) -> None:
    """The fast form, the recording and the inspecting one play the same games, or none."""
    fast = _ended(lambda: fast_games(runner, "fuzz", range(_GAMES)))
    recorded = _ended(lambda: _played(recorded_games(runner, "fuzz", range(_GAMES))))
    looked_at = partial(_check, Conservation(runner.program))
    witnessed = _ended(lambda: _played(recorded_games(runner, "fuzz", range(_GAMES), looked_at)))
    ended = {"fast": fast, "recorded": recorded, "inspected": witnessed}
    for (one, first), (other, second) in combinations(ended.items(), 2):
        assert _STOPPED in (first, second) or first == second, f"{one} and {other} differ\n{first}\n{second}"


def _check(kept: Conservation, state: State) -> None:
    """Nothing is lost; that a room shrinks, or that a promise is broken, is what the rules themselves do."""
    wrong = tuple(kept.table_faults(state))
    assert not wrong, f"something is lost: {'; '.join(wrong)}"


def _played(games: Iterator[Recorded]) -> Iterator[Played]:
    return (game.played for game in games)


def _ended(games: Callable[[], Iterator[Played]]) -> Any:
    """What came of it: the games, or the sort of error that ended them."""
    try:
        return list(games())
    except ImpossibleError as error:
        return error.rule if error.budget is None else _STOPPED
    except OpenValueError as error:
        return error.name
    except (EndlessError, EndlessGameError):
        return _STOPPED


def _stop_by_stop(runner: Runner, luck: Random) -> None:
    kept, guesser = Conservation(runner.program), Guesser(runner.program)
    try:
        machine = Machine.start(runner)
        for _ in range(_STOPS):
            if isinstance(machine.waiting, Over):
                break
            _check(kept, machine.state)
            check_guess(machine, guesser)
            before = dumps(machine)
            twins = [machine, machine.copy(), loads(runner, before)]
            assert dumps(twins[2]) == before, "a loaded game is saved as another one"
            choice = luck.random()
            for twin in twins:
                _go_on(twin, choice)
            assert len({dumps(twin) for twin in twins}) == 1, "a copied or a loaded game goes on differently"
    except (ImpossibleError, OpenValueError, EndlessError):
        return


def _go_on(machine: Machine, choice: float) -> None:
    waiting = machine.waiting
    if isinstance(waiting, Decision):
        machine.answer(waiting.answers[int(choice * len(waiting.answers))])
    elif isinstance(waiting, Chance):
        outcomes = sorted(waiting.outcomes)
        machine.happen(outcomes[int(choice * len(outcomes))])


def check_guess(machine: Machine, guesser: Guesser) -> None:
    """Whoever is asked sees the same on another table that he cannot tell from his own."""
    if not isinstance(machine.waiting, Decision):
        return
    state, program = machine.state, machine.program
    names = tuple(seat_names(program.box.players))
    other = guesser.guess(state, Random(0).random)
    if other is not None:
        mine = as_text(view(program, state, state.who, names))
        assert as_text(view(program, other, state.who, names)) == mine, "a view tells one table from another"
