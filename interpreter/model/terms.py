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
    """A name bound by the statement around: `type` is player, place, number, cards, picked, card or face.

    `of` is the type of a card, the pool of a face.
    """

    name: str
    type: str
    of: str = ""


@frozen
class CardKind:
    """A kind of card; `of` is its type of component."""

    card: str
    of: str


@frozen
class FaceKind:
    """A face of the dice of a pool."""

    face: str
    of: str


@frozen
class PlayerCount:
    """How many play."""


@frozen
class Everybody:
    """All players."""


@frozen
class Nobody:
    """No player at all."""


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
class PlaceKind:
    """A place that is named."""

    place: str


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
class LastSpace:
    """The last place that lies on a track now."""

    track: str


@frozen
class NextSpace:
    """The place so many further than the one where a pawn stands."""

    pawn: str
    steps: Term


@frozen
class Through:
    """The places that a pawn passes when it goes so many further, the last one included."""

    pawn: str
    steps: Term


@frozen
class Spaces:
    """How many places further one is than the other, on a track; less than 0 if it lies behind."""

    track: str
    start: Term
    goal: Term


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
class CardNumber:
    """The number that the one card in a zone carries."""

    attribute: str
    zone: ZoneOf


@frozen
class NumberOnCard:
    """The number that a kind of card carries."""

    attribute: str
    card: Term


@frozen
class Room:
    """How many more cards a zone has room for."""

    zone: ZoneOf


@frozen
class CountCards:
    """How many cards lie in a zone, of one kind or of all (None)."""

    zone: ZoneOf
    card: Term | None


@frozen
class CountDice:
    """How many dice lie there, with one face or with any (None)."""

    pool: str
    face: Term | None


@frozen
class Showing:
    """The faces that the dice of a pool show, each once."""

    pool: str


@frozen
class Meets:
    """A kind of card can pay for a face of the dice."""

    card: Term
    face: Term


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
class Extreme:
    """The smallest (`min`) or largest (`max`) of some numbers."""

    function: str
    operands: tuple[Term, ...]


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
class Those:
    """The players of a set of whom a condition holds."""

    variable: str
    among: Term
    body: Term


@frozen
class Gathered:
    """The `total`, `highest` or `lowest` of a number that each of a set has; 0 of an empty set."""

    function: str
    variable: str
    among: Term
    body: Term


@frozen
class Quantified:
    """`some` or `every`, over players, places, the kinds of card in a zone or the faces that show."""

    quantifier: str
    variable: str
    among: Term
    body: Term


@frozen
class Probed:
    """A condition of the ruleset that a probing program observes: where it stands, its kind, and its words."""

    operand: Term
    path: tuple[str, ...]
    kind: str
    text: str


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
    | Nobody
    | CardKind
    | FaceKind
    | RolePlayer
    | RoleSet
    | PawnSpace
    | PlaceKind
    | AllPlaces
    | TrackSpaces
    | FirstSpace
    | LastSpace
    | NextSpace
    | Through
    | Spaces
    | AtLast
    | PlaceNumber
    | ZoneOf
    | CardNumber
    | NumberOnCard
    | Room
    | CountCards
    | CountDice
    | Showing
    | Meets
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
    | Extreme
    | Choose
    | Without
    | Those
    | Gathered
    | Quantified
    | Probed
    | Broken
)

_TYPES: dict[type, str] = {
    Number: "number",
    OptionNumber: "number",
    PlayerCount: "number",
    PlaceNumber: "number",
    CardNumber: "number",
    NumberOnCard: "number",
    Gathered: "number",
    Room: "number",
    Spaces: "number",
    Extreme: "number",
    Meets: "condition",
    Showing: "dice",
    CardKind: "card",
    FaceKind: "face",
    Nobody: "players",
    Those: "players",
    Through: "places",
    LastSpace: "place",
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
    Probed: "condition",
    Everybody: "players",
    RoleSet: "players",
    Without: "players",
    RolePlayer: "player",
    LeftOf: "player",
    PawnSpace: "place",
    PlaceKind: "place",
    FirstSpace: "place",
    NextSpace: "place",
    AllPlaces: "places",
    TrackSpaces: "places",
    ZoneOf: "zone",
    Broken: "unknown",
}


def of_what(term: Term) -> str:
    """The type of component that a card belongs to, the pool that a face belongs to."""
    if isinstance(term, Choose):
        return of_what(term.then) or of_what(term.otherwise)
    return term.of if isinstance(term, Variable | CardKind | FaceKind) else ""


def type_of(term: Term) -> str:
    """One of number, condition, player, players, place, places, zone, dice, card, face, cards, picked, unknown."""
    if isinstance(term, Variable | ValueOf | Choose):
        return term.type
    return _TYPES[type(term)]
