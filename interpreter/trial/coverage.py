"""A case to what it reaches: which rules ran, which way conditions went, which cards were there."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, frozen

from interpreter.compiler.notes import Probe
from interpreter.engine.contents import contents
from interpreter.engine.machine import Machine, Runner
from interpreter.engine.program import Program
from interpreter.library import LoadedRuleset, Observed, observed_of
from interpreter.model.rules import Path
from interpreter.scenario import tree as t
from interpreter.trial.countable import option_probe
from interpreter.trial.loading import NO_EXTRA, Extra
from interpreter.trial.runner import played_case
from interpreter.trial.verdicts import Outcome, Verdict

_MOVES = ("move", "draw", "play")


@frozen(eq=False)
class ObservedCase:
    """A case that was run: its verdict, the rules it ran under (None: they cannot be used), and what was hit."""

    verdict: Verdict
    loaded: LoadedRuleset | None
    hits: frozenset[Probe]


def observed_case(file: t.ScenarioFile, scenario: t.Scenario, case: t.Case, extra: Extra = NO_EXTRA) -> ObservedCase:
    """Run a case and see what it reaches. It comes out as it does without being observed."""
    observer = _Observer()
    played = played_case(file, scenario, case, extra, observer.make)
    verdict = played.verdict
    if observer.observed is None or observer.loaded is None:
        return ObservedCase(verdict, None, frozenset())
    program = observer.observed.runner.program
    machines = (branch.machine for branch in played.branches)
    cards = {Probe(("cards", card), "card") for machine in machines for card in _handled(program, machine)}
    chosen = _options(observer.loaded, program) if verdict.outcome is Outcome.PASSED else ()
    return ObservedCase(verdict, observer.loaded, observer.observed.notes.take().union(cards, chosen))


def reached_by(file: t.ScenarioFile, scenario: t.Scenario, case: t.Case, extra: Extra = NO_EXTRA) -> frozenset[Path]:
    """The paths of everything that a case reaches.

    A path is that of a statement, an answer, a condition, a value, a demand, the score, an option, or of a card that
    was moved, played, or named by a rule that ran; what stands below it in the document belongs to it. Which data of
    components the rules read (numbers, faces, places) is not noted.
    """
    return frozenset(probe.path for probe in observed_case(file, scenario, case, extra).hits)


@define
class _Observer:
    """Makes the probing program of a case."""

    loaded: LoadedRuleset | None = None
    observed: Observed | None = None

    def make(self, loaded: LoadedRuleset, players: int) -> Runner:
        """A program of which nothing was hit yet."""
        self.loaded = loaded
        self.observed = observed_of(loaded, players)
        self.observed.notes.take()
        return self.observed.runner


def _options(loaded: LoadedRuleset, program: Program) -> Iterator[Probe]:
    """The values under which a case passed."""
    for name, option in loaded.ruleset.draft.options.items():
        yield option_probe(name, option, program.options[name], chosen=name in loaded.stack.options)


def _handled(program: Program, machine: Machine) -> Iterator[str]:
    """The cards that went somewhere, and those that lie elsewhere than before the game or are known to lie on top."""
    box = program.box
    for event in machine.events:
        if event[1] in _MOVES:
            kinds = box.cards[box.zones[event[3][0]].holds]
            yield from (kinds[card] for card in event[2])
    for now, before in zip(contents(box, machine.state), contents(box, program.inspecting.fresh()), strict=True):
        for number, kind in enumerate(box.cards[now.zone.holds]):
            if number in now.top or now.counts[number] > before.counts[number]:
                yield kind
