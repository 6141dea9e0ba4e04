"""A seed with broken bytes in the place of its text to what is wrong with how the program takes it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from itertools import count, pairwise
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

import click
from attrs import frozen
from click.testing import CliRunner, Result

from interpreter.api import Game, load_game
from interpreter.cli import main
from interpreter.errors import InterpreterError
from interpreter.library import load_ruleset
from interpreter.source.display import harmless
from tests.fuzz.playing import play
from tests.fuzz.seeds import ARGUMENTS, LOAD, PLAY, Command, Seed

PATIENCE = 20  # seconds of work; a hang is meant, not slowness
ASLEEP = 120  # seconds in which nothing need happen at all
_USAGE = 2
_BUDGETS = {"GULLIVER_MOST_STEPS": "5000", "GULLIVER_MOST_STOPS": "500"}  # rules by chance often have no end
_STEPS = 200
_CODES = re.compile(r"(?:^|[ ,.])(\d+) [a-z]")
_IN_CODE = re.compile(r"(\d+)")
_ARGUMENTS = 40
_TYPED = 60
_SCRIPT = "<script>alert"
_TICKS = count(10**18)  # a file that is written again is always a newer one


class HangError(BaseException):
    """It takes too long; no `except Exception` of ours shall catch it."""


@frozen
class Fault:
    """What is wrong: `sort` is the same for the same cause, `told` is for people."""

    sort: str
    told: str
    command: Command


class Workshop:
    """A folder for each seed, laid out once; what an attempt leaves there is cleared away by the next one."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._made: set[Path] = set()

    def faults(self, seed: Seed, data: bytes, commands: Sequence[Command]) -> list[Fault]:
        """Everything that is wrong with how these commands take a seed whose text is this."""
        folder = self._folder(seed)
        self._lay_out(folder, seed)
        if seed.target != ARGUMENTS:
            _write(folder / seed.target, data)
        with _inside(folder):
            return [fault for command in commands if (fault := _attempted(seed, command, data)) is not None]

    def _folder(self, seed: Seed) -> Path:
        """The same for all seeds that leave the files beside them alone."""
        changes = any(seed.target.startswith(f"{name}/") for name in seed.beside)
        name = f"{seed.target}-{seed.name if changes else sorted(seed.beside.items())}"
        return self._root / sha256(name.encode()).hexdigest()[:12]

    def _lay_out(self, folder: Path, seed: Seed) -> None:
        if folder not in self._made:
            self._made.add(folder)
            _lay_folders(folder, seed)
        if seed.target == ARGUMENTS:  # a command line may change anything
            shutil.rmtree(folder)
            _lay_folders(folder, seed)
        for path in folder.iterdir():
            if path.name not in seed.beside:
                shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        for name, source in seed.beside.items():
            if source.is_file():
                _write(folder / name, source.read_bytes())


def _lay_folders(folder: Path, seed: Seed) -> None:
    """Copies of the folders beside a seed: whatever a command writes there, it is not ours."""
    folder.mkdir(parents=True)
    for name, source in seed.beside.items():
        if source.is_dir():
            shutil.copytree(source, folder / name, symlinks=True)


