"""A state to what everybody knows of what lies hidden in its remembered zones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from interpreter.engine.box import Box, Zone
from interpreter.engine.contents import Contents, contents_of
from interpreter.engine.state import State
from interpreter.texts import Words


@frozen
class Knowledge:
    """What is sure about the cards of one zone: of each kind at least so many, and of the `denied` kinds none."""

    least: tuple[int, ...]
    denied: frozenset[int] = frozenset()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is sure."""
        return not any(self.least) and not self.denied

    def allows(self, counts: Sequence[int]) -> bool:
        """Whether these cards, counted by kind, agree with it."""
        enough = all(there >= least for there, least in zip(counts, self.least, strict=True))
        return enough and not any(counts[kind] for kind in self.denied)

    def joined(self, other: Knowledge) -> Knowledge:
        """What is sure if both are true."""
        return Knowledge(tuple(map(max, self.least, other.least)), self.denied | other.denied)


def nothing_known(box: Box, zone: Zone) -> Knowledge:
    """The knowledge of those who have seen and heard nothing."""
    return Knowledge((0,) * len(box.cards[zone.holds]))


def known_to_all(box: Box, state: State, zone: Zone, owner: int | None) -> Knowledge:
    """What everybody knows to lie in a zone; nothing, if the zone is not remembered."""
    if not zone.remembered:
        return nothing_known(box, zone)
    size = len(box.cards[zone.holds])
    start = (owner or 0) * size
    known = getattr(state, zone.known)[start : start + size]
    denied = getattr(state, zone.denied)[start : start + size]
    return Knowledge(tuple(known), frozenset(kind for kind, flag in enumerate(denied) if flag))


def learn(box: Box, state: State, zone: Zone, owner: int | None, news: Knowledge) -> None:
    """Let everybody know that much of a remembered zone besides what they know already."""
    whole = known_to_all(box, state, zone, owner).joined(news)
    start = (owner or 0) * len(whole.least)
    for kind, least in enumerate(whole.least):
        getattr(state, zone.known)[start + kind] = least
        getattr(state, zone.denied)[start + kind] = int(kind in whole.denied)


def possible(box: Box, zone: Zone, counts: Sequence[int], knowledge: Knowledge) -> bool:
    """Whether these cards, counted by kind, could lie in a zone: the box has so many, and the knowledge allows them."""
    homes = box.homes[zone.holds]
    owned = (copies * max(1, len(home)) for copies, home in zip(box.copies[zone.holds], homes, strict=True))
    return all(0 <= there <= most for there, most in zip(counts, owned, strict=True)) and knowledge.allows(counts)


def knowledge_faults(box: Box, state: State) -> Iterator[str]:
    """Everything that is known and not true, in one line each."""
    for zone in box.zones.values():
        for c in contents_of(box, state, zone) if zone.remembered else ():
            yield from _faults(box, c, known_to_all(box, state, zone, c.owner))


def _faults(box: Box, c: Contents, knowledge: Knowledge) -> Iterator[str]:
    where = c.zone.id if c.owner is None else f"{c.zone.id} {c.owner}"
    for kind, (card, there) in enumerate(zip(box.cards[c.zone.holds], c.counts, strict=True)):
        least, values = knowledge.least[kind], {"card": card, "zone": where, "there": str(there)}
        if least < 0:
            yield Words("{least} of {card} are known to lie in {zone}", least=str(least), card=card, zone=where)
        if least > there:
            yield Words("{least} of {card} are known to lie in {zone}, but {there} do", **values, least=str(least))
        if kind in knowledge.denied and there:
            yield Words("no {card} is known to lie in {zone}, but {there} do", **values)
