"""What Python callers use: the name of a ruleset in, rules and games out.

rules = load_ruleset("my-rules")          # see docs/api.md
game = new_game(rules, ["Ada", "Bruno"], seed="1")
while game.decision is not None:
game.choose(game.decision.answers[0])
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from attrs import frozen

from interpreter.budgets import most
from interpreter.engine import decisions
from interpreter.engine.describe import NOTHING, outcome_text
from interpreter.engine.entries import Entry
from interpreter.engine.luck import Luck
from interpreter.engine.machine import EndlessError, Machine
from interpreter.engine.saving import UnreadableSaveError, check_rules, saved
from interpreter.engine.telling import Stop, Teller
from interpreter.engine.transcript import Result, Transcript, as_seen, result, transcript
from interpreter.engine.views import as_text, view
from interpreter.errors import InterpreterError
from interpreter.library import LoadedRuleset, load_ruleset, runner_of
from interpreter.source.catalogue import phrase

__all__ = [
    "Decision",
    "Game",
    "LoadedRuleset",
    "PlayersError",
    "Result",
    "Transcript",
    "WrongAnswerError",
    "load_game",
    "load_ruleset",
    "new_game",
]


_LAST = 50         # entries of the log that say how it goes on for ever


@frozen
class Decision:
    """The game waits: `player` (None: chance) must give one of `answers`, asked by `rule`."""

    player: str | None
    rule: str
    answers: tuple[str, ...]   # all that are legal, never empty

    @property
    def forced(self) -> bool:
        """Whether there is nothing to choose."""
        return len(self.answers) == 1


class WrongAnswerError(InterpreterError):
    """The answer is not among the legal ones; `decision` lists them, and is None after the end."""

    def __init__(self, answer: object, decision: Decision | None) -> None:
        if decision is None:
            super().__init__(phrase("api-over", answer=repr(answer)))
        else:
            super().__init__(phrase("api-illegal", answer=repr(answer), legal="; ".join(decision.answers)))
        self.answer = answer
        self.decision = decision


class PlayersError(InterpreterError):
    """The names of the players cannot be told apart."""


def new_game(ruleset: LoadedRuleset, players: Sequence[str], seed: str | int | None = None) -> Game:
    """Begin a game for these players, clockwise.

    With a seed chance happens by itself; without one it is a decision that the caller answers.

    Raises:
        PlayersError: A name is empty or used twice.
        SourceError: So many cannot play, or the rules cannot be compiled.
        EndlessError: The rules go on for ever without asking anybody.
    """
    names = _checked_names(players)
    runner = runner_of(ruleset, len(names))
    machine = Machine.start(runner)
    luck = None if seed is None else Luck(runner.program, str(seed))
    game = Game(ruleset, machine, Teller(runner.program, names), luck, [])
    game.settle()
    return game


def load_game(ruleset: LoadedRuleset, text: str) -> Game:
    """Go on with a game that was saved by `Game.dumps`: what its log says is played again, and must lead to the same.

    Raises:
        UnreadableSaveError: The text is no saved game, or somebody has changed it.
        ForeignSaveError: It was saved under other rules or options.
    """
    try:
        data = json.loads(text)
        names = _saved_names(ruleset, data["names"])
        check_rules(runner_of(ruleset, len(names)).program, data["machine"])
        game = new_game(ruleset, names, None if data["luck"] is None else data["luck"]["seed"])
        _play_again(game, data["log"])
    except _SPOILT as error:
        raise UnreadableSaveError(f"{type(error).__name__}: {error}") from error
    if json.loads(game.dumps()) != data:
        raise UnreadableSaveError(phrase("api-changed-save"))
    return game


def _play_again(game: Game, log: Any) -> None:
    """Give a game that has just begun all that a log says was given to it."""
    for entry in log:
        if entry["kind"] == "decision":
            game.choose(entry["answer"])
        elif entry["kind"] == "chance" and not game.is_seeded:
            game.choose(", ".join(entry["values"]) or NOTHING)


def _saved_names(ruleset: LoadedRuleset, names: Any) -> tuple[str, ...]:
    bounds = ruleset.ruleset.draft.players
    if not isinstance(names, list) or not bounds.from_ <= len(names) <= bounds.to:
        raise ValueError("names")
    return _checked_names(names)


def _checked_names(players: Sequence[str]) -> tuple[str, ...]:
    names = tuple(str(name) for name in players)
    if len(set(names)) < len(names) or not all(name.strip() for name in names):
        raise PlayersError(phrase("api-names", names=", ".join(map(repr, names))))
    return names


_SPOILT = (
    ValueError, LookupError, TypeError, AttributeError, RecursionError, PlayersError, WrongAnswerError, EndlessError
)  # fmt: skip


class Game:
    """A game in progress; made by `new_game` or `load_game`."""

    def __init__(
        self, ruleset: LoadedRuleset, machine: Machine, teller: Teller, luck: Luck | None, log: list[Entry]
    ) -> None:
        self.ruleset = ruleset
        self.players = teller.names
        self._machine = machine
        self._teller = teller
        self._luck = luck
        self._log = log

    # looking

    @property
    def is_seeded(self) -> bool:
        """Whether chance happens by itself."""
        return self._luck is not None

    @property
    def decision(self) -> Decision | None:
        """What the game waits for; None when it is over."""
        match self._machine.waiting:
            case decisions.Decision(who=who, site=site, answers=answers):
                texts = tuple(self._teller.text(site.index, answer) for answer in answers)
                return Decision(self.players[who], str(self._teller.path(site.rule)), texts)
            case decisions.Chance() as chance:
                texts = tuple(self._outcome_text(chance, outcome) for outcome in chance.outcomes)
                return Decision(None, str(self._teller.path(chance.site.rule)), texts)
            case _:
                return None

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it runs."""
        return result(self._machine.runner, self._teller, self._machine.state)

    def view(self, player: str) -> dict[str, Any]:
        """What a player may know, as plain data in a fixed order; the decision only if he is asked."""
        return view(self._machine.program, self._machine.state, self._seat(player), self.players)

    def view_text(self, player: str) -> str:
        """The same as readable lines."""
        return as_text(self.view(player))

    @property
    def transcript(self) -> Transcript:
        """Everything that has happened so far."""
        seed = None if self._luck is None else self._luck.seed
        return transcript(self._machine.runner, self._teller, self._log, self._machine.state, seed)

    def transcript_of(self, player: str) -> Transcript:
        """What a player noticed of everything that has happened so far."""
        machine = self._machine
        return as_seen(self.transcript, machine.program, machine.state, self._seat(player))

    def _seat(self, player: str) -> int:
        if player not in self.players:
            raise PlayersError(phrase("api-nobody", name=repr(player), players=", ".join(self.players)))
        return self.players.index(player)

    # playing

    def choose(self, answer: object) -> None:
        """Answer the decision: one of `decision.answers`, the order of what it lists does not matter.

        Raises:
            WrongAnswerError: The answer is not legal; nothing has changed.
            EndlessError: The rules go on for ever without asking anybody.
        """
        given = self._meant(str(answer))
        if given is None:
            raise WrongAnswerError(answer, self.decision)
        self._give(given)
        self.settle()

    def settle(self) -> None:
        """Let seeded chance happen until somebody is asked; nothing without a seed.

        Raises:
            EndlessError: Nobody is ever asked.
        """
        self._tell(None)
        for _ in range(most("forced")):
            if self._luck is None or not isinstance(self._machine.waiting, decisions.Chance):
                return
            self._give(self._luck.outcome(self._machine))
        rules = [entry.rule for entry in self._log[-_LAST:]]
        known = [".".join(rule.path) for rule in self._machine.program.rules]
        raise EndlessError(self._machine.program, (known.index(rule) for rule in rules if rule in known))

    def _meant(self, text: str) -> Any:
        """The answer or the outcome that a text names; None if there is none."""
        waiting = self._machine.waiting
        if isinstance(waiting, decisions.Over):
            return None
        texts: dict[Any, str]
        if isinstance(waiting, decisions.Chance):
            texts = {outcome: self._outcome_text(waiting, outcome) for outcome in waiting.outcomes}
        else:
            texts = {answer: self._teller.text(waiting.site.index, answer) for answer in waiting.answers}
        wanted = _words(text)
        return next((given for given, shown in texts.items() if _words(shown) == wanted), None)

    def _outcome_text(self, chance: decisions.Chance, outcome: decisions.Outcome) -> str:
        return outcome_text(self._machine.program, chance, outcome, self.players)

    def _give(self, given: Any) -> None:
        machine, state = self._machine, self._machine.state
        stop = Stop(state.who, state.site, state.answers, given)
        if stop.who < 0:
            machine.happen(given)
        else:
            machine.answer(given)
        self._tell(stop)

    def _tell(self, stop: Stop | None) -> None:
        machine = self._machine
        self._log += self._teller.told(stop, machine.events)
        machine.events.clear()
        machine.reached.clear()

    # keeping

    def copy(self) -> Game:
        """An independent game in the same position, with the same future luck."""
        luck = None if self._luck is None else self._luck.copy()
        return Game(self.ruleset, self._machine.copy(), self._teller, luck, self._log.copy())

    def dumps(self) -> str:
        """The game as text, for `load_game`."""
        data = {
            "names": self.players,
            "luck": None if self._luck is None else self._luck.saved(),
            "machine": saved(self._machine),
            "log": [entry.as_plain() for entry in self._log],
        }
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def loads(cls, ruleset: LoadedRuleset, text: str) -> Game:
        """The same as `load_game`."""
        return load_game(ruleset, text)


def _words(text: str) -> tuple[str, tuple[str, ...]]:
    """The name of an answer (none where chance only lists), and what it lists, whatever the order."""
    name, _, chosen = " ".join(text.split()).partition(" ")
    if name.endswith(","):
        name, chosen = "", f"{name} {chosen}"
    return name, tuple(sorted(part.strip() for part in chosen.split(",")))
