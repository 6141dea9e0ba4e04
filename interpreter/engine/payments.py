"""Dice and the cards of a zone to every minimal way to meet the dice with cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from attrs import frozen

from interpreter.budgets import OverBudgetError
from interpreter.budgets import most as most_of

Payment = tuple[int, ...]
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


def payment_finder(
    meetings: Sequence[Meeting], free: frozenset[int], *, fewest: bool
) -> Callable[..., tuple[Payment, ...]]:
    """A function `(dice, counts, base, jokers=0, lent=()) -> payments`, remembered by what matters.

    A payment lists kinds of cards, sorted. `counts[base + kind]` says how many are held; so many `jokers` of
    the cards may be any at all; `lent` counts by kind what helps. Payments are minimal: no card could be taken
    away (`fewest`: none with fewer cards exists).
    """
    asked: dict[object, _Asked] = {}
    alike: dict[object, _Asked] = {}
    size = 1 + max((face for m in meetings for face in (*m.faces, *m.helps)), default=0)

    def find(
        dice: Payment, counts: Sequence[int], base: int, jokers: int = 0, lent: Payment = NO_HELP
    ) -> tuple[Payment, ...]:
        key = (dice, jokers, lent) if jokers or lent else dice
        known = asked.get(key)
        if known is None:
            known = asked[key] = ask(dice, jokers, lent)
        held = known.useful(counts, base)
        found = known.payments.get(held)
        if found is None:
            limits = dict(zip(known.kinds, map(int, held), strict=True))
            found = known.payments[held] = minimal_payments(known, limits, fewest=fewest)
        return found

    def ask(dice: Payment, jokers: int, lent: Payment) -> _Asked:
        faces = range(max(size, *(face + 1 for face in dice)) if dice else size)
        needs = tuple(0 if face in free else dice.count(face) for face in faces)
        lefts, jokers = _helped(needs, meetings, lent), max(0, jokers)
        if (lefts, jokers) not in alike:
            caps = tuple(_caps(lefts, meetings, jokers))
            paying = tuple(m for m in meetings if m.pays)
            alike[lefts, jokers] = _Asked(lefts, jokers, paying, tuple(kind for kind, _ in caps), _useful(caps), {})
        return alike[lefts, jokers]

    return find


@frozen
class _Asked:
    """What has to be met: one of the ways in which help can leave dice, and how many cards may be any.

    `kinds` could be paid, `useful` says how many of each are held; `payments` are those found so far.
    """

    lefts: frozenset[Left]
    jokers: int
    meetings: tuple[Meeting, ...]
    kinds: tuple[int, ...]
    useful: Callable[[Sequence[int], int], tuple[int, ...]]
    payments: dict[tuple[int, ...], tuple[Payment, ...]]


@cache
def _useful(caps: tuple[tuple[int, int], ...]) -> Callable[[Sequence[int], int], tuple[int, ...]]:
    """A function `(counts, base)`: of each kind as many as are held and could be used.

    Asked for at every payment, so it is written out: `lambda c, b: (c[b + 0] > 0, n if (n := c[b + 2]) < 2 else 2,)`.
    """
    held = (f"c[b + {k}] > 0" if cap == 1 else f"n if (n := c[b + {k}]) < {cap} else {cap}" for k, cap in caps)
    made: Callable[[Sequence[int], int], tuple[int, ...]]
    made = eval(f"lambda c, b: ({''.join(f'{text}, ' for text in held)})")  # noqa: S307  # two numbers each
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


def minimal_payments(asked: _Asked, limits: dict[int, int], *, fewest: bool) -> tuple[Payment, ...]:
    """Every minimal payment out of `limits` (kind -> cards), sorted.

    Raises:
        OverBudgetError: There are too many ways to pay.
    """
    payments = set(_payments(asked, limits))
    if fewest and payments:
        least = min(map(len, payments))
        return tuple(sorted(payment for payment in payments if len(payment) == least))
    return tuple(sorted(payment for payment in payments if not _can_spare(payment, payments)))


def _can_spare(payment: Payment, payments: set[Payment]) -> bool:
    """Whether a part of it is a payment, too."""
    held = {kind: payment.count(kind) for kind in payment}
    return any(
        len(other) < len(payment) and all(held.get(kind, 0) >= other.count(kind) for kind in other)
        for other in payments
    )


def _payments(asked: _Asked, limits: dict[int, int]) -> Iterator[Payment]:
    """Payments, all minimal ones among them: card by card, each meets the first die that is left."""
    able, room = [m for m in asked.meetings if limits.get(m.kind)], most_of("choices")
    open_: set[_Begun] = {(left, asked.jokers, ()) for left in asked.lefts}
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
