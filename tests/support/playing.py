"""Typed lines to what a game shows at one screen, without a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from interpreter.api import load_ruleset
from interpreter.engine.decisions import Chance
from interpreter.engine.machine import Machine
from interpreter.library import LoadedRuleset
from interpreter.play.desk import Desk
from interpreter.play.host import Ending, Host
from interpreter.play.paper import Paper
from interpreter.play.reading import InputEndedError
from interpreter.play.session import Party, Session

GAMES = Path(__file__).parents[1] / "games" / "rulesets"
HAND_OVER = re.compile(r"^(\w+), (?:the screen is yours|la pantalla es tuya)\..*$", re.MULTILINE)

# Every card is another one, so that its name tells which it is. In the night whoever holds an owl may show it.
NIGHT = """\
format: 1
ruleset: night
version: 1
title: Night
players: {from: 2, to: 4}
roles: {first: {held-by: one}}
types: {bird: {}}
zones:
  nest: {holds: bird, pile: true, starts: full}
  hand: {of: player, holds: bird, seen-by: owner}
  branch: {holds: bird, seen-by: everybody}
cards:
"""
BIRDS = ("heron", "stork", "finch", "robin", "raven", "swift", "eagle", "goose", "crane", "egret")
OWLS = ("barn-owl", "tawny-owl", "snowy-owl", "eagle-owl")


def night(folder: Path) -> LoadedRuleset:
    """The rules of a game of hidden birds."""
    lines = [f"  {bird}: {{type: bird, copies: 1}}" for bird in BIRDS]
    lines += [f"  {owl}: {{type: bird, copies: 1, play: {{in: dark, to: branch}}, do: []}}" for owl in OWLS]
    rest = """
setup:
  - {id: deal, each: player, draw: nest, to: hand of player, count: 3}
  - {id: begin, give: first, at-random-among: everybody}
steps:
  game:
    - repeat: [evening]
  evening:
    - {id: dark, window: dark, from: first}
    - id: lay
      ask: first
      answers:
        show:
          choose: {bird: {card: hand of first}}
          do: [{move: bird, from: hand of first, to: branch}]
        sleep: {}
    - {id: dusk, give: first, to: left(first)}
    - {id: dawn, if: "count(branch) >= 6", end: game}
    - {id: fetch, if: "count(hand of first) < 2 and count(nest) > 0", draw: nest, to: hand of first}
windows: {dark: {}}
scoring: {score: count(hand of player)}
"""
    (folder / "night").mkdir(exist_ok=True)
    (folder / "night" / "ruleset.yaml").write_text(NIGHT + "\n".join(lines) + rest, encoding="utf-8")
    return load_ruleset(folder / "night")


class Typist:
    """Gives one line after the other; a function is asked what to type, with what stands on the screen."""

    def __init__(self, lines: Sequence[str] | Callable[[str], str | None]) -> None:
        self._lines = lines if callable(lines) else None
        self._left = [] if callable(lines) else list(lines)
        self.screen: Callable[[], str] = str

    def line(self, prompt: str, words: Sequence[str]) -> str:  # noqa: ARG002  # nothing is completed
        text = self._lines(self.screen()) if self._lines else self._left.pop(0) if self._left else None
        print(prompt)
        if text is None:
            raise InputEndedError
        return text


class Shown:
    """A host whose output is kept."""

    def __init__(self, loaded: LoadedRuleset, party: Party, lines: Sequence[str] | Callable[[str], str | None]) -> None:
        self.session = Session(loaded, party)
        self.typist = Typist(lines)
        self.desk = Desk(_nothing, _nothing, _nothing)
        self.host = Host(self.session, Paper(), self.typist, self.desk, lambda: None)

    def play(self, capsys: pytest.CaptureFixture[str]) -> tuple[Ending, str]:
        """How it ended, and everything that was shown."""
        shown: list[str] = []

        def screen() -> str:
            shown.append(capsys.readouterr().out)
            return shown[-1]

        self.typist.screen = screen
        ending = self.host.play()
        return ending, "".join(shown) + capsys.readouterr().out


def _nothing(*_: object) -> None:
    """Nothing is written."""


def by_viewer(shown: str) -> list[tuple[str, str]]:
    """Who sat before the screen, and what he saw there, one after the other."""
    parts = HAND_OVER.split(shown)
    return list(zip(parts[1::2], parts[2::2], strict=True))


class Fixed:
    """Chance that gives what is written: cards in order, the first seat, and dice as they come."""

    def __init__(self, cards: Sequence[str]) -> None:
        self._cards = list(cards)

    def outcome(self, machine: Machine) -> object:
        chance = machine.waiting
        assert isinstance(chance, Chance)
        if chance.site.kind == "draw" and self._cards:
            names = machine.program.box.cards[chance.site.of]
            return names.index(self._cards.pop(0))
        return min(chance.outcomes)
