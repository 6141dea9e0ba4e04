"""A scenario file to verdicts: each case is set up, played and judged on its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import evolve, frozen

from interpreter.engine.conservation import impossible
from interpreter.engine.machine import Machine, Runner
from interpreter.layering.manifest import displayed
from interpreter.library import LoadedRuleset, runner_of
from interpreter.scenario import tree as t
from interpreter.source.diagnostics import Diagnostic, SourceError, error
from interpreter.source.span import Span, whole
from interpreter.trial.branches import Branch
from interpreter.trial.claims import Shows, unshown
from interpreter.trial.counterexamples import Counterexamples
from interpreter.trial.expectations import Judge
from interpreter.trial.exploring import Explorer
from interpreter.trial.facts import subject_words
from interpreter.trial.faults import located, prepared
from interpreter.trial.history import History
from interpreter.trial.loading import NO_EXTRA, Extra, MakeRunner, load, remark_findings, runner_for
from interpreter.trial.names import Names
from interpreter.trial.pasts import past_of
from interpreter.trial.playing import Player
from interpreter.trial.positions import Position, lay_out, player_names
from interpreter.trial.refusing import Reasons
from interpreter.trial.retelling import teller_for, teller_of
from interpreter.trial.translating import with_ids, wordings
from interpreter.trial.verdicts import Outcome, Verdict, Wanted
from interpreter.trial.vocabulary import PoolRef, vocabulary_for


def run_file(file: t.ScenarioFile, extra: Extra = NO_EXTRA, only: Iterable[str] | None = None) -> Iterator[Verdict]:
    """Run every case of a file (or those whose scenario id is in `only`)."""
    wanted = None if only is None else set(only)
    for scenario, case in file.tests():
        if wanted is None or scenario.id.text in wanted:
            yield run_case(file, scenario, case, extra)


def run_case(
    file: t.ScenarioFile, scenario: t.Scenario, case: t.Case, extra: Extra = NO_EXTRA, make: MakeRunner = runner_of
) -> Verdict:
    """Run one case on a program that `make` makes. Whatever is wrong with it is in the verdict."""
    return played_case(file, scenario, case, extra, make).verdict


@frozen(eq=False)
class PlayedCase:
    """A case that was run: its verdict, and the ends of all branches if it could be played to its end."""

    verdict: Verdict
    branches: tuple[Branch, ...] = ()


def played_case(
    file: t.ScenarioFile, scenario: t.Scenario, case: t.Case, extra: Extra = NO_EXTRA, make: MakeRunner = runner_of
) -> PlayedCase:
    """Run one case as `run_case` does, and keep where it came to."""
    run = _Run(file, scenario, case)
    try:
        loaded = load(file, scenario, case, extra)
        file, case = with_ids(file, case, loaded.stack)
        findings = list(remark_findings(scenario, case, loaded))
    except SourceError as wrong:
        outcome = Outcome.SKIPPED if _is_elsewhere(wrong, extra) else Outcome.ERROR
        return PlayedCase(run.verdict(outcome, wrong.diagnostics, None))
    try:
        played = start(file, case, loaded, make)
        result = play(played, case, lambda block: Counterexamples(file, scenario, case, block, loaded, extra))
    except SourceError as wrong:
        return PlayedCase(run.verdict(Outcome.ERROR, (*findings, *wrong.diagnostics), loaded))
    verdict = run.judged(loaded, played, (*findings, *result.findings), result.wanted)
    return PlayedCase(verdict, tuple(played.branches))


def _is_elsewhere(wrong: SourceError, extra: Extra) -> bool:
    """Whether a layer that a command lays upon every scenario is about another ruleset than this one."""
    return any(d.code == "L0208" and d.values["layer"] in extra.layers for d in wrong.diagnostics)


def start(
    file: t.ScenarioFile, case: t.Case, loaded: LoadedRuleset, make: MakeRunner = runner_of, *, films: bool = False
) -> Player:
    """Set a case up, and run it to its first stop; a machine that `films` keeps the table after each event.

    Raises:
        SourceError: The position cannot be.
    """
    player = prepare(file, case, loaded, make)
    if films:
        player.branches[0].machine.film()
    begin(player, file, case)
    return player


def prepare(file: t.ScenarioFile, case: t.Case, loaded: LoadedRuleset, make: MakeRunner = runner_of) -> Player:
    """Set a case up; nothing runs yet.

    Raises:
        SourceError: The position cannot be.
    """
    givens = _givens(case)
    players = player_names(_lines(file, case))
    if players is None:
        raise SourceError([error("P0201", _place(file, case))])
    runner = runner_for(loaded, players, make)
    vocabulary = vocabulary_for(
        runner.program.box, players, loaded.stack.labels, wordings(loaded.stack, file.language), file.language
    )
    names = Names(runner.program, vocabulary)
    places = _RulePlaces(loaded, runner)
    machine = prepared(runner, _place(file, case), places)
    machine.watches = True
    lay_out(loaded, Position(machine, vocabulary), file.background, givens)
    seeds = [given.seed for given in givens if given.seed is not None]
    if seeds:
        runner.streams.seed(str(seeds[-1].value))
    teller = teller_for(loaded.stack, vocabulary.players, file.language)
    refusals = Reasons(loaded, runner.program, vocabulary.players, teller)
    return Player(names, places, refusals, bool(seeds), [Branch(machine)], past_of(case, names))


def _givens(case: t.Case) -> list[t.Given]:
    return [block for block in case.blocks if isinstance(block, t.Given)]


def _lines(file: t.ScenarioFile, case: t.Case) -> list[t.GivenLine]:
    return [*file.background, *(line for given in _givens(case) for line in given.lines)]


def _place(file: t.ScenarioFile, case: t.Case) -> Span:
    """Where a case stands; one that says nothing stands nowhere in its file."""
    blocks = _givens(case) or case.blocks
    return blocks[0].span if blocks else whole(file.file)


@frozen
class _RulePlaces:
    """Where a rule stands, by its number."""

    loaded: LoadedRuleset
    runner: Runner

    def __call__(self, rule: int) -> Span:
        return self.loaded.stack.place(self.runner.program.rules[rule].path).name


def begin(player: Player, file: t.ScenarioFile, case: t.Case) -> None:
    """Run a prepared position to its first stop, and look whether it can be.

    Raises:
        SourceError: It cannot.
    """
    givens = _givens(case)
    starts = [given.start for given in givens if given.start is not None]
    machine, names = player.branches[0].machine, player.names
    span = starts[-1].span if starts else _first_span(givens)
    with located(span, player.places):
        if not starts:
            machine.begin()
        else:
            start = starts[-1]
            step = names.step(start)
            _check_inputs(names, step, start, _lines(file, case))
            seat = None if start.player is None else names.vocabulary.seat(start.player)
            _check_turn(machine, step, seat, start)
            machine.begin_at(step, seat)
    broken = list(impossible(player.program, machine.state))
    if broken:
        raise SourceError([error("P0213", span, what=what) for what in broken])
    player.branches = [Branch(machine)]


def _first_span(givens: list[t.Given]) -> Span | None:
    return givens[0].span if givens else None


def _check_turn(machine: Machine, step: str, seat: int | None, start: t.Start) -> None:
    """Whether it can be this player's turn."""
    if seat is not None and start.player is not None and not machine.has_turn(step, seat):
        raise SourceError([error("P0212", start.player.span, who=start.player.text, step=step)])


