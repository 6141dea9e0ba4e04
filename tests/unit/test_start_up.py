"""What a command imports before it does anything."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PIG = Path(__file__).parents[1] / "games" / "rulesets" / "pig"
_COMMAND = """
import sys
from interpreter.cli import main
try:
    main()
finally:
    sys.stderr.write(" ".join(sys.modules))
"""


def imported(*words: str) -> set[str]:
    """The modules that a command leaves behind."""
    done = subprocess.run([sys.executable, "-c", _COMMAND, *words], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize("module", ["pathlib", "attrs", "yaml", "lark", "importlib.metadata"])
def test_the_overview_needs_no(module: str) -> None:
    assert module not in imported("--help")


def test_a_short_series_asks_no_other_process() -> None:
    assert "joblib" not in imported("simulate", str(PIG), "--games", "2")


def test_a_command_in_a_process_of_its_own_rarely_looks_for_cycles() -> None:
    text = "import gc; from interpreter.cli import main\ntry: main()\nfinally: print(gc.get_threshold()[0])"
    done = subprocess.run([sys.executable, "-c", text, "--version"], capture_output=True, text=True, check=True)
    assert int(done.stdout.split()[-1]) > 10_000
