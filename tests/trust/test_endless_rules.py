"""Rules that never come to an end are stopped, wherever they run; what stops them names the circle with its lines."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from endless_rules import ENDLESS, FILE, Endless
from interpreter.api import load_ruleset, new_game
from interpreter.cli import main
from interpreter.engine.machine import EndlessError

SECONDS = 20
SCENARIO = """\
ruleset endless

scenario on "It goes on"
  given
    players: Ada, Bruno
    active: Ada
  then
    game: over
"""


@pytest.fixture(params=ENDLESS, ids=lambda rules: rules.name)
def rules(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Endless:
    """Rules of each sort, laid out in the working folder."""
    found: Endless = request.param
    found.write(tmp_path)
    monkeypatch.chdir(tmp_path)
    return found


def output(*arguments: str) -> str:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code == 1, result.output
    return result.output


def test_a_simulation_is_stopped(rules: Endless) -> None:
    told = output("simulate", "endless", "--games", "1")

    assert "error[X0101]" in told
    for path, line in rules.circle.items():
        assert f"{path} ({FILE}:{line})" in told


def test_a_recorded_simulation_is_stopped(rules: Endless) -> None:
    told = output("simulate", "endless", "--games", "1", "--strict")

    assert f"error[{'X0105' if rules.asks else 'X0101'}]" in told
    for path, line in rules.circle.items():
        assert f"{path} ({FILE}:{line})" in told


def test_a_scenario_is_stopped(rules: Endless, tmp_path: Path) -> None:
    (tmp_path / "on.scenario").write_text(SCENARIO, "utf-8")
    told = output("run", "on.scenario")

    if rules.name == "dice-that-nobody-waits-for":
        assert "error[E0101]: `game` is running, not over" in told  # a throw without its line stops it
        return
    if rules.asks:
        assert "error[E0101]: `game` is running, not over" in told  # whoever is asked is asked
        return
    assert "error[X0101]" in told
    for path, line in rules.circle.items():
        assert f"{path} ({FILE}:{line})" in told


def test_a_game_is_stopped(rules: Endless) -> None:
    if rules.name == "somebody-who-has-no-choice":
        assert new_game(load_ruleset("endless"), ["Ada", "Bruno"], seed="1").decision is not None
        return
    with pytest.raises(EndlessError) as stopped:
        new_game(load_ruleset("endless"), ["Ada", "Bruno"], seed="1")

    assert set(rules.circle) <= set(stopped.value.steps)
    assert all(path in str(stopped.value) for path in rules.circle)


def test_what_traces_the_program_goes_on_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys  # noqa: PLC0415  # nothing else here needs it

    ENDLESS[0].write(tmp_path)
    monkeypatch.chdir(tmp_path)
    before = sys.gettrace()
    output("simulate", "endless", "--games", "1")

    assert sys.gettrace() is before


TEMPTING = """\
steps:
  game:
    - id: choose
      ask: active
      answers:
        ever: {do: [{while: pot >= 0, do: [{id: less, set: pot, to: 1 - pot}]}]}
        never: {do: [{while: pot >= 0, do: [{id: more, set: pot, to: 1 - pot}]}]}
"""


@pytest.mark.parametrize("policy", ["search:20", "greedy"])
def test_a_bot_that_looks_at_endless_answers_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, policy: str
) -> None:
    Endless("tempting", TEMPTING, {}).write(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GULLIVER_MOST_STEPS", "500")
    begun = time.process_time()
    result = CliRunner().invoke(main, ["simulate", "endless", "--games", "1", "--policy", policy])

    assert time.process_time() - begun < SECONDS
    assert result.exit_code == 1
    assert "error[X0101]" in result.output
