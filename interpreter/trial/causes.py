"""One case, up to a line of its file, to the chain of events and rules that led there, and to what they read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from itertools import pairwise

from attrs import Factory, define, evolve, frozen

from interpreter.engine.machine import Event, Machine
from interpreter.engine.watching import watching
from interpreter.library import LoadedRuleset
from interpreter.scenario import tree as t
from interpreter.source.diagnostics import Diagnostic, SourceError
from interpreter.source.span import Span
from interpreter.trial import vocabulary as n
from interpreter.trial.branches import Branch
from interpreter.trial.expectations import Judge
from interpreter.trial.faults import located
from interpreter.trial.grounds import Ground, Grounds
from interpreter.trial.history import History
from interpreter.trial.loading import NO_EXTRA, Extra, load, remark_findings, runner_for
from interpreter.trial.playing import Player
from interpreter.trial.positions import player_names
from interpreter.trial.retelling import Teller, teller_of
from interpreter.trial.runner import begin, carry_out, judged, prepare, reached
from interpreter.trial.supply import Datum, Supply
from interpreter.trial.translating import with_ids


@frozen
class Chapter:
    """A line of the script (None: the position itself), and the events that followed it."""

    span: Span | None
    events: tuple[Event, ...]


def chapter_of(machine: Machine, event: int) -> Span | None:
    """The line of the script that an event followed."""
    begun = [span for at, span in machine.chapters if at <= event]
    return begun[-1] if begun else None


@frozen
class Claim:
    """An expectation, what was found wrong with it, and the direct reasons in the branch that is told about."""

    line: t.ThenLine
    findings: tuple[Diagnostic, ...]
    grounds: tuple[Ground, ...]
    branch: Branch

    @property
    def holds(self) -> bool | None:
        """Whether `run` says so; None for a picture, which is compared elsewhere."""
        return None if isinstance(self.line, t.Snapshot) and not self.findings else not self.findings


@define
class Story:
    """What led to a line. `player` is None if the position cannot be, `stopped` if the case cannot be played so far."""

    file: t.ScenarioFile
    scenario: t.Scenario
    case: t.Case
    loaded: LoadedRuleset | None = None
    player: Player | None = None
    findings: tuple[Diagnostic, ...] = ()
    claims: tuple[Claim, ...] = ()
    stopped: bool = False
    ran: dict[int, None] = Factory(dict)

    @property
    def id(self) -> str:
        """The scenario, then its reading, then its row, with dots between."""
        return ".".join((self.scenario.id.text, *self.case.path))

    @property
    def machine(self) -> Machine | None:
        """The machine of the branch that is told about."""
        return self.player.branches[0].machine if self.player is not None else None

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The events, by the line that they followed."""
        machine = self.machine
        if machine is None:
            return ()
        begun = [(0, None), *machine.chapters, (len(machine.events), None)]
        parts = (Chapter(span, tuple(machine.events[at:end])) for (at, span), (end, _) in pairwise(begun))
        return tuple(part for part in parts if part.span is not None or part.events)

    @property
    def teller(self) -> Teller:
        """What tells about the case."""
        return teller_of(self.file, self.case, self.loaded)

    @property
    def way(self) -> str:
        """What came up in the branch that is told about; empty if nothing was left open."""
        return self.player.branches[0].way if self.player is not None else ""

    @property
    def data(self) -> tuple[Datum, ...]:
        """What the rules read of the things involved: first what decided, then the rest."""
        if self.loaded is None or self.machine is None:
            return ()
        supply = Supply.of(self.loaded, self.machine)
        rules = self.machine.program.rules
        first = [ground.rule for claim in self.claims for ground in claim.grounds if ground.rule is not None]
        ran = dict.fromkeys([*first, *self.ran])
        paths = [*(rules[rule].path for rule in ran), *self._scored()]
        found = (*self._supplied(supply), *supply.read_by(paths, self.machine.events))
        return tuple({datum.path: datum for datum in found}.values())

    def _subjects(self) -> Iterator[n.Ref]:
        """What the claims are about; one that names what is not there is about nothing, and a finding says so."""
        assert self.player is not None
        for subject in (subject for claim in self.claims for subject in _subjects(claim.line)):
            with suppress(SourceError):
                yield self.player.vocabulary.subject(subject)

    def _scored(self) -> list[tuple[str, str]]:
        """What makes a score, if one is claimed."""
        if any(isinstance(ref, n.ScoreRef | n.WinnersRef) for ref in self._subjects()):
            return [("scoring", "score"), ("scoring", "ties")]
        return []

    def _supplied(self, supply: Supply) -> Iterator[Datum]:
        """How many cards there are of each kind where a claim counts or foresees them."""
        for ref in self._subjects():
            if isinstance(ref, n.ZoneRef):
                yield from supply.copies_in(ref.zone, ref.owner)
            elif isinstance(ref, n.CounterRef):
                yield from supply.start_of(ref.counter)
        if any(isinstance(claim.line, t.Odds | t.Branches) for claim in self.claims):
            yield from supply.copies_of_what_is_drawn(supply.machine.program.rules[rule].path for rule in self.ran)


