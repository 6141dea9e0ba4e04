"""Whatever a file asks for, there is a limit; what is beyond it is refused with a reason and a way to raise it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen
from click.testing import CliRunner, Result

from interpreter.budgets import BUDGETS, OverBudgetError, most, variable
from interpreter.cli import main
from interpreter.engine.payments import Meeting, Ways

HEAD = """\
format: 1
ruleset: greedy
version: 1
title: Greedy
players: {from: 2, to: 3}
roles: {active: {held-by: one}}
setup: [{id: first, give: active, at-random-among: everybody}]
"""
TAIL = 'scoring: {score: "0"}\n'
SCENARIO = """\
ruleset greedy

scenario on "It goes on"
  given
    players: Ada, Bruno
    active: Ada
  when
WHEN
  then
    game: running
"""


@frozen
class Greedy:
    """Rules that ask for too much, the lines of a script, the code and the budget."""

    name: str
    rules: str
    when: str
    code: str
    budget: str
    in_simulations: bool = True


CHOICES = "\n".join(f"            c{number}: {{kind: thing}}" for number in range(12))
GREEDY = [
    Greedy(
        "a-number-that-squares-itself",
        """\
counters: {pot: {starts: 3}}
steps:
  game:
    - {id: grow, while: pot > 0, do: [{id: square, set: pot, to: pot * pot}]}
    - {id: ask, ask: active, answers: {yes: {}, no-more: {}}}
""",
        "    Ada: any",
        "X0106",
        "number",
    ),
    Greedy(
        "more-dice-than-anybody-can-count",
        """\
dice: {die: {faces: {one: 1, two: 1, three: 1, four: 1, five: 1, six: 1}}}
steps:
  game:
    - {id: throw, roll: die, count: "60"}
    - {id: ask, ask: active, answers: {yes: {}, no-more: {}}}
""",
        "    roll: any",
        "X0106",
        "choices",
        in_simulations=False,
    ),
    Greedy(
        "every-subset-of-sixty-dice",
        """\
dice: {die: {faces: {one: 1, two: 1, three: 1, four: 1, five: 1, six: 1}}}
steps:
  game:
    - {id: throw, roll: die, count: "60"}
    - id: ask
      ask: active
      answers:
        some: {choose: {kept: {dice: die}}, do: [{id: keep, reroll: die, which: kept}]}
        none-of-them: {}
""",
        "    roll: any",
        "X0106",
        "choices",
    ),
    Greedy(
        "choices-of-which-none-fits",
        f"""\
types: {{thing: {{}}}}
counters: {{pot: {{}}}}
zones:
  deck: {{holds: thing, pile: true, starts: full}}
  hand: {{of: player, holds: thing, seen-by: owner}}
cards: {{{", ".join(f"k{number}: {{type: thing, copies: 9}}" for number in range(6))}}}
steps:
  game:
    - id: ask
      ask: active
      answers:
        pick:
          choose:
{CHOICES}
            last: {{kind: thing, where: pot > 5}}
        no-more: {{}}
""",
        "    Ada: any",
        "X0106",
        "choices",
    ),
    Greedy(
        "a-rule-within-itself-within-itself",
        """\
counters: {pot: {}}
actions:
  down:
    do:
      - {id: dig, set: pot, to: pot + 1}
      - {id: further, if: pot < 2000, run: down}
      - {id: look, ask: active, answers: {yes: {}, no-more: {}}}
steps:
  game:
    - {id: begin, set: pot, to: 0}
    - {id: go, run: down}
    - {id: fin, end: game}
""",
        "    Ada: any",
        "X0106",
        "calls",
        in_simulations=False,
    ),
    Greedy(
        "branches-upon-branches",
        """\
dice:
  die:
    faces: {one: 1, two: 2, three: 3, four: 4, five: 5, six: 6}
    shows: {one: 1, two: 10, three: 100, four: 1000, five: 10000, six: 100000}
counters: {pot: {}}
steps:
  game:
    - {id: begin, set: pot, to: 0}
    - repeat: [turn]
  turn:
    - {id: throw, roll: die, count: "4"}
    - {id: add, set: pot, to: pot * 3 + sum(die)}
    - {id: fin, if: pot > 900000000, end: game}
    - {id: ask, ask: active, answers: {yes: {}, no-more: {}}}
