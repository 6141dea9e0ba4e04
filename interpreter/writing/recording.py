"""A game that was played to a scenario that plays the same game, and says how it stood at the end.

Every throw and every card that is drawn is written, and every free decision; what is forced answers itself, but where
the next line would be taken for its answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from attrs import evolve, frozen

from interpreter.engine.decisions import Chance, Decision, Over
from interpreter.engine.machine import SETUP, Machine, Runner
from interpreter.engine.reasons import offered
from interpreter.engine.transcript import Transcript
from interpreter.library import LoadedRuleset, runner_of
from interpreter.scenario.formatter import format_text
from interpreter.source.catalogue import phrase
from interpreter.source.span import Span, at
from interpreter.source.speech import DEFAULT
from interpreter.trial import facts
from interpreter.trial.names import Names
from interpreter.trial.rewording import naming
from interpreter.trial.translating import wording
from interpreter.trial.vocabulary import Ref, Vocabulary, ZoneRef
from interpreter.writing import words
from interpreter.writing.replaying import Moment, replayed

_NOWHERE = at("transcript", 1, 1)
_MANY = 8  # legal answers


@frozen
class Recording:
    """How a scenario is to be written; `stack` is what stands behind `ruleset` (None: as the rules are called)."""

    id: str = "game"
    stack: str | None = None
    language: str = DEFAULT
    steps: int | None = None  # so many free decisions; None: all of them
    file: str = ""            # where the scenario will lie: rules are looked up from there
    place: Span = _NOWHERE    # of the transcript, for findings


AS_IT_WAS = Recording()


def scenario_of(told: Transcript, loaded: LoadedRuleset, how: Recording = AS_IT_WAS) -> str:
    """The text of a scenario that plays the game of a transcript, tidily written.

    Raises:
        SourceError: The game was played under other rules, or the transcript is damaged.
    """
    return _tidy([_head(loaded, how), *_scenario(told, loaded, how)], how)


def scenarios_of(games: Iterable[Transcript], loaded: LoadedRuleset, how: Recording = AS_IT_WAS) -> str:
    """The same for several games, whose ids are numbered from 1; findings name the line of each game.

    Raises:
        SourceError: A game was played under other rules, or its transcript is damaged.
    """
    lines = [_head(loaded, how)]
    for number, told in enumerate(games, 1):
        place = at(how.place.file, how.place.line + number - 1, 1)
        lines += _scenario(told, loaded, evolve(how, id=f"{how.id}-{number}", place=place))
    return _tidy(lines, how)


def _head(loaded: LoadedRuleset, how: Recording) -> str:
    return f"ruleset {how.stack or words.rules_name(loaded)}"


def _scenario(told: Transcript, loaded: LoadedRuleset, how: Recording) -> list[str]:
    runner = runner_of(loaded, len(told.players))
    replay = replayed(runner, told, how.place, how.steps)
    script = script_of(loaded, runner, told.players)
    title = "" if told.seed is None else f" {words.quoted(phrase('record-title', seed=told.seed))}"
    return [
        f"scenario {how.id}{title}",
        "  given",
        f"    players: {', '.join(script.written.players)}",
        f"  given at {SETUP}",
        *_block("when", script.happenings(replay.moments)),
        *_block("then", script.claims(replay.machine)),
    ]


def _tidy(lines: Iterable[str], how: Recording) -> str:
    text = "\n".join(lines) + "\n"
    return format_text(text, how.file, how.language, lambda tree: naming(tree, how.language))


def _block(opener: str, lines: Iterator[str]) -> list[str]:
    found = [f"    {line}" for line in lines]
    return [f"  {opener}", *found] if found else []


def script_of(loaded: LoadedRuleset, runner: Runner, players: Sequence[str]) -> Script:
    """What writes the games of these players.

    Raises:
        SourceError: A name cannot be written.
    """
    stack = loaded.stack
    every_wording = tuple(wording(stack, each) for each in stack.labels if each != DEFAULT)
    vocabulary = Vocabulary(runner.program.box, tuple(players), stack.labels, every_wording)
    return Script(Names(runner.program, vocabulary), words.written(vocabulary))


@frozen
class Script:
    """Writes moments and positions; `written` calls the players as a scenario does."""

    names: Names
    written: Vocabulary

    # what happens

    def happenings(self, moments: Sequence[Moment]) -> Iterator[str]:
        """The lines of `when`."""
        kept = reversed(list(_needed(moments)))
        for opener, group in groupby(((self._opener(moment), moment) for moment in kept), lambda pair: pair[0]):
            members = [moment for _, moment in group]
            if isinstance(members[0].waiting, Decision) or members[0].waiting.site.kind == "roll":
                yield from (f"{opener}: {self._given(moment)}" for moment in members)
            else:
                yield from words.folded(opener, [self._given(moment) for moment in members])

    def _opener(self, moment: Moment) -> str:
        waiting = moment.waiting
        if isinstance(waiting, Decision):
            return self.written.players[waiting.who]
        if waiting.site.kind == "roll":
            return "roll"
        return self._drawing(moment, waiting)

    def _drawing(self, moment: Moment, chance: Chance) -> str:
        if moment.to is not None:
            return f"{self.written.players[moment.to]} draws"
        if chance.site.kind == "draw":
            return f"draw {words.name(chance.site.stream)}"
        piles = frozenset().union(*(self.names.purposes(site) for site in self.names.chances("draw")))
        own = sorted(self.names.purposes(chance.site) - piles)
        purpose = chance.site.stream if chance.site.stream in own else own[0] if own else None
        return "draw" if purpose is None else f"draw {words.name(purpose)}"

    def _given(self, moment: Moment) -> str:
        waiting, given, box = moment.waiting, moment.given, self.written.box
        if isinstance(waiting, Decision):
            return words.answer(self.written, waiting.site, given)
        if waiting.site.kind == "roll":
            return words.listed([words.thing(box.pools[waiting.site.of].faces[face]) for face in given])
        if waiting.site.kind == "draw":
            return words.card(self.written, waiting.site.of, given)
        seat: int = given
        return self.written.players[seat]

    # how it stands

    def claims(self, machine: Machine) -> Iterator[str]:
        """The lines of `then`: how a game ended, or how it stands and what may be done."""
        machine = _settled(machine)
        waiting = machine.waiting
        if isinstance(waiting, Over):
            yield "game: over"
            yield f"winners: {words.listed([self.written.players[seat] for seat in waiting.winners])}"
            for player, score in zip(self.written.players, waiting.scores, strict=False):
                yield f"{player} score: {score}"
            return
        yield "game: running"
        yield from self.position(machine)
        if isinstance(waiting, Decision):
            yield self._turn(waiting)

    def _turn(self, decision: Decision) -> str:
        who = self.written.players[decision.who]
        if len(decision.answers) > _MANY:
            return f"{who} is asked"
        texts = (words.answer(self.written, decision.site, answer) for answer in decision.answers)
        return f"{who} can only: {'; '.join(texts)}"

    def position(self, machine: Machine) -> Iterator[str]:
        """What stands and lies on the table; of what nobody has set or laid there nothing."""
        for ref in facts.subjects(self.written.box):
            said = self.value(machine, ref)
            if said is not None:
                yield f"{self.subject(ref)}: {said}"

    def subject(self, ref: Ref) -> str:
        """A subject by its ids."""
        return facts.subject_ids(self.written, ref, words.name)

    def value(self, machine: Machine, ref: Ref) -> str | None:
        """What a subject is now; None if that is open, nothing or not known in full."""
        number = facts.number(machine, ref)
        if number is not None:
            return str(number) if number else None
        now = facts.contents(machine, ref)
        if now.open is not None or not now.things or now.size != len(now.things):
            return None
        return words.listed([self._thing(ref, thing) for thing in now.things])

    def _thing(self, ref: Ref, thing: int) -> str:
        if isinstance(ref, ZoneRef):
            return words.card(self.written, self.written.box.zones[ref.zone].holds, thing)
        word = facts.thing_name(self.written, ref, thing)
        return word if word in self.written.players else words.thing(word)


def _settled(machine: Machine) -> Machine:
    """Where a `then` looks: past chance that leaves one outcome."""
    settled = machine.copy()
    while isinstance(waiting := settled.waiting, Chance) and len(waiting.outcomes) == 1:
        settled.happen(next(iter(waiting.outcomes)))
    return settled


def _needed(moments: Sequence[Moment]) -> Iterator[Moment]:
    """Those that a script has to name, from the last to the first."""
    following: Moment | None = None
    for moment in reversed(moments):
        if _is_needed(moment, following):
            following = moment
            yield moment


def _is_needed(moment: Moment, following: Moment | None) -> bool:
    waiting = moment.waiting
    if isinstance(waiting, Chance):
        return waiting.dice != 0
    if not waiting.forced or following is None:
        return True
    then = following.waiting
    if not isinstance(then, Decision) or then.who != waiting.who:
        return False
    return offered(waiting.site, str(following.given[0])) is not None
