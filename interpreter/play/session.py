"""A seed and the answers that were given to a game in progress, of which the last answer can be taken back."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from random import Random

from attrs import evolve, frozen

from interpreter.engine.decisions import Answer, Chance, Decision, Waiting
from interpreter.engine.entries import Entry
from interpreter.engine.luck import Luck
from interpreter.engine.machine import Machine, Runner
from interpreter.engine.program import PASS
from interpreter.engine.telling import Stop, Teller
from interpreter.engine.transcript import Result, Transcript, as_seen, result, transcript
from interpreter.errors import InterpreterError
from interpreter.library import LoadedRuleset, runner_of
from interpreter.play.noticing import noticeable
from interpreter.play.sittings import Sitting, in_window, queued
from interpreter.policies.registry import chosen, policy
from interpreter.policies.turn import Policy, turn_of
from interpreter.source.diagnostics import SourceError
from interpreter.source.span import Span
from interpreter.trial.faults import located


@frozen
class Party:
    """Who plays: the players clockwise, the policies of those who are bots, and the seed of chance.

    `is_open`: people who share the screen do not hide it from each other; it shows each what his seat may know.
    """

    players: tuple[str, ...]
    bots: Mapping[str, str]
    seed: str
    is_open: bool = False

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of those who are no bots."""
        return tuple(seat for seat, player in enumerate(self.players) if player not in self.bots)

    @property
    def is_hidden(self) -> bool:
        """Whether several people share the screen and must not see each other's hands."""
        return not self.is_open and len(self.people) > 1


@frozen
class Given:
    """An answer as it is kept: whose, by which rule he was asked, and what he answered, by ids."""

    who: str
    rule: str
    answer: str


class MisfitError(InterpreterError):
    """An answer that was given before does not fit these rules: its number from 0, and what they ask by which rule."""

    def __init__(self, number: int, given: Given, waiting: Waiting, legal: tuple[str, ...], rule: str) -> None:
        super().__init__(f"answer {number + 1} does not fit")
        self.number = number
        self.given = given
        self.waiting = waiting
        self.legal = legal
        self.rule = rule


@frozen
class _Mark:
    """A place to come back to: after so many answers and so many who only looked."""

    answers: int
    looked: int


