"""A mutant and what the cases reach to the cases that may notice it, the nearest first."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from interpreter.documents.document import Path
from interpreter.mutation.cases import Usual
from interpreter.mutation.mutants import Mutant

_COURSE = frozenset({"setup", "steps", "actions"})  # where everything that runs is noted
_FOLDED = "option "  # a condition on an option is decided before anything runs


@frozen
class Reach:
    """Who reaches what; `known` is every path that anybody reaches."""

    usual: Sequence[Usual]
    known: frozenset[Path] = field(init=False)

    @known.default
    def _all(self) -> frozenset[Path]:
        return frozenset().union(*(each.reached for each in self.usual))

    def near(self, mutant: Mutant) -> tuple[str, ...]:
        """The cases that may notice a mutant: those that reach its rule; of what is read without running, all.

        Those with the most names of its path among their words come first.
        """
        owner = self._owner(mutant.path)
        reaching = [each for each in self.usual if owner in each.reached]
        others = [] if _is_noted(mutant) else [each for each in self.usual if owner not in each.reached]
        return tuple(each.name for group in (reaching, others) for each in _by_words(mutant, group))

    def _owner(self, path: Path) -> Path:
        """The smallest rule around a path that anybody reaches."""
        while path and path not in self.known:
            path = path[:-1]
        return path


def _is_noted(mutant: Mutant) -> bool:
    """Whether a case that does not reach the rule cannot notice the change."""
    return mutant.path[0] in _COURSE and _FOLDED not in mutant.written


def _by_words(mutant: Mutant, group: list[Usual]) -> list[Usual]:
    names = frozenset(mutant.path)
    return sorted(group, key=lambda each: -len(names & each.words))
