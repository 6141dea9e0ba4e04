"""What the compiler hands to the machine: source, sites, rules, entries and the box."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from types import CodeType
from typing import Any

from attrs import Factory, frozen

from interpreter.engine.box import Box
from interpreter.engine.state import OpenValueError, State

CHANCE = -1
PASS = "pass"  # noqa: S105  # an answer


@frozen
class Rule:
    """A rule that events cite. `path` is its address in the ruleset, `name` the name of its event.

    `options` are those that it reads, each with the rulings about it.
    """

    path: tuple[str, ...]
    name: str
    options: tuple[str, ...] = ()


@frozen
class Read:
    """Something on the table that a condition looks at; `owner` is Python text for whose it is, None: the table's.

    `kind` is zone, role, pawn, track, dice or counter.
    """

    kind: str
    name: str
    owner: str | None = None


@frozen
class Seen:
    """A part of a condition: its words, Python text for its value, the type of that value, and what it looks at.

    The type `answers` stands for those that are possible beside the one that is refused.
    """

    words: str
    test: str
    type: str
    reads: tuple[Read, ...] = ()


@frozen
class Condition:
    """One reason why an answer may be refused.

    `test` is Python text over the state `s` and the player `x`; it must be true, for a refusal false.
    `id` names the reason; `text` is the condition as written, `seen` what it looks at.
    """

    rule: int
    id: str
    test: str
    text: str
    refuses: bool = False
    seen: tuple[Seen, ...] = ()


@frozen
class Choice:
    """What the words after an answer's name mean.

    `kind` is player, dice (some), die, face, card, cards (some), kind (of card) or payment; `of` a pool or a type.
    """

    name: str
    kind: str
    of: str


@frozen
class Option:
    """An answer that a site offers: when, and (`listing`, Python text) with which choices."""

    id: str
    rule: int
    conditions: tuple[Condition, ...]
    choices: tuple[Choice, ...]
    listing: str | None


@frozen
class Site:
    """A place where the machine waits.

    `kind` is ask or window (somebody answers), draw, roll or pick (chance). `options` lists the answers
    that somebody might give here, legal or not. `stream` names the source of randomness. `store` is the field that
    holds what each seat has answered in secret until all have.
    """

    index: int
    kind: str
    rule: int
    stream: str = ""
    of: str = ""
    store: str = ""
    guards: tuple[Condition, ...] = ()
    options: tuple[Option, ...] = ()

    @property
    def secret(self) -> bool:
        """Whether nobody learns what was answered before all have answered."""
        return bool(self.store)


@frozen
class Entry:
    """A named step where a position may start. `prepare` is Python text run first, over `s` and `x`.

    `inputs` are the pools of dice that the step reads: a position has to say what they show.
    """

    prepare: tuple[str, ...]
    wants_player: bool
    inputs: tuple[str, ...] = ()


@frozen
class Form:
    """One form of a program: its source, the `first` state (before setup), and how to bind it.

    `rules` says for each line of the source which rule it carries out; `score` what a seat scores and what breaks
    ties; `worth` what bots think that a position is worth for a seat (None: the score).
    `streams` names the sources of randomness in order (`… *`: one for each place); `live` gives for each
    site the cells that matter there.
    """

    source: str
    rules: tuple[int | None, ...]
    code: CodeType
    names: Mapping[str, Any]
    first: State
    streams: tuple[str, ...]
    live: Mapping[int, tuple[str, ...]]
    score: Callable[[State, int], tuple[int, ...]] | None
    worth: Callable[[State, int], int] | None = None
    tests: dict[str, Callable[[State, int], Any]] = Factory(dict)

    def fresh(self) -> State:
        """The table before setup: everything in the box lies where it starts."""
        return self.first.copy()

    def bind(self, log: Callable[..., None], reach: Callable[..., None]) -> Bound:
        """The functions of the program around one log."""
        namespace = dict(self.names)
        exec(self.code, namespace)  # noqa: S102  # the compiler's own text; names from YAML are prefixed
        made = namespace["bind"](log, reach)
        return Bound(made["starts"], made["resume"], made["draw_from"])


Step = Callable[..., Any]


@frozen
class Bound:
    """The functions where the machine can start, and where it goes on after each site.

    `draw_from` takes the functions of random streams; in the fast form it has to be called before each game.
    """

    starts: Mapping[str, Step]
    resume: Mapping[int, Step]
    draw_from: Callable[[Sequence[Any]], None]


@frozen(slots=False)
class Program:
    """A game for a number of players, with options, ready to run.

    `round` names the sequence that the course of play repeats, `role` the one that a single player holds when it
    begins; either may be missing (None). `logged` are the rules that cause events of their name.
    """

    name: str
    hash: str
    options: Mapping[str, str | int]
    box: Box
    rules: tuple[Rule, ...]
    sites: tuple[Site, ...]
    entries: Mapping[str, Entry]
    inspecting: Form
    make_fast: Callable[[bool], Form]
    invariants: tuple[Invariant, ...]
    rooms: tuple[Room, ...] = ()
    logged: frozenset[int] = frozenset()
    round: str | None = None
    role: str | None = None

    @cached_property
    def fast(self) -> Form:
        """The form for simulation, made when somebody simulates."""
        return self.make_fast(False)  # noqa: FBT003  # it records nothing

    @cached_property
    def recording(self) -> Form:
        """The fast form that logs every event, and at every stop `(None, who, site, answers, given)`."""
        return self.make_fast(True)  # noqa: FBT003  # it records


@frozen
class Room:
    """A zone with limited room; `room` says how much is left for an owner (None: the table)."""

    zone: str
    owners: tuple[int | None, ...]
    room: Callable[[State, int | None], int]

    def left(self, state: State) -> Iterator[tuple[int | None, int]]:
        """For each owner how many more find room; nothing where that is not settled yet."""
        for owner in self.owners:
            with suppress(OpenValueError):
                yield owner, int(self.room(state, owner))


@frozen
class Invariant:
    """What must hold whenever the machine waits (at the steps in `at`, if there are any)."""

    rule: int
    id: str
    at: tuple[str, ...]
    holds: Callable[[State], bool]
