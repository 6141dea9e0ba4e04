"""Policies, comparisons, pictures, and who plays: the further options of `simulate`."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main
from interpreter.commands import simulate as command
from interpreter.simulation import spreading

ROOT = Path(__file__).parents[3]
SMALL = ROOT / "tests" / "games" / "rulesets"
PIG, TUNNEL = str(SMALL / "pig"), str(SMALL / "tunnel")


def simulate(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *words])


def told(*words: str) -> Any:
    result = simulate(*words, "--format", "json")
    assert result.exit_code == 0, result.output
    plain = json.loads(result.stdout)
    for key in ("seconds", "games_per_second", "decisions_per_second"):
        del plain[key]
    return plain


# who plays


def test_the_digits_do_not_depend_on_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    order = (TUNNEL, "--games", "90", "--compare", f"{TUNNEL} with option rounds = 2", "--details")
    alone = told(*order, "--jobs", "1")
    monkeypatch.setattr(spreading, "_ALONE", 0.0)

    assert told(*order, "--jobs", "2") == alone
    assert told(*order, "--backend", "threading") == alone


def test_bots_play_the_same_in_every_process(monkeypatch: pytest.MonkeyPatch) -> None:
    order = (TUNNEL, "--games", "4", "--policy", "greedy:3,search:6")
    alone = told(*order, "--jobs", "1")
    monkeypatch.setattr(spreading, "_ALONE", 0.0)

    assert told(*order, "--jobs", "2") == alone
    assert alone["policies"] == ["greedy:3", "search:6"]


def test_a_cluster_plays_the_same(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    order = [TUNNEL, "--games", "40", "--seed", "cluster"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    program = (
        "import os, sys\n"
        "from distributed import LocalCluster\n"
        "from interpreter.cli import main\n"
        "if __name__ == '__main__':\n"
        "    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=':0') as cluster:\n"
        "        os.environ['DASK_SCHEDULER_ADDRESS'] = cluster.scheduler_address\n"
        "        main(['simulate', *sys.argv[1:], '--backend', 'dask', '--format', 'json'], standalone_mode=False)\n"
    )
    script = tmp_path / "cluster.py"
    script.write_text(program)

    done = subprocess.run(
        [sys.executable, script, *order], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert distributed.__version__
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["results"] == told(*order)["results"]


def test_a_backend_that_is_unknown_or_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = simulate(PIG, "--games", "5", "--backend", "abacus")
    assert (unknown.exit_code, unknown.stderr.startswith("`--backend abacus` cannot be used: ")) == (1, True)

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(spreading, "import_module", missing)
    absent = simulate(PIG, "--games", "5", "--backend", "dask")
    assert absent.exit_code == 1
    assert "`--backend dask` is not installed here: `pip install 'gulliver[cluster]'`" in absent.stderr


def test_a_series_that_is_interrupted_counts_its_games(monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = spreading.count_games, iter(range(9))

    def interrupted(*words: Any) -> Any:
        if next(calls) == 3:
            raise KeyboardInterrupt
        return real(*words)

    monkeypatch.setattr(spreading, "count_games", interrupted)
    result = simulate(PIG, "--games", "640", "--jobs", "1")

    assert (result.exit_code, result.stderr) == (130, "stopped after 30 of 640 games\n")
    assert result.stdout.startswith("pig: 30 games of 2 players, seed 1\n")


def test_no_progress_is_shown_where_nobody_looks() -> None:
    assert simulate(PIG, "--games", "3").stderr == ""


# policies


@pytest.mark.parametrize(
    ("policies", "message"),
    [
        ("clever", "there is no policy `clever` (known: random, greedy, search"),
        ("search:many", "behind `search:` stands how much it looks at, such as `search:100`, not `many`"),
        ("random,random,random", "there are 2 seats: name one policy for all, or one for each"),
    ],
)
def test_policies_that_cannot_be_seated_are_wrong_usage(policies: str, message: str) -> None:
    result = simulate(PIG, "--policy", policies)

    assert result.exit_code == 2
    assert message in result.stderr


def test_all_at_random_is_what_is_played_without_policies() -> None:
    assert told(PIG, "--games", "9", "--policy", "random")["results"] == told(PIG, "--games", "9")["results"]


# results


def test_results_have_intervals() -> None:
    found = told(PIG, "--games", "50")["results"]

    assert found["rounds"]["of"] == "turn"
    assert found["rounds"]["low"] < found["rounds"]["mean"] < found["rounds"]["high"]
    assert found["won"][0]["share"] == found["wins"][0] / 50
    assert found["ends"] == {"goal": {"share": 1.0, "low": 0.9287, "high": 1.0}}
    assert found["first"]["role"] == "active"
    assert found["scores"][0]["mean"] == found["mean_scores"][0]


def test_rounds_are_how_often_the_course_of_play_began_anew() -> None:
    found = told(TUNNEL, "--games", "20")["results"]["rounds"]

    assert (found["of"], found["mean"], found["low"], found["high"]) == ("descent", 3.0, None, None)


def test_details_count_cards_rules_and_answers() -> None:
    plain = told(TUNNEL, "--games", "30", "--details")["results"]["details"]
    text = simulate(TUNNEL, "--games", "30", "--details").stdout

    assert set(plain["cards"]) == {"opal", "ruby", "snake", "rock"}
    assert 0 < plain["cards"]["opal"]["moved"]["mean"] <= 14
    deeper, home = (plain["answers"][f"steps.dig.choose: {answer}"] for answer in ("deeper", "home"))
    assert deeper["given"] + home["given"] == deeper["offered"] == home["offered"]
    assert plain["rules"]["steps.next-round.last-round"]["games"]["share"] == 1.0
    assert "    opal: played 0.00, drawn or moved " in text


# comparisons


def test_a_stack_compared_with_itself_differs_in_nothing() -> None:
    result = simulate(TUNNEL, "--games", "40", "--compare", TUNNEL)

    assert "\ncompared: tunnel, with the same seeds, game by game (how much more)\n" in result.stdout
    assert "    length     0.0 descents a game\n" in result.stdout.replace("rounds", "descents")
    assert "  tunnel is not measurably longer or shorter; scores are not measurably different.\n" in result.stdout


def test_a_comparison_says_what_differs_in_a_sentence() -> None:
    shorter = f"{TUNNEL} with option rounds = 2"
    english = simulate(TUNNEL, "--games", "60", "--compare", shorter).stdout
    spanish = simulate(TUNNEL, "--games", "60", "--compare", shorter, "--lang", "es").stdout

    assert "  tunnel with option rounds = 2 ends about 1.0 rounds earlier; each player scores about " in english
    assert "tunnel con opción rounds = 2 termina cerca de 1,0 rondas antes; cada jugador consigue cerca de " in spanish


def test_no_sentence_is_made_of_two_games() -> None:
    found = simulate(TUNNEL, "--games", "2", "--compare", f"{TUNNEL} with option rounds = 2").stdout

    assert "is not measurably longer or shorter; scores are not measurably different.\n" in found


def test_there_is_one_minus_sign_and_every_terminal_has_it() -> None:
    found = simulate(TUNNEL, "--games", "60", "--compare", f"{TUNNEL} with option rounds = 2").stdout

    assert "length     -1.0 rounds a game" in found
    assert found.isascii()


def test_differences_are_taken_game_by_game() -> None:
    plain = told(TUNNEL, "--games", "30", "--compare", f"{TUNNEL} with option rounds = 2")
    (other,) = plain["comparisons"]

    assert other["stack"] == "tunnel with option rounds = 2"
    assert other["differences"]["rounds"] == {"mean": -1.0, "low": None, "high": None}
    before, after = plain["results"]["mean_decisions"], other["results"]["mean_decisions"]
    assert other["differences"]["decisions"]["mean"] == pytest.approx(after - before, abs=2e-4)


def test_comparisons_go_without_games_that_are_written(tmp_path: Path) -> None:
    result = simulate(PIG, "--compare", PIG, "--transcripts", str(tmp_path / "t.jsonl"))

    assert result.exit_code == 2
    assert "`--compare` goes without `--transcripts`" in result.stderr


def test_a_table_of_numbers() -> None:
    result = simulate(TUNNEL, "--games", "20", "--format", "csv", "--compare", f"{TUNNEL} with option rounds = 2")
    rows = list(csv.DictReader(result.stdout.splitlines()))

    assert rows[0].keys() == {"stack", "kind", "measure", "of", "value", "low", "high"}
    assert {row["kind"] for row in rows} == {"result", "difference"}
    (length,) = (row for row in rows if row["kind"] == "difference" and row["measure"] == "rounds")
    assert (length["stack"], length["value"]) == ("tunnel with option rounds = 2", "-1.0")


# pictures


@pytest.mark.parametrize(("language", "title"), [("en", "Mean score"), ("es", "Puntuación media")])
def test_a_picture_says_what_it_shows(tmp_path: Path, language: str, title: str) -> None:
    pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")
    file = tmp_path / "tunnel.svg"
    order = (TUNNEL, "--games", "20", "--compare", f"{TUNNEL} with option rounds = 2", "--plot", str(file))
    assert simulate(*order, "--lang", language).exit_code == 0
    first = file.read_text("utf-8")
    simulate(*order, "--lang", language)

    assert file.read_text("utf-8") == first
    assert f">{title}<" in first
    assert ">tunnel with option rounds = 2<" in first or "opción" in first


def test_a_picture_may_be_made_of_dots(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")
    file = tmp_path / "pig.png"

    assert simulate(PIG, "--games", "9", "--plot", str(file)).exit_code == 0
    assert file.read_bytes().startswith(b"\x89PNG")


def test_pictures_need_a_known_suffix_and_what_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = simulate(PIG, "--plot", str(tmp_path / "pig.bmp"))
    assert (wrong.exit_code, "ends in .svg or .png" in wrong.stderr) == (2, True)

    monkeypatch.setattr(command, "can_draw", lambda: False)
    absent = simulate(PIG, "--plot", str(tmp_path / "pig.png"))
    assert (absent.exit_code, absent.stderr) == (1, "`--plot` needs matplotlib: `pip install 'gulliver[plot]'`\n")
