"""Expressions whose names are resolved and whose types agree."""

from __future__ import annotations

from attrs import frozen


@frozen
class Number:
    """A number as written."""

    value: int


@frozen
class OptionIs:
    """`option length = short`."""

    option: str
    value: str
    negated: bool = False


@frozen
class OptionNumber:
    """The number that the table chose."""

    option: str


@frozen
class Variable:
    """A name bound by the statement around: `type` is player, place, cards or picked."""

    name: str
    type: str


@frozen
class PlayerCount:
    """How many play."""


@frozen
class Everybody:
    """All players."""


@frozen
class RolePlayer:
    """The one player who holds a role."""

    role: str


@frozen
class RoleSet:
    """All players who hold a role."""

    role: str


@frozen
class PawnSpace:
    """The place where a pawn stands."""

    pawn: str


@frozen
class AllPlaces:
    """All places of the box."""


@frozen
class TrackSpaces:
    """The places that lie on a track now, in order."""

    track: str


@frozen
class FirstSpace:
    """The first place that lies on a track now."""

    track: str


@frozen
class NextSpace:
    """The place after the one where a pawn stands."""

    pawn: str


@frozen
class AtLast:
    """The pawn stands on the last place of its track."""

    pawn: str


@frozen
class PlaceNumber:
    """A number that places carry."""

    attribute: str
    place: Term


@frozen
class ZoneOf:
    """A zone: of the table, or of `owner`; `without` names kinds that do not count."""

    zone: str
    owner: Term | None
    without: tuple[str, ...] = ()


@frozen
class CountCards:
    """How many cards lie in a zone, of one kind or of all (None)."""

    zone: ZoneOf
    card: str | None


@frozen
class CountDice:
    """How many dice lie there, with one face or with any (None)."""

    pool: str
    face: str | None


@frozen
class CountMembers:
    """How many players or places there are."""

    members: Term


@frozen
class SumDice:
    """What the faces of the dice add up to."""

    pool: str


@frozen
class SumCards:
    """What a number of the cards in a zone adds up to."""

    zone: ZoneOf
    attribute: str


@frozen
class Different:
    """How many different kinds lie there; by `attribute` or home place if given."""

    zone: ZoneOf
    by: str | None


@frozen
class LeftOf:
    """The next player clockwise, among those in `among`."""

    player: Term
    among: Term | None


@frozen
class Payable:
    """The cards in a zone meet a demand."""

    demand: str
    zone: ZoneOf


@frozen
class ValueOf:
    """A declared value, for one player or place if it has an owner."""

    value: str
    argument: Term | None
    type: str


@frozen
class CounterOf:
    """The value of a counter; `owner` is None if the table has it."""

    counter: str
    owner: Term | None


@frozen
class Not:
    """The operand does not hold."""

    operand: Term


@frozen
class AllOf:
    """All operands hold."""

    operands: tuple[Term, ...]


@frozen
class AnyOf:
    """At least one operand holds."""

    operands: tuple[Term, ...]


@frozen
class Compare:
    """Two numbers, players or places compared."""

    operator: str
    left: Term
    right: Term


@frozen
class Contains:
    """A player is among others, or (negated) is not."""

    player: Term
    members: Term
    negated: bool


@frozen
class Arithmetic:
    """A sum, difference or product."""

    operator: str
    left: Term
    right: Term


@frozen
class Choose:
    """One of two terms, as a condition says."""

    condition: Term
    then: Term
    otherwise: Term
    type: str


@frozen
class Without:
    """A set of players without some of them."""

    members: Term
    removed: Term


@frozen
class Quantified:
    """`some` or `every`, over players or places."""

    quantifier: str
    variable: str
    among: Term
    body: Term


@frozen
class Broken:
    """Stands where a finding was reported; fits everywhere, so that one cause gives one finding."""


Term = (
    Number
    | OptionIs
    | OptionNumber
    | Variable
    | PlayerCount
    | Everybody
    | RolePlayer
    | RoleSet
    | PawnSpace
    | AllPlaces
    | TrackSpaces
    | FirstSpace
    | NextSpace
    | AtLast
    | PlaceNumber
    | ZoneOf
    | CountCards
    | CountDice
    | CountMembers
    | SumDice
    | SumCards
    | Different
    | LeftOf
    | Payable
    | ValueOf
    | CounterOf
    | Not
    | AllOf
    | AnyOf
    | Compare
    | Contains
    | Arithmetic
    | Choose
    | Without
    | Quantified
    | Broken
)

_TYPES: dict[type, str] = {
    Number: "number",
    OptionNumber: "number",
    PlayerCount: "number",
    PlaceNumber: "number",
    CountCards: "number",
    CountDice: "number",
    CountMembers: "number",
    SumDice: "number",
    SumCards: "number",
    Different: "number",
    CounterOf: "number",
    Arithmetic: "number",
    OptionIs: "condition",
    AtLast: "condition",
    Payable: "condition",
    Not: "condition",
    AllOf: "condition",
    AnyOf: "condition",
    Compare: "condition",
    Contains: "condition",
    Quantified: "condition",
    Everybody: "players",
    RoleSet: "players",
    Without: "players",
    RolePlayer: "player",
    LeftOf: "player",
    PawnSpace: "place",
    FirstSpace: "place",
    NextSpace: "place",
    AllPlaces: "places",
    TrackSpaces: "places",
    ZoneOf: "zone",
    Broken: "unknown",
}


def type_of(term: Term) -> str:
    """One of number, condition, player, players, place, places, zone, cards, picked, unknown."""
    if isinstance(term, Variable | ValueOf | Choose):
        return term.type
    return _TYPES[type(term)]
