"""What a probing program tells: which rules ran, and which way each condition of the ruleset went."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from attrs import Factory, define, evolve, frozen

from interpreter.model.rules import Path

_T = TypeVar("_T")


@frozen
class Probe:
    """Something that can be observed at a path.

    `kind` is rule (it ran), answer (it was given), play (of a card), card (a rule that names it ran), branch (a
    condition of the course), case (one inside an amount), allow or refuse (a condition of an answer), choose (of what
    is chosen); `text` is the condition in the words of the rule language, `way` how it came out.
    """

    path: Path
    kind: str
    text: str = ""
    way: bool = True


@define
class Notes:
    """The probes of one program, numbered, and the numbers of those that were hit."""

    probes: list[Probe] = Factory(list)
    hit: set[int] = Factory(set)
    _numbers: dict[Probe, int] = Factory(dict)
    _beside: list[set[int]] = Factory(list)

    def number(self, probe: Probe) -> int:
        """The number of a probe: it counts from now on as something that can be hit."""
        if probe not in self._numbers:
            self._numbers[probe] = len(self.probes)
            self.probes.append(probe)
        return self._numbers[probe]

    def condition(self, probe: Probe, text: str) -> str:
        """The text of a condition that tells which way it went; a constant one tells it when its statement runs."""
        if text in ("True", "False"):
            self.beside(evolve(probe, way=text == "True"))
            return text
        yes, no = (self.number(evolve(probe, way=way)) for way in (True, False))
        return f"probe({yes}, {no}, {text})"

    def beside(self, probe: Probe) -> None:
        """A probe that is hit when the statement runs that is being compiled."""
        number = self.number(probe)
        if self._beside:
            self._beside[-1].add(number)

    @contextmanager
    def collecting(self) -> Iterator[set[int]]:
        """The numbers of what is noted beside one statement, without the statements inside it."""
        self._beside.append(set())
        try:
            yield self._beside[-1]
        finally:
            self._beside.pop()

    # what the text of a program calls

    def probe(self, yes: int, no: int, value: _T) -> _T:
        """Note which way a condition goes."""
        self.hit.add(yes if value else no)
        return value

    def take(self) -> frozenset[Probe]:
        """What was hit since it was last taken."""
        found = frozenset(self.probes[number] for number in self.hit)
        self.hit.clear()
        return found


def note(numbers: set[int]) -> list[str]:
    """The line that notes that something ran; none if there is nothing to note."""
    return [f"note(({''.join(f'{number}, ' for number in sorted(numbers))}))"] if numbers else []
