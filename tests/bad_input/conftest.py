"""Files with something wrong in them, in a folder that sees the rules of the repository."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a command runs."""
    (tmp_path / "rulesets").symlink_to(ROOT / "rulesets")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def gulliver() -> Callable[..., Result]:
    """Calls the command; whatever happens, it is no traceback and no fault of the program."""

    def call(*arguments: str, stdin: bytes | None = None) -> Result:
        result = CliRunner().invoke(main, list(arguments), input=stdin)
        assert result.exit_code in {0, 1, 2, 5}, result.output
        assert "Traceback" not in result.output
        assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
        return result

    return call


@pytest.fixture
def findings(gulliver: Callable[..., Result]) -> Callable[..., list[dict[str, Any]]]:
    """The findings of a verb about a file, as a program sees them."""

    def found(verb: str, file: str) -> list[dict[str, Any]]:
        result = gulliver(verb, file, "--format", "json")
        data = json.loads(result.output)
        every = [*data["findings"], *(each for case in data.get("scenarios", []) for each in case["findings"])]
        assert result.exit_code == (1 if any(each["severity"] == "error" for each in every) else 0)
        return every

    return found
