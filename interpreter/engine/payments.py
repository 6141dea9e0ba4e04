"""Dice and the cards of a zone to every minimal way to meet the dice with cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from attrs import frozen

from interpreter.budgets import OverBudgetError
from interpreter.budgets import most as most_of
from interpreter.engine.tables import remembered

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

    def laid(self, left: Left, face: int) -> Left:
        """What one card of this kind leaves that is laid at a face which it meets."""
        return _met(left, self.faces if self.covers == ALL else (face,), self.covers)[0]


NO_HELP: Payment = ()
_FEW = 1000  # payments that no budget forbids
ALL = 0  # dice that a card covers: all of all faces that it meets


class Ways(dict[Any, Found]):
    """`ways[dice](counts, base)` or `ways[dice, jokers, lent](counts, base)`: the payments, remembered by what matters.

    A payment lists kinds of cards, sorted. `counts[base + kind]` says how many are held; so many `jokers` of
    the cards may be any at all; `lent` counts by kind what helps. Payments are minimal: no card could be taken
    away (`fewest`: none with fewer cards exists).

    Raises:
        OverBudgetError: There are too many ways to pay.
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
        caps = {m: max(min(sum(left), m.most(left) + jokers) for left in lefts) for m in self.meetings if m.pays}
        useful = [m for m, cap in caps.items() if cap]
        look_up = _looked_up(tuple((m.kind, caps[m]) for m in useful))
        return look_up(_Payments(lefts, jokers, useful, fewest=self.fewest))


class _Payments(dict[tuple[int, ...], tuple[Payment, ...]]):
    """How many are held of each of some kinds to the payments: `lefts` are the ways in which help can leave dice."""

    def __init__(self, lefts: frozenset[Left], jokers: int, kinds: Sequence[Meeting], *, fewest: bool) -> None:
        super().__init__()
        self.fewest = fewest
        self.lefts = lefts
        self.jokers = jokers
        self.kinds = kinds

    def __missing__(self, held: tuple[int, ...]) -> tuple[Payment, ...]:
        able = [(m, int(limit)) for m, limit in zip(self.kinds, held, strict=True) if limit]
        self[held] = _payments(self.lefts, self.jokers, able, fewest=self.fewest)
        return self[held]


def sparing(kinds: frozenset[int]) -> Callable[[tuple[Payment, ...]], tuple[Payment, ...]]:
    """A function that leaves out the payments with cards of these kinds."""

    @remembered
    def left(payments: tuple[Payment, ...]) -> tuple[Payment, ...]:
        return tuple(payment for payment in payments if kinds.isdisjoint(payment))

    return left


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


def _helped(needs: Left, meetings: Sequence[Meeting], lent: Payment) -> frozenset[Left]:
    """The ways in which the cards that help can leave dice; those that leave more than others are left out."""
    lefts = {needs}
    for m in meetings if lent else ():
        for _ in range(lent[m.kind]):
            lefts = {after for left in lefts for after in _met(left, m.helps, m.covers) or (left,)}
            if len(lefts) > _FEW and len(lefts) > most_of("choices"):
                raise OverBudgetError("choices")
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


def _payments(
    lefts: frozenset[Left], jokers: int, able: Sequence[tuple[Meeting, int]], *, fewest: bool
) -> tuple[Payment, ...]:
    """Every minimal payment out of so many cards, sorted: card by card, each meets the first die that is left.

    Raises:
        OverBudgetError: There are too many ways to pay.
    """
    found: list[Payment] = []
    open_: set[_Begun] = {(left, jokers, ()) for left in lefts}
    begun_yet = 0
    while open_ and not (fewest and found):
        paid = {payment for left, _, payment in open_ if not any(left)}
        found += [payment for payment in paid if _spares_none(payment, found)]
        begun = [way for way in open_ if way[2] not in paid and _spares_none(way[2], found)]
        open_ = {further for way in begun for further in _further(*way, able)}
        begun_yet += len(open_)
        if begun_yet > _FEW and begun_yet > most_of("choices"):
            raise OverBudgetError("choices")
    return tuple(sorted(found))


def _spares_none(payment: Payment, found: Iterable[Payment]) -> bool:
    """Whether no payment with fewer cards can be made of these alone."""
    return not any(all(payment.count(kind) >= other.count(kind) for kind in other) for other in found)


_Begun = tuple[Left, int, Payment]  # what is left, how many cards may be any, what is paid


def _further(left: Left, jokers: int, payment: Payment, able: Sequence[tuple[Meeting, int]]) -> Iterator[_Begun]:
    """The same with one card more, which meets the first die that is left."""
    face = next(face for face, dice in enumerate(left) if dice)
    one_less = (*left[:face], left[face] - 1, *left[face + 1 :])
    for m, limit in able:
        if payment.count(m.kind) < limit:
            if face in m.faces:
                after = one_less if m.covers == 1 else m.laid(left, face)
                yield after, jokers, tuple(sorted((*payment, m.kind)))
            elif jokers:
                yield one_less, jokers - 1, tuple(sorted((*payment, m.kind)))
