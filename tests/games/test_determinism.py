"""The same seed gives the same games, whatever the machine does with its hashes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = ("tests/games/rulesets/tunnel", "tests/games/rulesets/spells", "tests/games/rulesets/burrow", "celestia")


def transcripts(game: str, file: Path, hash_seed: str) -> bytes:
    command = [sys.executable, "-m", "interpreter", "simulate", game, "--games", "3", "--transcripts", str(file)]
    subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": hash_seed})
    return file.read_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_another_hash_seed_changes_nothing(game: str, tmp_path: Path) -> None:
    first = transcripts(game, tmp_path / "a.jsonl", "1")
    second = transcripts(game, tmp_path / "b.jsonl", "2")

    assert first == second
    assert len([json.loads(line) for line in first.splitlines()]) == 3
