"""A scenario file to findings about names and positions, each at its own word; nothing is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from attrs import frozen

from interpreter.engine.machine import Machine
from interpreter.engine.program import Site
from interpreter.library import LoadedRuleset
from interpreter.scenario import tree as t
from interpreter.source.diagnostics import Diagnostic, SourceError, error
from interpreter.trial.collecting import Collector
from interpreter.trial.loading import load, load_stack, remark_findings, runner_for
from interpreter.trial.names import Names
from interpreter.trial.positions import Position, lay_out, player_names
from interpreter.trial.retelling import teller_of
from interpreter.trial.translating import with_ids, wordings
from interpreter.trial.values import check_value
from interpreter.trial.vocabulary import Vocabulary, vocabulary_for


def name_findings(file: t.ScenarioFile, *, is_whole: bool) -> tuple[Diagnostic, ...]:
    """Every word of a file that names nothing, and every position that cannot be.

    Args:
        file: What could be read of the file.
        is_whole: Whether nothing else is wrong with it; what a part of a file lacks may stand in the rest.
    """
    wrong = Collector()
    wrong.attempt(load_stack, file)
    if not wrong.findings:
        for scenario, case in file.tests():
            _check_case(file, scenario, case, wrong, is_whole=is_whole)
    return wrong.findings


def _check_case(file: t.ScenarioFile, scenario: t.Scenario, case: t.Case, wrong: Collector, *, is_whole: bool) -> None:
    loaded = wrong.attempt(load, file, scenario, case)
    if loaded is None:
        return
    found = Collector()
    teller = teller_of(file, case, loaded)
    found.extend(remark_findings(scenario, case, loaded))
    file, case = with_ids(file, case, loaded.stack)
    givens = [block for block in case.blocks if isinstance(block, t.Given)]
    lines = [*file.background, *(line for given in givens for line in given.lines)]
    players = player_names(lines)
    if players is not None:
        found.attempt(_check_play, file, case, players, loaded)
    elif is_whole:
        found.extend([error("P0201", (givens[0] if givens else case.blocks[0]).span)])
    wrong.extend(teller.findings(found.findings))


def _check_play(file: t.ScenarioFile, case: t.Case, players: tuple[t.Name, ...], loaded: LoadedRuleset) -> None:
    runner = runner_for(loaded, players)
    vocabulary = vocabulary_for(
        runner.program.box, players, loaded.stack.labels, wordings(loaded.stack, file.language), file.language
    )
    wrong = Collector()
    givens = [block for block in case.blocks if isinstance(block, t.Given)]
    wrong.attempt(lay_out, loaded, Position(Machine.position(runner), vocabulary), file.background, givens)
    checker = _Checker(Names(runner.program, vocabulary), vocabulary, wrong)
    checker.background(file.background)
    for block in case.blocks:
        checker.block(block)
    wrong.finish()


@frozen
class _Checker:
    """Looks at every word of a case."""

    names: Names
    vocabulary: Vocabulary
    wrong: Collector

    def background(self, lines: Iterable[t.GivenLine]) -> None:
        """What every scenario starts from, also where this one says something else."""
        for line in lines:
            if isinstance(line, t.Placing):
                self._value(line.subject, line.value)

    def block(self, block: t.Block) -> None:
        """One block of a case."""
        match block:
            case t.Given(start=start):
                self._start(start)
            case t.When(lines=lines):
                for happening in lines:
                    self._happening(happening)
            case t.Then(lines=claims, circumstances=circumstances):
                self._circumstances(circumstances)
                for claim in claims:
                    self._claim(claim)

    def _start(self, start: t.Start | None) -> None:
        if start is None:
            return
        self.wrong.attempt(self.names.step, start)
        if start.player is not None:
            self._player(start.player)

    def _player(self, name: t.Name) -> None:
        self.wrong.attempt(self.vocabulary.seat, name)

    # what happens

    def _happening(self, line: t.WhenLine) -> None:
        match line:
            case t.Roll():
                self._roll(line)
            case t.Draw():
                self._draw(line)
            case t.Choice():
                self._choice(line)
            case t.Others(answer=answer):
                self._answers([answer])
            case t.Together(choices=choices):
                for choice in choices:
                    self._happening(choice)
            case t.InAnyOrder(lines=lines):
                for each in lines:
                    self._happening(each)

    def _roll(self, line: t.Roll) -> None:
        sites = self._for_purpose(("roll",), line.purpose)
        if not isinstance(line.result, t.Every):
            for item in line.result:
                self._one_of(partial(self.vocabulary.dice, [item], site.of) for site in sites)

    def _for_purpose(self, kinds: Iterable[str], purpose: t.Name | None) -> list[Site]:
        sites = [site for kind in kinds for site in self.names.chances(kind)]
        if purpose is None:
            return sites
        return self.wrong.attempt(self.names.check_purpose, sites, purpose) or []

    def _draw(self, line: t.Draw) -> None:
        sites = self._for_purpose(("draw",) if line.player is not None else ("draw", "pick"), line.purpose)
        if line.player is not None:
            self._player(line.player)
        if not isinstance(line.result, t.Every):
            for item in line.result:
                self._one_of(partial(self._drawn, item, site) for site in sites)

    def _drawn(self, item: t.Item, site: Site) -> None:
        if site.kind == "pick":
            self.vocabulary.seat(item.name)
        else:
            self.vocabulary.cards(item, site.of)

    def _one_of(self, looks: Iterable[Callable[[], object]]) -> None:
        """Whether a word means something in one place at least; the first place says what is wrong."""
        trouble: SourceError | None = None
        for look in looks:
            try:
                look()
            except SourceError as wrong:
                trouble = trouble or wrong
            else:
                return
        self.wrong.extend(trouble.diagnostics if trouble is not None else ())

    def _choice(self, line: t.Choice) -> None:
        self._player(line.player)
        if not isinstance(line.answers, t.Every):
            self._answers(line.answers)

    def _answers(self, answers: Iterable[t.Answer]) -> None:
        for answer in answers:
            self.wrong.attempt(self.names.check_answer, answer)

    # what must be true

    def _claim(self, line: t.ThenLine) -> None:
        match line:
            case t.Fact():
                self._fact(line)
            case t.Legal(player=player, answers=answers):
                self._player(player)
                self._answers(answers)
            case t.Asked(player=player):
                self._player(player)
            case t.Happened(events=events):
                for event in events:
                    self.wrong.attempt(self.names.event, event)
            case t.Odds() | t.Branches():
                self._thing(line.of)
                self._circumstances(line.circumstances)
            case _:
                self._knowledge(line)
        self.wrong.attempt(self.names.check_reason, line)

    def _knowledge(self, line: t.ThenLine) -> None:
        match line:
            case t.Sees(player=player, facts=facts):
                self._player(player)
                for fact in facts:
                    self._fact(fact)
            case t.Knows(subject=subject, value=value):
                self._value(subject, value)
            case t.CannotTell(player=player, subject=subject, value=value):
                self._player(player)
                self._value(subject, value)
            case t.Changed(subjects=subjects):
                for each in subjects:
                    self._value(each, None)
            case t.Snapshot(player=player) if player is not None:
                self._player(player)

    def _thing(self, of: t.Subject | t.Fact) -> None:
        if isinstance(of, t.Fact):
            self._fact(of)
        else:
            self.wrong.attempt(self.names.event_of, of)

    def _fact(self, fact: t.Fact) -> None:
        self._value(fact.subject, fact.value)

    def _value(self, subject: t.Subject, value: t.Value | None) -> None:
        ref = self.wrong.attempt(self.vocabulary.subject, subject)
        if ref is not None and value is not None:
            self.wrong.attempt(check_value, self.vocabulary, ref, value)

    def _circumstances(self, circumstances: t.Circumstances) -> None:
        for name in circumstances.choices_of:
            self._player(name)
        self.wrong.attempt(self.names.check_reach, circumstances)
