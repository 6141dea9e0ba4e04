"""What a ruleset's document says, key by key: shapes are right, names and expressions are still text.

Every class mirrors one mapping of the YAML; a field `from_` is the key `from`, `used_if` the key `used-if`.
`path` is where the mapping stands: the key under which spans are looked up.
"""

from __future__ import annotations

from attrs import field, frozen

Path = tuple[str, ...]
Text = str | int
Refusals = dict[str, Text]


@frozen
class Node:
    """A mapping of the document."""

    path: Path
    source: Text | None = field(default=None, kw_only=True)
    unverified: dict[str, Text] = field(factory=dict, kw_only=True)
    note: str | None = field(default=None, kw_only=True)

    @property
    def key(self) -> str:
        """The id under which the mapping is declared."""
        return self.path[-1]


@frozen(kw_only=True)
class Option(Node):
    """A reading that the table chooses: one of `values`, or a number between `from` and `to`."""

    values: list[str] | None = None
    from_: int | None = None
    to: int | None = None
    default: Text
    ruling: str | None = None


@frozen(kw_only=True)
class Source(Node):
    """A document that rules come from."""

    title: str
    language: str = "en"
    edition: str | None = None


@frozen(kw_only=True)
class Pool(Node):
    """A pool of identical dice; `faces` counts the sides, `shows` gives faces a number.

    `ignored`: so many dice with a face ask for nothing, and nobody rolls them again.
    """

    faces: dict[str, int]
    shows: dict[str, int] = field(factory=dict)
    ignored: dict[str, Text] = field(factory=dict)


@frozen(kw_only=True)
class Track(Node):
    """Ordered places on which pawns move."""

    of: str


@frozen(kw_only=True)
class Pawn(Node):
    """What stands on a place of a track."""

    on: str


@frozen(kw_only=True)
class Role(Node):
    """What a player is for a while; `held_by` is one or several."""

    held_by: str


@frozen(kw_only=True)
class Counter(Node):
    """A number of the table, of each player or of each place."""

    of: str | None = None
    starts: int = 0


@frozen(kw_only=True)
class Kinds(Node):
    """A type of component."""


@frozen(kw_only=True)
class Refill(Node):
    """What becomes the new pile (one zone, or several), and whether as soon as the old one is used up."""

    from_: str | list[str]
    at_once: Text = "no"

    @property
    def sources(self) -> list[str]:
        """The zones whose cards are shuffled."""
        return [self.from_] if isinstance(self.from_, str) else self.from_


@frozen(kw_only=True)
class Zone(Node):
    """Where cards lie: one for the table, or one for each player or place (`of`)."""

    holds: str
    of: str | None = None
    pile: bool = False
    seen_by: str = "nobody"
    remembered: bool = False
    room: Text | None = None
    starts: str = "empty"
    refill: Refill | None = None


@frozen(kw_only=True)
class Choice(Node):
    """One choice within an answer. Exactly one of the first eight keys says of what."""

    player: Text | None = None
    dice: str | None = None
    die: str | None = None
    face: str | None = None
    card: Text | None = None
    cards: Text | None = None
    kind: str | None = None
    payment: str | None = None
    from_: Text | None = None
    where: Text | None = None
    least: Text | None = None
    most: Text | None = None
    by: Text | None = None


@frozen(kw_only=True)
class Answer(Node):
    """What can be answered, under which conditions, with which choices, and what follows."""

    if_: Text | None = None
    refuse: Refusals = field(factory=dict)
    unless: dict[str, list[str]] = field(factory=dict)
    choose: dict[str, Choice] = field(factory=dict)
    do: list[Statement] = field(factory=list)


@frozen(kw_only=True)
class Play(Node):
    """When and by whom a card is played, and where it goes."""

    in_: str
    from_: str = "hand"
    to: str = "discard"
    by: Text | None = None
    if_: Text | None = None
    refuse: Refusals = field(factory=dict)


@frozen(kw_only=True)
class Card(Node):
    """A kind of card; `of` are the places in whose piles it lies, `attributes` its numbers.

    `covers` is how many dice of one face it meets, or `all`: every die of every face that it meets.
    """

    type: str
    copies: int = 1
    of: str | list[str] | None = None
    starts_in: str | None = None
    used_if: Text | None = None
    meets: list[str] = field(factory=list)
    helps: list[str] = field(factory=list)
    covers: Text = 1
    attributes: dict[str, int] = field(factory=dict)
    play: Play | None = None
    choose: dict[str, Choice] = field(factory=dict)
    do: list[Statement] = field(factory=list)


@frozen(kw_only=True)
class Place(Node):
    """A place of the box and its numbers."""

    attributes: dict[str, int] = field(factory=dict)


@frozen(kw_only=True)
class Demand(Node):
    """What a throw of dice asks to be paid with cards; `free` faces ask for nothing.

    `needs` is what is asked instead of what the dice show; `jokers` so many of the cards may be any at all. What
    lies in the zones of `helped_by` counts, too, and is not paid.
    """

    dice: str
    free: list[str] = field(factory=list)
    fewest: Text | None = None
    needs: dict[str, Text] = field(factory=dict)
    jokers: Text | None = None
    helped_by: list[str] = field(factory=list)


