from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest

from interpreter.documents.writer import whole_file
from interpreter.engine.conservation import BrokenTableError
from interpreter.engine.machine import EndlessError, Runner
from interpreter.library import load_ruleset, runner_of
from interpreter.simulation.games import EndlessGameError, fast_games, recorded_games
from interpreter.simulation.series import Order, play_series

SMALL = Path(__file__).parents[2] / "games" / "rulesets"
ENDLESS = """format: 1
ruleset: endless
version: 1
title: Endless
players: {from: 1, to: 2}
roles: {active: {held-by: one}}
setup: [{give: active, at-random-among: everybody}]
steps: {game: [{repeat: [round]}], round: [ROUND]}
"""


@pytest.fixture
def tunnel() -> Runner:
    return runner_of(load_ruleset(SMALL / "tunnel"), 3)


def endless(tmp_path: Path, step: str) -> Runner:
    folder = tmp_path / "endless"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(ENDLESS.replace("ROUND", step))
    return runner_of(load_ruleset(folder), 1)


def test_a_record_changes_no_game(tunnel: Runner, tmp_path: Path) -> None:
    plain = play_series(tunnel, Order(20, "s"))
    recorded = play_series(tunnel, Order(20, "s", tmp_path / "t.jsonl"))
    strict = play_series(tunnel, Order(20, "s", strict=True))

    assert plain.tally == recorded.tally == strict.tally


def test_every_game_has_a_line(tunnel: Runner, tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    series = play_series(tunnel, Order(5, "s", file))
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]

    assert [line["seed"] for line in lines] == ["s/0", "s/1", "s/2", "s/3", "s/4"]
    assert sum(line["decisions"] for line in lines) == series.tally.decisions.total


def test_a_game_does_not_depend_on_those_before_it(tunnel: Runner) -> None:
    assert list(fast_games(tunnel, "s", range(9)))[7:] == list(fast_games(tunnel, "s", range(7, 9)))


def test_the_json_has_what_is_promised(tunnel: Runner) -> None:
    told = play_series(tunnel, Order(10, "s")).as_plain()

    assert told["schema"] == 1
    assert {"games", "decisions", "seconds", "games_per_second", "decisions_per_second", "results"} <= set(told)
    assert told["results"]["ended"] == {"last-round": 10}
    assert sum(told["results"]["wins"]) >= 10
    assert told["results"]["mean_decisions"] == told["decisions"] / 10


def test_a_failed_check_leaves_no_file(tunnel: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "t.jsonl"
    file.write_text("old")
    monkeypatch.setattr("interpreter.engine.conservation._dice", lambda *_: iter(["a planted fault"]))

    with pytest.raises(BrokenTableError, match="a planted fault"):
        play_series(tunnel, Order(5, "s", file, strict=True))
    assert [path.name for path in tmp_path.iterdir()] == ["t.jsonl"]
    assert file.read_text() == "old"


def test_a_whole_file_is_readable_for_others(tmp_path: Path) -> None:
    with whole_file(tmp_path / "a") as file:
        file.write("x\n")
    (tmp_path / "b").touch()

    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


def test_rules_that_ask_nobody_and_never_end_are_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GULLIVER_MOST_STEPS", "1000")
    runner = endless(tmp_path, "{give: active, to: left(active)}")

    with pytest.raises(EndlessError):
        list(recorded_games(runner, "s", range(1)))


def test_a_game_that_asks_for_ever_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GULLIVER_MOST_STOPS", "1000")
    runner = endless(tmp_path, "{id: on, ask: active, answers: {left: {}, right: {}}}")

    with pytest.raises(EndlessGameError, match="s/0"):
        list(recorded_games(runner, "s", range(1)))
    with pytest.raises(EndlessGameError, match="s/0"):
        list(fast_games(runner, "s", range(1)))


def test_ten_thousand_games_leave_nothing_behind() -> None:
    runner = runner_of(load_ruleset(SMALL / "pig", options={"goal": 5}), 2)
    play_series(runner, Order(2_000, "warm"))
    tracemalloc.start()
    play_series(runner, Order(1_000, "s"))
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    play_series(runner, Order(10_000, "s"))
    after, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert after - before < 100_000
    assert peak - before < 1_000_000