class Session:
    """A game that is being played. `front` is who sits before the screen now; None once the game is over."""

    def __init__(self, loaded: LoadedRuleset, party: Party, answers: Iterable[Given] = ()) -> None:
        """Play all answers that were given so far.

        Raises:
            MisfitError: One of them is none that these rules ask for.
            SourceError: So many cannot play, or the rules cannot be carried out.
            PolicyError: There is no such policy.
        """
        self.loaded = loaded
        self.party = party
        self.runner: Runner = runner_of(loaded, len(party.players))
        self.teller = Teller(self.runner.program, party.players)
        self._policies = {name: policy(called) for name, called in party.bots.items()}
        self._begin(answers)

    # where the game is

    @property
    def machine(self) -> Machine:
        """The game itself."""
        return self._machine

    @property
    def front(self) -> Sitting | None:
        """Who sits before the screen: he decides, or only looks at what he has."""
        return self._queue[0] if self._queue else None

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it runs."""
        return result(self.runner, self.teller, self._machine.state)

    @property
    def transcript(self) -> Transcript:
        """Everything that happened."""
        return transcript(self.runner, self.teller, self.log, self._machine.state, self.party.seed)

    def seen(self, seat: int | None, first: int, last: int | None = None) -> tuple[Entry, ...]:
        """What a seat noticed of a part of the log; without a seat, all of it that made a difference."""
        told = self.transcript
        part = evolve(told, log=tuple(noticeable(told.start, told.log[:last], first)))
        if seat is None:
            return part.log
        return as_seen(part, self.runner.program, self._machine.state, seat).log

    def passed(self, seat: int) -> tuple[Sitting, ...]:
        """The windows since a seat last decided in which it had nothing to play, the latest first."""
        return tuple(reversed(self._passed.get(seat, ())))

    def is_bot(self, seat: int) -> bool:
        """Whether nobody sits at a seat."""
        return self.party.players[seat] in self.party.bots

    # playing

    def _begin(self, answers: Iterable[Given]) -> None:
        self.answers: list[Given] = []
        self.log: list[Entry] = []
        self._marks: list[_Mark] = []
        self._pending: tuple[Sitting, ...] = ()
        self._queue: deque[Sitting] = deque()
        self._looked = 0
        self._passed: dict[int, list[Sitting]] = {}
        self._luck = Luck(self.runner.program, self.party.seed)
        with located(None, self.place):
            self._machine = Machine.start(self.runner)
            self._machine.watches = True
            self._go_on(None, ())
        for number, given in enumerate(answers):
            self._give_again(number, given)

    def place(self, rule: int) -> Span:
        """Where a rule stands."""
        return self.loaded.stack.place(self.runner.program.rules[rule].path).name

    def _give_again(self, number: int, given: Given) -> None:
        while self.front is not None and self.front.decision is None:
            self.look()
        waiting = self._machine.waiting
        fitting = []
        texts: tuple[str, ...] = ()
        rule = ""
        if isinstance(waiting, Decision):
            rule = self.rule(waiting)
            texts = tuple(self.teller.text(waiting.site.index, answer) for answer in waiting.answers)
            fitting = [answer for answer, text in zip(waiting.answers, texts, strict=True) if text == given.answer]
        if not fitting or not isinstance(waiting, Decision) or not self._is_asked(waiting, given):
            raise MisfitError(number, given, waiting, texts, rule)
        self.give(fitting[0])

    def _is_asked(self, decision: Decision, given: Given) -> bool:
        """Whether the same player is asked by the same rule, wherever that stands now."""
        here = self.rule(decision)
        return self.party.players[decision.who] == given.who and _own_name(here) == _own_name(given.rule)

    def rule(self, decision: Decision) -> str:
        """The address of the rule that asks."""
        return str(self.teller.path(decision.site.rule))

    def look(self) -> None:
        """Who only looks has looked."""
        sitting = self._queue.popleft()
        self._passed.setdefault(sitting.seat, []).append(sitting)
        if self.party.is_hidden and not self.is_bot(sitting.seat):
            self._marks.append(_Mark(len(self.answers), self._looked))
        self._looked += 1

    def give(self, answer: Answer) -> None:
        """Let whoever is in front answer, and go on until somebody sits down.

        Raises:
            SourceError: The rules cannot be carried out; the game is where it was.
        """
        decision = self._machine.waiting
        assert isinstance(decision, Decision), "somebody is asked"
        self._mark(decision)
        self._passed.pop(decision.who, None)
        text = self.teller.text(decision.site.index, answer)
        state = self._machine.state
        stop = Stop(state.who, state.site, state.answers, answer)
        passes = decision.site.kind == "window" and answer[0] == PASS
        self.answers.append(Given(self.party.players[decision.who], self.rule(decision), text))
        try:
            with located(None, self.place):
                self._machine.answer(answer)
                self._go_on(stop, self._pending if passes else ())
        except SourceError:
            self._begin(self.answers[:-1])
            raise

    def _mark(self, decision: Decision) -> None:
        """Remember where somebody answers; among people who hide their hands, also where there was no choice."""
        if not self.is_bot(decision.who) and (self.party.is_hidden or not decision.forced):
            self._marks.append(_Mark(len(self.answers), self._looked))

    def _go_on(self, stop: Stop | None, pending: tuple[Sitting, ...]) -> None:
        """Let chance happen until somebody is asked, and find out who sits down before that."""
        windows = [pending] if pending else []
        while True:
            windows += self._tell(stop)
            waiting = self._machine.waiting
            if not isinstance(waiting, Chance):
                break
            outcome = self._luck.outcome(self._machine)
            state = self._machine.state
            stop = Stop(state.who, state.site, state.answers, outcome)
            self._machine.happen(outcome)
        queue, self._pending = queued(windows, waiting, self._machine.state.copy(), len(self.log))
        self._queue, self._looked = deque(queue), 0

    def _tell(self, stop: Stop | None) -> list[tuple[Sitting, ...]]:
        """Write what happened into the log; the windows that were reached meanwhile."""
        machine, program = self._machine, self.runner.program
        found = []
        for window in machine.reached:
            if window.turns is not None:
                past = len(self.log) + len(self.teller.told(stop, machine.events[: window.events]))
                found.append(tuple(in_window(program, window, past)))
        self.log += self.teller.told(stop, machine.events)
        machine.events.clear()
        machine.reached.clear()
        return found

    # bots

    def bot_answer(self, decision: Decision) -> Answer:
        """What the policy of the seat that is asked answers; the same whenever this game comes to this place.

        Raises:
            PolicyError: It is no answer.
        """
        return self._decided(decision, self._policies[self.party.players[decision.who]])

    def _decided(self, decision: Decision, decides: Policy) -> Answer:
        if decision.forced:
            return decision.answers[0]
        draw = Random(f"{self.party.seed}/{len(self.answers)}/{decision.who}").random  # noqa: S311  # a game
        turn = turn_of(self._machine, self.party.players, draw)
        return decision.answers[chosen(decides, turn)]

    def advice(self, decision: Decision, called: str) -> Answer:
        """What a policy would answer for whoever is asked.

        Raises:
            PolicyError: There is no such policy, or it is no answer.
        """
        return self._decided(decision, policy(called))

    # taking back

    def undo(self) -> bool:
        """Go back to whoever sat here last; False if nobody did.

        Among people who hide their hands that is the last who sat down, whether he could play or not.
        """
        if not self._marks:
            return False
        mark = self._marks[-1]
        self._begin(self.answers[: mark.answers])
        while self._looked < mark.looked:
            self.look()
        return True


def _own_name(rule: str) -> str:
    """The last id in the address of a rule; numbers change when steps are inserted."""
    return next((part for part in reversed(rule.split(".")) if not part.isdigit()), rule)
