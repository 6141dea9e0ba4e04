"""A ruleset ready to be compiled: statements whose expressions are terms."""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from interpreter.model import draft
from interpreter.model.terms import Term, Variable, ZoneOf
from interpreter.model.walking import inside

Path = tuple[str, ...]


@frozen
class Head:
    """Where a statement stands, and under which name the event that it causes is known."""

    path: Path
    id: str | None
    event: str | None

    @property
    def name(self) -> str:
        """The name of the event."""
        return self.event or self.id or ""


@frozen
class Condition:
    """An answer is legal only if every condition `holds` (refusals: only if none does)."""

    path: Path
    id: str
    term: Term
    refuses: bool
    text: str


@frozen
class Unless:
    """An answer is refused as long as one of the `answers` beside it is legal."""

    path: Path
    id: str
    answers: tuple[str, ...]


@frozen
class Choice:
    """`kind` is player, dice, die, face, card (a kind that lies in `zone`), cards (some of them), kind or payment.

    `of` is the pool of dice or the type of component; `least` and `most` limit how many dice.
    """

    name: str
    kind: str
    path: Path
    among: Term | None = None
    of: str = ""
    demand: str | None = None
    zone: ZoneOf | None = None
    where: Term | None = None
    least: int = 1
    most: int | None = None
    by: Term | None = None

    @property
    def type(self) -> str:
        """The type of the name that the choice binds."""
        bound = {"dice": "picked", "payment": "cards", "die": "face", "kind": "card"}.get(self.kind, self.kind)
        return f"{bound} {self.of}" if bound in ("face", "card") else bound

    @property
    def each(self) -> str:
        """The type of the name in `where`: of some dice or cards it is one after the other."""
        one = {"dice": f"face {self.of}", "cards": f"card {self.of}"}
        return one.get(self.kind, self.type)


@frozen
class Answer:
    """What can be answered, and what follows."""

    path: Path
    id: str
    conditions: tuple[Condition, ...]
    choices: tuple[Choice, ...]
    body: Block
    unless: tuple[Unless, ...] = ()


@frozen
class Play:
    """How a card is played in a window."""

    card: str
    path: Path
    window: str
    from_zone: str
    to_zone: str
    by: Condition | None
    answer: Answer


@frozen
class Guarded:
    """Statements under a condition, and others if it does not hold; `text` is the condition as written."""

    head: Head
    condition: Term
    text: str
    then: Block
    otherwise: Block


@frozen
class Again:
    """Statements so many times (`times`), or as long as a condition holds."""

    head: Head
    times: Term | None
    condition: Term | None
    body: Block


@frozen
class EachPlace:
    """Statements for each of some places; `variable` names it."""

    head: Head
    variable: str
    places: Term
    body: Block


@frozen
class Loop:
    """Each player, clockwise from `start` (or from the next one: `skip_start`)."""

    head: Head
    variable: str
    start: Term | None
    skip_start: bool
    among: Term | None
    where: Term | None
    together: Term | None
    body: Block


@frozen
class Ask:
    """One player answers; `plays` is the window whose cards can be played as an answer, too."""

    head: Head
    who: Term
    answers: tuple[Answer, ...]
    plays: str | None = None


@frozen
class OpenWindow:
    """Those in `among` (None: everybody) play or pass from `start` on, in so many rounds (None: until all pass)."""

    head: Head
    window: str
    start: Term
    among: Term | None
    rounds: int | None


@frozen
class Roll:
    """Roll dice of a pool."""

    head: Head
    pool: str
    count: Term


@frozen
class Reroll:
    """Roll dice again: those that a choice names, those with certain faces, or all."""

    head: Head
    pool: str
    which: Variable | None
    faces: tuple[Term, ...]


@frozen
class PutDice:
    """Put so many dice on the table that show a face."""

    head: Head
    pool: str
    face: Term
    count: Term


@frozen
class TurnDice:
    """Turn chosen dice to a face."""

    head: Head
    pool: str
    which: Variable
    to: Term


@frozen
class Clear:
    """Take dice off the table: those that a choice names, those with certain faces (so many of them), or all."""

    head: Head
    pool: str
    which: Variable | None
    faces: tuple[Term, ...]
    count: Term | None


@frozen
class MoveCards:
    """Move the cards that a choice names."""

    head: Head
    cards: str
    from_zone: ZoneOf
    to_zone: ZoneOf


