"""Whole games are played at a terminal; one that is killed in the middle ends like one that was not."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pexpect = pytest.importorskip("pexpect")

pytestmark = pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # pexpect forks, xdist has threads
CHECKOUT = Path(__file__).parents[2]
ASKED = r"you are asked: "
PROMPT = r">[ \x08\x1b]"
OVER = "The game is over"
SEATS = {
    "celestia": ("--players", "Ada,Bruno,Cara", "--bots", "random", "--seed", "11"),
    "celestia-duo": ("--players", "Ada,Bruno", "--bots", "random", "--seed", "11"),
}
COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@contextmanager
def terminal(folder: Path, *words: str) -> Iterator[pexpect.spawn]:
    """`gulliver play` at a terminal of 80 columns."""
    settings = {**os.environ, "PYTHONPATH": str(CHECKOUT), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
    settings = {name: value for name, value in settings.items() if name not in ("COLUMNS", "NO_COLOR", "FORCE_COLOR")}
    arguments = ["-m", "interpreter", "play", *words]
    child = pexpect.spawn(
        sys.executable, arguments, cwd=str(folder), env=settings, encoding="utf-8", timeout=20, dimensions=(50, 80)
    )
    child.delaybeforesend = None
    try:
        yield child
    finally:
        child.close(force=True)


def answer(child: pexpect.spawn, step: int) -> bool:
    """Wait for a question and answer it; False once the game is over. Which answer depends on the step alone."""
    if child.expect([ASKED, OVER]) == 1:
        return False
    child.expect(PROMPT)
    count = max(map(int, re.findall(r"(\d+)\. ", COLOURS.sub("", child.before))))
    child.send(f"{step * 7 % count + 1}\r")
    return True


def ending(child: pexpect.spawn) -> str:
    """How a game ended, which is just being told."""
    child.expect("Enter ends")
    told = COLOURS.sub("", child.before).strip()
    child.expect(PROMPT)
    child.send("\r")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0
    return told


def whole(folder: Path, *words: str) -> tuple[str, int]:
    with terminal(folder, *words) as child:
        step = 0
        while answer(child, step):
            step += 1
        return ending(child), step


@pytest.mark.parametrize(
    ("game", "style"), [("celestia", ("--color", "never")), ("celestia-duo", ("--plain",))], ids=["drawn", "plain"]
)
def test_a_game_that_is_killed_and_resumed_ends_like_one_that_was_not(
    tmp_path: Path, game: str, style: tuple[str, ...]
) -> None:
    told, steps = whole(tmp_path, game, *SEATS[game], *style, "--save", "whole.game")
    assert steps > 8
    assert "won: " in told

    with terminal(tmp_path, game, *SEATS[game], *style, "--save", "killed.game") as child:
        for step in range(steps // 2):
            assert answer(child, step)
        child.expect(ASKED)
        child.expect(PROMPT)
        child.send("save copy.game\r")
        child.expect(r"Written: copy\.game")
        child.kill(signal.SIGKILL)

    for file in ("killed.game", "copy.game"):
        with terminal(tmp_path, "--resume", file, *style) as child:
            step = steps // 2
            while answer(child, step):
                step += 1
            assert ending(child) == told
        assert (tmp_path / file).read_text("utf-8") == (tmp_path / "whole.game").read_text("utf-8")


def test_names_are_completed_and_colours_are_shown(tmp_path: Path) -> None:
    with terminal(tmp_path, "celestia", *SEATS["celestia"], "--save", "a.game") as child:
        child.expect(ASKED)
        child.expect(PROMPT)
        child.send("stay ab\t\r")
        child.expect("Ada: stay aboard")
        child.expect(ASKED)
        child.expect(PROMPT)
        child.sendeof()
        child.expect("the input ended before the game")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 3


def test_between_players_the_screen_is_cleared(tmp_path: Path) -> None:
    with terminal(tmp_path, "celestia", "--players", "Ada,Bruno", "--seed", "2", "--save", "a.game") as child:
        child.expect_exact("\x1b[2J\x1b[3J\x1b[H")
        child.expect("the screen is yours")
        child.expect(PROMPT)
        child.send("\r")
        child.expect(ASKED)
        child.expect(PROMPT)
        child.send("1\r")
        child.expect_exact("\x1b[2J\x1b[3J\x1b[H")
        child.expect("the screen is yours")
        child.sendintr()
        child.expect("interrupted; what was answered is kept")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 130
