"""The base game of Celestia written by hand in plain Python, without an engine: players choose at random.

Called as `celestia.py GAMES SEED PLAYERS`; prints how many games a second it plays. The rules are those of the
ruleset with its default options; every decision with more than one legal answer is drawn evenly from its answers.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

TURBO, JETPACK, EJECTION, ROUTE, GUST = range(4, 9)  # 0 to 3: the card against each hazard
COPIES = (20, 18, 16, 14, 8, 2, 2, 2, 2)
BLANK = 4
FACES = (0, 1, 2, 3, BLANK, BLANK)
DICE = (2, 2, 2, 3, 3, 3, 4, 4, 4)  # to reach a city
SPYGLASS = 0  # among the values of treasures
TREASURES = (
    (1, 1, 1, 1, 1, 2, 2, 2, 3, 3, SPYGLASS),
    (2, 2, 2, 2, 2, 3, 3, 3, 4, 4, SPYGLASS),
    (4, 4, 4, 4, 4, 5, 5, 5, 6, SPYGLASS),
    (6, 6, 6, 6, 6, 7, 7, 7, 8, SPYGLASS),
    (9, 9, 9, 9, 9, 9, 10, 10, 10),
    (12, 12, 12, 12, 12, 12, 13, 13, 13),
    (15,) * 6,
    (20,) * 6,
    (25,) * 6,
)
GOAL = 50

Payment = tuple[int, int, int, int, int]  # cards of each hazard, and turbos


class Game:
    """A table: who holds what, who is aboard, who is captain."""

    def __init__(self, players: int, number: Callable[[], float], shuffle: Callable[[list[int]], None]) -> None:
        self.players, self.number, self.shuffle = players, number, shuffle
        self.deck = [kind for kind, copies in enumerate(COPIES) for _ in range(copies)]
        self.discard: list[int] = []
        self.piles = [list(pile) for pile in TREASURES]
        for pile in (self.deck, *self.piles):
            shuffle(pile)
        self.hands = [[0] * 9 for _ in range(players)]
        self.points, self.spyglasses = [0] * players, [0] * players
        self.decisions = 0
        self.captain = int(number() * players)
        for seat in range(players):
            for _ in range(8 if players <= 3 else 6):
                self.draw(seat)

    def play(self) -> list[int]:
        """Play to the end; the scores."""
        self.voyage()
        while max(self.points) < GOAL and any(self.piles):
            for seat in self.from_captain():
                self.draw(seat)
            self.voyage()
        return [points + 2 * kept for points, kept in zip(self.points, self.spyglasses, strict=True)]

    # ---- what hands do

    def choose(self, answers: Sequence[Any]) -> Any:
        if len(answers) == 1:
            return answers[0]
        self.decisions += 1
        return answers[int(self.number() * len(answers))]

    def from_captain(self) -> list[int]:
        return [*range(self.captain, self.players), *range(self.captain)]

    def draw(self, seat: int) -> None:
        if not self.deck:
            self.deck, self.discard = self.discard, self.deck
            self.shuffle(self.deck)
        if self.deck:
            self.hands[seat][self.deck.pop()] += 1

    def disembark(self, seat: int) -> None:
        self.aboard.remove(seat)
        self.take(seat)

    def take(self, seat: int) -> None:
        pile = self.piles[self.city]
        if pile:
            value = pile.pop()
            if value == SPYGLASS:
                self.spyglasses[seat] += 1
            else:
                self.points[seat] += value

    def throw(self, dice: int) -> list[int]:
        number = self.number
        return [FACES[int(number() * 6)] for _ in range(dice)]

    # ---- a voyage

    def voyage(self) -> None:
        self.aboard = list(range(self.players))
        cities = [city for city, pile in enumerate(self.piles) if pile]
        self.city = cities[0]
        for following in cities[1:]:
            if not self.leg(following):
                break
            self.city = following
            if following != cities[-1]:
                self.captain = next(seat for seat in [*self.from_captain()[1:], self.captain] if seat in self.aboard)
        else:
            for seat in self.from_captain():
                if seat in self.aboard:
                    self.take(seat)
        self.captain = (self.captain + 1) % self.players

    def leg(self, following: int) -> bool:
        """Try to fly on; whether the aircraft arrives."""
        if self.aboard == [self.captain] and self.piles[self.city] and self.choose((False, True)):
            self.take(self.captain)
            return False
        self.dice = self.throw(DICE[following])
        for seat in self.from_captain()[1:]:
            if seat in self.aboard and self.piles[self.city] and self.choose((False, True)):
                self.disembark(seat)
        self.powers()
        if self.pays() or self.saved():
            return True
        for seat in self.from_captain():
            if self.hands[seat][JETPACK] and seat in self.aboard and self.piles[self.city] and self.choose((0, 1)):
                self.spend(seat, JETPACK)
                self.disembark(seat)
        return False

    def spend(self, seat: int, kind: int) -> None:
        self.hands[seat][kind] -= 1
        self.discard.append(kind)

    def powers(self) -> None:
        """Each in turn plays a card or passes, until all have passed in a row."""
        seat, passed = self.captain, 0
        while passed < self.players:
            played = self.choose(self.playable(seat))
            if played is None:
                passed += 1
                seat = (seat + 1) % self.players
                continue
            passed = 0
            self.spend(seat, played)
            if played == EJECTION:
                self.disembark(self.choose(self.targets(seat)))
            elif played == ROUTE:
                picked = 1 + int(self.number() * ((1 << len(self.dice)) - 1))
                self.decisions += 1
                self.dice = [self.throw(1)[0] if picked >> i & 1 else face for i, face in enumerate(self.dice)]
            else:
                self.dice = [self.throw(1)[0] if face == BLANK else face for face in self.dice]

    def playable(self, seat: int) -> list[int | None]:
        hand = self.hands[seat]
        found: list[int | None] = [None]
        if hand[EJECTION] and seat in self.aboard and self.targets(seat):
            found.append(EJECTION)
        if hand[ROUTE]:
            found.append(ROUTE)
        if hand[GUST] and BLANK in self.dice:
            found.append(GUST)
        return found

    def targets(self, seat: int) -> list[int]:
        return [other for other in self.aboard if other not in (seat, self.captain)]

    def pays(self) -> bool:
        """The captain pays, if able and willing."""
        hand, count = self.hands[self.captain], self.dice.count
        need = (count(0), count(1), count(2), count(3))
        payment = self.choose(payments(need, *map(min, need, hand), min(hand[TURBO], sum(need))))
        if payment is None:
            return False
        for kind, cards in enumerate(payment):
            if cards:
                hand[kind] -= cards
                self.discard += [kind] * cards
        return True

    def saved(self) -> bool:
        for seat in self.from_captain():
            if self.spyglasses[seat] and seat in self.aboard and self.choose((False, True)):
                self.spyglasses[seat] -= 1
                return True
        return False


@lru_cache(None)
def payments(need: tuple[int, ...], *held: int) -> tuple[Payment | None, ...]:
    """Every way to meet the dice without a card to spare; `None`, announced failure, where plain cards do not do."""
    *cards, turbos = held
    plain = product(*(range(own + 1) for own in cards))
    ways: list[Payment | None] = [(*way, sum(need) - sum(way)) for way in plain if sum(need) - sum(way) <= turbos]  # type: ignore[misc]  # four cards and turbos
    return tuple(ways if tuple(cards) == need else [*ways, None])


def main() -> None:
    games, seed, players = (int(word) for word in sys.argv[1:4])
    rng = random.Random(seed)  # noqa: S311  # games, not secrets
    decisions, best, start = 0, 0, time.perf_counter()
    for _ in range(games):
        game = Game(players, rng.random, rng.shuffle)
        best += max(game.play())
        decisions += game.decisions
    seconds = time.perf_counter() - start
    print(
        f"{games} games {seconds:.2f} s {games / seconds:.1f} games/s {decisions / seconds:.0f} decisions/s "
        f"{decisions / games:.1f} decisions/game, best score {best / games:.1f}"
    )


if __name__ == "__main__":
    main()
