"""How often positions are reached, on graphs small enough to work out by hand."""

from __future__ import annotations

from fractions import Fraction

from interpreter.trial.solving import visits

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
START = {0: Fraction(1)}


def test_a_position_that_two_ways_lead_to_has_the_sum_of_both() -> None:
    steps = [[(1, HALF), (2, HALF)], [(3, Fraction(1))], [(3, HALF), (4, HALF)], [], []]

    assert visits(steps, START) == [1, HALF, HALF, Fraction(3, 4), Fraction(1, 4)]


def test_what_is_tried_again_until_it_succeeds_is_a_geometric_series() -> None:
    steps = [[(0, Fraction(5, 6)), (1, Fraction(1, 6))], []]

    assert visits(steps, START) == [6, 1]


def test_two_who_throw_in_turns_until_one_has_a_third() -> None:
    """p = 1/3 + (2/3)(2/3) p, so the first one wins with 3/5."""
    steps = [[(2, THIRD), (1, 1 - THIRD)], [(3, THIRD), (0, 1 - THIRD)], [], []]

    assert visits(steps, START)[2:] == [Fraction(3, 5), Fraction(2, 5)]


def test_a_circle_that_nothing_leaves_does_not_end() -> None:
    steps = [[(1, HALF), (2, HALF)], [(1, Fraction(1))], []]

    assert visits(steps, START)[2] == HALF


def test_several_starts_have_weights_of_their_own() -> None:
    steps = [[(2, Fraction(1))], [(2, HALF), (3, HALF)], [], []]

    assert visits(steps, {0: THIRD, 1: 1 - THIRD})[2:] == [Fraction(2, 3), THIRD]


def test_a_long_way_needs_no_deep_recursion() -> None:
    length = 5_000
    steps = [[(at + 1, Fraction(1))] for at in range(length)] + [[]]

    assert visits(steps, START)[-1] == 1
