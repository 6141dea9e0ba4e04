from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from interpreter.api import Game, LoadedRuleset, PlayersError, WrongAnswerError, load_game, load_ruleset, new_game
from interpreter.engine.saving import UnreadableSaveError

ROOT = Path(__file__).parents[2]
SMALL = ROOT / "tests" / "games" / "rulesets"
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", PAGE, re.DOTALL)


@pytest.fixture
def pig() -> LoadedRuleset:
    return load_ruleset(SMALL / "pig")


@pytest.fixture
def game(pig: LoadedRuleset) -> Game:
    """Chance is asked; Ada begins."""
    game = new_game(pig, ["Ada", "Bruno"])
    game.choose("Ada")
    return game


def test_the_examples_of_the_page_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    assert len(BLOCKS) > 6
    for code, expected in BLOCKS:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, names)  # noqa: S102  # our own page
        assert printed.getvalue() == expected


def test_chance_without_a_seed_is_asked(game: Game) -> None:
    assert game.decision is not None
    assert game.decision.player is None
    assert game.decision.answers == ("one", "two", "three", "four", "five", "six")


def test_an_answer_leads_on(game: Game) -> None:
    game.choose("four")

    assert game.decision is not None
    assert (game.decision.player, game.decision.answers) == ("Ada", ("more", "hold"))


def test_a_wrong_answer_names_the_legal_ones_and_changes_nothing(game: Game) -> None:
    game.choose("four")

    with pytest.raises(WrongAnswerError, match="legal: more; hold"):
        game.choose("stop")
    assert game.decision is not None
    assert game.decision.player == "Ada"


def test_nothing_can_be_chosen_after_the_end(pig: LoadedRuleset) -> None:
    game = new_game(pig, ["Ada", "Bruno"], seed=1)
    while game.decision is not None:
        game.choose(game.decision.answers[-1])

    assert game.result is not None
    with pytest.raises(WrongAnswerError, match="the game is over"):
        game.choose("more")


def test_cards_of_an_answer_come_in_any_order() -> None:
    game = new_game(load_ruleset(SMALL / "spells"), ["Ada", "Bruno"])
    for card in ("bolt", "shield", "bolt", "twist", "twist", "twist"):
        game.choose(card)
    game.choose("Ada")
    game.choose("water, calm, fire")

    assert game.transcript.log[-2].as_plain()["values"] == ["fire", "water", "calm"]


@pytest.mark.parametrize("names", [["Ada", "Ada"], ["Ada", " "]])
def test_players_need_names_of_their_own(pig: LoadedRuleset, names: list[str]) -> None:
    with pytest.raises(PlayersError):
        new_game(pig, names)


def test_a_stranger_sees_nothing(game: Game) -> None:
    with pytest.raises(PlayersError, match="nobody is called 'Zoe': Ada, Bruno"):
        game.view("Zoe")


def test_a_copy_goes_its_own_way(game: Game) -> None:
    copy = game.copy()
    copy.choose("four")

    assert game.decision != copy.decision
    assert len(copy.transcript.log) > len(game.transcript.log)


def test_a_saved_game_is_the_same_game(game: Game, pig: LoadedRuleset) -> None:
    game.choose("four")
    loaded = load_game(pig, game.dumps())

    assert loaded.decision == game.decision
    assert loaded.transcript == game.transcript


@pytest.mark.parametrize("text", ["", "{}", '{"names": ["Ada", "Bruno"]}', "null"])
def test_what_is_no_saved_game_is_refused(pig: LoadedRuleset, text: str) -> None:
    with pytest.raises(UnreadableSaveError):
        load_game(pig, text)


def test_the_seed_gives_the_games_of_a_simulation(pig: LoadedRuleset) -> None:
    first, second = new_game(pig, ["Ada", "Bruno"], seed="s/0"), new_game(pig, ["Ada", "Bruno"], seed="s/0")

    assert first.transcript == second.transcript