@frozen(kw_only=True)
class Value(Node):
    """An expression with a name; `of` says whether it is asked of a player or a place."""

    is_: Text
    of: str | None = None


@frozen(kw_only=True)
class Action(Node):
    """Steps that several rules run; `needs` maps what they must be given to its type."""

    needs: dict[str, str] = field(factory=dict)
    do: list[Statement]


@frozen(kw_only=True)
class Window(Node):
    """A moment in which cards can be played."""


@frozen(kw_only=True)
class Scoring(Node):
    """The result of a player, what else is added to it, and what decides between equal ones."""

    score: Text
    further: dict[str, Text] = field(factory=dict)
    ties: list[Text] = field(factory=list)


@frozen(kw_only=True)
class Bots(Node):
    """What players that the computer plays aim at."""

    worth: Text


@frozen(kw_only=True)
class Invariant(Node):
    """What must hold, always or when the game comes to the steps `at`."""

    holds: Text
    at: list[str] = field(factory=list)


@frozen(kw_only=True)
class Statement(Node):
    """One step. Exactly one of the keys in `VERBS` says what is done; the others say when, for whom and how."""

    id: str | None = None
    event: str | None = None
    if_: Text | None = None
    else_: list[Statement] = field(factory=list)
    each: str | None = None
    after: Text | None = None
    from_: Text | None = None
    among: Text | None = None
    where: Text | None = None
    together: Text | None = None
    in_: Text | None = None
    times: Text | None = None
    while_: Text | None = None
    # verbs
    ask: Text | None = None
    window: str | None = None
    roll: str | None = None
    reroll: str | None = None
    put: str | None = None
    turn: str | None = None
    clear: str | None = None
    move: str | None = None
    tell: Text | None = None
    draw: Text | None = None
    give: str | None = None
    take_away: str | None = None
    place: str | None = None
    advance: str | None = None
    lay: str | None = None
    set: str | None = None
    run: str | None = None
    do: list[Statement] | None = None
    repeat: list[str] | None = None
    end: str | None = None
    # how
    answers: dict[str, Answer] = field(factory=dict)
    plays: str | None = None
    rounds: Text | None = None
    count: Text | None = None
    which: str | None = None
    showing: list[str] = field(factory=list)
    to: Text | None = None
    at: Text | None = None
    by: Text | None = None
    for_: Text | None = None
    at_random_among: Text | None = None
    with_: dict[str, Text] = field(factory=dict)
    has: str | None = None
    lacks: str | None = None
    winners: Text | None = None

    @property
    def verb(self) -> str:
        """The key that says what is done."""
        return next(v for v in VERBS if getattr(self, v.replace("-", "_")) is not None)


VERBS = (
    "ask",
    "window",
    "roll",
    "reroll",
    "put",
    "turn",
    "clear",
    "move",
    "tell",
    "draw",
    "give",
    "take-away",
    "place",
    "advance",
    "lay",
    "set",
    "run",
    "do",
    "repeat",
    "end",
)


@frozen(kw_only=True)
class Players(Node):
    """The fewest and the most who can play."""

    from_: int
    to: int


@frozen(kw_only=True)
class Ruling(Node):
    """An open question, its answer, and the options that answer it otherwise."""

    question: str
    answer: str
    option: str | list[str] | None = None


@frozen(kw_only=True)
class Attributes(Node):
    """The names of the numbers that cards and places carry."""

    cards: list[str] = field(factory=list)
    places: list[str] = field(factory=list)


@frozen(kw_only=True)
class Draft(Node):
    """A whole ruleset as written."""

    format: int
    ruleset: str
    version: int
    title: str
    players: Players
    sources: dict[str, Source] = field(factory=dict)
    options: dict[str, Option] = field(factory=dict)
    rulings: dict[str, Ruling] = field(factory=dict)
    attributes: Attributes = field(factory=lambda: Attributes(path=("attributes",)))
    dice: dict[str, Pool] = field(factory=dict)
    places: dict[str, Place] = field(factory=dict)
    tracks: dict[str, Track] = field(factory=dict)
    pawns: dict[str, Pawn] = field(factory=dict)
    roles: dict[str, Role] = field(factory=dict)
    counters: dict[str, Counter] = field(factory=dict)
    types: dict[str, Kinds] = field(factory=dict)
    zones: dict[str, Zone] = field(factory=dict)
    cards: dict[str, Card] = field(factory=dict)
    demands: dict[str, Demand] = field(factory=dict)
    values: dict[str, Value] = field(factory=dict)
    setup: list[Statement] = field(factory=list)
    steps: dict[str, list[Statement]] = field(factory=dict)
    actions: dict[str, Action] = field(factory=dict)
    windows: dict[str, Window] = field(factory=dict)
    scoring: Scoring | None = None
    bots: Bots | None = None
    invariants: dict[str, Invariant] = field(factory=dict)
