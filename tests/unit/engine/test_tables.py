import time
from collections import Counter
from itertools import product

import pytest

from interpreter.engine.tables import Dice, card_answers, different_faces, lent, spread, weighted_throws


def test_counts_are_spread_to_the_cards_one_by_one() -> None:
    assert spread([0, 0, 0]) == ()
    assert spread([1, 0, 1]) == (0, 2)
    assert spread([0, 3, 0, 1]) == (1, 1, 1, 3)


def test_faces_that_show_are_listed_once() -> None:
    assert different_faces((0, 2, 2, 5)) == (0, 2, 5)


def test_cards_that_help_are_counted_over_all_owners() -> None:
    assert lent(2, [1, 0, 2, 1], [0, 5]) == (3, 6)


def test_some_cards_are_of_kinds_that_may_be_chosen() -> None:
    answers = card_answers("lend", (1, 3), 0, None)
    counts = [9, 9, 9, 9, 5, 2, 5, 1]
    assert answers(counts, 4) == tuple(("lend", cards) for cards in ((), (1,), (3,), (1, 1), (1, 3), (1, 1, 3)))
    assert card_answers("lend", (1, 3), 2, 2)(counts, 4) == (("lend", (1, 1)), ("lend", (1, 3)))


@pytest.mark.parametrize("sides", [(0,), (0, 1), (0, 0, 1, 2, 2, 2), (0, 1, 2, 3, 4, 5)], ids=str)
@pytest.mark.parametrize("dice", range(5))
def test_a_throw_weighs_as_much_as_there_are_ways_to_it(sides: Dice, dice: int) -> None:
    ways = Counter(tuple(sorted(throw)) for throw in product(sides, repeat=dice))

    assert weighted_throws(sides, dice) == tuple(sorted(ways.items()))


def test_many_dice_are_weighed_in_a_short_time() -> None:
    begun = time.process_time()
    assert sum(ways for _, ways in weighted_throws((0, 0, 1, 1, 2, 2), 100)) == 6**100
    assert time.process_time() - begun < 2
