"""How much a file may ask for, whoever wrote it: the name of a budget to a number.

Each can be raised by a variable of the environment, `GULLIVER_MOST_STEPS` and so on; docs/trust.md lists them all.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

_BEFORE = "GULLIVER_MOST_"
_MEGABYTE = 1_000_000
BUDGETS: Mapping[str, int] = {
    "megabytes": 4,         # of one file
    "lines": 1_000_000,     # that the tests of a scenario file lay and play, all together
    "values": 50_000,       # of one YAML file: keys, entries of lists, mappings, lists
    "parts": 50_000,        # of all expressions of a ruleset, with the values that they name
    "looks": 100_000,       # that one expression takes whenever it is worked out
    "blocks": 50_000,       # of the program of a ruleset: pieces between which the rules jump
    "steps": 100_000,       # of the rules between two decisions or throws
    "calls": 200,           # rules that run within each other: actions that run themselves, windows in windows
    "stops": 100_000,       # decisions and throws of one simulated game
    "forced": 10_000,       # decisions and throws one after the other that leave no choice
    "branches": 20_000,     # of a script with `any` in it
    "positions": 20_000,    # that one claim looks at
    "choices": 20_000,      # answers of one decision, different throws of some dice
    "dice": 1_000,          # of one pool that lie on the table
    "number": 10**15,       # what a counter holds, as every reader of JSON keeps it
}


class OverBudgetError(ValueError):
    """Something is more than a budget allows; `budget` is its name."""

    def __init__(self, budget: str) -> None:
        super().__init__(f"more than {most(budget)} {budget}")
        self.budget = budget


def most(budget: str) -> int:
    """How much is allowed: what the environment says, if it is a number, else what stands here."""
    given = os.environ.get(variable(budget), "")
    return int(given) if _is_number(given) else BUDGETS[budget]


def most_bytes() -> int:
    """How long a file may be, or a game in a file of games."""
    return most("megabytes") * _MEGABYTE


def variable(budget: str) -> str:
    """The variable of the environment that raises a budget."""
    return _BEFORE + budget.upper()


def misspelt() -> Iterator[tuple[str, str]]:
    """The variables of the environment that look like a budget and set none, with what they say."""
    known = set(map(variable, BUDGETS))
    for name, value in os.environ.items():
        if name.startswith(_BEFORE) and (name not in known or not _is_number(value)):
            yield name, value


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= len(str(BUDGETS["number"])) and int(text) > 0
