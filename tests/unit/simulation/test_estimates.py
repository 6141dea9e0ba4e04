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
        (tuple(range(10)), 2.3341, 6.6659),  # t(9) = 2.2622
        (tuple(range(100)), 43.7435, 55.2565),  # t(99) = 1.9842
    ],
)
def test_the_interval_of_a_mean_is_students(values: tuple[int, ...], low: float, high: float) -> None:
    found = moments(*values).mean()

    assert found.low == pytest.approx(low, abs=2e-3)
    assert found.high == pytest.approx(high, abs=2e-3)


@pytest.mark.parametrize("values", [(), (7,), tuple(range(9)), (7,) * 50])
def test_few_values_and_values_that_are_all_alike_have_no_interval(values: tuple[int, ...]) -> None:
    found = moments(*values).mean()

    assert (found.low, found.high) == (None, None)
    assert found.value == sum(values) / max(len(values), 1)


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [
        ((-1, -1), -1.0, 0.3487),
        ((0,) * 20, -0.1260, 0.1260),
        ((-1,) * 14 + (1,) * 6 + (0,) * 80, -0.1673, 0.0104),
        ((1,) * 200, 0.9707, 1.0),
    ],
)
def test_the_interval_of_a_difference_of_paired_shares_is_bonetts_and_prices(
    values: tuple[int, ...], low: float, high: float
) -> None:
    found = moments(*values).paired_share()

    assert found.low == pytest.approx(low, abs=1e-4)
    assert found.high == pytest.approx(high, abs=1e-4)


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
    assert moments(*[5, 6] * 5).mean().is_sure
    assert not moments(*[-5, 6, 5, -6] * 3).mean().is_sure
    assert not moments(5, 5).mean().is_sure
    assert moments(*[5] * 10).mean().is_sure
    assert not moments(*[0] * 10).mean().is_sure
    assert not moments(-1, -1).paired_share().is_sure
