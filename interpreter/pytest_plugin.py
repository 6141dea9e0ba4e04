"""Scenario files in, pytest items out: the hooks; whatever they need is imported when the first file is met.

A file is a scenario file if its name says so and its first statement is one with which only those begin; pytest runs in
repositories that know nothing of us, and other tools use the same ending.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

_SUFFIX = ".scenario"
OPENERS = frozenset({"gulliver", "ruleset", "language", "reglamento", "idioma"})  # in every language
_FAR_ENOUGH = 65536
_STALE = "gulliver_stale_snapshots"

STALE = pytest.StashKey[dict[str, None]]()


def pytest_configure(config: pytest.Config) -> None:
    """Room for what is found on the way."""
    config.stash[STALE] = {}


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A collector for a scenario file; nothing for any other."""
    if file_path.suffix != _SUFFIX or not begins_as_scenarios_do(file_path):
        return None
    _choose_language()
    collector: pytest.Collector = import_module("interpreter.pytest_items").ScenarioModule.from_parent(
        parent, path=file_path
    )
    return collector


def _choose_language() -> None:
    """Speak as the user's settings say."""
    speech = import_module("interpreter.source.speech")
    speech.speak(speech.preferred(os.environ))


def begins_as_scenarios_do(file: Path) -> bool:
    """Whether the first statement of a file is `ruleset`, `gulliver` or a language line, in any language.

    A file that cannot be read might, and is an error later.
    """
    try:
        with file.open("rb") as opened:
            text = opened.read(_FAR_ENOUGH).decode("utf-8-sig", errors="replace")
    except OSError:
        return True
    statements = (line.split() for line in text.splitlines() if not line.lstrip().startswith("#"))
    return next((words[0].rstrip(":") for words in statements if words), "") in OPENERS


# ---- snapshots that nobody asks for ---------------------------------------------------------------------------------


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of xdist tells the controller, which collects nothing itself."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[_STALE] = [*session.config.stash[STALE]]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """The controller hears from a worker."""
    stale = getattr(node, "workeroutput", {}).get(_STALE, ())
    node.config.stash[STALE].update(dict.fromkeys(stale))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """A warning at the end; no reason to fail."""
    stale = config.stash[STALE]
    if stale:
        _choose_language()
        terminalreporter.section(import_module("interpreter.source.catalogue").phrase("pytest-stale"))
        for line in stale:
            terminalreporter.write_line(line)
