"""Dice and the cards of a zone to every minimal way to meet the dice with cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property

from attrs import Factory, frozen

from interpreter.budgets import OverBudgetError
from interpreter.budgets import most as most_of

Payment = tuple[int, ...]


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

    def helping(self) -> Meeting:
        """The same card where it helps."""
        return Meeting(self.kind, self.helps, self.covers)


NO_HELP: Payment = ()
_TRIED = 50  # times as many assignments of cards to dice are tried as there may be choices
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

    def find(
        dice: Payment, counts: Sequence[int], base: int, jokers: int = 0, lent: Payment = NO_HELP
    ) -> tuple[Payment, ...]:
        key = (dice, jokers, lent) if jokers or lent else dice
        known = asked.get(key)
        if known is None:
            caps = _caps(dice, meetings, free, jokers)
            wanted = Wanted(_needs(dice, free), meetings, tuple(_helpers(meetings, lent)), max(0, jokers))
            known = asked[key] = _Asked(wanted, tuple(kind for kind, _ in caps), _useful(caps), {})
        held = known.useful(counts, base)
        found = known.payments.get(held)
        if found is None:
            limits = {kind: int(count) for kind, count in zip(known.kinds, held, strict=True)}
            found = known.payments[held] = minimal_payments(known.wanted, limits, fewest=fewest)
        return found

    return find


@frozen
class _Asked:
    """What some dice ask: the kinds that could be paid, how many of each are held, and the payments found so far."""

    wanted: Wanted
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


def _needs(dice: Payment, free: frozenset[int]) -> dict[int, int]:
    return {face: dice.count(face) for face in sorted(set(dice) - free)}


def _helpers(meetings: Sequence[Meeting], lent: Payment) -> Iterator[Meeting]:
    """The cards that help, one by one."""
    if lent:
        for meeting in meetings:
            yield from [meeting.helping()] * lent[meeting.kind]


def _caps(
    dice: Payment, meetings: Sequence[Meeting], free: frozenset[int], jokers: int
) -> tuple[tuple[int, int], ...]:
    """For each useful kind, the most cards of it that any payment could hold."""
    needs = _needs(dice, free)
    total = sum(needs.values())
    paying = [m for m in meetings if m.pays]
    caps = ((m.kind, min(total, sum(needs.get(face, 0) for face in m.faces) + max(0, jokers))) for m in paying)
    return tuple((kind, cap) for kind, cap in caps if cap)


@frozen(slots=False)
class Wanted:
    """What is asked (face -> dice), what cards can do, which cards help, and how many cards may be any."""

    needs: dict[int, int]
    meetings: Sequence[Meeting]
    helpers: tuple[Meeting, ...]
    jokers: int
    tries: list[int] = Factory(lambda: [0])  # how many are left of those in which cards are assigned to dice

    @cached_property
    def _by_kind(self) -> Mapping[int, Meeting]:
        return {m.kind: m for m in self.meetings}

    @cached_property
    def _met(self) -> dict[Payment, bool]:
        """What is known of payments: hands of many kinds have most of them in common."""
        return {}

    def is_met(self, payment: Payment) -> bool:
        """Whether the cards can be assigned so that no die is left."""
        known = self._met.get(payment)
        if known is None:
            known = self._met[payment] = self._is_met(payment)
        return known

    def _is_met(self, payment: Payment) -> bool:
        paid = [(self._by_kind[kind], True) for kind in payment]
        cards = [*paid, *((helper, False) for helper in self.helpers)]
        cards.sort(key=lambda card: len(card[0].faces))
        if all(card.covers != ALL for card, _ in cards) and _most(cards) < sum(self.needs.values()):
            return False
        return self._assign(dict(self.needs), cards, self.jokers)

    def _assign(self, left: dict[int, int], cards: list[tuple[Meeting, bool]], jokers: int) -> bool:
        """Assign cards (and whether they are paid) one after the other; only what is paid may be a joker."""
        if not any(left.values()):
            return True
        if not cards:
            return False
        self.tries[0] -= 1
        if self.tries[0] < 0:
            raise OverBudgetError("choices")
        (card, paid), *others = cards
        for face in [face for face, dice in left.items() if dice > 0]:
            own = face in card.faces
            if not own and not (jokers and paid):
                continue
            rest = {**left, face: max(0, left[face] - (card.covers if own else 1))}
            if own and card.covers == ALL:
                rest = {each: 0 if each in card.faces else dice for each, dice in left.items()}
            if self._assign(rest, others, jokers if own else jokers - 1):
                return True
        return self._assign(left, others, jokers)

    def is_minimal(self, payment: Payment) -> bool:
        """Whether no card could be spared."""
        for kind in set(payment):
            rest = list(payment)
            rest.remove(kind)
            if self.is_met(tuple(rest)):
                return False
        return True


def minimal_payments(wanted: Wanted, limits: dict[int, int], *, fewest: bool) -> tuple[Payment, ...]:
    """Every minimal payment out of `limits` (kind -> cards), sorted."""
    wanted.tries[0] = _TRIED * most_of("choices")
    useful = [m.kind for m in wanted.meetings if limits.get(m.kind)]
    payments = _multisets(useful, limits, sum(wanted.needs.values()))
    found = [payment for payment in payments if wanted.is_met(payment) and wanted.is_minimal(payment)]
    if fewest and found:
        least = min(len(payment) for payment in found)
        found = [payment for payment in found if len(payment) == least]
    return tuple(sorted(found))


def _most(cards: Sequence[tuple[Meeting, bool]]) -> int:
    """How many dice cards can cover at most, each as many of one face as it covers, or one as a joker."""
    return sum(max(card.covers, 1) for card, _ in cards)


def _multisets(useful: Sequence[int], limits: dict[int, int], most: int) -> list[Payment]:
    found: list[Payment] = [()]
    for kind in useful:
        found = [
            (*payment, *([kind] * more))
            for payment in found
            for more in range(min(limits[kind], most - len(payment)) + 1)
        ]
        if len(found) > most_of("choices"):
            raise OverBudgetError("choices")
    return [tuple(sorted(payment)) for payment in found]
