"""`gulliver mutate`: the changes of a small game, those that no scenario notices, and runs that go on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main
from interpreter.mutation.trying import Bench, Task

RACE = Path(__file__).parents[1] / "mutation" / "race"
RULES = "rulesets/race/ruleset.yaml"
GOAL = "steps-made of runner >= 5 -> steps-made of runner >= 4"
SURVIVORS = [
    {"file": RULES, "line": 5, "column": 20, "path": "players.to", "change": "3 -> 2"},
    {"file": RULES, "line": 11, "column": 5, "path": "setup.begin", "change": "remove"},
    {"file": RULES, "line": 22, "column": 46, "path": "steps.turn.goal.if", "change": GOAL},
]
NEAREST = ["race.scenario::far", None, "race.scenario::there"]
FOUND = {
    "schema": 1,
    "stack": "race",
    "scenarios": 4,
    "mutants": 30,
    "noticed": 27,
    "excused": 0,
    "stillborn": 2,
    "survivors": [{**each, "nearest": near} for each, near in zip(SURVIVORS, NEAREST, strict=True)],
    "score": 90.0,
    "broken": [],
}
EXCUSE = """\
format: 1
equivalents: race
excuses:
  - {path: setup.begin, change: remove, why: Every scenario says who runs first.}
"""


@pytest.fixture(autouse=True)
def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(RACE, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def mutate(*args: str, jobs: str = "1") -> Result:
    return CliRunner().invoke(main, ["mutate", "race", "race.scenario", "--jobs", jobs, *args])


def found(*args: str, jobs: str = "1") -> Any:
    return json.loads(mutate("--format", "json", *args, jobs=jobs).stdout)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The mutants that are tried, as opposed to those that are known."""
    names: list[tuple[str, str]] = []
    whole = Bench.tried

    def counting(bench: Bench, tasks: Iterable[Task]) -> Iterator[Any]:
        chosen = list(tasks)
        names.extend(task.mutant.name for task in chosen)
        yield from whole(bench, chosen)

    monkeypatch.setattr(Bench, "tried", counting)
    return names


def records(folder: Path) -> list[Path]:
    return sorted((folder / ".gulliver" / "mutants").glob("*.jsonl"))


def test_programs_get_the_score_and_every_survivor() -> None:
    assert found() == FOUND


def test_people_read_what_nobody_noticed_and_who_comes_nearest() -> None:
    result = mutate()

    assert result.exit_code == 0
    assert result.stdout == (
        f"{RULES}:5  players.to: 3 -> 2\n    nearest: race.scenario::far\n"
        f"{RULES}:11  setup.begin: remove\n    no scenario comes here\n"
        f"{RULES}:22  steps.turn.goal.if: {GOAL}\n    nearest: race.scenario::there\n\n"
        "race: 27 of 30 changes are noticed (90.0 %); 2 more leave no rules that can be used\n"
    )


def test_several_processes_find_the_same_as_one() -> None:
    assert found(jobs="2") == FOUND


def test_a_second_run_knows_everything(tried: list[tuple[str, str]]) -> None:
    first = found()
    assert len(tried) == 32
    tried.clear()

    assert found() == first
    assert tried == []


def test_a_fresh_run_tries_everything_again(tried: list[tuple[str, str]]) -> None:
    found()
    tried.clear()

    found("--fresh")

    assert len(tried) == 32


def test_a_run_that_was_killed_goes_on(race: Path, tried: list[tuple[str, str]]) -> None:
    whole = found()
    (record,) = records(race)
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join(lines[:10]) + lines[10][:25])
    tried.clear()

    assert found() == whole
    assert len(tried) == 22
    assert len(record.read_bytes().splitlines()) == 32


