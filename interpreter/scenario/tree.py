"""What a scenario file says, as values: statements with the stretch of text they stand in, names not yet resolved.

A `ScenarioFile` holds scenarios and disputes; each has `cases`, the tests that it stands for: one for each reading and
each row of its table, with the row's cells already filled in. A case is a sequence of blocks (`Given`, `When`, `Then`).
Two trees are equal if they say the same; where it stands (`span`) does not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from attrs import field, frozen

from interpreter.source.span import Span

# ---- words ----------------------------------------------------------------------------------------------------------


@frozen
class Name:
    """A name as written; digits alone are a name too (a value printed on a thing)."""

    text: str
    span: Span = field(eq=False)
    is_quoted: bool = field(eq=False, default=False, kw_only=True)


@frozen
class Text:
    """Free text in quotes."""

    text: str
    span: Span = field(eq=False)


@frozen
class Number:
    """A whole number."""

    value: int
    span: Span = field(eq=False)


@frozen
class Subject:
    """What a statement is about: `discard`, `Ada hand`, `harbour-1 boats`."""

    words: tuple[Name, ...]  # never empty
    span: Span = field(eq=False)


@frozen
class Item:
    """One or several equal things: `knight`, `3 knight`, `2 of harbour-1`."""

    name: Name
    count: int
    of: Name | None  # where a name alone would fit several kinds
    span: Span = field(eq=False)


@frozen
class Answer:
    """An answer to a decision: its name, then what is chosen with it; the order of equal kinds does not matter."""

    head: Name
    choices: tuple[Item, ...]  # `pay nothing` has one, the unquoted name `nothing`
    span: Span = field(eq=False)


# ---- values ---------------------------------------------------------------------------------------------------------


@frozen
class Items:
    """`knight, 2 pawn`: in a pile, first the top."""

    items: tuple[Item, ...]  # never empty
    span: Span = field(eq=False)


@frozen
class Only:
    """`only knight, pawn`: these and nothing else."""

    items: tuple[Item, ...]  # never empty
    span: Span = field(eq=False)


@frozen
class Some:
    """`some 2 knight, pawn`: at least these."""

    items: tuple[Item, ...]  # never empty
    span: Span = field(eq=False)


@frozen
class Without:
    """`no knight, pawn`: none of these kinds."""

    items: tuple[Item, ...]  # never empty, each counted once
    span: Span = field(eq=False)


@frozen
class Nothing:
    """`none`."""

    span: Span = field(eq=False)


class Bound(Enum):
    """How a number compares with the one that is stated."""

    EXACTLY = "exactly"
    AT_LEAST = "at least"
    AT_MOST = "at most"


@frozen
class Count:
    """`count 5`: so many, whatever they are."""

    number: int
    span: Span = field(eq=False)


@frozen
class Limit:
    """`at least 50`, `at most 3`: a number on that side."""

    bound: Bound
    number: int
    span: Span = field(eq=False)


Value = Items | Only | Some | Without | Nothing | Count | Limit

# ---- the position ---------------------------------------------------------------------------------------------------


@frozen
class Players:
    """`players: Ada, Bruno`: clockwise."""

    names: tuple[Name, ...]
    span: Span = field(eq=False)


@frozen
class Placing:
    """`Ada hand: knight`: a thing is moved there, a value is set."""

    subject: Subject
    value: Items | Only | Nothing | Count
    span: Span = field(eq=False)


@frozen
class Knows:
    """`everybody knows: Ada hand: some knight`: what is no secret of things that lie hidden."""

    subject: Subject
    value: Some | Without
    span: Span = field(eq=False)


GivenLine = Players | Placing | Knows


@frozen
class Start:
    """`given at STEP [for NAME]`: where the course of play is entered."""

    step: Name
    player: Name | None
    span: Span = field(eq=False)


@frozen
class Given:
    """A position, or a part of one."""

    lines: tuple[GivenLine, ...]
    start: Start | None  # None: at the first named step
    seed: Number | None  # `given seed N`: chance that no line scripts is drawn from it
    span: Span = field(eq=False)


# ---- what happens ---------------------------------------------------------------------------------------------------


@frozen
class Every:
    """`any`: every outcome, every answer; what follows must hold in each branch."""

    span: Span = field(eq=False)


@frozen
class Roll:
    """`roll: 6, 6`: how the dice of the next throw fall."""

    purpose: Name | None  # None: whatever is thrown next
    result: tuple[Item, ...] | Every
    span: Span = field(eq=False)
    if_possible: bool = field(default=False, kw_only=True)  # passed over where nothing is thrown


@frozen
class Draw:
    """`Ada draws: knight`, `draw lots: Ada`: what comes up by chance, in this order."""

    player: Name | None
    purpose: Name | None
    result: tuple[Item, ...] | Every
    span: Span = field(eq=False)
    if_possible: bool = field(default=False, kw_only=True)  # passed over where nothing is drawn


@frozen
class Choice:
    """`Ada: bid 3; pass`: a player's next answers, one decision each."""

    player: Name
    answers: tuple[Answer, ...] | Every
    span: Span = field(eq=False)
    if_possible: bool = field(default=False, kw_only=True)  # passed over where the answer is not legal


