"""Bots play better than chance, by so much; and the same in every process."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.library import load_ruleset, runner_of
from interpreter.policies.turn import Turn
from interpreter.simulation import players
from interpreter.simulation.games import Played, fast_games, recorded_games
from interpreter.simulation.players import Players

ROOT = Path(__file__).parents[2]
CELESTIA, DUO = ROOT / "rulesets" / "celestia", ROOT / "rulesets" / "celestia-duo"
SMALL = Path(__file__).parent / "rulesets"


def games(ruleset: Path, number: int, *policies: str) -> list[Played]:
    runner = runner_of(load_ruleset(ruleset), len(policies))
    return list(fast_games(runner, "bots", range(number), Players(runner, policies)))


def won(played: list[Played], seat: int) -> int:
    return sum(seat in game.winners for game in played)


def test_greedy_wins_three_of_four_games_against_random() -> None:
    played = [*games(CELESTIA, 6, "greedy:6", "random")]
    back = [*games(CELESTIA, 6, "random", "greedy:6")]

    assert won(played, 0) + won(back, 1) >= 9
    assert sum(game.scores[0][0] - game.scores[1][0] for game in played) > 40


def test_search_wins_seven_of_ten_games_against_random() -> None:
    played = games(CELESTIA, 10, "random", "search:30")

    assert won(played, 1) >= 7


def test_greedy_players_win_together_what_random_ones_lose() -> None:
    assert won(games(DUO, 10, "random", "random"), 0) <= 1
    assert won(games(DUO, 10, "greedy:4", "greedy:4"), 0) >= 3


@pytest.mark.parametrize("ruleset", sorted(SMALL.iterdir()), ids=lambda path: path.name)
@pytest.mark.parametrize("policy", ["greedy:3", "search:6"])
def test_every_ruleset_can_be_played_by_bots(ruleset: Path, policy: str) -> None:
    assert len(games(ruleset, 1, policy, "random")) == 1


def test_a_record_changes_no_game_of_bots() -> None:
    runner = runner_of(load_ruleset(SMALL / "tunnel"), 2)
    seated = ("greedy:3", "search:8")

    recorded = [game.played for game in recorded_games(runner, "s", range(3), players=Players(runner, seated))]

    assert recorded == list(fast_games(runner, "s", range(3), Players(runner, seated)))


def test_a_policy_sees_its_own_seat_only(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[tuple[int, str]] = set()

    class Watching:
        def choose(self, turn: Turn) -> int:
            seen.add((turn.seat, turn.view["viewer"]))
            return 0

    monkeypatch.setattr(players, "policy", lambda _: Watching())
    games(SMALL / "tunnel", 1, "first", "first")

    assert seen == {(0, "player-1"), (1, "player-2")}