def _write(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    os.utime(file, ns=(0, next(_TICKS)))


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def _in_time() -> Iterator[None]:
    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise HangError

    clocks = {signal.SIGPROF: (signal.ITIMER_PROF, PATIENCE), signal.SIGALRM: (signal.ITIMER_REAL, ASLEEP)}
    before = {rings: signal.signal(rings, ring) for rings in clocks}
    for clock, seconds in clocks.values():
        signal.setitimer(clock, seconds)
    try:
        yield
    finally:
        for rings, (clock, _) in clocks.items():
            signal.setitimer(clock, 0)
            signal.signal(rings, before[rings])


def _attempted(seed: Seed, command: Command, data: bytes) -> Fault | None:
    """What is wrong with how one command takes it; None if nothing is."""
    try:
        with _in_time(), patch.dict(os.environ, _BUDGETS):
            if command[:1] == (PLAY,):
                play(Path(command[1]))
                return None
            if command[:1] == (LOAD,):
                _load(Path(command[1]), data.decode("utf-8", "replace"))
                return None
            arguments = _arguments(data) if seed.target == ARGUMENTS else command
            given = b"\n".join(data.split(b"\n")[:_TYPED])  # nobody waits for a thousand hints
            result = CliRunner().invoke(main, ["--debug", *arguments], input=given, color=True)
    except HangError as hang:
        return Fault(f"hang {_where(hang)}", "".join(traceback.format_exception(hang)[-12:]), command)
    except Exception as wrong:  # noqa: BLE001  # any other exception is what we look for
        return _fallen(wrong, command)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return _fallen(result.exception, arguments)
    return _judged(arguments, result) or _page_fault(Path("page.html"), command)


def _arguments(data: bytes) -> Command:
    """A command line, an argument a line; none that goes on and on because it was told to."""
    given = data.decode("utf-8", "surrogateescape").replace("\0", "").split("\n")[:_ARGUMENTS]
    return tuple(each[:3] if each.isdigit() else "." if _is_elsewhere(each) else each for each in given)


def _is_elsewhere(argument: str) -> bool:
    """Whether it is a folder of this machine, in which there may be any number of files."""
    return os.path.isdir(argument) and not Path(argument).resolve().is_relative_to(Path.cwd())  # noqa: PTH112


def _fallen(wrong: BaseException, command: Command) -> Fault:
    told = "".join(traceback.format_exception(wrong)[-8:])
    what = str(wrong).partition("\n")[0] if isinstance(wrong, AssertionError) else _where(wrong)
    return Fault(f"{type(wrong).__name__} {what}", told, command)


def _where(wrong: BaseException) -> str:
    """The innermost place of ours."""
    ours = [frame for frame in traceback.extract_tb(wrong.__traceback__) if "interpreter" in frame.filename]
    return f"{Path(ours[-1].filename).name}:{ours[-1].name}" if ours else "elsewhere"


# ---- verbs ----------------------------------------------------------------------------------------------------------


def _judged(command: Command, result: Result) -> Fault | None:
    verb = next((each for each in command if each in main.list_commands(click.Context(main))), "")
    output = result.output
    if result.exit_code not in documented(verb):
        return Fault(f"exit {result.exit_code} of {verb}", output, command)
    if "Traceback" in output:
        return Fault(f"traceback of {verb}", output, command)
    if result.exit_code and not output.strip():
        return Fault(f"silence of {verb}", "", command)
    if raw := _raw(verb, command, result):
        return Fault(f"raw {raw} of {verb}", output, command)
    if ("--format", "json") in pairwise(command) and result.exit_code in {0, 1}:
        return _json_fault(command, verb, result)
    return None


def _raw(verb: str, command: Command, result: Result) -> list[str]:
    """What a terminal or, in a page, a browser would obey."""
    if "html" in command and _SCRIPT in result.stdout:
        return [_SCRIPT]
    return [] if verb == "explain" else sorted({each for each in result.output if _is_raw(each)})


def _is_raw(character: str) -> bool:
    return character not in "\n\t" and harmless(character) != character


def _page_fault(page: Path, command: Command) -> Fault | None:
    """A page that a command has written shows names, and runs none."""
    if page.is_file() and _SCRIPT in (text := page.read_text("utf-8")):
        return Fault("script in a page", text, command)
    return None


@cache
def documented(verb: str) -> frozenset[int]:
    """The exit codes that the help of a verb names; wrong usage may always happen."""
    command = main.get_command(click.Context(main), verb) if verb else None
    _, _, told = (command.help or "" if command else "").partition("Exit codes:")
    return frozenset({0, 1 if not told else 0, _USAGE, *map(int, _IN_CODE.findall(told))})


def _json_fault(command: Command, verb: str, result: Result) -> Fault | None:
    """Every finding has a code, words and a place that is there."""
    text = result.stdout
    try:
        data = json.loads(text) if text.strip() else {}
    except ValueError:
        return Fault(f"no json of {verb}", text, command)
    cases = data.get("scenarios", []) if isinstance(data, dict) else []
    for finding in [*data.get("findings", []), *(each for case in cases for each in case.get("findings", []))]:
        if finding["file"] is None and "--with" in command:  # what is named on the command line stands in no file
            continue
        if wrong := _finding_fault(finding):
            return Fault(f"finding {finding.get('code')} {wrong}", json.dumps(finding, indent=1), command)
    return None


def _finding_fault(finding: dict[str, Any]) -> str:
    if not finding["message"].strip():
        return "without words"
    if not finding["file"]:
        return "without a file"
    file, range_ = Path(finding["file"]), finding["range"]
    if range_ is None or not file.is_file():
        return ""
    lines = file.read_bytes().decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    line, column = range_["start"]["line"], range_["start"]["column"]
    if not 0 <= line <= len(lines) or not 0 <= column <= len(lines[line - 1]) + 1:
        return "beyond the text"
    return ""


# ---- saved games ----------------------------------------------------------------------------------------------------


def _load(ruleset: Path, text: str) -> None:
    """Load a game and go on with it, if it can be loaded; errors are those that are documented."""
    try:
        game = load_game(load_ruleset(ruleset), text)
    except InterpreterError:
        return
    _play_on(game)


def _play_on(game: Game) -> None:
    """What was accepted is a game like any other."""
    for player in game.players:
        assert game.view_text(player)
        assert game.transcript_of(player).as_text()
    assert load_game(game.ruleset, game.dumps()).dumps() == game.dumps()
    for _ in range(_STEPS):
        if game.decision is None:
            break
        game.choose(game.decision.answers[-1])
    assert game.transcript.as_text()
