"""Most numbers on the cards of Celestia Duo are guesses. No scenario depends on one, and each of them is marked.

One test lays a layer upon all scenarios that puts another plausible number in the place of every unverified one, except
what the layer of the scenarios fixes itself. Another lists the numbers that the rulebook prints: all that are not among
them must stand under `unverified`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter.library import load_ruleset
from interpreter.scenario.parser import parse
from interpreter.trial.loading import Extra
from interpreter.trial.runner import run_case

ROOT = Path(__file__).parents[2]
RULESET = ROOT / "rulesets" / "celestia-duo"
SCENARIOS = ROOT / "scenarios" / "celestia-duo"
GUESSED = ("ambush", "assault", "energy", "pirate", "stopover", "upper-deck")

KINDS = ("whips", "sabres", "crossbows", "pistols", "cannons")
DICE = (*KINDS, "rolls")
FLAGS = tuple(f"flag-{kind}" for kind in KINDS)
FORBIDS = ("no-crew", "no-grenades", "no-pairs")
LINES = ("talk-at", "equipment-at", "gold-at", "crew-at")
SWITCHES = (*FORBIDS, "reactivates", "loses-gold", "loses-equipment", "loses-crew", "deactivates")
MOST_DICE = 4
NAMED = 2

# Plausible numbers: dice, cards, gold and prices from none to a few; 1 to 3 spaces of a flight, …
PLAUSIBLE: Mapping[str, range] = (
    dict.fromkeys(DICE, range(MOST_DICE + 1))
    | dict.fromkeys(LINES, range(1, 5))
    | dict.fromkeys(FLAGS, range(NAMED + 1))
    | dict.fromkeys(SWITCHES, range(2))
    | dict.fromkeys(("distance", "pirate-moves", "equipment", "gold"), range(1, 4))
    | dict.fromkeys(("draw-down", "draw-up", "buy-down", "buy-up", "down-each", "up-each", "lose"), range(4))
    | dict.fromkeys(("card-price", "grenade-price", "crew-price", "buy-grenades"), range(4))
    | {"hold-slots": range(4, 7)}
)

# All numbers of these cards that can be read in the rulebook.
PRINTED = {
    "ambush-1": {"whips": 2, "rolls": 2},
    "ambush-2": {"gold": 2},
    "stopover-1": {
        "pirate-moves": 2, "card-price": 1, "buy-down": 1, "buy-up": 1,
        "grenade-price": 1, "buy-grenades": 3, "reactivates": 1,
    },
    "energy-1": {"draw-down": 3, "draw-up": 2, "lose": 3},
    "deck-1": {"energy-slots": 1},
    "deck-2": {"energy-slots": 2},
    "deck-3": {"energy-slots": 3},
}  # fmt: skip

Card = dict[str, Any]
Numbers = dict[str, int]


@cache
def data() -> Any:
    return load_ruleset(RULESET).stack.data


def cards() -> dict[str, Card]:
    return {name: card for name, card in data()["cards"].items() if card["type"] in GUESSED}


@cache
def staged() -> frozenset[str]:
    """The paths of what the layer of the scenarios fixes."""
    written = yaml.safe_load((SCENARIOS / "rulesets" / "staged.yaml").read_text("utf-8"))
    return frozenset({**written.get("change", {}), **written.get("replace", {})})


def unverified() -> Iterator[tuple[str, str, Card]]:
    """The path, the name and the content of everything with numbers that nobody could verify."""
    for table in ("cards", "places"):
        yield from ((f"{table}.{name}", name, each) for name, each in data()[table].items() if "unverified" in each)


def numbers(card: Card) -> Numbers:
    return {key: value for key, value in card.items() if isinstance(value, int)}


# ---- other numbers


def layer(seed: int) -> dict[str, Any]:
    """A layer that changes every unverified number."""
    change: dict[str, Any] = {}
    add: Numbers = {}
    for path, name, card in unverified():
        for key, value in other_numbers(name, card, random.Random(f"{seed} {name}")).items():
            if f"{path}.{key}" in staged():
                continue
            if key in card:
                change[f"{path}.{key}"] = {"was": card[key], "to": value}
            else:
                add[f"{path}.{key}"] = value
    return {
        "format": 1,
        "layer": f"other-numbers-{seed}",
        "changes": "celestia-duo 1",
        "title": "Other numbers",
        "why": "nobody knows the true ones",
        "source": "house, another box",
        "change": change,
        "add": add,
    }


def other_numbers(name: str, card: Card, chance: random.Random) -> Numbers:
    """Each unverified number of a card differs, and what it has to agree with goes on agreeing."""
    keys = list(card["unverified"])
    while True:
        new = {key: chance.choice([value for value in PLAUSIBLE[key] if value != card[key]]) for key in keys}
        whole = numbers(card) | new
        if fits(name, card, whole):
            return new | completed(card, whole, chance)


def fits(name: str, card: Card, whole: Numbers) -> bool:
    dice = sum(whole.get(key, 0) for key in DICE)
    lines = [whole[key] for key in LINES if key in whole]
    return all(
        (
            card.get("type") not in ("ambush", "assault") or 1 <= dice <= MOST_DICE,
            len(set(lines)) == len(lines),
            sum(whole.get(key, 0) for key in FLAGS) <= NAMED,
            name != "stopover-1" or whole["down-each"] + whole["up-each"] == 2,  # two in all are printed
        )
    )


def completed(card: Card, whole: Numbers, chance: random.Random) -> Numbers:
    """A pirate names two cards, and an assault forbids one thing: what is missing is another than before."""
    more: Numbers = {}
    if card.get("type") == "pirate":
        others = [key for key in FLAGS if key not in card]
        for _ in range(NAMED - sum(whole.get(key, 0) for key in FLAGS)):
            kind = chance.choice(others)
            more[kind] = more.get(kind, 0) + 1
    if card.get("type") == "assault":
        more[chance.choice([key for key in FORBIDS if key not in card])] = 1
    return more


# ---- the tests


@pytest.fixture(scope="module", params=[1, 2])
def other(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    written = layer(request.param)
    file = tmp_path_factory.mktemp("layers") / f"{written['layer']}.yaml"
    file.write_text(json.dumps(written), "utf-8")
    return file


@pytest.mark.parametrize("file", sorted(SCENARIOS.glob("**/*.scenario")), ids=lambda file: file.stem)
def test_no_scenario_depends_on_a_guess(other: Path, file: Path) -> None:
    tree = parse(file.read_text("utf-8"), str(file))

    verdicts = [run_case(tree, scenario, case, Extra((str(other),))) for scenario, case in tree.tests()]

    wrong = [(verdict.scenario.id.text, verdict.findings) for verdict in verdicts if not verdict.is_fine]
    assert verdicts
    assert wrong == []


def test_a_scenario_that_depends_on_a_guess_is_found(other: Path) -> None:
    guessed = cards()["ambush-4"]
    faces = ", ".join(["flag"] * guessed["rolls"])
    text = f"""ruleset celestia-duo with staged, option mode = normal
