"""A case to what it reaches: which rules ran, which way conditions went, which cards were there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, frozen

from interpreter.compiler.notes import Probe
from interpreter.engine.box import Box
from interpreter.engine.machine import Event, Runner
from interpreter.library import LoadedRuleset, Observed, observed_of
from interpreter.model.rules import Path
from interpreter.scenario import tree as t
from interpreter.trial.loading import NO_EXTRA, Extra
from interpreter.trial.runner import run_case
from interpreter.trial.verdicts import Verdict

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
    verdict = run_case(file, scenario, case, extra, observer.make)
    if observer.observed is None:
        return ObservedCase(verdict, observer.loaded, frozenset())
    box = observer.observed.runner.program.box
    events = (event for branch in verdict.branches for event in branch.machine.events)
    cards = {Probe(("cards", card), "card") for card in _moved(box, events)}
    return ObservedCase(verdict, observer.loaded, observer.observed.notes.take() | cards)


def reached_by(file: t.ScenarioFile, scenario: t.Scenario, case: t.Case, extra: Extra = NO_EXTRA) -> frozenset[Path]:
    """The paths of everything that a case reaches.

    A path is that of a statement, an answer, a condition, a value, a demand, the score, or of a card that was moved,
    played, or named by a rule that ran; what stands below it in the document belongs to it. Which data of components
    the rules read (numbers, faces, places) is not noted.
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


def _moved(box: Box, events: Iterable[Event]) -> Iterator[str]:
    """The cards that went somewhere."""
    for event in events:
        if event[1] in _MOVES:
            kinds = box.cards[box.zones[event[3][0]].holds]
            yield from (kinds[card] for card in event[2])
