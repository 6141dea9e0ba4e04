"""Tables and helpers that generated programs read: sets of players as bits, throws, subsets of dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, compress, islice, product, repeat
from math import comb, prod

from interpreter.budgets import OverBudgetError
from interpreter.budgets import most as most_of
from interpreter.engine.state import Open
from interpreter.engine.streams import Bits

Dice = tuple[int, ...]
Answer = tuple[object, ...]
_TABLE_DICE = 4
_TABLE_THROWS = 200_000
MOST_DICE = 100  # in one throw
_SURE = 1_000_000
_TRIED = 50  # times as many answers may be tried as may be listed

remembered = lru_cache(1 << 15)
"""Remembers what a function of dice or cards gives: of what games have little of, all; of the rest, the latest."""
_NUMBERS = range(_SURE)


@cache
def left_of(players: int) -> tuple[int, ...]:
    """The next player clockwise."""
    return tuple((p + 1) % players for p in range(players))


Turns = tuple[int, "Turns"] | tuple[()]


@cache
def turns(players: int) -> tuple[Turns, ...]:
    """All players clockwise, starting with each: `(player, those after him)`, so that a loop needs no counting."""
    return tuple(_turns([(p + i) % players for i in range(players)]) for p in range(players))


def _turns(players: Sequence[int]) -> Turns:
    return (players[0], _turns(players[1:])) if players else ()


def seats(order: Turns) -> Iterator[int]:
    """The players of some turns, one after the other."""
    while order:
        player, order = order
        yield player


def since(player: int, order: Turns) -> Turns:
    """The turns from that of a player on.

    Raises:
        ValueError: He has none.
    """
    while order:
        if order[0] == player:
            return order
        order = order[1]
    raise ValueError(player)


@cache
def next_among(players: int) -> tuple[tuple[int | Open, ...], ...]:
    """`[p][bits]`: the next player clockwise after p in the set; p himself comes last."""
    return tuple(tuple(_next(p, bits, players) for bits in range(1 << players)) for p in range(players))


def _next(player: int, bits: int, players: int) -> int | Open:
    for step in range(1, players + 1):
        other = (player + step) % players
        if bits >> other & 1:
            return other
    return Open("the next player")


@cache
def members(players: int) -> tuple[tuple[int, ...], ...]:
    """`[bits]`: the players of a set."""
    return tuple(tuple(p for p in range(players) if bits >> p & 1) for bits in range(1 << players))


def player_answers(answer: str, players: int) -> tuple[tuple[Answer, ...], ...]:
    """`[bits]`: the answers that name one player of a set."""
    return tuple(tuple((answer, p) for p in group) for group in members(players))


def roller(sides: Dice) -> Callable[[int, Bits], Dice]:
    """A function that throws n dice: one random number for up to four dice of few faces, faces sorted."""
    at_once = max(n for n in range(1, _TABLE_DICE + 1) if n == 1 or len(sides) ** n <= _TABLE_THROWS)
    tables = [throws(sides, n) for n in range(at_once + 1)]
    sizes = [len(table) for table in tables]

    def roll(n: int, bits: Bits) -> Dice:
        if n <= at_once:
            return tables[n][bits() * sizes[n] >> 32]
        if n > MOST_DICE:
            raise ValueError(n)
        first = tables[at_once][bits() * sizes[at_once] >> 32]
        return tuple(sorted(first + roll(n - at_once, bits)))

    return roll


@cache
def throws(sides: Dice, n: int) -> tuple[Dice, ...]:
    """Every equally likely throw of n dice, faces sorted."""
    return tuple(tuple(sorted(throw)) for throw in product(sides, repeat=n))


@cache
def weighted_throws(sides: Dice, n: int) -> tuple[tuple[Dice, int], ...]:
    """Every different throw of n dice with the number of ways to get it."""
    found: list[tuple[Dice, int]] = [((), 1)]
    *faces, last = sorted(Counter(sides).items())
    for face, often in faces:
        found = [
            (throw + (face,) * more, ways * comb(n - len(throw), more) * often**more)
            for throw, ways in found
            for more in range(n - len(throw) + 1)
        ]
    face, often = last
    whole = ((throw, n - len(throw), ways) for throw, ways in found)
    return tuple(sorted((throw + (face,) * more, ways * often**more) for throw, more, ways in whole))


@remembered
def subsets(dice: Dice, least: int = 1, most: int | None = None) -> tuple[Dice, ...]:
    """Every different choice of so many of these dice or cards, by face or kind; they are sorted."""
    faces = sorted(set(dice))
    if prod(dice.count(face) + 1 for face in faces) > most_of("choices"):
        raise OverBudgetError("choices")
    counts = product(*(range(dice.count(face) + 1) for face in faces))
    found = (tuple(f for f, n in zip(faces, picked, strict=True) for _ in range(n)) for picked in counts)
    fitting = (subset for subset in found if least <= len(subset) <= (len(dice) if most is None else most))
    return tuple(sorted(fitting, key=lambda subset: (len(subset), subset)))


@remembered
def different_faces(dice: Dice) -> Dice:
    """The faces that some dice show, each once, in order."""
    return tuple(sorted(set(dice)))


@cache
def dice_answers(answer: str) -> Callable[[Dice], tuple[Answer, ...]]:
    """A function that lists the answers that name some of the dice."""

    @remembered
    def answers(dice: Dice) -> tuple[Answer, ...]:
        return tuple((answer, subset) for subset in subsets(dice))

    return answers


@cache
def card_answers(answer: str, kinds: Dice, least: int, most: int | None) -> Callable[..., tuple[Answer, ...]]:
    """A function `(counts, base)` that lists the answers that name some of the cards of these kinds."""

    @remembered
    def answers(held: Dice) -> tuple[Answer, ...]:
        cards = tuple(chain.from_iterable(map(repeat, kinds, held)))
        return tuple((answer, subset) for subset in subsets(cards, least, most))

    return lambda counts, base: answers(tuple([counts[base + kind] for kind in kinds]))


@cache
def payment_answers(answer: str) -> Callable[[tuple[Dice, ...]], tuple[Answer, ...]]:
    """A function that lists the answers that name a payment."""

    @remembered
    def named(ways: tuple[Dice, ...]) -> tuple[Answer, ...]:
        return tuple((answer, way) for way in ways)

    return named


def within(found: Callable[[Callable[[], int]], Iterable[Answer]]) -> tuple[Answer, ...]:
    """The answers, if they are not too many; what lists them calls a function for whatever it tries.

    Raises:
        OverBudgetError: They are, or so much is tried.
    """
    limit = most_of("choices")
    tick = iter(range(1, _TRIED * limit)).__next__
    try:
        listed = tuple(islice(found(tick), limit + 1))
    except RuntimeError as ended:
        if isinstance(ended.__cause__, StopIteration):
            raise OverBudgetError("choices") from ended
        raise
    if len(listed) > limit:
        raise OverBudgetError("choices")
    return listed


def fit(number: int) -> int:
    """A number that a counter can hold.

    Raises:
        OverBudgetError: It is too large.
    """
    if -_SURE < number < _SURE or abs(number) <= most_of("number"):
        return number
    raise OverBudgetError("number")


def several(number: int, there: Dice = ()) -> int:
    """So many dice, put to those that are there.

    Raises:
        OverBudgetError: They are too many.
    """
    if number > MOST_DICE - len(there) and number + len(there) > most_of("dice"):
        raise OverBudgetError("dice")
    return number


@remembered
def without_dice(dice: Dice, picked: Dice) -> Dice:
    """The dice that stay when some are picked up."""
    rest = list(dice)
    for face in picked:
        rest.remove(face)
    return tuple(rest)


@remembered
def active(dice: Dice, ignored: tuple[tuple[int, int], ...]) -> Dice:
    """The dice without those that are ignored: so many of each of some faces."""
    left = list(dice)
    for face, amount in ignored:
        for _ in range(min(amount, left.count(face))):
            left.remove(face)
    return tuple(left)


def lent(size: int, *zones: Sequence[int]) -> Dice:
    """The cards of some zones, counted by kind, whoever has them."""
    owned = [owner for zone in zones for start in range(0, len(zone), size) if any(owner := zone[start : start + size])]
    return tuple(owned[0]) if len(owned) == 1 else tuple(map(sum, zip(*owned, strict=True)))


def highest(numbers: Sequence[int]) -> int:
    """The largest number, 0 if there is none."""
    return max(numbers, default=0)


def lowest(numbers: Sequence[int]) -> int:
    """The smallest number, 0 if there is none."""
    return min(numbers, default=0)


def different(counts: Sequence[int], groups: Sequence[int]) -> int:
    """How many different groups the counted kinds belong to."""
    return len({group for count, group in zip(counts, groups, strict=True) if count})


def kinds(counts: Sequence[int]) -> Dice:
    """The kinds of which there are any."""
    return tuple(compress(_NUMBERS, counts))


def number_of(counts: Sequence[int], numbers: Sequence[int], empty: Open) -> int | Open:
    """The number on the one card that lies in a zone; open if none does."""
    return next(compress(numbers, counts), empty)


def on_track(position: int) -> int:
    """A position on a track, counted from 0.

    Raises:
        IndexError: It lies before the first place.
    """
    if position < 0:
        raise IndexError(position)
    return position


def standing(track: Sequence[int], here: int | Open, nowhere: Open) -> tuple[int | Open, int | Open]:
    """Where a pawn stands on a track that was laid anew, and on which place; nowhere, if its place is not on it."""
    if isinstance(here, Open) or here not in track:
        return nowhere, nowhere
    return track.index(here), here


def spread(counts: Sequence[int]) -> Dice:
    """Counts by kind to the cards one by one, sorted."""
    found = kinds(counts)
    if len(found) == sum(counts):
        return found
    return tuple(chain.from_iterable(map(repeat, found, filter(None, counts))))


def put(values: tuple[Answer | None, ...], index: int, value: Answer) -> tuple[Answer | None, ...]:
    """A tuple with one entry replaced."""
    return (*values[:index], value, *values[index + 1 :])