scenario depends "It depends on the dice of an ambush"
  given
    players: Mary, Bruno
    captain: Mary
    aircraft: space-3
    pirate-ship: space-15
    space-3 ambush: staged-whip
    clouds: ambush-4
  when
    Mary: pursue
    roll: {faces}
  then
    dice: {faces}
"""
    tree = parse(text, str(SCENARIOS / "depends.scenario"))
    ((scenario, case),) = tree.tests()

    assert run_case(tree, scenario, case).is_fine
    assert not run_case(tree, scenario, case, Extra((str(other),))).is_fine


def test_the_layer_changes_every_number_that_is_unverified(other: Path) -> None:
    now = load_ruleset(RULESET, [str(other)]).stack.data
    count = 0

    for path, name, card in unverified():
        table = path.split(".")[0]
        for key in card["unverified"]:
            assert now[table][name][key] != card[key] or f"{path}.{key}" in staged(), f"{path}.{key}"
            count += 1
    assert count > 200


def test_every_number_that_is_not_printed_is_marked() -> None:
    taken_as_true = {
        name: found
        for name, card in cards().items()
        if (found := {key: value for key, value in numbers(card).items() if key not in card.get("unverified", {})})
    }

    assert taken_as_true == PRINTED


def test_numbers_that_are_printed_say_where() -> None:
    for name in PRINTED:
        assert cards()[name].get("source", "").startswith("000, "), name


def test_all_that_is_marked_is_a_number() -> None:
    for path, _, card in unverified():
        for key in card["unverified"]:
            assert isinstance(card[key], int), f"{path}.{key}"


def test_the_distance_of_the_starting_tile_is_marked() -> None:
    first = data()["tracks"]["path"]["of"]  # a table of places
    marked = {path: list(each["unverified"]) for path, _, each in unverified() if path.startswith(f"{first}.")}

    assert marked == {f"{first}.{next(iter(data()[first]))}": ["distance"]}
