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


@frozen
class Task:
    """A mutant and the cases that may notice it, the nearest first, each with how it ends without any change."""

    mutant: Mutant
    near: Mapping[str, Outcome]


@define
class Bench:
    """Tries mutants of one stack; who noticed what helps to find who notices the next."""

    load: Callable[[], LoadedRuleset]
    trials: Mapping[str, Trial]  # by name
    noticed: dict[str, Path] = field(factory=dict)  # case -> the last place where it noticed something

    def tried(self, tasks: Iterable[Task]) -> Iterator[Result]:
        """The fate of each mutant."""
        for task in tasks:
            with edited(task.mutant.upon):
                yield self._result(task)

    def _result(self, task: Task) -> Result:
        mutant = task.mutant
        if not self._is_ruleset(thoroughly=False):
            return Result(mutant, Fate.STILLBORN)
        for name in sorted(task.near, key=lambda name: not self._is_neighbour(name, mutant)):
            verdict = self.trials[name].verdict()
            if outcome(verdict) is task.near[name]:
                continue
            if _speaks_of_rules(verdict) and not self._is_ruleset(thoroughly=True):
                return Result(mutant, Fate.STILLBORN)
            self.noticed[name] = mutant.path
            return Result(mutant, Fate.NOTICED, name)
        return Result(mutant, Fate.SURVIVED, next(iter(task.near), ""))

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

    def _is_neighbour(self, name: str, mutant: Mutant) -> bool:
        place = self.noticed.get(name, ())
        return bool(place) and place[:-1] == mutant.path[: len(place) - 1]


def _speaks_of_rules(verdict: Verdict) -> bool:
    return verdict.outcome is Outcome.ERROR and any(each.code.startswith(_OF_RULES) for each in verdict.findings)
