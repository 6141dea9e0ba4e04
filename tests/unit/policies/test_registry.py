from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from interpreter.engine.machine import Machine, Runner
from interpreter.engine.streams import Streams, fractions
from interpreter.library import load_ruleset, runner_of
from interpreter.policies import registry
from interpreter.policies.registry import PolicyError, chosen, policy, policy_names
from interpreter.policies.turn import Turn, turn_of

SMALL = Path(__file__).parents[2] / "games" / "rulesets"
NAMES = ("Ada", "Bruno")


@pytest.fixture
def turn() -> Turn:
    runner: Runner = runner_of(load_ruleset(SMALL / "pig"), 2)
    machine = Machine.start(runner)
    streams = Streams(("draw", *runner.program.inspecting.streams), runner.program.box.places)
    streams.seed("1")
    runner.streams.seed("1")
    while machine.state.who < 0 or len(machine.state.answers) == 1:
        if machine.state.who < 0:
            machine.happen(machine.seeded())
        else:
            machine.answer(machine.state.answers[0])
    return turn_of(machine, NAMES, fractions(streams.of("draw")))


class Always:
    def __init__(self, index: object) -> None:
        self.index = index

    def choose(self, _turn: Turn) -> int:
        return self.index  # type: ignore[return-value]


def test_a_turn_says_what_its_player_may_know(turn: Turn) -> None:
    assert turn.view["viewer"] == NAMES[turn.seat]
    assert turn.view["asked"] == {"rule": turn.rule, "answers": list(turn.answers)}
    assert turn.count == len(turn.answers) > 1


def test_random_gives_every_answer(turn: Turn) -> None:
    assert {chosen(policy("random"), turn) for _ in range(50)} == set(range(turn.count))


def test_an_unknown_policy_is_named_beside_the_known_ones() -> None:
    assert policy_names()[0] == "random"
    with pytest.raises(PolicyError, match="there is no policy `clever`"):
        policy("clever")


def test_nothing_stands_behind_random() -> None:
    with pytest.raises(PolicyError, match="`random` takes nothing behind a colon, so not `3`"):
        policy("random:3")


@pytest.mark.parametrize("index", [-1, 99, "0", True])
def test_what_is_no_answer_is_refused(turn: Turn, index: object) -> None:
    with pytest.raises(PolicyError, match=r"the policy Always answered .*, which is not the number of an answer"):
        chosen(Always(index), turn)


def test_policies_of_others_are_entry_points(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        name = "last"

        def load(self) -> object:
            return lambda detail: Always(turn.count - 1 - int(detail or 0))

    monkeypatch.setattr(registry, "entry_points", lambda **_: [Point()])

    assert "last" in policy_names()
    assert chosen(policy("last"), turn) == turn.count - 1
    assert chosen(policy("last:1"), turn) == turn.count - 2


def test_the_policy_of_the_page_answers(turn: Turn) -> None:
    page = (Path(__file__).parents[3] / "docs" / "playing.md").read_text("utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    exec(block, names)  # noqa: S102  # our own page

    assert chosen(names["First"](turn.answers[1].split()[0]), turn) == 1
    assert chosen(names["careful"], turn) in range(turn.count)
