"""A program that is killed at any moment leaves each file as it was before or as it is to be, never anything between.

A command runs in a process of its own, which is killed after a random time, again and again. After each kill every
file is either what it was before or what a command that nobody stops makes of it. `.gulliver/mutants` grows by lines:
there each line that was written before is still there.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen

ROOT = Path(__file__).parents[2]
RULES = ROOT / "tests" / "games" / "rulesets"
FEW, MANY = 1, 34  # kills of each command: 8 in all in every build, over 200 with `-m exhaustive`
_ENVIRONMENT = {**{key: value for key, value in os.environ.items() if key != "CI"}, "PYTHONPATH": str(ROOT)}
LINES = 400

SCENARIO = """\
ruleset pig

background
  players: Ada, Bruno
  active: Ada

"""


def scenarios(pot: int = 3) -> str:
    """Many scenarios, each with a snapshot."""
    return SCENARIO + "\n".join(
        f'scenario s{number} "It counts"\n  when\n    roll: three\n  then\n    pot: {pot}\n    snapshot transcript\n'
        for number in range(LINES // 20)
    )


def untidy() -> str:
    return SCENARIO + "\n".join(
        f'scenario s{number} "It counts"\n     when\n        roll:   three\n     then\n        pot:    3\n'
        for number in range(LINES)
    )


def nothing(_: Path) -> None:
    pass


def with_pending(folder: Path) -> None:
    run(folder, "run", "x.scenario")


def with_games(folder: Path) -> None:
    run(folder, "simulate", "pig", "--games", "20", "--transcripts", "games.jsonl")


def with_output(folder: Path) -> None:
    (folder / "out.jsonl").write_text("what lay there\n", "utf-8")


@frozen
class Killed:
    """A command, what lies in its folder, and how that is made ready."""

    name: str
    command: tuple[str, ...]
    text: str
    ready: Callable[[Path], None] = nothing
    grows: bool = False  # files grow by whole lines
    module: str = "interpreter"


COMMANDS = [
    Killed("pending", ("run", "x.scenario"), scenarios()),
    Killed("accept", ("review", "--accept", "all", "--reason", "so it is"), scenarios(), with_pending),
    Killed("fmt", ("fmt", "x.scenario"), untidy()),
    Killed("record", ("record", "games.jsonl", "-o", "out.scenario"), SCENARIO, with_games),
    Killed("transcripts", ("simulate", "pig", "--games", "1000", "--transcripts", "out.jsonl"), SCENARIO, with_output),
    Killed(
        "save",
        ("play", "pig", *["--bot", "1=random", "--bot", "2=random", "--seed", "5", "--save", "x.game"]),
        SCENARIO,
    ),
    Killed("update", ("x.scenario", "--snapshot-update", "-p", "no:cacheprovider"), scenarios(), module="pytest"),
    Killed("mutants", ("mutate", "pig", "x.scenario", "--jobs", "1"), scenarios(), grows=True),
]


def run(folder: Path, *arguments: str, module: str = "interpreter") -> None:
    command = [sys.executable, "-m", module, *arguments]
    subprocess.run(command, cwd=folder, env=_ENVIRONMENT, capture_output=True, check=False)


def files(folder: Path) -> dict[str, bytes]:
    """Every file but those that a killed program was still writing: they begin with a dot and have no name yet."""
    found = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found if "rulesets" not in path.parts}


def killed(folder: Path, case: Killed, seconds: float) -> bool:
    """Run a command and kill it after so many seconds; whether it was still running."""
    command = [sys.executable, "-m", case.module, *case.command]
    with subprocess.Popen(
        command, cwd=folder, env=_ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            return True
    return False


def lay_out(folder: Path, case: Killed) -> None:
    shutil.copytree(RULES / "pig", folder / "rulesets" / "pig")
    (folder / "x.scenario").write_text(case.text, "utf-8")
    case.ready(folder)


def check(case: Killed, tmp_path: Path, kills: int) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    lay_out(before, case)
    shutil.copytree(before, after)
    begun = time.monotonic()
    run(after, *case.command, module=case.module)
    seconds = time.monotonic() - begun
    old, new = files(before), files(after)
    assert old != new, "the command writes something"
    luck = random.Random(case.name)
    for number in range(kills):
        folder = tmp_path / f"kill-{number}"
        shutil.copytree(before, folder)
        killed(folder, case, luck.uniform(0.2, 1.05) * seconds)
        compare(case, files(folder), old, new)
        if number == 0:
            run(folder, *case.command, module=case.module)  # whoever runs it again gets what was to be
            compare(case, files(folder), new, new)
        shutil.rmtree(folder)


def compare(case: Killed, found: dict[str, bytes], old: dict[str, bytes], new: dict[str, bytes]) -> None:
    for name in old.keys() & new.keys():
        assert name in found, f"{name} is lost"
    for name, data in found.items():
        if case.grows and name.endswith(".jsonl"):
            *whole, last = data.decode().split("\n")
            assert all(json.loads(line) for line in whole), name
            assert new[name].decode().startswith("\n".join(whole[:1])), name
            assert last == "" or found is not new, name
        elif name.endswith(".game"):  # written after every answer: each time a whole game, up to there
            answers = json.loads(data)["answers"]
            assert answers == json.loads(new[name])["answers"][: len(answers)], name
        else:
            assert data in {old.get(name), new.get(name)}, f"{name} is neither the old nor the new one"


@pytest.mark.parametrize("case", COMMANDS, ids=lambda case: case.name)
def test_a_kill_loses_nothing(case: Killed, tmp_path: Path) -> None:
    check(case, tmp_path, FEW)


@pytest.mark.exhaustive
@pytest.mark.parametrize("case", COMMANDS, ids=lambda case: case.name)
def test_two_hundred_kills_lose_nothing(case: Killed, tmp_path: Path) -> None:
    check(case, tmp_path, MANY)
