"""Counts and sums of whole numbers to means and shares with intervals; the order of adding changes no digit."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist

from attrs import define, frozen

LEVEL = 0.95
_Z = NormalDist().inv_cdf((1 + LEVEL) / 2)
_DIGITS = 4
_FEW = 10  # values; an interval of less would be guessed


@frozen
class Estimate:
    """A value, and the bounds between which it lies with a confidence of 95 %; None where they cannot be told."""

    value: float
    low: float | None
    high: float | None
    is_constant: bool = False  # every one of many values was this one

    @property
    def is_sure(self) -> bool:
        """Whether it surely differs from 0."""
        if self.is_constant:
            return self.value != 0
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)

    def as_plain(self, name: str) -> Mapping[str, float | None]:
        """For JSON, rounded; `name` is what the value is called."""
        return {name: _rounded(self.value), "low": _rounded(self.low), "high": _rounded(self.high)}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS) + 0.0  # never -0.0


@define
class Moments:
    """The number, the sum and the sum of the squares of whole numbers."""

    number: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        """Count one more number."""
        self.number += 1
        self.total += value
        self.squares += value * value

    def join(self, other: Moments) -> None:
        """Count all numbers of another one as well."""
        self.number += other.number
        self.total += other.total
        self.squares += other.squares

    def mean(self) -> Estimate:
        """The mean; its interval is that of Student's t distribution: none for a few values, or where all are alike."""
        n = self.number
        mean = self.total / max(n, 1)
        if n < _FEW:
            return Estimate(mean, None, None)
        variance = (self.squares * n - self.total * self.total) / (n * (n - 1))
        if variance == 0:
            return Estimate(mean, None, None, is_constant=True)
        margin = _student(n - 1) * sqrt(variance / n)
        return Estimate(mean, mean - margin, mean + margin)

    def paired_share(self) -> Estimate:
        """How much more often something is so in the second of two games: the numbers are 1, 0 and -1.

        The interval is Bonett and Price's (2012): that of a mean, with one more pair of each kind that differs.
        """
        if self.number == 0:
            return Estimate(0.0, None, None)
        pairs = self.number + 2
        middle, apart = self.total / pairs, (self.squares + 2) / pairs
        margin = _Z * sqrt((apart - middle * middle) / pairs)
        return Estimate(self.total / self.number, max(-1.0, middle - margin), min(1.0, middle + margin))


def share(count: int, number: int) -> Estimate:
    """A share of so many; its interval is Wilson's, which also serves close to none and to all."""
    if number == 0:
        return Estimate(0.0, None, None)
    part, spread = count / number, _Z * _Z / number
    middle = (part + spread / 2) / (1 + spread)
    margin = _Z * sqrt(part * (1 - part) / number + spread / (4 * number)) / (1 + spread)
    low = 0.0 if count == 0 else middle - margin
    return Estimate(part, low, 1.0 if count == number else middle + margin)


def _student(freedom: int) -> float:
    """The quantile of Student's t distribution for the level: Cornish and Fisher's expansion of the normal one."""
    z = _Z
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
