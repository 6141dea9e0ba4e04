"""Errors go from one process to another as they are."""

from __future__ import annotations

import pickle
from pathlib import Path

from interpreter.engine.machine import EndlessError
from interpreter.library import load_ruleset, runner_of

PIG = Path(__file__).parents[1] / "games" / "rulesets" / "pig"


def test_an_error_that_is_made_of_other_things_than_its_words_survives() -> None:
    trouble = EndlessError(runner_of(load_ruleset(PIG), 2).program, [1, 2])

    told = pickle.loads(pickle.dumps(trouble))  # noqa: S301  # our own

    assert (str(told), told.steps, told.rules) == (str(trouble), trouble.steps, trouble.rules)
