"""What ends a command from outside: interrupts, signals, streams that are full, closed or no longer read."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from interpreter.cli import Verbs, main

ROOT = Path(__file__).parents[3]
PIG = str(ROOT / "tests" / "games" / "rulesets" / "pig")
GULLIVER = f"{sys.executable} -m interpreter"
COMMANDS = [
    f"show {PIG}", f"check {PIG}", f"simulate {PIG} --games 2", f"schema {PIG}", "explain", f"play {PIG} --seed 1",
    f"rulings {PIG} --format json", "--help", "fmt - < /dev/null",
]  # fmt: skip


def shell(command: str) -> subprocess.CompletedProcess[str]:
    settings = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, env=settings, check=False)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_is_no_fault_of_the_program(command: str, tmp_path: Path) -> None:
    done = shell(f"cd {tmp_path}; {GULLIVER} {command} > /dev/full")

    assert done.returncode == 1
    assert done.stderr.endswith("what was told could not be written: No space left on device\n")


def test_where_nothing_can_be_told_the_exit_code_tells_it() -> None:
    assert shell(f"{GULLIVER} show {PIG} > /dev/full 2> /dev/full").returncode == 1


@pytest.mark.parametrize(
    ("closed", "command", "code"),
    [(">&-", f"show {PIG}", 0), ("2>&-", f"show {PIG}", 0), ("<&-", f"play {PIG}", 3), (">&- 2>&- <&-", "explain", 0)],
)
def test_what_goes_to_a_closed_stream_goes_nowhere(closed: str, command: str, code: int, tmp_path: Path) -> None:
    done = shell(f"cd {tmp_path}; {GULLIVER} {command} {closed}")

    assert done.returncode == code
    assert "fault" not in done.stderr


def test_a_pipe_that_nobody_reads_to_the_end_is_nothing_to_talk_about() -> None:
    assert shell(f"{GULLIVER} schema {PIG} | true").stderr == ""


@pytest.mark.parametrize("method", ["make_context", "resolve_command"])
def test_an_interrupt_is_none_of_the_other_endings(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = "parse_args" if method == "make_context" else method

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Verbs, inner, interrupted)
    done = CliRunner().invoke(main, ["show", PIG])

    assert (done.exit_code, done.stderr) == (130, "stopped\n")


@pytest.mark.parametrize(
    ("number", "code", "send"),
    [
        (signal.SIGINT, 130, os.kill),
        (signal.SIGINT, 130, os.killpg),  # as Ctrl-C does
        (signal.SIGTERM, 143, os.kill),
        (signal.SIGTERM, 143, os.killpg),
        (signal.SIGHUP, 129, os.kill),
    ],
)
def test_who_ends_a_command_ends_its_helpers(
    number: signal.Signals, code: int, send: Callable[[int, int], None]
) -> None:
    words = ["simulate", PIG, "--games", "10000000", "--jobs", "2", "--backend", "loky"]
    begun = subprocess.Popen(  # in a group of its own: no signal reaches anybody else
        [sys.executable, "-m", "interpreter", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    until = time.monotonic() + 60
    while not helpers(begun.pid) and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.5)  # they have been started, and are not ready yet
    send(begun.pid, number)
    _, told = begun.communicate(timeout=60)  # helpers that live on would keep the streams open

    assert begun.returncode == code
    assert "Traceback" not in told


def helpers(parent: int) -> list[str]:
    """The processes below another one that play."""
    found = subprocess.run(["ps", "-o", "args=", "--ppid", str(parent)], capture_output=True, text=True, check=False)
    return [line for line in found.stdout.splitlines() if "LokyProcess" in line or "popen_loky" in line]


def test_a_stream_that_lacks_a_sign_gets_a_plainer_one() -> None:
    told = CliRunner(charset="ascii").invoke(main, ["show", str(ROOT / "rulesets" / "celestia"), "--lang", "es"])

    assert told.exit_code == 0
    assert 'si la opci?n "la versi?n del juego" es "el juego completo"' in told.stdout
