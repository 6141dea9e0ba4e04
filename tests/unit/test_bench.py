from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bench.bytecodes import counted
from bench.measuring import bend, in_turn, ratios, spread
from bench.processes import spent
from bench.rivals import OWN, Peer, PeerError, names, peer
from bench.run import PARTS, main

PIG = str(Path(__file__).parents[1] / "games" / "rulesets" / "pig")
QUICK = ["games", "--ruleset", PIG, "--players", "2", "--games", "5", "--rounds", "2"]


def script(folder: Path, text: str, name: str = "peer.py") -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


# ---- numbers


def test_each_round_measures_everybody_and_the_first_one_does_not_count() -> None:
    seen: list[tuple[str, int]] = []

    def measure(name: str, value: float, number: int) -> float:
        seen.append((name, number))
        return value * number

    found = in_turn({"a": lambda n: measure("a", 1, n), "b": lambda n: measure("b", 2, n)}, 3)

    assert found == {"a": [1, 2, 3], "b": [2, 4, 6]}
    assert [{name for name, number in seen if number == n} for n in range(4)] == [{"a", "b"}] * 4


def test_a_ratio_is_taken_within_the_round() -> None:
    found = ratios([10, 100, 40], [5, 50, 10])

    assert (found.low, found.middle, found.high) == (2, 2, 3)
    assert str(found) == "2 (quartiles 2 to 3)"


def test_one_round_has_no_spread() -> None:
    assert str(spread([1234.5])) == "1234 (quartiles 1234 to 1234)"


@pytest.mark.parametrize(
    ("points", "off"),
    [
        ([(1, 10), (10, 100), (100, 1000)], 0.0),
        ([(1, 15), (10, 105), (100, 1005)], 0.0),  # what is done once counts for nothing
        ([(1, 10), (10, 100), (100, 2000)], 0.62),
    ],
)
def test_how_far_growth_is_off_a_straight_line(points: list[tuple[float, float]], off: float) -> None:
    assert bend(points) == pytest.approx(off, abs=0.01)


def test_bytecodes_are_counted_by_line() -> None:
    def work() -> int:
        return sum(number for number in range(10))

    once, twice = counted(work), counted(lambda: (work(), work()))

    here = {line: count for (file, line), count in once.items() if file == __file__}
    assert sum(here.values()) > 10
    assert once.total() < twice.total() <= 2 * once.total() + 20


# ---- peers


def test_a_peer_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = script(tmp_path, "import sys\nprint(sys.argv[1], 'games 1.00s 250 games/s of', sys.argv[3])\n")

    assert main([*QUICK, "--peer", str(path)]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"peer\.py +250 \(quartiles 250 to 250\) games/s", printed)
    assert "gulliver simulate / peer.py: " in printed
    assert "gulliver, all recorded / peer.py: " in printed


def test_a_missing_peer_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*QUICK, "--peer", str(tmp_path / "none.py")]) == 0
    printed = capsys.readouterr()

    assert printed.err == "left out: none.py: there is no such file\n"
    assert "gulliver simulate" in printed.out


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("print('hello')", "it does not print a rate: 'hello'"),
        ("import sys\nsys.exit('a package is not installed')", "a package is not installed"),
        ("import sys\nsys.exit(3)", "it ends with 3"),
    ],
)
def test_a_peer_that_cannot_be_measured_is_reported(
    text: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*QUICK, "--peer", str(script(tmp_path, text))]) == 0
    assert capsys.readouterr().err == f"left out: peer.py: {why}\n"


@pytest.mark.parametrize(
    ("usage", "words"),
    [("", "7 1 4"), ("# called as peer.py GAMES PLAYERS\n", "7 4"), ("# peer.py PLAYERS GAMES SEED\n", "4 7 1")],
)
def test_a_peer_says_how_it_is_called(usage: str, words: str, tmp_path: Path) -> None:
    text = f"{usage}import sys\nassert sys.argv[1:] == {words.split()!r}, sys.argv\nprint('9 games/s')\n"

    assert peer(script(tmp_path, text), games=7, players=4).rate(players=4, seed=1) == 9


def test_a_slow_peer_plays_fewer_games(tmp_path: Path) -> None:
    assert peer(script(tmp_path, "print('3 games/s')"), games=500, players=2).games == 6
    assert peer(script(tmp_path, "print('3000 games/s')"), games=500, players=2).games == 500


def test_by_cpu_time_what_a_peer_needs_to_start_does_not_count(tmp_path: Path) -> None:
    work = "import sys\nfor _ in range(int(sys.argv[1])):\n    sum(range(10**6))\nprint('1 games/s')\n"

    rate = Peer(script(tmp_path, work), ("GAMES",), 10).cpu_rate(players=2, seed=1)

    assert 5 < rate < 500  # a million numbers take about a fiftieth of a second


def test_peers_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    paths = tuple(tmp_path / folder / file for folder, file in (("one", "a.py"), ("two", "a.py"), ("two", "b.js")))

    assert list(names(paths)) == ["one/a.py", "two/a.py", "b.js"]


def test_our_own_peer_plays_the_whole_game() -> None:
    path = next(path for path in OWN if path.suffix == ".py")
    done = subprocess.run([sys.executable, path, "200", "1", "4"], check=True, capture_output=True, text=True)

    best = re.search(r"games/s .* ([\d.]+) decisions/game, best score ([\d.]+)", done.stdout)
    assert best is not None
    assert 100 < float(best[1]) < 120
    assert 52 < float(best[2]) < 58


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_a_peer_without_its_package_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NODE_PATH", raising=False)
    alone = shutil.copy(next(path for path in OWN if path.suffix == ".cjs"), tmp_path / "celestia.cjs")

    with pytest.raises(
        PeerError, match=re.escape("the npm package boardgame.io is not installed where node looks for it")
    ):
        peer(Path(alone), games=1, players=2)


# ---- the command


def test_parts_can_be_picked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "--scenarios", "6", "--rounds", "1"]) == 0
    printed = capsys.readouterr().out

    assert re.match(r"\d{4}-\d\d-\d\d, .+ cores.*, Python 3\.", printed)
    assert "6 short scenarios (65 lines), CPU time:" in printed
    assert "run alone: " in printed
    assert "games/s" not in printed


def test_growth_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["growth", "--scenarios", "10", "--rounds", "1", "--most-games", "100"]) == 0
    printed = capsys.readouterr().out

    assert printed.count("off a straight line by at most") == 4
    assert re.search(r" 100 scenarios [\d.]+ s, at most \d+ MB", printed)
    assert re.search(r"10 layers [\d.]+ ms", printed)
    assert re.search(r"memory after pieces: 1: [\d.]+ MB", printed)


def test_what_a_process_took_is_told_only_if_it_ended_well() -> None:
    assert spent(["--version"]).megabytes > 1
    with pytest.raises(RuntimeError, match="gulliver --nothing ended with 2"):
        spent(["--nothing"])


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["gmaes"])

    assert refused.value.code == 2
    assert f"there is no part 'gmaes'; there are {', '.join(PARTS)}" in capsys.readouterr().err
