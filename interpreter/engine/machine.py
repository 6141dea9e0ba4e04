"""A program and answers to a running game: the inspecting form, which stops at everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import comb
from typing import Any

from attrs import frozen

from interpreter.budgets import OverBudgetError, most
from interpreter.engine.box import CALLS, WON
from interpreter.engine.decisions import Answer, Chance, Decision, Outcome, Over, Waiting
from interpreter.engine.faults import circle, rule_of
from interpreter.engine.program import CHANCE, Bound, Program, Site, Step
from interpreter.engine.state import State
from interpreter.engine.streams import Bits, Streams
from interpreter.engine.tables import MOST_DICE, Turns, roller, weighted_throws
from interpreter.errors import InterpreterError

Event = tuple[Any, ...]
SETUP = "setup"
_NOBODY = -2


class EndlessError(InterpreterError):
    """Rules run on and on without asking anybody; `rules` are the numbers of those that repeat, `steps` their paths."""

    def __init__(self, program: Program, rules: Iterable[int | None]) -> None:
        self.rules = tuple(dict.fromkeys(rule for rule in rules if rule is not None))
        self.steps = tuple(".".join(program.rules[rule].path) for rule in self.rules)
        super().__init__(f"the rules run in a circle: {', '.join(self.steps)}")


class ImpossibleError(InterpreterError):
    """A rule asks for something that is not there; `rule` is its number.

    `is_ask` says that nobody can answer it, `budget` names the budget that it goes beyond.
    """

    def __init__(self, rule: int | None, cause: Exception | None = None, *, is_ask: bool = False) -> None:
        self.budget = cause.budget if isinstance(cause, OverBudgetError) else None
        super().__init__("a rule asks for something that is not there" if self.budget is None else str(cause))
        self.rule = rule
        self.is_ask = is_ask


class IllegalAnswerError(InterpreterError):
    """The answer is not among the legal ones."""

    def __init__(self, decision: Decision | Chance, answer: object) -> None:
        super().__init__(f"{answer!r} is no legal answer")
        self.decision = decision
        self.answer = answer


@frozen
class Reached:
    """An ask or a window that was reached, with the table as it was then, after so many `events`.

    `who` is asked, if one player is. In a window `turns` are the seats that may play, one after the other, until it
    closes if nobody does; None where nobody comes to that.
    """

    site: int
    state: State
    who: int | None
    events: int
    turns: Turns | None = None


def winners(state: State, scores: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The seats that have won: those whom the rules name, else those with the best score."""
    named = getattr(state, WON, -1)
    if named >= 0:
        return tuple(seat for seat in range(named.bit_length()) if named >> seat & 1)
    best = max(scores, default=())
    return tuple(seat for seat, score in enumerate(scores) if score == best)


class _Recorder:
    """Where the functions of a program put events; machines lend it their lists."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.reached: list[Reached] | None = None
        self.frames: list[State] | None = None
        self.state: State | None = None

    def log(self, event: Event) -> None:
        self.events.append(event)
        if self.frames is not None and self.state is not None:
            self.frames.append(self.state.copy())

    def reach(self, site: int, state: State, who: int | None, turns: Turns | None = None) -> None:
        if self.reached is not None:
            self.reached.append(Reached(site, state.copy(), who, len(self.events), turns))


class Runner:
    """A program bound once; any number of machines run on it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.streams = Streams(program.inspecting.streams, program.box.places)
        self.recorder = _Recorder()
        self.steps = range(most("steps"))
        self.choices = most("choices")
        self.calls = most("calls")
        self.bound: Bound = program.inspecting.bind(self.recorder.log, self.recorder.reach)
        self.rollers: dict[str, Callable[[int, Bits], tuple[int, ...]]] = {
            pool.id: roller(pool.sides) for pool in program.box.pools.values()
        }