""",
        "\n".join(["    roll: any", "    Ada: yes"] * 6),
        "P0320",
        "branches",
        in_simulations=False,
    ),
]


@pytest.fixture(params=GREEDY, ids=lambda greedy: greedy.name)
def greedy(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Greedy:
    """Greedy rules of each sort and a scenario about them, in the working folder."""
    found: Greedy = request.param
    folder = tmp_path / "rulesets" / "greedy"
    folder.mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(HEAD + found.rules + TAIL, "utf-8")
    (tmp_path / "on.scenario").write_text(SCENARIO.replace("WHEN", found.when), "utf-8")
    monkeypatch.chdir(tmp_path)
    return found


@pytest.fixture
def run() -> Callable[..., Result]:
    return lambda *arguments: CliRunner().invoke(main, list(arguments))


def test_a_scenario_is_refused(greedy: Greedy, run: Callable[..., Result]) -> None:
    result = run("run", "on.scenario")

    assert result.exit_code == 1
    assert f"error[{greedy.code}]" in result.output
    assert str(BUDGETS[greedy.budget]) in result.output
    assert variable(greedy.budget) in result.output
    assert "--> on.scenario:" in result.output


def test_a_simulation_is_refused(greedy: Greedy, run: Callable[..., Result]) -> None:
    result = run("simulate", "greedy", "--games", "1")

    assert result.exit_code == (1 if greedy.in_simulations else 0)  # what nobody lists is no trouble
    assert greedy.in_simulations == (f"error[{greedy.code}]" in result.output)
    assert greedy.in_simulations == ("rulesets/greedy/ruleset.yaml:" in result.output)


def test_it_is_said_in_spanish(greedy: Greedy, run: Callable[..., Result]) -> None:
    told = run("run", "on.scenario", "--lang", "es").output

    assert {"X0106": "una regla pasa de lo permitido", "P0320": "demasiadas ramas"}[greedy.code] in told


@pytest.mark.parametrize("budget", BUDGETS)
def test_every_budget_can_be_raised(budget: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable(budget), "7")

    assert most(budget) == 7


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GULLIVER_MOST_STEPS", "many"),
        ("GULLIVER_MOST_STEPS", "-1"),
        ("GULLIVER_MOST_STEPS", "0"),
        ("GULLIVER_MOST_STEP", "7"),
    ],
)
def test_a_budget_that_is_none_is_wrong_usage(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Result]
) -> None:
    monkeypatch.setenv(name, value)
    result = run("explain", "K0101")

    assert result.exit_code == 2
    assert f"{name}={value} sets no budget" in result.output
    assert "GULLIVER_MOST_STEPS" in result.output


def test_a_raised_budget_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Result]) -> None:
    for name in ("many.yaml", "again.yaml"):
        (tmp_path / name).write_text("format: 1\nlist: [" + "1, " * 60_000 + "1]\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert "error[Y0208]" in run("check", "many.yaml").output

    monkeypatch.setenv("GULLIVER_MOST_VALUES", "100000")

    assert "Y0208" not in run("check", "again.yaml").output


def test_a_game_that_is_too_long_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Result]
) -> None:
    (tmp_path / "games.jsonl").write_text("{}\n" + "[" * 1_100_000, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GULLIVER_MOST_MEGABYTES", "1")
    for command in (("record", "games.jsonl", "--game", "2"), ("replay", "games.jsonl", "--game", "2", "-o", "x.html")):
        told = run(*command).output
        assert "error[T0012]" in told
        assert "games.jsonl:2:1" in told
        assert "GULLIVER_MOST_MEGABYTES" in told


def test_cards_are_not_assigned_to_dice_for_ever() -> None:
    """Twelve dice, twelve cards that meet all of them but one: there is no way, and there are millions to try."""
    ways = Ways([Meeting(kind, tuple(range(11)), 1) for kind in range(2)], frozenset(), fewest=False)

    assert len(ways[tuple(range(11))]([20, 20], 0)) == 12
    assert ways[tuple(range(12))]([20, 20], 0) == ()


def test_help_is_not_assigned_to_dice_for_ever() -> None:
    """Ten cards that help with any of twenty dice: they can leave nearly two hundred thousand different ones."""
    ways = Ways([Meeting(0, (), 1, tuple(range(20)))], frozenset(), fewest=False)
    with pytest.raises(OverBudgetError):
        ways[tuple(range(20)), 0, (10,)]


def test_there_are_not_any_number_of_payments() -> None:
    """Twelve kinds that all meet each of twelve dice."""
    ways = Ways([Meeting(kind, tuple(range(12)), 1) for kind in range(12)], frozenset(), fewest=False)
    with pytest.raises(OverBudgetError):
        ways[tuple(range(12))]([12] * 12, 0)
