"""Games to play: the small ones beside this file, and every ruleset of the checkout."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.engine.machine import Runner
from interpreter.library import load_ruleset, runner_of

SMALL = Path(__file__).parent / "rulesets"
SHIPPED = Path(__file__).parents[2] / "rulesets"
GAMES = tuple(sorted(file.parent for shelf in (SMALL, SHIPPED) for file in shelf.glob("*/ruleset.yaml")))
MOST = 6


def tables() -> list[tuple[Path, int]]:
    """Every game with every number of players."""
    found = []
    for game in GAMES:
        players = load_ruleset(game).ruleset.draft.players
        found += [(game, count) for count in range(players.from_, min(players.to, MOST) + 1)]
    return found


def settings(game: Path) -> list[dict[str, str | int]]:
    """The defaults, then every other value of every option; of numbers the ends and one between."""
    found: list[dict[str, str | int]] = [{}]
    for name, option in load_ruleset(game).ruleset.draft.options.items():
        values = option.values or sorted({option.from_, option.to, (option.from_ + option.to) // 2})
        found += [{name: value} for value in values if str(value) != str(option.default)]
    return found


@pytest.fixture
def seated() -> Callable[..., Runner]:
    """A game, a number of players and options to a runner."""
    return lambda game, players, **options: runner_of(load_ruleset(game, (), options), players)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`table` runs over every game with every number of players.

    `promising` leaves out games without invariants; `varied` runs over every value of every option as well: with
    the fewest players, and in exhaustive tests with every number of them.
    """
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", tables(), ids=_name)
    if "promising" in metafunc.fixturenames:
        promising = [(game, count) for game, count in tables() if load_ruleset(game).ruleset.invariants]
        metafunc.parametrize("promising", promising, ids=_name)
    if "varied" in metafunc.fixturenames:
        exhaustive = metafunc.definition.get_closest_marker("exhaustive") is not None
        varied = [
            (game, count, chosen)
            for game, count in tables()
            for chosen in settings(game)
            if exhaustive or not chosen or count == load_ruleset(game).ruleset.draft.players.from_
        ]
        metafunc.parametrize("varied", varied, ids=_name)


def _name(table: tuple[object, ...]) -> str:
    game, count, *rest = table
    chosen = [f"{name}={value}" for options in rest for name, value in options.items()]  # type: ignore[attr-defined]
    return "-".join([Path(str(game)).name, str(count), *chosen])