def _check_inputs(names: Names, step: str, start: t.Start, lines: list[t.GivenLine]) -> None:
    """Dice that the step reads must be given."""
    entry = names.program.entries.get(step)
    given = [names.vocabulary.subject(line.subject) for line in lines if isinstance(line, t.Placing)]
    for pool in entry.inputs if entry else ():
        if PoolRef(pool) not in given:
            dice = subject_words(names.vocabulary, PoolRef(pool))
            raise SourceError([error("P0211", start.span, step=step, dice=dice)])


@frozen
class Judged:
    """What the expectations of a case came to."""

    findings: tuple[Diagnostic, ...]
    wanted: tuple[Wanted, ...]


def _unshown(_: t.Then) -> Shows:
    """Writes no scenarios."""
    return unshown


def play(player: Player, case: t.Case, shows: Callable[[t.Then], Shows] = _unshown) -> Judged:
    """Play and judge the blocks of a case in order; `shows` writes what fails in a block as a scenario of its own.

    Raises:
        SourceError: A line of the script fits nothing that happens; carries what was found before, too.
    """
    findings: list[Diagnostic] = []
    wanted: list[Wanted] = []
    for index, block in enumerate(case.blocks):
        if isinstance(block, t.When):
            try:
                carry_out(player, block, case.blocks[index + 1 :])
            except SourceError as wrong:
                raise SourceError([*findings, *wrong.diagnostics]) from wrong
        elif isinstance(block, t.Then):
            result = _judge(player, block, shows(block))
            findings += result.findings
            wanted += result.wanted
    return Judged(tuple(findings), tuple(wanted))


