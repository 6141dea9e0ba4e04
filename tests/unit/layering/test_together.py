"""Several layers upon one ruleset: who may change what, and what is said where they do not get along."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from interpreter.layering.stack import Stack
from interpreter.model.load import checked_ruleset

ORDERS = (("one", "two"), ("two", "one"))
SIX = "change:\n  cards.salt.copies: {was: 8, to: 6}\n"
SEVEN = "change:\n  cards.salt.copies: {was: 8, to: 7}\n"
NO_SILK = "remove: [cards.silk]\n"
DEAR_SILK = "change:\n  cards.silk.price: {was: 5, to: 9}\n"
CLOVES = "add:\n  cards.cloves: {type: ware, copies: 3, price: 2}\n"


def day(stack: Stack) -> list[str]:
    return [step.get("id", "-") for step in stack.data["steps"]["day"]]


def insert(side: str, anchor: str, *names: str) -> str:
    steps = "".join(f"  - {{{side}: steps.day.{anchor}, step: {{id: {name}, clear: weather}}}}\n" for name in names)
    return f"insert:\n{steps}"


@pytest.mark.parametrize("order", ORDERS)
def test_equal_values_agree_though_both_say_what_was_there(table: Any, order: tuple[str, ...]) -> None:
    assert table.lay(*order, one=SIX, two=SIX).data["cards"]["salt"]["copies"] == 6


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    ("one", "two"),
    [
        (SIX, "replace:\n  cards.salt: {type: ware, copies: 6, price: 2}\n"),
        ("remove: [cards.silk.price]\n", "replace:\n  cards.silk: {type: ware, copies: 3}\n"),
        (NO_SILK, "remove: [cards.silk.play]\n"),
        (CLOVES, CLOVES),
    ],
)
def test_what_one_wants_as_part_of_what_the_other_wants(table: Any, one: str, two: str, order: tuple[str, str]) -> None:
    stack = table.lay(*order, one=one, two=two)

    assert stack.data == table.lay(*reversed(order)).data


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    ("one", "two"),
    [
        (SIX, SEVEN),
        (SIX, "replace:\n  cards.salt: {type: ware, copies: 5, price: 1}\n"),
        (SIX, "replace:\n  cards.salt: {type: ware, price: 1}\n"),
        (SIX, "remove: [cards.salt]\n"),
        (CLOVES, "add:\n  cards.cloves: {type: ware, copies: 4, price: 2}\n"),
        ("options: {length: long}\n", "change:\n  options.length.default: {to: short}\n"),
        ("players: {from: 2, to: 5}\n", "players: {from: 2, to: 7}\n"),
        (insert("after", "look", "stars"), "remove: [steps.day.look]\n"),
        (insert("after", "look", "stars"), "replace:\n  steps.day: [{id: look, roll: weather}]\n"),
        ("remove: [cards.silk.price]\n", "replace:\n  cards.silk: {type: ware, copies: 3, price: 2}\n"),
    ],
)
def test_what_does_not_go_together_is_one_finding_with_both_places(
    table: Any, place: Callable[..., tuple[str, int]], one: str, two: str, order: tuple[str, str]
) -> None:
    finding = table.finding(*order, one=one, two=two)

    assert finding.code in {"L0205", "L0212"}
    assert {place(finding)[0], place(finding, 0)[0]} == {"one", "two"}
    assert place(finding)[0] == order[1]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("claim", ["over: one\n", "requires: [one]\n"])
def test_who_may_overrule_does(table: Any, claim: str, order: tuple[str, str]) -> None:
    if order == ("two", "one") and claim.startswith("requires"):
        assert table.finding(*order, one=SIX, two=claim + SEVEN).code == "L0209"
    else:
        assert table.lay(*order, one=SIX, two=claim + SEVEN).data["cards"]["salt"]["copies"] == 7


def test_two_that_overrule_each_other_do_not_get_along(table: Any) -> None:
    finding = table.finding(one="over: two\n" + SIX, two="over: one\n" + SEVEN)

    assert finding.code == "L0205"


def test_over_may_name_what_the_ruleset_or_the_other_layer_says(table: Any) -> None:
    late = "over: one\nchange:\n  cards.salt.copies: {was: 6, to: 7}\n"

    assert table.lay(one=SIX, two=late).data["cards"]["salt"]["copies"] == 7
    stale = table.finding(one=SIX, two=late.replace("was: 6", "was: 5"))
    assert (stale.code, stale.values["said"]) == ("L0204", "5")


def test_changing_what_another_layer_took_away(table: Any, place: Callable[..., tuple[str, int]]) -> None:
    finding = table.finding(less=NO_SILK, dear=DEAR_SILK)

    assert (finding.code, place(finding), place(finding, 0)) == ("L0212", ("dear", 5), ("less", 4))


def test_a_layer_that_overrules_keeps_what_it_took_away(table: Any) -> None:
    for order in permutations(("less", "dear")):
        assert "silk" not in table.lay(*order, less="over: dear\n" + NO_SILK, dear=DEAR_SILK).data["cards"]


def test_two_may_take_away_the_same(table: Any) -> None:
    for order in ORDERS:
        assert "silk" not in table.lay(*order, one=NO_SILK, two=NO_SILK).data["cards"]
        assert "silk" not in table.lay(*order, one=NO_SILK, two="remove: [cards.silk.play]\n").data["cards"]


def test_two_may_add_the_same(table: Any) -> None:
    assert table.lay(one=CLOVES, two=CLOVES).data["cards"]["cloves"]["copies"] == 3


@pytest.mark.parametrize(
    "upon",
    [
        "change:\n  cards.cloves.copies: {was: 3, to: 5}\n",
        "replace:\n  cards.cloves: {type: ware}\n",
        "remove: [cards.cloves]\n",
        "add:\n  cards.cloves.meets: [rain]\n",
    ],
)
def test_building_upon_a_layer_needs_that_layer(table: Any, place: Callable[..., tuple[str, int]], upon: str) -> None:
    finding = table.finding(spice=CLOVES, more=upon)

    assert (finding.code, place(finding)[0], place(finding, 0)) == ("L0213", "more", ("spice", 5))
    table.lay(spice=CLOVES, more="requires: [spice]\n" + upon)


def test_a_step_beside_one_of_another_layer_needs_that_layer(table: Any) -> None:
    stars, moon = insert("after", "look", "stars"), insert("after", "stars", "moon")

    assert table.finding(one=stars, two=moon).code == "L0213"
    assert day(table.lay(one=stars, two="requires: [one]\n" + moon))[1:4] == ["look", "stars", "moon"]


def test_what_a_needed_layer_needs_may_be_changed_too(table: Any) -> None:
    more = "requires: [b]\nchange:\n  cards.cloves.copies: {was: 3, to: 5}\n"

    assert table.lay(a=CLOVES, b="requires: [a]\n", c=more).data["cards"]["cloves"]["copies"] == 5


def test_steps_at_one_place_keep_the_order_of_the_stack(table: Any) -> None:
    one, two = insert("after", "look", "a", "b"), insert("after", "look", "c")

    assert day(table.lay(one=one, two=two))[1:5] == ["look", "a", "b", "c"]
    assert day(table.lay("two", "one"))[1:5] == ["look", "c", "a", "b"]


def test_steps_before_one_place_keep_the_order_of_the_stack(table: Any) -> None:
    stack = table.lay(one=insert("before", "look", "a", "b"), two=insert("before", "look", "c"))

    assert day(stack)[:5] == ["-", "a", "b", "c", "look"]


def test_what_is_put_behind_one_step_and_before_the_next_does_not_mix(table: Any) -> None:
    after, before = insert("after", "trade", "late"), insert("before", "4", "early")
    stacks = [table.lay(*order, after=after, before=before) for order in permutations(("after", "before"))]

    assert [day(stack)[3:6] for stack in stacks] == [["trade", "late", "early"]] * 2


def test_a_step_behind_an_inserted_one_stays_with_it(table: Any) -> None:
    one = "insert:\n" + "".join(
        f"  - {{after: steps.day.{anchor}, step: {{id: {name}, clear: weather}}}}\n"
        for anchor, name in (("look", "a"), ("a", "b"))
    )

    assert day(table.lay(one=one, two=insert("after", "look", "c")))[1:5] == ["look", "a", "b", "c"]


def test_numbers_of_steps_do_not_shift(table: Any) -> None:
    """`steps.day.2` and `steps.day.4` are what the ruleset wrote there, whatever other layers do around them."""
    shift = insert("before", "0", "a", "b") + "remove: [steps.day.look]\n"
    name = "change:\n  steps.day.2.if: {was: 'count(weather, rain) = 0', to: 'count(weather, sun) = 1'}\n"
    stacks = [table.lay(*order, shift=shift, name=name) for order in permutations(("shift", "name"))]

    for stack in stacks:
        assert [step.get("if") for step in stack.data["steps"]["day"]][3] == "count(weather, sun) = 1"
        assert day(stack) == ["a", "b", "-", "-", "trade", "-", "dusk"]
    assert stacks[0].hash == stacks[1].hash


def test_a_numbered_step_that_is_taken_away_is_not_its_successor(table: Any) -> None:
    less = "remove: [steps.day.0]\n"
    more = "change:\n  steps.day.0.clear: {was: weather, to: weather}\n"

    assert table.finding(less=less, more=more).code == "L0212"
    assert day(table.lay(less=less, other="remove: [steps.day.4]\n")) == ["look", "-", "trade", "dusk"]


def test_inserted_steps_without_an_id_have_no_address(table: Any) -> None:
    nameless = "insert: [{before: steps.day.look, step: {clear: weather}}]\n"
    named = "change:\n  steps.day.1.clear: {to: weather}\n"

    assert table.finding(one=nameless, two="requires: [one]\n" + named).code == "L0201"


def test_a_replaced_step_is_still_called_what_it_was(table: Any) -> None:
    other = "replace:\n  steps.day.look: {id: glance, roll: weather}\n"
    stacks = [
        table.lay(*order, other=other, more=insert("after", "look", "stars"))
        for order in permutations(("other", "more"))
    ]

    assert [day(stack)[1:3] for stack in stacks] == [["glance", "stars"]] * 2


@pytest.mark.parametrize("name", ["buy", "stroll", "deal", "silk"])
def test_what_no_list_of_names_mentions_may_be_taken_away(table: Any, name: str) -> None:
    paths = {
        "buy": "steps.day.2.do.stroll.answers.buy",
        "stroll": "steps.day.2.do.stroll",
        "deal": "setup.deal",
        "silk": "cards.silk",
    }

    assert all(not finding.is_error for finding in table.findings(less=f"remove: [{paths[name]}]\n"))


@pytest.mark.parametrize(
    ("path", "word", "codes"),
    [
        ("actions.earn", "earn", {"R0101"}),
        ("windows.evening", "evening", {"R0101"}),
        ("zones.discard", "discard", {"R0101"}),
        ("roles.dealer", "dealer", {"R0101"}),
        ("values.riches", "riches", {"R0101"}),
        ("steps.day.trade", "trade", {"R0101"}),
        ("options.length", "length", {"R0101"}),
    ],
)
def test_names_left_behind_say_which_layer_took_the_thing_away(
    table: Any, place: Callable[..., tuple[str, int]], path: str, word: str, codes: set[str]
) -> None:
    found = [finding for finding in table.findings(less=f"remove: [{path}]\n") if finding.is_error]

    assert {finding.code for finding in found} == codes
    assert {finding.values["word"] for finding in found} == {word}
    for finding in found:
        assert ("less", 4) in {place(finding, number) for number in range(len(finding.related))}


@pytest.mark.parametrize(
    ("layer", "word"),
    [
        ("replace:\n  steps.day.2.else: [{run: earn, with: {who: dealer}}]\n", None),
        ("replace:\n  dice.weather: {faces: {sun: 3, wind: 3}}\n", "rain"),
        ("change:\n  options.length.values: {to: [short, longer]}\n", "long"),
    ],
)
def test_names_left_behind_by_other_changes(table: Any, layer: str, word: str | None) -> None:
    found = [finding for finding in table.findings(other=layer) if finding.is_error]

    assert [finding.values.get("word") for finding in found] == ([word] if word else [])
    assert all("note-removed" in {related.key for related in finding.related} for finding in found)


@pytest.mark.parametrize(
    ("said", "players"),
    [("{from: 2, to: 7}", (2, 7)), ("{from: 3, to: 4}", (3, 4)), ("{from: 3, to: 3}", (3, 3))],
)
def test_a_layer_says_how_many_can_play(table: Any, said: str, players: tuple[int, int]) -> None:
    ruleset = checked_ruleset(table.lay(crowd=f"players: {said}\n")).ruleset

    assert (ruleset.draft.players.from_, ruleset.draft.players.to) == players


def test_numbers_of_players_go_together_where_only_one_layer_changes_each(table: Any) -> None:
    for order in permutations(("few", "many", "same")):
        stack = table.lay(
            *order,
            few="players: {from: 3, to: 4}\n",
            many="players: {from: 2, to: 7}\n",
            same="players: {from: 2, to: 4}\n",
        )
        assert stack.data["players"] == {"from": 3, "to": 7}


def test_seven_players_over_a_layer_with_a_limit(table: Any) -> None:
    five, seven = "players: {from: 2, to: 5}\n", "players: {from: 2, to: 7}\n"

    assert table.lay(five=five, seven="over: five\n" + seven).data["players"]["to"] == 7
    six = "over: seven\nchange:\n  players.to: {was: 4, to: 6}\n"
    assert table.lay(seven=seven, six=six).data["players"]["to"] == 6


def test_sources_are_added_like_everything_else(table: Any) -> None:
    assert table.finding(more="sources:\n  sheet: {title: Another}\n").code == "L0202"
    assert set(table.lay(more="sources:\n  leaf: {title: Another}\n").data["sources"]) == {"sheet", "leaf"}


def test_two_layers_may_add_to_a_collection_that_the_ruleset_lacks(table: Any) -> None:
    refuse = "steps.day.2.do.stroll.answers.wait.refuse"
    layers = {name: f"add:\n  {refuse}.{name}: coins of dealer = 0\n  counters.{name}: {{}}\n" for name in ("a", "b")}
    one, two = (table.lay(*order, **layers) for order in permutations(layers))

    assert one.data == two.data
    stroll = one.data["steps"]["day"][2]["do"][0]
    assert set(stroll["answers"]["wait"]["refuse"]) == {"a", "b"}
    assert set(one.data["counters"]) == {"coins", "a", "b"}


def test_a_misspelt_thing_is_no_new_collection(table: Any) -> None:
    finding = table.finding(more="add:\n  cards.slik.copies: 3\n")

    assert (finding.code, finding.suggestion) == ("L0201", "cards.silk")


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("both", ["", "conflicts: [one]\n"])
def test_either_of_two_may_refuse_the_other(
    table: Any, place: Callable[..., tuple[str, int]], order: tuple[str, str], both: str
) -> None:
    finding = table.finding(*order, one="conflicts: [two]\n", two=both)

    assert finding.code == "L0210"
    assert {place(finding)[0], place(finding, 0)[0]} == {"one", "two"}


def test_a_circle_of_layers_names_each_of_them(table: Any, place: Callable[..., tuple[str, int]]) -> None:
    finding = table.finding(a="requires: [b]\n", b="requires: [c]\n", c="requires: [a]\n")

    assert (finding.code, finding.values["layers"]) == ("L0215", "`a`, `b`, `c`")
    assert [place(finding), place(finding, 0), place(finding, 1)] == [("a", 4), ("b", 4), ("c", 4)]


def test_a_layer_cannot_be_laid_twice(table: Any) -> None:
    table.write("one", SIX)

    assert table.finding("one", "one").code == "L0214"
