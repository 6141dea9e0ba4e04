"""What became of the mutants of a stack: the score and the survivors, as text and as an object for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from math import floor
from typing import Any

from attrs import frozen

from interpreter.mutation.excuses import Excuse
from interpreter.mutation.trying import Fate, Result
from interpreter.source.catalogue import phrase
from interpreter.source.speech import number

_SCHEMA = 1


@frozen(slots=False)
class Report:
    """The results of a session."""

    stack: str
    results: tuple[Result, ...]  # in whatever order they came
    excuses: Mapping[tuple[str, str], Excuse]
    scenarios: int
    broken: tuple[str, ...] = ()

    @property
    def noticed(self) -> int:
        """How many mutants some scenario notices."""
        return sum(result.fate is Fate.NOTICED for result in self.results)

    @property
    def stillborn(self) -> int:
        """How many changes do not leave rules that can be used; they are no mutants."""
        return sum(result.fate is Fate.STILLBORN for result in self.results)

    @property
    def excused(self) -> int:
        """How many mutants no scenario notices, and a reason is stated."""
        return len(self._unnoticed) - len(self.survivors)

    @property
    def mutants(self) -> int:
        """How many there are."""
        return self.noticed + len(self._unnoticed)

    @cached_property
    def survivors(self) -> tuple[Result, ...]:
        """The mutants that no scenario notices and nobody has excused."""
        left = (result for result in self._unnoticed if result.mutant.name not in self.excuses)
        return tuple(sorted(left, key=lambda result: (result.mutant.place, result.mutant.name)))

    @property
    def score(self) -> float | None:
        """How many of a hundred mutants that are not excused are noticed, rounded down; None if there are none."""
        counted = self.noticed + len(self.survivors)
        return floor(1000 * self.noticed / counted) / 10 if counted else None

    @property
    def false_excuses(self) -> tuple[Excuse, ...]:
        """The excuses for what a scenario notices all the same, or for what is no mutant."""
        others = (result for result in self.results if result.fate is not Fate.SURVIVED)
        return tuple(self.excuses[other.mutant.name] for other in others if other.mutant.name in self.excuses)

    @property
    def _unnoticed(self) -> tuple[Result, ...]:
        return tuple(result for result in self.results if result.fate is Fate.SURVIVED)

    def as_object(self) -> dict[str, Any]:
        """For programs."""
        return {
            "schema": _SCHEMA,
            "stack": self.stack,
            "scenarios": self.scenarios,
            "mutants": self.mutants,
            "noticed": self.noticed,
            "excused": self.excused,
            "stillborn": self.stillborn,
            "survivors": [_survivor(result) for result in self.survivors],
            "score": self.score,
            "broken": list(self.broken),
        }

    def as_text(self) -> str:
        """For people: the survivors file by file, then the score."""
        return "\n".join((*self._survivors(), self._summary()))

    def _survivors(self) -> Iterator[str]:
        for _, group in groupby(self.survivors, key=lambda result: result.mutant.place.file):
            for result in group:
                mutant = result.mutant
                yield f"{mutant.place.file}:{mutant.place.line}  {mutant.name[0]}: {mutant.change}"
                near = phrase("mutate-nearest", case=result.by) if result.by else phrase("mutate-unreached")
                yield f"    {near}"
            yield ""

    def _summary(self) -> str:
        score = "-" if self.score is None else phrase("percent", number=number(self.score, 1))
        changes = phrase("mutate-changes", count=self.mutants)
        told = [phrase("mutate-score", stack=self.stack, count=self.noticed, changes=changes, score=score)]
        told += [phrase("mutate-excused", count=self.excused)] if self.excused else []
        told += [phrase("mutate-stillborn", count=self.stillborn)] if self.stillborn else []
        return "; ".join(told)


def _survivor(result: Result) -> dict[str, Any]:
    mutant = result.mutant
    path, change = mutant.name
    found = {"file": mutant.place.file, "line": mutant.place.line, "column": mutant.place.column}
    return {**found, "path": path, "change": change, "nearest": result.by or None}


def excuses_by_name(excuses: Iterable[Excuse]) -> dict[tuple[str, str], Excuse]:
    """The excuses by the mutants that they are for."""
    return {excuse.name: excuse for excuse in excuses}
