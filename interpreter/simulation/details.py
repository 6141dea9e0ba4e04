"""Recorded games to how often each card was played and moved, each rule applied, and each answer given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from attrs import Factory, define

from interpreter.engine.program import Program
from interpreter.simulation.estimates import Moments, share
from interpreter.simulation.games import Recorded

_MOVES = frozenset({"draw", "move", "play"})
_Answer = tuple[int, str]  # the site, and the name of what was answered there


@define
class Details:
    """Counts recorded games one by one; its size does not grow with them. What a game did several times counts so."""

    games: int = 0
    played: dict[str, Moments] = Factory(dict)
    moved: dict[str, Moments] = Factory(dict)
    rules: dict[int, Moments] = Factory(dict)
    applied: Counter[int] = Factory(Counter)   # games in which a rule did something
    offered: Counter[_Answer] = Factory(Counter)
    given: Counter[_Answer] = Factory(Counter)

    def add(self, program: Program, game: Recorded) -> None:
        """Count one more game."""
        self.games += 1
        played: Counter[str] = Counter()
        moved: Counter[str] = Counter()
        rules: Counter[int] = Counter()
        for entry in game.log:
            if entry[0] is None:
                self._decided(*entry[1:])
                continue
            rules[entry[0]] += 1
            if entry[1] in _MOVES:
                cards = program.box.cards[program.box.zones[entry[3][0]].holds]
                (played if entry[1] == "play" else moved).update(cards[kind] for kind in entry[2])
        _note(self.played, played)
        _note(self.moved, moved)
        _note(self.rules, rules)
        self.applied.update(rules.keys())

    def _decided(self, who: int, site: int, answers: Any, given: Any) -> None:
        """A free decision: what could have been answered, and what was."""
        if who >= 0 and len(answers) > 1:
            self.offered.update({(site, str(answer[0])) for answer in answers})
            self.given[site, str(given[0])] += 1

    def join(self, other: Details) -> None:
        """Count all games of another one as well."""
        self.games += other.games
        for mine, more in ((self.played, other.played), (self.moved, other.moved)):
            _join(mine, more)
        _join(self.rules, other.rules)
        self.applied += other.applied
        self.offered += other.offered
        self.given += other.given

    def as_plain(self, program: Program) -> dict[str, Any]:
        """For JSON: cards in the order of the ruleset, rules by address, answers by the rule that asks."""
        cards = [card for cards in program.box.cards.values() for card in cards]
        return {
            "cards": {card: {"played": self._a_game(self.played.get(card)), "moved": self._a_game(self.moved.get(card))}
                      for card in cards if card in self.played or card in self.moved},
            "rules": dict(sorted(self._rules(program))),
            "answers": dict(sorted(self._answers(program))),
        }  # fmt: skip

    def _a_game(self, moments: Moments | None) -> Any:
        """The mean of all games, those without it included."""
        found = moments or Moments()
        return Moments(self.games, found.total, found.squares).mean().as_plain("mean")

    def _rules(self, program: Program) -> Iterable[tuple[str, Any]]:
        for rule, moments in self.rules.items():
            found = program.rules[rule]
            address = ".".join((*found.path, *([found.name] if found.name not in ("", found.path[-1]) else [])))
            games = share(self.applied[rule], self.games)
            yield address, {"times": self._a_game(moments), "games": games.as_plain("share")}

    def _answers(self, program: Program) -> Iterable[tuple[str, Any]]:
        offered: Counter[tuple[str, str]] = Counter()
        given: Counter[tuple[str, str]] = Counter()
        for (site, answer), number in self.offered.items():
            key = (".".join(program.rules[program.sites[site].rule].path), answer)
            offered[key] += number
            given[key] += self.given[site, answer]
        for (rule, answer), number in offered.items():
            chosen = share(given[rule, answer], number).as_plain("share")
            yield f"{rule}: {answer}", {"offered": number, "given": given[rule, answer], **chosen}


def _note(totals: dict[Any, Moments], counts: Counter[Any]) -> None:
    for key, count in counts.items():
        totals.setdefault(key, Moments()).add(count)


def _join(totals: dict[Any, Moments], more: dict[Any, Moments]) -> None:
    for key, moments in more.items():
        totals.setdefault(key, Moments()).join(moments)