@frozen
class MoveKind:
    """Move so many cards of one kind, or (`card` is None) all that lie there; as many as there are and find room."""

    head: Head
    card: Term | None
    count: Term
    from_zone: ZoneOf
    to_zone: ZoneOf


@frozen
class Tell:
    """Everybody hears that cards of a kind lie in a zone (`has`), or that none does."""

    head: Head
    zone: ZoneOf
    card: Term
    has: bool


@frozen
class Draw:
    """Draw from the top of a pile."""

    head: Head
    from_zone: ZoneOf
    to_zone: ZoneOf
    count: Term


@frozen
class Give:
    """Give a role to a player, or to several."""

    head: Head
    role: str
    to: Term


@frozen
class GiveAtRandom:
    """Chance gives a role to one of several players."""

    head: Head
    role: str
    among: Term


@frozen
class TakeAway:
    """Take a role away."""

    head: Head
    role: str
    who: Term


@frozen
class PutPawn:
    """Put a pawn on a place."""

    head: Head
    pawn: str
    at: Term


@frozen
class Advance:
    """Move a pawn along its track."""

    head: Head
    pawn: str
    by: Term


@frozen
class Lay:
    """Lay a track anew from the places of which the condition holds."""

    head: Head
    track: str
    where: Term | None


@frozen
class SetCounter:
    """Give a counter a value; `owner` is None if the table has it."""

    head: Head
    counter: str
    owner: Term | None
    to: Term


@frozen
class Run:
    """Run an action with arguments, or a sequence of steps."""

    head: Head
    name: str
    arguments: dict[str, Term]


@frozen
class Do:
    """A named part; `end` with its name leaves it."""

    head: Head
    body: Block


@frozen
class Repeat:
    """Run sequences one after the other until something ends them."""

    head: Head
    sequences: tuple[str, ...]


@frozen
class End:
    """Leave a sequence or a named part; of the game `winners` says who has won, if the score does not."""

    head: Head
    scope: str
    winners: Term | None = None


Statement = (
    Guarded
    | Again
    | EachPlace
    | Loop
    | Ask
    | OpenWindow
    | Roll
    | Reroll
    | PutDice
    | TurnDice
    | Clear
    | MoveCards
    | MoveKind
    | Tell
    | Draw
    | Give
    | GiveAtRandom
    | TakeAway
    | PutPawn
    | Advance
    | Lay
    | SetCounter
    | Run
    | Do
    | Repeat
    | End
)
Block = tuple[Statement, ...]


@frozen
class Value:
    """A declared value with its type."""

    id: str
    of: str | None
    term: Term
    type: str


@frozen
class Action:
    """Steps with a name and the types of what they need."""

    id: str
    needs: dict[str, str]
    body: Block


@frozen
class Invariant:
    """What must hold; `at` is empty if always."""

    id: str
    path: Path
    at: tuple[str, ...]
    term: Term


@frozen
class Demand:
    """What a throw of a pool asks for; `fewest` is the condition under which only the smallest payments count.

    `needs` says how often each face is asked for, whatever the dice show; `jokers` how many cards may be any;
    `helped_by` names the zones whose cards count as well.
    """

    id: str
    pool: str
    free: tuple[str, ...]
    fewest: Term | None
    needs: dict[str, Term]
    jokers: Term | None
    helped_by: tuple[str, ...]


@frozen(eq=False)
class Ruleset:
    """All rules of a game. `draft` keeps the plain declarations (components, options, sources)."""

    draft: draft.Draft
    values: dict[str, Value]
    used_if: dict[str, Term]
    refill_at_once: dict[str, Term]
    rooms: dict[str, Term]
    ignored: dict[str, dict[str, Term]]
    demands: dict[str, Demand]
    setup: Block
    steps: dict[str, Block]
    actions: dict[str, Action]
    plays: dict[str, tuple[Play, ...]]
    score: Term | None
    ties: tuple[Term, ...]
    worth: Term | None  # what bots aim at, where it is not the score
    invariants: tuple[Invariant, ...]

    @cached_property
    def parts(self) -> tuple[object, ...]:
        """Every statement and term."""
        course = (self.values, self.setup, self.steps, self.actions, self.plays, self.rooms)
        return tuple(inside((course, self.demands, self.score, self.ties, self.worth, self.invariants)))