@frozen
class Others:
    """`others: pass`: everybody else gives this answer until nobody asks for it any more."""

    answer: Answer
    span: Span = field(eq=False)


@frozen
class Together:
    """`together`: answers given in secret; their order does not matter."""

    choices: tuple[Choice | Others, ...]
    span: Span = field(eq=False)


@frozen
class InAnyOrder:
    """`in any order`: what players do in the same window, in every order; throws and draws belong to the deed above."""

    lines: tuple[Roll | Draw | Choice, ...]
    span: Span = field(eq=False)


WhenLine = Roll | Draw | Choice | Others | Together | InAnyOrder


@frozen
class When:
    """What the dice and the players do."""

    lines: tuple[WhenLine, ...]
    span: Span = field(eq=False)


# ---- what must be true ----------------------------------------------------------------------------------------------


@frozen
class Until:
    """`until score, fold`, `until somebody decides`: up to the first of these, or the next decision."""

    names: tuple[Name, ...] = ()  # empty: the next decision


@frozen
class Circumstances:
    """`for any roll`, `for every choice of Ada`, `until score`: how far a claim reaches."""

    any_roll: bool = False
    choices_of: tuple[Name, ...] = ()
    until: Until | None = None


class Permission(Enum):
    """What is claimed about answers."""

    CAN = "can"
    CAN_ONLY = "can only"
    CANNOT = "cannot"


@frozen
class Fact:
    """`Ada hand: knight`."""

    subject: Subject
    value: Value
    span: Span = field(eq=False)
    because: Name | None = None


@frozen
class Legal:
    """`Ada can: pay; fail`, `can only`, `cannot`."""

    player: Name
    permission: Permission
    answers: tuple[Answer, ...]
    span: Span = field(eq=False)
    because: Name | None = None


@frozen
class Asked:
    """`Ada is asked`, `Ada is not asked`."""

    player: Name
    span: Span = field(eq=False)
    because: Name | None = None
    holds: bool = field(default=True, kw_only=True)


@frozen
class Happened:
    """`event: win`, `no event: win`."""

    events: tuple[Name, ...]
    span: Span = field(eq=False)
    because: Name | None = None
    holds: bool = field(default=True, kw_only=True)


@frozen
class Sees:
    """`Ada sees: Bruno hand: count 3`: what the view of a player shows."""

    player: Name
    facts: tuple[Fact, ...]
    span: Span = field(eq=False)


@frozen
class CannotTell:
    """`Ada cannot tell: Bruno hand`: the view would be the same with other things there (with these, if named)."""

    player: Name
    subject: Subject
    value: Value | None
    span: Span = field(eq=False)


@frozen
class Changed:
    """`only Ada hand, discard changed`, `nothing changed`."""

    subjects: tuple[Subject, ...]  # empty: nothing
    span: Span = field(eq=False)
    because: Name | None = None


