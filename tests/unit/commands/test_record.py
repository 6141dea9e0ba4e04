from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main

PIG = str(Path(__file__).parents[2] / "games" / "rulesets" / "pig")


def gulliver(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.fixture
def games(tmp_path: Path) -> Path:
    file = tmp_path / "games.jsonl"
    gulliver("simulate", PIG, "--players", "3", "--games", "3", "--option", "goal=20", "--transcripts", str(file))
    return file


def test_a_file_of_games_becomes_a_file_of_scenarios_that_pass(games: Path, tmp_path: Path) -> None:
    written = tmp_path / "some.scenario"
    recorded = gulliver("record", str(games), f'"{PIG}" with option goal = 20', "-o", str(written))

    assert recorded.exit_code == 0, recorded.output
    assert "3 games" in recorded.stderr
    assert gulliver("fmt", "--check", str(written)).exit_code == 0
    assert gulliver("run", str(written)).stdout.startswith("3 passed")


def test_one_game_as_far_as_a_decision_is_printed(games: Path) -> None:
    recorded = gulliver("record", str(games), PIG, "--game", "2", "--steps", "1", "--lang", "es")

    assert recorded.exit_code == 1  # the game was played with another goal
    assert "T0005" in recorded.stderr
    part = ("--game", "2", "--steps", "1", "--lang", "es")
    recorded = gulliver("record", str(games), f'"{PIG}" with option goal = 20', *part)
    assert recorded.stdout.startswith("idioma es\n")
    assert "partida: en-curso" in recorded.stdout


def test_simulate_writes_a_scenario_a_game(tmp_path: Path) -> None:
    folder, file = tmp_path / "games", tmp_path / "all.scenario"
    gulliver("simulate", PIG, "--games", "2", "--record", str(folder))
    gulliver("simulate", PIG, "--games", "2", "--record", str(file))

    assert [each.name for each in sorted(folder.iterdir())] == ["game-1.scenario", "game-2.scenario"]
    assert gulliver("run", str(folder)).exit_code == 0
    assert gulliver("run", str(file)).exit_code == 0


def test_no_game_of_that_number_is_a_finding(games: Path) -> None:
    recorded = gulliver("record", str(games), "--game", "4")

    assert recorded.exit_code == 1
    assert "error[T0010]: there is no game 4" in recorded.stderr


def test_a_file_that_is_not_there_is_a_finding(tmp_path: Path) -> None:
    assert gulliver("record", str(tmp_path / "none.jsonl")).exit_code == 2


Change = Callable[[Any], object]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        pytest.param(lambda game: game.update(viewer="player-1"), "T0004", id="as-one-saw-it"),
        pytest.param(lambda game: game.update(hash="0" * 64), "T0005", id="other-rules"),
        pytest.param(lambda game: game.update(log=game["log"] * 2), "T0007", id="goes-on-after-the-end"),
        pytest.param(lambda game: game["log"].pop(0), "T0008", id="an-entry-is-missing"),
        pytest.param(lambda game: _first(game, "decision").update(answer="fly"), "T0008", id="unknown-answer"),
        pytest.param(lambda game: _first(game, "decision").update(who="Zoe"), "T0008", id="unknown-player"),
        pytest.param(lambda game: _first(game, "chance").update(values=["9"]), "T0008", id="unknown-face"),
        pytest.param(lambda game: _first(game, "chance").update(values=[]), "T0008", id="no-face"),
        pytest.param(lambda game: _first(game, "chance").update(values=[1]), "T0003", id="no-text"),
        pytest.param(lambda game: game.update(log=None), "T0003", id="no-log"),
    ],
)
def test_a_transcript_that_does_not_fit_is_a_finding_at_its_line(games: Path, change: Change, code: str) -> None:
    game = json.loads(games.read_text().splitlines()[1])
    change(game)
    games.write_text("\n" + json.dumps(game) + "\n")
    recorded = gulliver("record", str(games), f'"{PIG}" with option goal = 20')

    assert recorded.exit_code == 1, recorded.output
    assert f"error[{code}]" in recorded.stderr
    assert "games.jsonl:2:1" in recorded.stderr


def _first(game: Any, kind: str) -> Any:
    return next(entry for entry in game["log"] if entry["kind"] == kind)


def test_a_file_that_is_cut_off_or_no_text_is_a_finding(games: Path) -> None:
    games.write_bytes(games.read_bytes()[:500])
    assert "T0001" in gulliver("record", str(games)).stderr
    games.write_bytes(b"\xff\xfe\x00")
    assert "Y0004" in gulliver("record", str(games)).stderr
    games.write_bytes(b"\n\n")
    assert "T0011" in gulliver("record", str(games)).stderr


# ---- a game that `play` keeps ---------------------------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a game of two people and a bot, stopped after a few answers."""
    monkeypatch.chdir(tmp_path)
    seats = ("--players", "Ada,Bruno,Cara", "--bot", "Cara=random", "--open", "--seed", "1")
    CliRunner().invoke(main, ["play", PIG, *seats, "--save", "a.game"], input="hold\nmore\nhold\nquit\n")
    return tmp_path / "a.game"


def test_a_game_that_was_played_by_hand_becomes_a_scenario_that_passes(saved: Path, tmp_path: Path) -> None:
    written = tmp_path / "some.scenario"
    recorded = gulliver("record", str(saved), "-o", str(written))

    assert recorded.exit_code == 0, recorded.output
    assert "Ada, Bruno, Cara" in written.read_text("utf-8")
    assert gulliver("run", str(written)).stdout.startswith("1 passed")
    assert len(gulliver("record", str(saved), "--steps", "1").stdout) < len(written.read_text("utf-8"))


def test_a_game_that_was_played_by_hand_becomes_a_page(saved: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    for words, told in (((), "game 1 of a.game"), (("--for", "Bruno"), "as Bruno sees it")):
        replayed = gulliver("replay", str(saved), "-o", str(page), *words)

        assert replayed.exit_code == 0, replayed.output
        assert told in page.read_text("utf-8")


def test_a_file_of_play_holds_one_game(saved: Path) -> None:
    recorded = gulliver("record", str(saved), "--game", "2")

    assert recorded.exit_code == 1
    assert "T0010" in recorded.stderr


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("hash", "0" * 64, "T0005"),
        ("answers", [{"who": "Ada", "rule": "steps.x", "answer": "fly"}], "T0008"),
        ("players", ["Ada"], "R0604"),
        ("ruleset", "no-such-ruleset", "L0"),
        ("seed", 3, "T0001"),
    ],
)
def test_a_file_of_play_that_does_not_fit_its_rules_is_a_finding(
    saved: Path, key: str, value: object, code: str
) -> None:
    plain = json.loads(saved.read_text("utf-8"))
    saved.write_text(json.dumps({**plain, key: value, "bots": {}}, indent=1), encoding="utf-8")
    recorded = gulliver("record", str(saved))

    assert recorded.exit_code == 1
    assert code in recorded.stderr


def test_a_file_of_play_goes_with_rules_that_are_named(saved: Path) -> None:
    plain = json.loads(saved.read_text("utf-8"))
    saved.write_text(json.dumps({**plain, "ruleset": "elsewhere/pig"}), encoding="utf-8")

    assert gulliver("record", str(saved)).exit_code == 1
    assert gulliver("record", str(saved), PIG).exit_code == 0