def story(
    file: t.ScenarioFile, scenario: t.Scenario, case: t.Case, extra: Extra = NO_EXTRA, line: int | None = None
) -> Story:
    """Play a case up to a line of the file; without one, up to its first failure, else to its end."""
    told = Story(file, scenario, case)
    with ExitStack() as watched:
        try:
            told.loaded = load(file, scenario, case, extra)
            told.file, told.case = with_ids(file, case, told.loaded.stack)
            told.findings = tuple(remark_findings(scenario, case, told.loaded))
            names = player_names(_given(told.file, told.case)) or ()
            if names:
                program = runner_for(told.loaded, names).program
                watched.enter_context(watching(program, told.ran))
            told.player = prepare(told.file, told.case, told.loaded)
            begin(told.player, told.file, told.case)
            _Reader(told, line).read()
        except SourceError as wrong:
            told.stopped = True
            told.findings = (*told.findings, *wrong.diagnostics)
    _retell(told)
    return told


def _subjects(line: t.ThenLine) -> tuple[t.Subject, ...]:
    """What of the table a line is about."""
    match line:
        case t.Fact(subject=subject) | t.CannotTell(subject=subject) | t.Knows(subject=subject):
            return (subject,)
        case t.Odds(of=t.Fact(subject=subject)) | t.Branches(of=t.Fact(subject=subject)):
            return (subject,)
        case t.Sees(facts=facts):
            return tuple(fact.subject for fact in facts)
        case t.Changed(subjects=subjects):
            return subjects
        case _:
            return ()


def _given(file: t.ScenarioFile, case: t.Case) -> list[t.GivenLine]:
    givens = (block for block in case.blocks if isinstance(block, t.Given))
    return [*file.background, *(line for given in givens for line in given.lines)]


def _retell(told: Story) -> None:
    """Say what was found in the language that is spoken."""
    teller = told.teller
    told.findings = teller.findings(told.findings)
    told.claims = tuple(evolve(claim, findings=teller.findings(claim.findings)) for claim in told.claims)


@frozen
class _Reader:
    """Plays and judges one case until something is to be told."""

    story: Story
    until: int | None

    def read(self) -> None:
        """Go through the blocks.

        Raises:
            SourceError: A line of the script fits nothing that happens.
        """
        blocks = self.story.case.blocks
        last: t.Then | None = None
        for index, block in enumerate(blocks):
            if self._is_behind(block):
                break
            if isinstance(block, t.When):
                self._play(block, blocks[index + 1 :])
            elif isinstance(block, t.Then):
                last = block
                if self._judge(block, only_failures=self.until is None):
                    return
        self._settle()
        if last is not None and self.until is None:
            self._judge(last, only_failures=False)

    def _is_behind(self, block: t.Block) -> bool:
        """Whether a block stands below the line that is asked about."""
        return self.until is not None and bool(block.lines) and block.lines[0].span.line > self.until

    def _play(self, block: t.When, following: Iterable[t.Block]) -> None:
        assert self.story.player is not None
        carry_out(self.story.player, block, following, self.until)

    def _settle(self) -> None:
        """What can happen in one way only has happened where somebody looks."""
        player = self.story.player
        assert player is not None
        with located(None, player.places):
            self.story.player = player.settled()

    def _judge(self, block: t.Then, *, only_failures: bool) -> bool:
        """Look at the line that is asked about, or at all until one fails; whether something was found to tell."""
        assert self.story.player is not None
        wanted = [line for line in block.lines if self.until is None or line.span.line == self.until]
        if not wanted:
            return False
        player = reached(self.story.player, block)
        for line in wanted:
            claim = self._claim(player, line, only_failures=only_failures)
            if claim is not None:
                self.story.claims += (claim,)
                self.story.player = evolve(player, branches=[claim.branch])
            if claim is not None and only_failures:
                return True
        return bool(self.story.claims)

    def _claim(self, player: Player, line: t.ThenLine, *, only_failures: bool) -> Claim | None:
        """A line as `run` judges it, told in the branch where it fails, else in the first where it happens."""
        failing = _Failing()
        judge = Judge(player, History(player.program), failing)
        found = tuple(judged(judge, line))
        if only_failures and not found:
            return None
        branch = failing.branch or _example(judge, line)
        single = Judge(evolve(player, branches=[branch]), History(player.program))
        return Claim(line, found, self._grounds(single, line), branch)

    def _grounds(self, judge: Judge, line: t.ThenLine) -> tuple[Ground, ...]:
        """The direct reasons; a line that cannot be judged has none."""
        loaded = self.story.loaded
        assert loaded is not None
        try:
            return tuple(dict.fromkeys(Grounds(loaded.ruleset, judge, judge.player.branches[0]).of(line)))
        except SourceError:
            return ()


@define
class _Failing:
    """Keeps the branch in which a line fails."""

    branch: Branch | None = None

    def __call__(self, branch: Branch, *_: object) -> None:
        """Keep it; no scenario is written."""
        self.branch = branch


def _example(judge: Judge, line: t.ThenLine) -> Branch:
    """The first branch in which a line happens; the first of all if it cannot be judged."""
    try:
        return judge.example(line)
    except SourceError:
        return judge.player.branches[0]
