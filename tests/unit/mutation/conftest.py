"""A race in thirty lines, with four scenarios, in a folder of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

RACE = Path(__file__).parent / "race"


@pytest.fixture
def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(RACE, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path
