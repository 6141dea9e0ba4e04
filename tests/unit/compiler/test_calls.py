from __future__ import annotations

from pathlib import Path
from random import Random

from interpreter.engine.decisions import Chance, Over
from interpreter.engine.machine import Machine
from interpreter.engine.saving import dumps, loads
from interpreter.engine.streams import Streams
from interpreter.library import load_ruleset, runner_of

COUNTER = Path(__file__).parents[2] / "games" / "rulesets" / "counter"


def test_windows_open_inside_windows_and_are_saved_in_the_middle() -> None:
    runner = runner_of(load_ruleset(COUNTER), 3)
    runner.streams.seed("deep")
    random, machine, deepest = Random(7), Machine.start(runner), 0
    while not isinstance(waiting := machine.waiting, Over):
        if isinstance(waiting, Chance):
            machine.happen(machine.seeded())
            continue
        text = dumps(machine)
        assert dumps(loads(runner, text)) == text
        machine = loads(runner, text)
        machine.answer(waiting.answers[-1] if random.random() < 0.9 else waiting.answers[0])
        deepest = max(deepest, machine.state.c_deepest)  # type: ignore[attr-defined]

    assert deepest >= 5
    assert machine.state.calls == ()  # type: ignore[attr-defined]


def test_both_forms_agree() -> None:
    runner = runner_of(load_ruleset(COUNTER), 3)
    program = runner.program
    streams = Streams(program.fast.streams, program.box.places)
    bound = program.fast.bind(print, print)
    for seed in range(50):
        assert _inspecting(runner, str(seed)) == _fast(program, streams, bound, str(seed))


def _inspecting(runner: object, seed: str) -> list[object]:
    runner.streams.seed(seed)  # type: ignore[attr-defined]
    random, machine, found = Random(seed), Machine.start(runner), []  # type: ignore[arg-type]
    while not isinstance(waiting := machine.waiting, Over):
        if isinstance(waiting, Chance):
            machine.happen(machine.seeded())
        elif waiting.forced:
            machine.answer(waiting.answers[0])
        else:
            answer = random.choice(waiting.answers)
            found.append((waiting.who, waiting.site.index, answer))
            machine.answer(answer)
    return found


def _fast(program: object, streams: Streams, bound: object, seed: str) -> list[object]:
    streams.seed(seed)
    bound.draw_from(streams.functions)
    random, state, found = Random(seed), program.fast.fresh(), []  # type: ignore[attr-defined]
    step = bound.starts["start"]  # type: ignore[attr-defined]
    while True:
        while step is not None:
            step = step(state)
        if state.who < 0:
            return found
        answer = random.choice(state.answers)
        found.append((state.who, state.site, answer))
        step = bound.resume[state.site](state, answer)  # type: ignore[attr-defined]
