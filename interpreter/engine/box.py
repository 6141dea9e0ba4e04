"""What is on the table: the names behind the numbers that a state holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from operator import mul

from attrs import Factory, frozen


@frozen
class Zone:
    """`of` is table, player or place; `seen_by` everybody, owner or nobody.

    `remembered`: what all have seen go in, and what was said of it, is known to all.
    `dealt_from` is the pile whose cards go face down to this one: nobody knows which they are, so they
    stay in the cell of that pile, and only their number is kept here. Cards are put back on a `topped` pile, so
    that its top is known to the rules in every form of the program. Into a `sealed` one no rule puts anything: what
    lies there has been there from the start.
    """

    id: str
    holds: str
    of: str
    pile: bool
    seen_by: str
    remembered: bool = False
    dealt_from: str | None = None
    topped: bool = False
    sealed: bool = False

    @property
    def cell(self) -> str:
        """The field of the state: counts (or, for piles, the cards in unknown order)."""
        return "z_" + self.id.replace("-", "_")

    @property
    def top(self) -> str:
        """The field of the state that holds the known top of a pile, first card first."""
        return "t_" + self.id.replace("-", "_")


    @property
    def known(self) -> str:
        """The field that counts, by owner and kind, how many all know to lie there at least (remembered zones)."""
        return "k_" + self.id.replace("-", "_")

    @property
    def denied(self) -> str:
        """The field that says, by owner and kind, whether all know that none lies there: 1 or 0."""
        return "n_" + self.id.replace("-", "_")


@frozen
class Pool:
    """Identical dice: names of the faces, and the face of each side."""

    id: str
    faces: tuple[str, ...]
    sides: tuple[int, ...]
    numbers: tuple[int, ...]

    @property
    def cell(self) -> str:
        """The field of the state: the faces that show, sorted."""
        return "d_" + self.id.replace("-", "_")


@frozen(slots=False)
class Box:
    """Everything that a game has, with the index of each name.

    Cards are counted by kind: `cards[type]` names the kinds, `homes[type]` the places where they start,
    `starts_in[type]` the full zone in which they start, where there are several.
    """

    players: int
    cards: Mapping[str, tuple[str, ...]]
    homes: Mapping[str, tuple[tuple[int, ...], ...]]
    copies: Mapping[str, tuple[int, ...]]
    places: tuple[str, ...]
    zones: Mapping[str, Zone]
    full: tuple[str, ...]
    roles: Mapping[str, bool]
    pawns: Mapping[str, str]
    tracks: tuple[str, ...]
    pools: Mapping[str, Pool]
    counters: Mapping[str, tuple[str, int]]
    sums: tuple[tuple[str, str], ...] = ()
    numbers: Mapping[tuple[str, str], tuple[int, ...]] = Factory(dict)
    starts_in: Mapping[str, tuple[str | None, ...]] = Factory(dict)

    def owners(self, zone: Zone) -> int:
        """How many zones of this name there are."""
        return {"table": 1, "player": self.players, "place": len(self.places)}[zone.of]

    def sums_of(self, zone: Zone, attribute: str, contents: Iterable[Sequence[int]]) -> int | list[int]:
        """What the program keeps up to date for a zone: a sum over its counts by kind, one for each owner."""
        numbers = self.numbers[zone.holds, attribute]
        sums = [sum(map(mul, numbers, counts)) for counts in contents]
        return sums[0] if zone.of == "table" else sums

    def dealt_to(self, pile: str) -> str | None:
        """The pile to which cards of this one are dealt face down, if there is one."""
        return next((zone.id for zone in self.zones.values() if zone.dealt_from == pile), None)

    @cached_property
    def card_index(self) -> Mapping[str, tuple[str, int]]:
        """Card id -> its type and its index there."""
        return {c: (kind, i) for kind, cards in self.cards.items() for i, c in enumerate(cards)}


CALLS = "calls"  # the field that holds the rules that run within rules, with their locals
WON = "won"  # the field that says who has won, as bits; less than 0 where the score decides


def role_cell(role: str) -> str:
    """The field that holds a role: a player, or a set of players as bits."""
    return "r_" + role.replace("-", "_")


def pawn_cell(pawn: str) -> str:
    """The field with the pawn's position on its track, counted from 0."""
    return "p_" + pawn.replace("-", "_")


def here_cell(pawn: str) -> str:
    """The field with the place under the pawn."""
    return "h_" + pawn.replace("-", "_")


def track_cell(track: str) -> str:
    """The field with the places that lie on a track."""
    return "a_" + track.replace("-", "_")


def counter_cell(counter: str) -> str:
    """The field of a counter."""
    return "c_" + counter.replace("-", "_")


def dealt_cell(pile: str) -> str:
    """The field that counts the cards of a pile that were dealt face down and are not known yet."""
    return "u_" + pile.replace("-", "_")


# In place of an attribute, whose name begins with no hyphen: where the cards themselves are counted, and where their
# kinds are added up, so that the sum says which one it is while there is one.
CARDS, KINDS = "-cards", "-kinds"


def sum_cell(zone: str, attribute: str) -> str:
    """The field with a sum that the program keeps up to date."""
    return f"m_{zone}_{attribute}".replace("-", "_")


def aside_cell(kind: str) -> str:
    """The field that counts what was set aside: conserved, seen by no rule."""
    return "x_" + kind.replace("-", "_")