def carry_out(player: Player, block: t.When, following: Iterable[t.Block], until: int | None = None) -> None:
    """Play a block of the script, or its lines that stand no further down in the file than the line `until`.

    Raises:
        SourceError: A line fits nothing that happens.
    """
    player.play(block, until)
    if player.seeded and not _chance_follows(following):
        with located(block.span, player.places):
            player.settle()


def _chance_follows(blocks: Iterable[t.Block]) -> bool:
    """Whether the script goes on with a line that says what comes up."""
    following = next((block for block in blocks if isinstance(block, t.When)), None)
    return following is not None and isinstance(following.lines[0], t.Roll | t.Draw)


def _judge(player: Player, block: t.Then, shows: Shows) -> Judged:
    """Judge the lines of a block, in every branch that it speaks of."""
    try:
        found = reached(player, block)
    except SourceError as wrong:
        return Judged(wrong.diagnostics, ())
    judge = Judge(found, History(player.program), shows, block.circumstances)
    findings: list[Diagnostic] = []
    wanted: list[Wanted] = []
    for line in block.lines:
        unmet = judged(judge, line)
        findings += unmet
        if isinstance(line, t.Snapshot) and not unmet:
            wanted.append(Wanted(line, found.branches[0].copy()))
    return Judged(tuple(findings), tuple(wanted))


def reached(player: Player, block: t.Then) -> Player:
    """The player at the ends of all branches that a block speaks of.

    Raises:
        SourceError: These branches cannot be followed so far.
    """
    with located(block.span, player.places):
        if block.circumstances == t.Circumstances():
            return player.settled()
        explorer = Explorer(player, block.circumstances, block.span, player.past, watches=player.past.asks)
        return evolve(player, branches=explorer.ends(player.branches))


def judged(judge: Judge, line: t.ThenLine) -> list[Diagnostic]:
    """What is wrong with an expectation; a snapshot is only looked at for whether it can be taken."""
    if isinstance(line, t.Snapshot):
        is_one = [branch.is_one for branch in judge.player.branches] == [True]
        return [] if is_one else [error("E0507", line.span)]
    try:
        with located(line.span, judge.player.places):
            return judge.judge(line)
    except SourceError as wrong:
        return list(wrong.diagnostics)


# Expectations that are not met. Whatever else is found is a mistake in the text, known or not.
UNMET = frozenset(
    [
        "E0101",
        "E0102",
        "E0103",
        "E0104",
        "E0105",
        "E0107",
        "E0112",
        "E0201",
        "E0202",
        "E0203",
        "E0204",
        "E0301",
        "E0302",
        "E0303",
        "E0305",
        "E0306",
        "E0307",
        "E0308",
        "E0309",
        "E0401",
        "E0402",
        "E0501",
        "E0502",
        "E0508",
        "E0510",
        "E0511",
    ]
)


@frozen
class _Run:
    """One case on its way to a verdict."""

    file: t.ScenarioFile
    scenario: t.Scenario
    case: t.Case

    def verdict(
        self,
        outcome: Outcome,
        findings: Iterable[Diagnostic],
        loaded: LoadedRuleset | None,
        player: Player | None = None,
        wanted: tuple[Wanted, ...] = (),
    ) -> Verdict:
        """A verdict on this case."""
        return Verdict(
            file=self.file.file,
            scenario=self.scenario,
            case=self.case,
            outcome=outcome,
            findings=teller_of(self.file, self.case, loaded).findings(findings),
            stack=loaded.stack.full_name if loaded else "",
            hash=loaded.stack.hash if loaded else "",
            folder=displayed(loaded.stack.folder) if loaded else "",
            players=player.vocabulary.players if player else (),
            wanted=wanted,
        )

    def judged(
        self, loaded: LoadedRuleset, player: Player, findings: tuple[Diagnostic, ...], wanted: tuple[Wanted, ...]
    ) -> Verdict:
        """The verdict on a case that was played to its end."""
        reason = self._known_wrong()
        outcome = Outcome.FAILED if findings else Outcome.PASSED
        if reason is not None and findings and all(finding.code in UNMET for finding in findings):
            outcome = Outcome.KNOWN_WRONG
        elif reason is not None and not findings:
            findings = (error("E0601", reason.span, reason=reason.text),)
            outcome = Outcome.FAILED
        return self.verdict(outcome, findings, loaded, player, wanted)

    def _known_wrong(self) -> t.Text | None:
        reading = self.case.reading
        if reading is not None and reading.remarks.known_wrong is not None:
            return reading.remarks.known_wrong
        return self.scenario.remarks.known_wrong