def test_whoever_stops_a_run_is_told_how_far_it_got(
    race: Path, tried: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(results: Iterator[Any], _total: int, _doing: str) -> Iterator[Any]:
        for _ in range(8):
            yield next(results)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("interpreter.commands.mutate.counted", stopped)
        result = mutate()

    assert result.exit_code == 130
    assert result.stderr == "stopped: 8 of 32 changes have been tried; the same command goes on from here\n"
    tried.clear()
    assert found() == FOUND
    assert len(tried) == 24


def test_another_scenario_is_another_question(race: Path, tried: list[tuple[str, str]]) -> None:
    found()
    file = race / "race.scenario"
    text = file.read_text("utf-8").replace("Ada steps-made: 2", "Ada steps-made: 1").replace("over", "running")
    file.write_text(text.replace("    winners: Ada\n", ""), encoding="utf-8")
    tried.clear()

    again = found()

    assert len(tried) == 32
    assert GOAL not in [each["change"] for each in again["survivors"]]
    assert len(records(race)) == 2


def test_one_more_scenario_catches_a_survivor(race: Path) -> None:
    with (race / "race.scenario").open("a", encoding="utf-8") as file:
        file.write(
            '\nscenario not-yet "Four steps are not enough"\n  given\n    Ada steps-made: 1\n'
            "  when\n    roll: high\n  then\n    game: running\n"
        )

    assert [each["path"] for each in found()["survivors"]] == ["players.to", "setup.begin"]


def test_a_sample_is_a_part_and_the_same_again() -> None:
    some = found("--sample", "12", "--seed", "x")

    assert some["mutants"] + some["stillborn"] == 12
    assert found("--sample", "12", "--seed", "x", "--fresh") == some
    assert all(survivor in FOUND["survivors"] for survivor in some["survivors"])  # type: ignore[operator]


def test_what_means_the_same_is_excused(race: Path) -> None:
    (race / "rulesets/race/equivalents.yaml").write_text(EXCUSE, encoding="utf-8")

    told = found()

    assert (told["mutants"], told["noticed"], told["excused"], told["score"]) == (30, 27, 1, 93.1)
    assert [each["path"] for each in told["survivors"]] == ["players.to", "steps.turn.goal.if"]
    assert "; 1 is excused; " in mutate().stdout


@pytest.mark.parametrize(
    ("excuse", "code", "suggestion"),
    [
        ("{path: setup.begun, change: remove, why: x}", "L0501", "setup.begin"),
        ("{path: players.to, change: 3 > 2, why: x}", "L0501", "3 -> 2"),
        ("{path: setup.begin, change: remove, why: again}", "L0502", ""),
    ],
)
def test_an_excuse_for_nothing_is_reported_by_check_and_here(
    race: Path, excuse: str, code: str, suggestion: str
) -> None:
    (race / "rulesets/race/equivalents.yaml").write_text(f"{EXCUSE}  - {excuse}\n", encoding="utf-8")

    checked = CliRunner().invoke(main, ["check", "rulesets"])

    assert checked.exit_code == 0
    for told in (checked.stdout, mutate().stderr):
        assert f"warning[{code}]" in told
        assert "rulesets/race/equivalents.yaml:5:12" in told
        assert suggestion in told


def test_an_excuse_for_what_is_noticed_is_reported(race: Path) -> None:
    needless = EXCUSE.replace("setup.begin", "steps.turn.next")
    (race / "rulesets/race/equivalents.yaml").write_text(needless, encoding="utf-8")

    result = mutate()

    assert "warning[L0503]" in result.stderr
    assert "27 of 30 changes are noticed (90.0 %)" in result.stdout


def test_excuses_without_a_reason_are_no_excuses(race: Path) -> None:
    text = EXCUSE.replace(", why: Every scenario says who runs first.", "")
    (race / "rulesets/race/equivalents.yaml").write_text(text, encoding="utf-8")

    result = CliRunner().invoke(main, ["check", "rulesets"])

    assert result.exit_code == 1
    assert "an excuse needs `why`" in result.stdout or "`why`" in result.stdout


def test_a_scenario_that_does_not_hold_can_notice_nothing(race: Path) -> None:
    file = race / "race.scenario"
    file.write_text(file.read_text("utf-8").replace("Ada steps-made: 0", "Ada steps-made: 9"), encoding="utf-8")

    result = mutate("--format", "json")

    told = json.loads(result.stdout)
    assert (told["scenarios"], told["broken"]) == (3, ["race.scenario::low"])
    assert "1 scenario does not hold as the rules stand" in result.stderr


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("race", "--least", "90"), 0),
        (("race", "--least", "91"), 1),
        (("nothing",), 1),
        (("race", "no-such.scenario"), 2),
        (("race", "rulesets"), 5),
        (("race", "--jobs", "0"), 2),
    ],
)
def test_the_exit_code_says_how_it_went(args: tuple[str, ...], code: int) -> None:
    (Path() / "scenarios").mkdir()
    shutil.copy("race.scenario", "scenarios")

    assert CliRunner().invoke(main, ["mutate", "--jobs", "1", *args]).exit_code == code


def test_scenarios_about_another_one_of_that_name_say_where_it_lies(race: Path) -> None:
    shutil.copytree("rulesets", "elsewhere/rulesets")
    shutil.copy("race.scenario", "elsewhere")

    result = CliRunner().invoke(main, ["mutate", "race", "elsewhere", "--jobs", "1"])

    assert result.exit_code == 5
    assert f"about another of that name, in {race}/elsewhere/rulesets/race; this one lies in {race}/" in result.stderr


def test_it_speaks_spanish() -> None:
    result = mutate("--lang", "es")

    assert "el más cercano: race.scenario::far" in result.stdout
    assert "race: se notan 27 de 30 cambios (90,0 %); 2 más no dejan reglas que se puedan usar\n" in result.stdout


def test_snapshots_count_and_none_is_written(race: Path) -> None:
    file = race / "race.scenario"
    file.write_text(file.read_text("utf-8") + "    snapshot transcript\n", encoding="utf-8")
    runner = CliRunner()
    runner.invoke(main, ["run", "race.scenario"], env={"CI": ""})
    assert runner.invoke(main, ["review", "--accept", "all"], env={"CI": ""}).exit_code == 0

    told = found()

    assert told["broken"] == []
    assert told["noticed"] >= 27
    assert not (race / ".gulliver" / "pending").exists()
