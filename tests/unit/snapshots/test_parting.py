"""A rule that changed is told from a random stream that was shifted: by the ids of the lines alone."""

from __future__ import annotations

import pytest

from interpreter.snapshots.parting import Cause, parting

STREAMS = {"steps.throw.roll": "die throw", "steps.deal.draw": "deck", "steps.begin": "starter"}
BEFORE = """\
players: Ada, Bruno

starter: Ada  [steps.begin]
roll die: three  [steps.throw.roll]
pot: 3  [steps.throw]
Ada: more  [steps.throw.again]
roll die: four  [steps.throw.roll]
pot: 7  [steps.throw]
draw deck -> hand of Ada: red  [steps.deal.draw]

asked: Ada: more; hold  [steps.throw.again]
"""


def changed(*pairs: tuple[str, str]) -> str:
    text = BEFORE
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def test_the_same_text_has_no_parting() -> None:
    assert parting(BEFORE, BEFORE, STREAMS).first is None


def test_a_rule_that_does_something_else_with_the_same_chance() -> None:
    found = parting(BEFORE, changed(("pot: 3", "pot: 6"), ("pot: 7", "pot: 14")), STREAMS)

    assert found.cause is Cause.RULES
    assert (found.first, found.shift) == (found.rule, None)
    assert found.first is not None
    assert (found.first.rule, found.first.number, found.first.value) == ("steps.throw", 5, "6")


def test_a_rule_that_is_new_or_gone() -> None:
    extra = changed(("Ada: more", "end turn  [steps.throw.bust]\nAda: more"))

    there, back = parting(BEFORE, extra, STREAMS), parting(extra, BEFORE, STREAMS)

    assert (there.cause, back.cause) == (Cause.RULES, Cause.RULES)
    assert there.rule is not None
    assert back.rule is not None
    assert there.rule.rule == back.rule.rule == "steps.throw.bust"


def test_chance_gave_something_else_where_the_same_was_asked() -> None:
    found = parting(BEFORE, changed(("die: four", "die: six"), ("pot: 7", "pot: 9")), STREAMS)

    assert found.cause is Cause.CHANCE
    assert found.rule is None  # that the pot has 9 follows from the throw
    assert found.shift is not None
    assert (found.shift.stream, found.shift.rule, found.shift.value) == ("die throw", "steps.throw.roll", "six")


@pytest.mark.parametrize(
    ("old", "new", "stream"),
    [("starter: Ada", "starter: Bruno", "starter"), ("Ada: red", "Ada: blue", "deck")],
)
def test_the_stream_is_named_that_gave_something_else(old: str, new: str, stream: str) -> None:
    found = parting(BEFORE, changed((old, new)), STREAMS)

    assert found.cause is Cause.CHANCE
    assert found.shift is not None
    assert found.shift.stream == stream


def test_an_extra_throw_shifts_the_later_ones_of_its_stream() -> None:
    more = ("roll die: three", "roll die: three  [steps.throw.roll]\nroll die: five")
    found = parting(BEFORE, changed(more, ("die: four", "die: one"), ("pot: 3", "pot: 5")), STREAMS)

    assert found.cause is Cause.CHANCE
    assert found.first is not None
    assert found.first.rule == "steps.throw.roll"  # behind which the group is found
    assert found.shift is not None
    assert found.shift.stream == "die throw"


def test_a_throw_of_another_rule_that_reads_the_same_stream_shifts_it_too() -> None:
    streams = {**STREAMS, "steps.omen": "die throw"}
    more = ("roll die: three", "roll die: three  [steps.omen]\nroll die: four")
    found = parting(
        BEFORE,
        changed(more, ("roll die: four  [steps.throw.roll]\npot: 7", "roll die: two  [steps.throw.roll]\npot: 7")),
        streams,
    )

    assert found.cause is Cause.CHANCE
    assert found.first is not None
    assert found.first.rule == "steps.omen"
    assert found.shift is not None
    assert found.shift.rule == "steps.throw.roll"


def test_a_rule_that_changed_before_chance_gave_something_else_is_both() -> None:
    found = parting(BEFORE, changed(("pot: 3", "pot: 6"), ("die: four", "die: six")), STREAMS)

    assert found.cause is Cause.BOTH
    assert found.rule is not None
    assert found.shift is not None
    assert (found.rule.rule, found.shift.rule) == ("steps.throw", "steps.throw.roll")
    assert found.first == found.rule


def test_a_rule_that_is_at_work_only_after_the_shift_is_named_but_may_follow_from_it() -> None:
    bust = (
        "roll die: four  [steps.throw.roll]\npot: 7  [steps.throw]",
        "roll die: one  [steps.throw.roll]\nend turn  [steps.throw.bust]",
    )
    found = parting(BEFORE, changed(bust), STREAMS)

    assert found.cause is Cause.CHANCE
    assert found.rule is not None
    assert found.rule.rule == "steps.throw.bust"


def test_a_draw_more_from_another_stream_is_a_rule_that_changed() -> None:
    more = ("pot: 3  [steps.throw]", "pot: 3  [steps.throw]\ndraw deck -> hand of Bruno: red  [steps.gift]")
    found = parting(BEFORE, changed(more, ("die: four", "die: six")), STREAMS)

    assert found.cause is Cause.BOTH
    assert found.rule is not None
    assert found.rule.rule == "steps.gift"


def test_a_draw_more_that_shifts_nothing_is_a_rule_that_changed() -> None:
    found = parting(BEFORE, changed(("\nasked", "draw deck -> hand of Ada: red  [steps.deal.draw]\n\nasked")), STREAMS)

    assert found.cause is Cause.RULES
    assert found.rule is not None
    assert found.rule.rule == "steps.deal.draw"


@pytest.mark.parametrize(("before", "after"), [("pot: 3\n", "pot: 4\n"), ("", "")])
def test_a_text_without_rules_says_nothing(before: str, after: str) -> None:
    assert parting(before, after, STREAMS).cause is Cause.UNKNOWN
