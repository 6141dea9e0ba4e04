"""A runner to what its forms play from one seed, so that they can be compared decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.engine.machine import Runner
from interpreter.engine.state import State
from interpreter.engine.streams import Streams
from interpreter.simulation.games import recorded_games
from interpreter.simulation.players import Players


def assert_forms_agree(runner: Runner, seed: str, games: int) -> None:
    """The fast form and the inspecting one decide the same; the recording one records the same as the inspecting."""
    assert list(fast_decisions(runner, seed, games)) == list(recorded_decisions(runner, seed, games))
    played_on = recorded_games(runner, seed, range(games))
    stopped = recorded_games(runner, seed, range(games), stop_everywhere)
    for one, other in zip(played_on, stopped, strict=True):
        assert list(map(without_piles, one.log)) == list(map(without_piles, other.log))
        assert one.played == other.played


def without_piles(entry: tuple[Any, ...]) -> tuple[Any, ...]:
    """What lies in a pile that is drawn from is not recorded where the game plays on."""
    rule, who, site, answers, given = (*entry, *(None,) * 5)[:5] if entry[0] is None else (0, 0, 0, 0, 0)
    return entry if entry[0] is not None or who >= 0 else (rule, who, site, answers[1], given)


def stop_everywhere(_: State) -> None:
    """Somebody who looks at the table at each stop: then the inspecting form is played."""


def recorded_decisions(runner: Runner, seed: str, games: int) -> Iterator[tuple[object, ...]]:
    for game in recorded_games(runner, seed, range(games), stop_everywhere):
        for _, who, site, answers, given in game.stops:
            if who >= 0 and len(answers) > 1:
                yield who, site, answers, given


def fast_decisions(runner: Runner, seed: str, games: int) -> Iterator[tuple[object, ...]]:
    program, players = runner.program, Players(runner)
    streams = Streams(program.fast.streams, program.box.places)
    bound = program.fast.bind(print, print)
    for number in range(games):
        streams.seed(f"{seed}/{number}")
        bound.draw_from(streams.functions)
        bits = players.bits(f"{seed}/{number}")
        state = program.fast.fresh()
        step = bound.starts["start"]
        while True:
            while step is not None:
                step = step(state)
            if state.who < 0:
                break
            answer = state.answers[bits() * len(state.answers) >> 32]
            yield state.who, state.site, state.answers, answer
            step = bound.resume[state.site](state, answer)
