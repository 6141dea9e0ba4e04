from __future__ import annotations

import pytest

from interpreter.simulation.estimates import Moments, share


def moments(*values: int) -> Moments:
    made = Moments()
    for value in values:
        made.add(value)
    return made


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [
        ((1, 3), -10.7062, 14.7062),           # t(1) = 12.7062
        ((1, 2, 3, 4, 5, 6, 7), 2.0021, 5.9979),  # t(6) = 2.4469
        (tuple(range(100)), 43.7435, 55.2565),  # t(99) = 1.9842
    ],
)
def test_the_interval_of_a_mean_is_students(values: tuple[int, ...], low: float, high: float) -> None:
    found = moments(*values).mean()

    assert found.low == pytest.approx(low, abs=2e-3)
    assert found.high == pytest.approx(high, abs=2e-3)


def test_one_value_has_no_interval() -> None:
    assert (moments(7).mean().value, moments(7).mean().low) == (7, None)
    assert moments().mean().value == 0


@pytest.mark.parametrize(
    ("count", "number", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_the_interval_of_a_share_is_wilsons(count: int, number: int, low: float, high: float) -> None:
    found = share(count, number)

    assert found.low == pytest.approx(low, abs=1e-4)
    assert found.high == pytest.approx(high, abs=1e-4)


def test_the_order_of_joining_changes_no_digit() -> None:
    parts = [moments(1, 5, 2), moments(-3), moments(10, 10)]
    forth, back = Moments(), Moments()
    for part in parts:
        forth.join(part)
    for part in reversed(parts):
        back.join(part)

    assert forth == back == moments(1, 5, 2, -3, 10, 10)
    assert forth.mean() == back.mean()


def test_what_an_interval_leaves_open_is_not_sure() -> None:
    assert moments(5, 6, 5, 6).mean().is_sure
    assert not moments(-5, 6, 5, -6).mean().is_sure
    assert not moments(5).mean().is_sure
