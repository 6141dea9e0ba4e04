"""Dice and the cards of a zone to every minimal way to meet the dice with cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from attrs import frozen

from interpreter.budgets import OverBudgetError
from interpreter.budgets import most as most_of

Payment = tuple[int, ...]
Found = Callable[[Sequence[int], int], tuple[Payment, ...]]
Left = tuple[int, ...]  # dice that nothing has met yet, by face


@frozen
class Meeting:
    """What one kind of card can do: the faces that it meets, and how many dice of one face at once (or `ALL`).

    `helps` are the faces that it meets where it helps somebody else; `pays` whether it can be paid at all.
    """

    kind: int
    faces: tuple[int, ...]
    covers: int
    helps: tuple[int, ...] = ()
    pays: bool = True

    def most(self, left: Left) -> int:
        """How many cards of this kind could be of use, if none is a joker."""
        if self.covers == ALL:
            return int(any(left[face] for face in self.faces))
        return sum(-(-left[face] // self.covers) for face in self.faces)


NO_HELP: Payment = ()
ALL = 0  # dice that a card covers: all of all faces that it meets


class Ways(dict[Any, Found]):
    """`ways[dice](counts, base)` or `ways[dice, jokers, lent](counts, base)`: the payments, remembered by what matters.

    A payment lists kinds of cards, sorted. `counts[base + kind]` says how many are held; so many `jokers` of
    the cards may be any at all; `lent` counts by kind what helps. Payments are minimal: no card could be taken
    away (`fewest`: none with fewer cards exists).
    """

    def __init__(self, meetings: Sequence[Meeting], free: frozenset[int], *, fewest: bool) -> None:
        super().__init__()
        self.meetings = meetings
        self.free = free
        self.fewest = fewest
        self._alike: dict[object, Found] = {}
        self._faces = 1 + max((face for m in meetings for face in (*m.faces, *m.helps)), default=0)

    def __missing__(self, asked: Any) -> Found:
        dice, jokers, lent = asked if asked and isinstance(asked[0], tuple) else (asked, 0, NO_HELP)
        faces = range(max(self._faces, *(face + 1 for face in dice)) if dice else self._faces)
        needs = tuple(0 if face in self.free else dice.count(face) for face in faces)
        wanted = _helped(needs, self.meetings, lent), max(0, jokers)
        if wanted not in self._alike:
            self._alike[wanted] = self._found(*wanted)
        self[asked] = self._alike[wanted]
        return self[asked]

    def _found(self, lefts: frozenset[Left], jokers: int) -> Found:
        caps = tuple(_caps(lefts, self.meetings, jokers))
        return _looked_up(caps)(_Payments(self, lefts, jokers, tuple(kind for kind, _ in caps)))


class _Payments(dict[tuple[int, ...], tuple[Payment, ...]]):
    """How many are held of each of some kinds to the payments: `lefts` are the ways in which help can leave dice."""

    def __init__(self, ways: Ways, lefts: frozenset[Left], jokers: int, kinds: tuple[int, ...]) -> None:
        super().__init__()
        self.ways = ways
        self.lefts = lefts
        self.jokers = jokers
        self.kinds = kinds

    def __missing__(self, held: tuple[int, ...]) -> tuple[Payment, ...]:
        limits = dict(zip(self.kinds, map(int, held), strict=True))
        able = [m for m in self.ways.meetings if m.pays and limits.get(m.kind)]
        payments = set(_payments(self.lefts, self.jokers, able, limits))
        self[held] = tuple(sorted(_fewest(payments) if self.ways.fewest else _minimal(payments)))
        return self[held]


@cache
def _looked_up(caps: tuple[tuple[int, int], ...]) -> Callable[[_Payments], Found]:
    """A function of payments to a function `(counts, base)`, which looks them up by what is held and could be used.

    It is called at every payment, so it is written out:
    `lambda known: lambda c, b: known[c[b + 0] > 0, n if (n := c[b + 2]) < 2 else 2,]`.
    """
    held = (f"c[b + {k}] > 0" if cap == 1 else f"n if (n := c[b + {k}]) < {cap} else {cap}" for k, cap in caps)
    key = f"({''.join(f'{text}, ' for text in held)})"
    made: Callable[[_Payments], Found]
    made = eval(f"lambda known: lambda c, b: known[{key}]")  # noqa: S307  # two numbers each
    return made


def _caps(lefts: frozenset[Left], meetings: Sequence[Meeting], jokers: int) -> Iterator[tuple[int, int]]:
    """For each useful kind, the most cards of it that any payment could hold."""
    for m in meetings:
        cap = max(min(sum(left), m.most(left) + jokers) for left in lefts)
        if cap and m.pays:
            yield m.kind, cap


def _helped(needs: Left, meetings: Sequence[Meeting], lent: Payment) -> frozenset[Left]:
    """The ways in which the cards that help can leave dice; those that leave more than others are left out."""
    lefts = {needs}
    for m in meetings if lent else ():
        for _ in range(lent[m.kind]):
            lefts = {after for left in lefts for after in _met(left, m.helps, m.covers) or (left,)}
    return frozenset(left for left in lefts if not any(_is_part(other, left) for other in lefts))


def _met(left: Left, faces: Iterable[int], covers: int) -> tuple[Left, ...]:
    """What one card leaves, which meets dice that are left: one way for each face that it may be laid at."""
    faces = [face for face in faces if left[face]]
    if covers == ALL:
        return (tuple(0 if face in faces else dice for face, dice in enumerate(left)),) if faces else ()
    return tuple((*left[:face], max(0, left[face] - covers), *left[face + 1 :]) for face in faces)


def _is_part(small: tuple[int, ...], large: tuple[int, ...]) -> bool:
    """Whether of nothing there is more in the first, and of something less."""
    return small != large and all(a <= b for a, b in zip(small, large, strict=True))


def _fewest(payments: set[Payment]) -> Iterator[Payment]:
    least = min(map(len, payments), default=0)
    return (payment for payment in payments if len(payment) == least)


def _minimal(payments: set[Payment]) -> Iterator[Payment]:
    return (payment for payment in payments if not any(_is_spared(payment, other) for other in payments))


def _is_spared(payment: Payment, other: Payment) -> bool:
    """Whether another payment leaves some of these cards, and needs no others."""
    return len(other) < len(payment) and all(payment.count(kind) >= other.count(kind) for kind in other)


def _payments(
    lefts: frozenset[Left], jokers: int, able: Sequence[Meeting], limits: dict[int, int]
) -> Iterator[Payment]:
    """Payments, all minimal ones among them: card by card, each meets the first die that is left.

    Raises:
        OverBudgetError: There are too many ways to pay.
    """
    open_: set[_Begun] = {(left, jokers, ()) for left in lefts}
    room = most_of("choices")
    while open_:
        yield from (payment for left, _, payment in open_ if not any(left))
        begun = ((m, way) for way in open_ if any(way[0]) for m in able if way[2].count(m.kind) < limits[m.kind])
        open_ = {further for m, way in begun for further in _paying(m, *way)}
        room -= len(open_)
        if room < 0:
            raise OverBudgetError("choices")


_Begun = tuple[Left, int, Payment]  # what is left, how many cards may be any, what is paid


def _paying(m: Meeting, left: Left, jokers: int, payment: Payment) -> Iterator[_Begun]:
    """A payment with one card more, if the card can meet the first die that is left."""
    face = next(face for face, dice in enumerate(left) if dice)
    paid = tuple(sorted((*payment, m.kind)))
    if face in m.faces:
        yield _met(left, m.faces if m.covers == ALL else (face,), m.covers)[0], jokers, paid
    elif jokers:
        yield _met(left, (face,), 1)[0], jokers - 1, paid
