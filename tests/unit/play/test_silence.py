"""What is shown to one who sits before the screen says nothing of what he must not know."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from interpreter.api import load_ruleset
from interpreter.engine.forms import in_form
from interpreter.engine.guessing import Guesser
from interpreter.engine.views import view
from interpreter.play import session as module
from interpreter.play.screen import Screen
from interpreter.play.session import Party, Session
from playing import BIRDS, GAMES, HAND_OVER, OWLS, Fixed, Shown, by_viewer, night

PEOPLE = Party(("Ada", "Bruno", "Cara"), {}, "1")
HAND_OF_ADA = ("heron", "stork", "finch")
WITH_OWL = ("barn-owl", "robin", "raven")
WITHOUT = ("swift", "robin", "raven")
HAND_OF_CARA = ("eagle", "goose", "crane")


def typing(seed: int) -> Callable[[str], str]:
    """Types any of the numbers that are listed last, and Enter where nothing is."""
    draw = random.Random(seed)

    def type_(screen: str) -> str:
        listed = re.findall(r"^  (\d+)\. ", screen, re.MULTILINE)
        return draw.choice(listed) if listed and not HAND_OVER.search(screen[-200:]) else ""

    return type_


def passing(screen: str) -> str:
    return "pass" if re.search(r"^  1\. pass", screen, re.MULTILINE) else ""


def shown_for(
    folder: Path, hand: tuple[str, ...], capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch
) -> list[tuple[str, str]]:
    """A window in which Bruno holds this hand and everybody passes; then the first player is asked."""
    patch.setattr(module, "Luck", lambda *_: Fixed((*HAND_OF_ADA, *hand, *HAND_OF_CARA)))
    left = iter(range(6))
    lines = lambda screen: None if next(left, None) is None else passing(screen)  # noqa: E731  # a few lines
    _, shown = Shown(night(folder), PEOPLE, lines).play(capsys)
    return by_viewer(shown)


def test_others_do_not_see_whether_somebody_could_have_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    owl = shown_for(tmp_path, WITH_OWL, capsys, monkeypatch)
    none = shown_for(tmp_path, WITHOUT, capsys, monkeypatch)

    assert [who for who, _ in owl] == [who for who, _ in none] == ["Ada", "Bruno", "Cara", "Ada"]
    assert "1. pass" in owl[1][1]
    assert "there is nothing for you to play here" in none[1][1]
    for (who, first), (_, second) in zip(owl, none, strict=True):
        assert who == "Bruno" or first == second


def test_who_looks_only_sees_his_hand_and_continue(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (_, ada), *_ = shown_for(tmp_path, WITHOUT, capsys, monkeypatch)

    assert "Ada, there is nothing for you to play here (dark). Enter: continue" in ada
    assert "hand: heron, stork, finch" in ada
    assert "hand: 3 cards" in ada


@pytest.mark.parametrize("seed", range(6))
def test_no_hidden_card_is_ever_named(tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int) -> None:
    party = Party(("Ada", "Bruno", "Cara"), {}, str(seed))
    table = Shown(night(tmp_path), party, typing(seed))
    known: dict[str, set[str]] = {player: set() for player in party.players}
    everything: list[str] = []

    def type_(screen: str) -> str:
        everything.append(screen)
        state, names = table.session.machine.state, party.players
        for seat, player in enumerate(names):
            seen = view(table.session.runner.program, state, seat, names)
            known[player] |= {card for zone in seen["zones"] for card in zone.get("cards", ())}
        for viewer, text in by_viewer("".join(everything)):
            words = set(re.findall(r"[a-z-]+", text))
            assert words & {*BIRDS, *OWLS} <= known[viewer], viewer
        return typing(len(everything) + seed)(screen)

    table.typist._lines = type_
    table.play(capsys)

    assert len(everything) > 10
    assert any(owl in "".join(everything) for owl in OWLS)


def indistinguishable(session: Session, draw: random.Random) -> Iterator[object]:
    """Tables that whoever is asked cannot tell from this one."""
    program = session.runner.program
    guesser = Guesser(program)
    here = in_form(program, session.machine.state, program.fast)
    for _ in range(3):
        guess = guesser.guess(here, draw.random)
        if guess is not None:
            yield in_form(program, guess, program.inspecting)


@pytest.mark.parametrize("game", ["spells", "keepers", "tricks", "celestia", "celestia-duo"])
def test_tables_that_a_player_cannot_tell_apart_look_the_same(game: str) -> None:
    rules = load_ruleset(GAMES / game if (GAMES / game).exists() else game)
    draw, compared = random.Random(5), 0
    players = ("Ada", "Bruno", "Cara")[: rules.ruleset.draft.players.to]
    session = Session(rules, Party(players, {}, "2"))
    names = Shown(rules, session.party, ()).host.names
    while session.front is not None and len(session.answers) < 60:
        front = session.front
        if front.decision is None:
            session.look()
            continue
        rows = [
            list(Screen(names).rows(view(session.runner.program, state, front.seat, players), everything=True))
            for state in (session.machine.state, *indistinguishable(session, draw))
        ]
        assert all(row == rows[0] for row in rows)
        compared += len(rows) - 1
        session.give(draw.choice(front.decision.answers))

    assert compared > 20


def test_the_log_of_a_player_says_nothing_of_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["", "", "log", "pass", "quit"]
    for seed in range(20):
        _, shown = Shown(night(tmp_path), Party(("Ada", "Bruno"), {}, str(seed)), lines).play(capsys)
        assert not re.search(r"(Ada|Bruno): pass", shown)


def test_undo_among_hidden_hands_goes_back_to_who_sat_there_last(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    for hand, answer in ((WITH_OWL, "pass"), (WITHOUT, "")):
        monkeypatch.setattr(module, "Luck", lambda *_, hand=hand: Fixed((*HAND_OF_ADA, *hand, *HAND_OF_CARA)))
        lines = ["", "", "", answer, "", "undo", "", "quit"]  # Ada looks, Bruno passes, Cara takes back
        _, shown = Shown(night(tmp_path), PEOPLE, lines).play(capsys)
        seen.append([who for who, _ in by_viewer(shown)])

    assert seen[0] == seen[1] == ["Ada", "Bruno", "Cara", "Bruno"]
