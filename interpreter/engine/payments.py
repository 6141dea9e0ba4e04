"""Dice and the cards of a zone to every minimal way to meet the dice with cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

Payment = tuple[int, ...]


@frozen
class Meeting:
    """What one kind of card can do: the faces that it meets, and how many dice of one face at once."""

    kind: int
    faces: tuple[int, ...]
    covers: int


def payment_finder(
    meetings: Sequence[Meeting], free: frozenset[int], *, fewest: bool
) -> Callable[..., tuple[Payment, ...]]:
    """A function `(dice, counts, base, jokers=0) -> payments`, remembered by what matters.

    A payment lists kinds of cards, sorted. `counts[base + kind]` says how many are held; so many `jokers` of
    the cards may be any at all. Payments are minimal: no card could be taken away (`fewest`: none with fewer
    cards exists).
    """
    relevant: dict[tuple[Payment, int], tuple[tuple[int, int], ...]] = {}
    memory: dict[tuple[Payment, int, Payment], tuple[Payment, ...]] = {}

    def find(dice: Payment, counts: Sequence[int], base: int, jokers: int = 0) -> tuple[Payment, ...]:
        jokers = max(0, jokers)
        caps = relevant.get((dice, jokers))
        if caps is None:
            caps = relevant[dice, jokers] = _caps(dice, meetings, free, jokers)
        held = tuple([c if (c := counts[base + kind]) < cap else cap for kind, cap in caps])
        key = (dice, jokers, held)
        found = memory.get(key)
        if found is None:
            limits = dict(zip([kind for kind, _ in caps], held, strict=True))
            needs = _needs(dice, free)
            found = memory[key] = minimal_payments(needs, meetings, limits, fewest=fewest, jokers=jokers)
        return found

    return find


def _needs(dice: Payment, free: frozenset[int]) -> dict[int, int]:
    return {face: dice.count(face) for face in sorted(set(dice) - free)}


def _caps(
    dice: Payment, meetings: Sequence[Meeting], free: frozenset[int], jokers: int
) -> tuple[tuple[int, int], ...]:
    """For each useful kind, the most cards of it that any payment could hold."""
    needs = _needs(dice, free)
    total = sum(needs.values())
    caps = ((m.kind, min(total, sum(needs.get(face, 0) for face in m.faces) + jokers)) for m in meetings)
    return tuple((kind, cap) for kind, cap in caps if cap)


def minimal_payments(
    needs: dict[int, int], meetings: Sequence[Meeting], limits: dict[int, int], *, fewest: bool, jokers: int = 0
) -> tuple[Payment, ...]:
    """Every minimal payment for `needs` (face -> dice) out of `limits` (kind -> cards), sorted."""
    useful = [m for m in meetings if limits.get(m.kind)]
    most = sum(needs.values())
    found = [
        payment
        for payment in _multisets(useful, limits, most)
        if _meets(needs, payment, useful, jokers) and _minimal(needs, payment, useful, jokers)
    ]
    if fewest and found:
        least = min(len(payment) for payment in found)
        found = [payment for payment in found if len(payment) == least]
    return tuple(sorted(found))


def _multisets(useful: Sequence[Meeting], limits: dict[int, int], most: int) -> list[Payment]:
    found: list[Payment] = [()]
    for meeting in useful:
        found = [
            (*payment, *([meeting.kind] * more))
            for payment in found
            for more in range(min(limits[meeting.kind], most - len(payment)) + 1)
        ]
    return [tuple(sorted(payment)) for payment in found]


def _minimal(needs: dict[int, int], payment: Payment, useful: Sequence[Meeting], jokers: int) -> bool:
    for kind in set(payment):
        rest = list(payment)
        rest.remove(kind)
        if _meets(needs, tuple(rest), useful, jokers):
            return False
    return True


def _meets(needs: dict[int, int], payment: Payment, useful: Sequence[Meeting], jokers: int) -> bool:
    """Whether the cards can be assigned so that no die is left."""
    by_kind = {m.kind: m for m in useful}
    cards = sorted((by_kind[kind] for kind in payment), key=lambda m: len(m.faces))
    return _assign(dict(needs), cards, jokers)


def _assign(left: dict[int, int], cards: list[Meeting], jokers: int) -> bool:
    if not any(left.values()):
        return True
    if not cards:
        return False
    card, *others = cards
    for face in [face for face, dice in left.items() if dice > 0]:
        own = face in card.faces
        if not own and not jokers:
            continue
        rest = {**left, face: max(0, left[face] - (card.covers if own else 1))}
        if _assign(rest, others, jokers if own else jokers - 1):
            return True
    return _assign(left, others, jokers)
