"""A mutant and the cases to whether one of them notices it; those that are near it come first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum

from attrs import define, field, frozen

from interpreter.documents.document import Path
from interpreter.library import LoadedRuleset, check_programs, edited, runner_of
from interpreter.mutation.cases import Trial, outcome
from interpreter.mutation.mutants import Mutant
from interpreter.source.diagnostics import SourceError
from interpreter.trial.verdicts import Outcome, Verdict

_OF_RULES = "R"  # the family of findings about rules


class Fate(Enum):
    """What becomes of a mutant: a case ends otherwise, none does, or it is no ruleset at all."""

    NOTICED = "noticed"
    SURVIVED = "survived"
    STILLBORN = "stillborn"


@frozen
class Result:
    """A mutant and its fate; `by` is the case that noticed it, or of a survivor the one that comes nearest."""

    mutant: Mutant
    fate: Fate
    by: str = ""


@define
class Bench:
    """Tries mutants of one stack; who noticed what helps to find who notices the next."""

    load: Callable[[], LoadedRuleset]
    trials: Mapping[Trial, Outcome]  # and how each ends without any change
    noticed: dict[str, Path] = field(factory=dict)  # case -> the last place where it noticed something

    def tried(self, mutants: Iterable[Mutant]) -> Iterator[Result]:
        """The fate of each."""
        for mutant in mutants:
            with edited(mutant.upon):
                yield self._result(mutant)

    def _result(self, mutant: Mutant) -> Result:
        if not self._is_ruleset(thoroughly=False):
            return Result(mutant, Fate.STILLBORN)
        near = by_nearness(mutant, self.trials)
        for trial in sorted(near, key=lambda trial: not self._is_neighbour(trial, mutant)):
            verdict = trial.verdict()
            if outcome(verdict) is self.trials[trial]:
                continue
            if _speaks_of_rules(verdict) and not self._is_ruleset(thoroughly=True):
                return Result(mutant, Fate.STILLBORN)
            self.noticed[trial.name] = mutant.path
            return Result(mutant, Fate.NOTICED, trial.name)
        return Result(mutant, Fate.SURVIVED, near[0].name if near else "")

    def _is_ruleset(self, *, thoroughly: bool) -> bool:
        """Whether the changed rules are rules: by default as they stand, thoroughly under all values of options."""
        try:
            changed = self.load()
            if thoroughly:
                check_programs(changed)
            else:
                runner_of(changed, changed.ruleset.draft.players.from_)
        except SourceError:
            return False
        return True

    def _is_neighbour(self, trial: Trial, mutant: Mutant) -> bool:
        place = self.noticed.get(trial.name, ())
        return bool(place) and place[:-1] == mutant.path[: len(place) - 1]


def by_nearness(mutant: Mutant, trials: Iterable[Trial]) -> list[Trial]:
    """The cases, first those in whose words most of the names in the path of a mutant stand."""
    names = frozenset(mutant.path)
    return sorted(trials, key=lambda trial: -len(names & trial.words))


def _speaks_of_rules(verdict: Verdict) -> bool:
    return verdict.outcome is Outcome.ERROR and any(each.code.startswith(_OF_RULES) for each in verdict.findings)