@frozen
class Order:
    """`order matters`, `order does not matter`: whether the last `in any order` leads to different outcomes."""

    matters: bool
    span: Span = field(eq=False)


@frozen
class Odds:
    """`chance win: at least 7/9`: the exact chance of an event or a fact."""

    of: Subject | Fact  # a subject: words that name an event
    bound: Bound
    numerator: int
    denominator: int
    circumstances: Circumstances
    span: Span = field(eq=False)
    because: Name | None = None


class Frequency(Enum):
    """On how many branches something is claimed to happen."""

    POSSIBLE = "possible"
    ALWAYS = "always"
    NEVER = "never"


@frozen
class Branches:
    """`possible: win`, `always: dealer: Ada`, `never: win`."""

    frequency: Frequency
    of: Subject | Fact  # a subject: words that name an event
    circumstances: Circumstances
    span: Span = field(eq=False)
    because: Name | None = None


class Picture(Enum):
    """What a snapshot shows."""

    TRANSCRIPT = "transcript"
    STATE = "state"
    VIEW = "view"


@frozen
class Snapshot:
    """`snapshot transcript`, `snapshot state`, `snapshot view of Ada`."""

    picture: Picture
    player: Name | None  # of a view
    span: Span = field(eq=False)


ThenLine = Fact | Legal | Asked | Happened | Sees | CannotTell | Knows | Changed | Order | Odds | Branches | Snapshot


@frozen
class Then:
    """What must be true at this point."""

    lines: tuple[ThenLine, ...]
    circumstances: Circumstances
    is_question: bool  # `then ?`: what may be done here?
    span: Span = field(eq=False)


Block = Given | When | Then

# ---- the file -------------------------------------------------------------------------------------------------------


@frozen
class Setting:
    """`option draw = two`."""

    option: Name
    value: Name
    span: Span = field(eq=False)


@frozen
class Changes:
    """`with house/long, option draw = two`: what differs from the ruleset alone."""

    layers: tuple[Name, ...] = ()
    settings: tuple[Setting, ...] = ()


@frozen
class Stack:
    """`ruleset dominoes with …`."""

    ruleset: Name
    changes: Changes
    span: Span = field(eq=False)


@frozen
class Remarks:
    """What is said about a scenario or a reading besides the play."""

    sources: tuple[Text, ...] = ()
    rulings: tuple[Name, ...] = ()
    notes: tuple[Text, ...] = ()
    tags: tuple[Name, ...] = ()
    known_wrong: Text | None = None  # the reason: the expectations are known to fail


@frozen
class Reading:
    """`reading strict with option draw = must`: one way to read the rules."""

    id: Name
    title: Text | None
    changes: Changes
    remarks: Remarks
    span: Span = field(eq=False)


@frozen
class Row:
    """A row of the table of a scenario; the first cell is its id."""

    id: Name
    cells: tuple[tuple[str, str], ...]  # column, text
    span: Span = field(eq=False)


@frozen
class Case:
    """One test: a scenario, or one reading of it, or one row, or both."""

    reading: Reading | None
    row: Row | None
    blocks: tuple[Block, ...]  # as they take place; first what all readings share

    @property
    def path(self) -> tuple[str, ...]:
        """What tells this test from the others of its scenario: reading, row."""
        return tuple(part.id.text for part in (self.reading, self.row) if part is not None)


@frozen
class Scenario:
    """A scenario or a dispute, and the tests it stands for."""

    id: Name
    title: Text | None
    is_dispute: bool
    changes: Changes
    remarks: Remarks
    cases: tuple[Case, ...]
    span: Span = field(eq=False)  # of its first line


@frozen
class ScenarioFile:
    """A whole file."""

    file: str
    language: str
    stack: Stack | None  # None: the file leaves it to its folder
    background: tuple[GivenLine, ...]  # holds for every scenario, before its own `given`
    scenarios: tuple[Scenario, ...]

    def tests(self) -> Iterator[tuple[Scenario, Case]]:
        """Every test of the file, as written."""
        return ((scenario, case) for scenario in self.scenarios for case in scenario.cases)
