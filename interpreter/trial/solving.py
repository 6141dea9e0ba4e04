"""A graph of positions and the odds of each step in it, to how often each position is reached: exact, circles too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import Factory, define

Steps = Sequence[Sequence[tuple[int, Fraction]]]  # for each position those that follow, and how likely each is


def visits(steps: Steps, starts: Mapping[int, Fraction]) -> list[Fraction]:
    """How often each position is reached on average; for one where nothing follows that is its chance."""
    found = [starts.get(at, Fraction(0)) for at in range(len(steps))]
    for group in _groups(steps):
        if len(group) > 1 or any(to == group[0] for to, _ in steps[group[0]]):
            _go_round(group, steps, found)
        inside = set(group)
        for at in group:
            for to, odds in steps[at]:
                if to not in inside:
                    found[to] += found[at] * odds
    return found


def _go_round(group: Sequence[int], steps: Steps, found: list[Fraction]) -> None:
    """Solve x = entered + x · steps within a circle by elimination; where nothing leads out it is entered for ever."""
    index = {at: number for number, at in enumerate(group)}
    rows = [[Fraction(int(row == column)) for column in range(len(group))] for row in range(len(group))]
    for at in group:
        for to, odds in steps[at]:
            if to in index:
                rows[index[to]][index[at]] -= odds
    values = _solution(rows, [found[at] for at in group])
    for at, value in zip(group, values, strict=True):
        found[at] = value


def _solution(rows: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """Gauss and Jordan; a column without a pivot (a circle that nothing leaves) counts as never reached."""
    size = len(rows)
    for column in range(size):
        pivot = next((row for row in range(column, size) if rows[row][column]), None)
        if pivot is None:
            return [Fraction(0)] * size
        rows[column], rows[pivot] = rows[pivot], rows[column]
        right[column], right[pivot] = right[pivot], right[column]
        for row in range(size):
            factor = rows[row][column] / rows[column][column]
            if row != column and factor:
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
                right[row] -= factor * right[column]
    return [right[at] / rows[at][at] for at in range(size)]


def _groups(steps: Steps) -> list[list[int]]:
    """Positions that lead to each other, together; each group before those that it leads to (Tarjan's algorithm)."""
    search = _Search(steps)
    for root in range(len(steps)):
        if root not in search.low:
            search.from_(root)
    return search.groups[::-1]


@define
class _Search:
    """Depth first; `low` is the earliest position that each one leads back to, `path` what is in no group yet."""

    steps: Steps
    low: dict[int, int] = Factory(dict)
    path: list[int] = Factory(list)
    waiting: set[int] = Factory(set)
    groups: list[list[int]] = Factory(list)

    def from_(self, root: int) -> None:
        work = [(root, self._enter(root), iter(self.steps[root]))]
        while work:
            at, order, following = work[-1]
            new = next((to for to, _ in following if self._is_new(at, to)), None)
            if new is not None:
                work.append((new, self._enter(new), iter(self.steps[new])))
                continue
            work.pop()
            if self.low[at] == order:
                self._close(at)
            if work:
                above = work[-1][0]
                self.low[above] = min(self.low[above], self.low[at])

    def _enter(self, at: int) -> int:
        self.low[at] = order = len(self.low)
        self.path.append(at)
        self.waiting.add(at)
        return order

    def _is_new(self, at: int, to: int) -> bool:
        """Whether nobody was there yet; who is on the way already leads back."""
        if to not in self.low:
            return True
        if to in self.waiting:
            self.low[at] = min(self.low[at], self.low[to])
        return False

    def _close(self, at: int) -> None:
        group: list[int] = []
        while not group or group[-1] != at:
            group.append(self.path.pop())
        self.waiting.difference_update(group)
        self.groups.append(group)
