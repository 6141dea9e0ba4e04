"""Bytecodes a game: free of the noise of a machine, but blind to what a single one of them calls.

python -m bench.bytecodes [RULESET [LAYER ...]]    the lines of generated source that most of them belong to
"""

from __future__ import annotations

import runpy
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from types import FrameType
from typing import Any

from bench.games import FAST, RECORDED, Table
from bench.measuring import ratios
from bench.rivals import OWN, OWN_RULESET, names
from bench.settings import Settings
from interpreter.engine.program import Form
from interpreter.library import load_ruleset, runner_of
from interpreter.simulation.games import fast_games, recorded_games

_WARM, _GAMES = 100, 20
_PLAYERS = 4
_TOP = 40


def report(settings: Settings) -> Iterator[str]:
    """Bytecodes a game of the product, and of the peers that are written in Python."""
    runner = runner_of(load_ruleset(settings.ruleset), _PLAYERS)
    found = {
        FAST: _a_game(lambda games: sum(1 for _ in fast_games(runner, "bench", range(games)))),
        RECORDED: _a_game(lambda games: sum(1 for _ in recorded_games(runner, "bench", range(games)))),
    }
    paths = (*(OWN if settings.ruleset == OWN_RULESET else ()), *settings.peers)
    for name, path in names(paths).items():
        if path.suffix == ".py" and path.is_file():
            found[name] = _a_game(partial(_run, str(path)))
    yield f"{settings.ruleset}, {_PLAYERS} players, bytecodes a game:"
    for name, count in found.items():
        yield f"  {name:44} {count:.0f}, {ratios([count], [found[FAST]]).middle:.2f} of {FAST}"


def _run(path: str, games: int) -> None:
    words, sys.argv = sys.argv, [path, str(games), "1", str(_PLAYERS)]
    try:
        with redirect_stdout(StringIO()):
            runpy.run_path(path, run_name="__main__")
    finally:
        sys.argv = words


def _a_game(play: Callable[[int], object]) -> float:
    """What further games cost once everything is warm."""
    play(10 * _WARM)
    few, many = (counted(partial(play, games)).total() for games in (_WARM, _WARM + _GAMES))
    return (many - few) / _GAMES


def counted(work: Callable[[], object]) -> Counter[tuple[str, int]]:
    """How many bytecodes ran in each line, by file and number."""
    found: Counter[tuple[str, int]] = Counter()

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        frame.f_trace_opcodes = True
        if event == "opcode":
            found[frame.f_code.co_filename, frame.f_lineno] += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return found


def by_line(rules: Table, top: int = _TOP) -> Iterator[str]:
    """The generated lines of the fast form that cost most, with the rule that each carries out."""
    runner = runner_of(load_ruleset(rules.ruleset, rules.layers), rules.players)
    program = runner.program
    list(fast_games(runner, "warm", range(10 * _WARM)))
    found = counted(lambda: list(fast_games(runner, "bench", range(_GAMES))))
    files: Counter[str] = Counter()
    lines: Counter[int] = Counter()
    for (file, line), count in found.items():
        files[file.rsplit("/", 1)[-1]] += count
        if file == program.fast.code.co_filename:
            lines[line] += count
    total = sum(files.values())
    yield f"{total / _GAMES:.0f} bytecodes a game; by file:"
    for file, count in files.most_common(8):
        yield f"  {count / total:6.1%}  {file}"
    yield "by rule:"
    rules: Counter[str] = Counter()
    for line, count in lines.items():
        rule = program.fast.rules[line - 1] if line <= len(program.fast.rules) else None
        rules["(none)" if rule is None else ".".join(program.rules[rule].path)] += count
    for name, count in rules.most_common(20):
        yield f"  {count / total:6.1%}  {name}"
    yield "by line:"
    yield from _lines(program.fast, lines, total, top)


def _lines(form: Form, lines: Counter[int], total: int, top: int) -> Iterator[str]:
    source = form.source.split("\n")
    for line, count in lines.most_common(top):
        yield f"  {count / total:6.1%}  {line:5}  {source[line - 1].strip()[:110]}"


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m bench.bytecodes", description=__doc__.splitlines()[0])
    parser.add_argument("ruleset", nargs="?", default=OWN_RULESET)
    parser.add_argument("layers", nargs="*", metavar="layer")
    parser.add_argument("--players", type=int, default=_PLAYERS)
    asked = parser.parse_args()
    print("\n".join(by_line(Table(asked.ruleset, tuple(asked.layers), asked.players))))
