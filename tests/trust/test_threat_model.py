"""docs/trust.md says what holds: each attack has a test, each budget is named with what it is."""

from __future__ import annotations

import re
from pathlib import Path

from interpreter.budgets import BUDGETS, variable

PAGE = (Path(__file__).parents[2] / "docs" / "trust.md").read_text("utf-8")
TESTS = "\n".join(file.read_text("utf-8") for file in Path(__file__).parent.glob("test_*.py"))


def rows(title: str) -> list[list[str]]:
    part = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def test_every_attack_has_a_test_that_is_there() -> None:
    for attack, defence, tests in rows("Attacks"):
        names = re.findall(r"`(\w+)`", tests)
        assert attack
        assert defence
        assert names, attack
        assert [name for name in names if f"def {name}(" not in TESTS] == []


def test_every_budget_is_named() -> None:
    told = {cells[1].strip("`"): int(cells[2]) for cells in rows("Budgets")}

    assert told == {variable(name): size for name, size in BUDGETS.items()}