class Machine:
    """A game in progress.

    `events` lists what happened, each a tuple (rule, kind, …), `mark` is where the present part of it begins,
    `chapters` where each part began, with what whoever plays calls it;
    `reached` lists the asks and windows passed since it was last emptied, if the machine `watches` for them;
    `frames` is the table as it was before the first event and right after each, if the machine films.
    Without a seed chance waits for an outcome like any decision.
    """

    def __init__(self, runner: Runner, state: State) -> None:
        self.runner = runner
        self.program = runner.program
        self.state = state
        self.events: list[Event] = []
        self.reached: list[Reached] = []
        self.frames: list[State] | None = None
        self.mark = 0
        self.chapters: tuple[tuple[int, Any], ...] = ()
        self.watches = False

    @classmethod
    def start(cls, runner: Runner, *, films: bool = False) -> Machine:
        """A new game, before setup's first chance or decision."""
        machine = cls(runner, runner.program.inspecting.fresh())
        if films:
            machine.film()
        machine._run(runner.bound.starts["start"])
        return machine

    @classmethod
    def position(cls, runner: Runner) -> Machine:
        """The table after setup without anything that chance or a player decides; nothing runs yet."""
        machine = cls(runner, runner.program.inspecting.fresh())
        machine._run(runner.bound.starts["position"])
        machine.events.clear()
        return machine

    def film(self) -> None:
        """Keep the table after each event from now on; nothing has happened yet."""
        self.frames = [self.state.copy()]

    def begin(self) -> None:
        """Run a prepared position from the first step."""
        self._run(self.runner.bound.starts["play"])

    def begin_at(self, step: str, player: int | None) -> None:
        """Run a prepared position from a named step (`player`: whose turn it is in a loop)."""
        if step == SETUP and step not in self.program.entries:
            self._run(self.runner.bound.starts["start"])
            return
        entry = self.program.entries[step]
        if entry.wants_player:
            names = {**self.program.inspecting.names, "s": self.state, "x": player}
            for line in entry.prepare:
                exec(line, names)  # noqa: S102  # the compiler's own text
        self._run(self.runner.bound.starts[f"step {step}"])

    def has_turn(self, step: str, player: int) -> bool:
        """Whether a loop over players comes to this one."""
        entry = self.program.entries.get(step)
        if entry is None or not entry.wants_player:
            return True
        trial = self.copy()
        names = {**self.program.inspecting.names, "s": trial.state, "x": player}
        try:
            for line in entry.prepare:
                exec(line, names)  # noqa: S102  # the compiler's own text
        except ValueError:
            return False
        return True

    def copy(self) -> Machine:
        """An independent machine in the same state, with the same history."""
        other = Machine(self.runner, self.state.copy())
        other.events = self.events.copy()
        other.reached = self.reached.copy()
        other.frames = None if self.frames is None else self.frames.copy()
        other.mark = self.mark
        other.chapters = self.chapters
        other.watches = self.watches
        return other

    # waiting

    @property
    def site(self) -> Site:
        """Where the machine waits."""
        return self.program.sites[self.state.site]

    @property
    def waiting(self) -> Waiting:
        """What the machine waits for."""
        state = self.state
        if state.who == _NOBODY:
            return self._over()
        if state.who == CHANCE:
            return self._chance()
        return Decision(state.who, self.site, state.answers)

    def _over(self) -> Over:
        scores = self.scores()
        return Over(self.state.ended, tuple(score[0] for score in scores if score), winners(self.state, scores))

    def scores(self) -> tuple[tuple[int, ...], ...]:
        """For each seat the score, and what breaks ties."""
        score = self.program.inspecting.score
        if score is None:
            return ()
        return tuple(score(self.state, seat) for seat in range(self.program.box.players))

    def _chance(self) -> Chance:
        site, (what, owner) = self.site, self.state.answers
        if site.kind == "roll":
            pool = self.program.box.pools[site.of]
            return Chance(site, dict(weighted_throws(pool.sides, what)), None, what)
        return Chance(site, dict(sorted(Counter(what).items())), owner, None)

    # answering

    def answer(self, answer: Answer) -> None:
        """Give one of the legal answers and run to the next stop.

        Raises:
            IllegalAnswerError: The answer is not legal here.
            EndlessError: The rules go on for ever.
            ImpossibleError: A rule asks for something that is not there.
            OpenValueError: A rule reads what the position leaves open.
        """
        decision = self.waiting
        if not isinstance(decision, Decision) or answer not in decision.answers:
            raise IllegalAnswerError(decision, answer)  # type: ignore[arg-type]  # over counts as well
        self._run(lambda state: self.runner.bound.resume[state.site](state, answer))

    def happen(self, outcome: Outcome) -> None:
        """Let chance give an outcome and run to the next stop.

        Raises:
            IllegalAnswerError: The outcome cannot happen here.
        """
        chance = self.waiting
        if not isinstance(chance, Chance) or outcome not in chance.outcomes:
            raise IllegalAnswerError(chance, outcome)  # type: ignore[arg-type]  # over counts as well
        self._run(lambda state: self.runner.bound.resume[state.site](state, outcome))

    def seeded(self) -> Outcome:
        """The outcome that the seeded streams give for the chance that is open now."""
        site, (what, owner) = self.site, self.state.answers
        bits = self.runner.streams.of(site.stream, owner)
        if site.kind == "roll":
            return self.runner.rollers[site.of](what, bits)
        outcome: Outcome = what[bits() * len(what) >> 32]
        return outcome

    def _run(self, step: Step) -> None:
        recorder = self.runner.recorder
        recorder.events, recorder.frames, recorder.state = self.events, self.frames, self.state
        recorder.reached = self.reached if self.watches else None
        following = step
        try:
            for _ in self.runner.steps:
                following = following(self.state)
                if following is None:
                    self._check_answers()
                    self._check_calls()
                    return
        except (IndexError, ValueError) as error:
            raise ImpossibleError(rule_of(self.program, error), error) from error
        raise EndlessError(self.program, circle(self.program, following, self.state))

    def _check_calls(self) -> None:
        """Nobody can look at a table on which rules run within rules within rules."""
        calls = getattr(self.state, CALLS, ())
        if calls and calls[-1] > self.runner.calls:
            raise ImpossibleError(self.site.rule, OverBudgetError("calls"))

    def _check_answers(self) -> None:
        """Whoever is asked must be able to answer, and what dice can show must be countable."""
        if self.state.who >= 0 and not self.state.answers:
            raise ImpossibleError(self.site.rule, is_ask=True)
        if self.state.who == CHANCE and self.site.kind == "roll":
            (dice, _), faces = self.state.answers, len(self.program.box.pools[self.site.of].faces)
            if dice > MOST_DICE:
                raise ImpossibleError(self.site.rule)
            if comb(dice + faces - 1, dice) > self.runner.choices:
                raise ImpossibleError(self.site.rule, OverBudgetError("choices"))
