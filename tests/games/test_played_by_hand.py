"""Every ruleset that there is can be played at one screen, by people with hidden hands and with bots."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from interpreter.api import load_ruleset
from interpreter.library import LoadedRuleset
from interpreter.play.host import Ending
from interpreter.play.session import Party
from interpreter.source.speech import speaking
from playing import GAMES, HAND_OVER, Shown

SMALL = sorted(folder.name for folder in GAMES.iterdir())
SHIPPED = ("celestia", "celestia-duo", "celestia with a-little-help")


def rules(name: str) -> LoadedRuleset:
    base, _, layer = name.partition(" with ")
    return load_ruleset(GAMES / base if (GAMES / base).is_dir() else base, (layer,) if layer else ())


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", [*SMALL, *SHIPPED])
def test_a_ruleset_is_played_at_one_screen(game: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    loaded = rules(game)
    bounds, draw = loaded.ruleset.draft.players, random.Random(game)
    players = ("Ada", "Bruno", "Cara", "Dora")[: max(bounds.from_, min(bounds.to, 3))]
    bots = {players[-1]: "random"} if len(players) > 2 else {}
    left = iter(range(150))

    def type_(screen: str) -> str | None:
        listed = re.findall(r"^  (\d+)\. ", screen, re.MULTILINE)
        if next(left, None) is None:
            return None
        return draw.choice(listed) if listed and not HAND_OVER.search(screen[-200:]) else ""

    with speaking(language):
        table = Shown(loaded, Party(players, bots, "1"), type_)
        ending, shown = table.play(capsys)

    assert ending in (Ending.OVER, Ending.ENDED)
    assert max(map(len, shown.splitlines())) <= 80
    assert table.session.answers


def test_the_games_are_found() -> None:
    assert len(SMALL) > 8
    assert all(Path(GAMES / name / "ruleset.yaml").is_file() for name in SMALL)
