"""One measure in a process of its own, after all imports and with nothing remembered: printed as JSON.

python -m bench.probe RULESET [LAYER...]      seconds of CPU to load, compile and parse
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bench.measuring import cpu_seconds
from interpreter.library import load_ruleset, runner_of
from interpreter.scenario.parser import parse
from interpreter.trial import runner  # noqa: F401  # what is imported anyway is no part of loading

PLAYERS = 4


def main(words: list[str]) -> None:
    """Measure and print."""
    scenarios = Path(__file__).parents[1] / "scenarios" / "celestia" / "rulings-b08-b14.scenario"
    text = scenarios.read_text("utf-8")
    rules, layers = words[0], words[1:]
    loaded = cpu_seconds(lambda: load_ruleset(rules, layers))
    program = cpu_seconds(lambda: runner_of(load_ruleset(rules, layers), PLAYERS))
    fast = cpu_seconds(lambda: runner_of(load_ruleset(rules, layers), PLAYERS).program.fast)
    parsed = cpu_seconds(lambda: parse(text, scenarios.name))
    again = cpu_seconds(lambda: parse(text + "\n", scenarios.name))
    found = {
        "load and check": loaded, "compile to look at": program, "compile to simulate": fast,
        "parse the first scenario file": parsed, "parse the next one": again,
    }  # fmt: skip
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1:])
