"""Strange scenarios that people write all the same: each either holds or has one finding in its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import Result

from interpreter.library import load_ruleset, runner_of

FILE = "odd.scenario"
ROLL = "roll: fog, fog"


@attrs.frozen
class Odd:
    """What is strange, as lines of the blocks of a scenario, and the code and line of the finding, if there is one."""

    name: str
    given: tuple[str, ...] = ()
    when: tuple[str, ...] = (ROLL,)
    then: tuple[str, ...] = ("Bruno is asked",)
    players: str = "Ada, Bruno"
    found: tuple[str, int] | None = None

    def text(self) -> str:
        given = ("ruleset celestia", "", "scenario odd", "  given", f"    players: {self.players}", "    captain: Ada")
        lines = [*given, *(f"    {line}" for line in self.given)]
        for block, body in (("when", self.when), ("then", self.then)):
            lines += [f"  {block}", *(f"    {line}" for line in body)]
        return "\n".join(lines) + "\n"


TREASURES = tuple(f"city-{number} treasures: none" for number in (1, 2, 4, 6, 9, 12, 15, 20, 25))
WHOLE_DECK = (
    "20 compass, 18 lightning-rod, 16 foghorn, 14 cannon, 8 turbo, 2 jetpack, 2 ejection, 2 alternative-route, "
    "2 wind-gust"
)

ODD = [
    Odd("two-of-one-name", then=("Ada is asked",), players="Ada, Ada", found=("S0408", 5)),
    Odd("like-a-card", players="Ada, turbo", found=("P0111", 5)),
    Odd("like-a-card-quoted", ('"turbo" hand: turbo',), then=('"turbo" hand: turbo',), players='Ada, "turbo"'),
    Odd("like-a-zone", players="Ada, hand", found=("P0111", 5)),
    Odd("like-a-zone-quoted", then=('"hand" is asked', '"hand" hand: none'), players='Ada, "hand"'),
    Odd("like-a-place", players="Ada, city-1", found=("P0111", 5)),
    Odd(
        "like-a-place-quoted",
        ("city-1 treasures: 1", '"city-1" hand: turbo'),
        then=("city-1 treasures: 1", '"city-1" hand: turbo'),
        players='Ada, "city-1"',
    ),
    Odd("one-player", players="Ada", found=("R0604", 5)),
    Odd("seven-players", players="Ada, Bruno, Cara, Dora, Emil, Fay, Gil", found=("R0604", 5)),
    Odd("all-in-one-hand", (f"Ada hand: {WHOLE_DECK}",), then=("deck: none", "Bruno is asked")),
    Odd("one-too-many", (f"Ada hand: {WHOLE_DECK}", "Bruno hand: turbo"), found=("P0202", 8)),
    Odd("off-the-route", ("route: city-1, city-4", "aircraft: city-2"), found=("P0204", 8)),
    Odd("no-route", ("route: none",), found=("P0302", 4)),
    Odd("a-place-twice", ("route: city-1, city-1",), found=("P0209", 7)),
    Odd("two-places-at-once", ("aircraft: city-1, city-2",), found=("P0205", 7)),
    Odd("nothing-left-anywhere", TREASURES, then=("Bruno cannot: leave because pile-empty",)),
    Odd("nobody-aboard", ("aboard: none",), found=("P0213", 4)),
    Odd("only-on-an-unordered-zone", ("Ada hand: only turbo",), then=("Ada hand: only turbo", "Ada hand: turbo")),
    Odd("empty-when", when=("# nothing happens",), found=("S0301", 7)),
    Odd("others-with-nobody-left", when=(ROLL, "Bruno: stay", "others: stay"), found=("P0308", 10)),
    Odd("together-in-the-open", when=(ROLL, "together", "  Bruno: stay"), found=("P0313", 10)),
    Odd("score-is-set", ("Ada score: 5",), found=("P0203", 7)),
    Odd("game-is-set", ("game: over",), found=("P0203", 7)),
    Odd("dice-too-early", ("dice: fog, fog",), found=("P0210", 7)),
    Odd("negative-score", then=("Ada score: -1",), found=("E0101", 10)),
    Odd("score-of-another", then=("Bruno sees: Ada score: 0",), found=("E0304", 10)),
    Odd("score-of-another-at-least", then=("Bruno sees: Ada score: at least 0",), found=("E0304", 10)),
    Odd("own-score", then=("Bruno sees: Bruno score: 0",)),
    Odd("nobody-can-tell-a-score", then=("Bruno cannot tell: Ada score",)),
    Odd("everybody-can-tell-a-role", then=("Bruno cannot tell: captain",), found=("E0302", 10)),
    Odd("some-of-a-score", then=("Ada score: some 1",), found=("E0109", 10)),
    Odd("no-game", then=("game: no over",), found=("E0110", 10)),
    Odd("some-of-nothing", then=("Ada hand: some turbo",), found=("E0101", 10)),
    Odd("no-turbo-in-no-hand", then=("Ada hand: no turbo",)),
    Odd("some-where-nobody-looks", then=("Ada sees: deck: some turbo",), found=("E0301", 10)),
    Odd(
        "more-than-there-are",
        ("Bruno hand: 3 turbo",),
        then=("Ada cannot tell: Bruno hand: 3 jetpack",),
        found=("E0308", 11),
    ),
    Odd(
        "as-many-as-are-left",
        ("Ada hand: 6 turbo", "Bruno hand: 2 foghorn"),
        then=("Ada cannot tell: Bruno hand: 2 turbo",),
    ),
    Odd("an-empty-hand", then=("Ada cannot tell: Bruno hand",), found=("E0303", 10)),
    Odd("known-in-vain", ("everybody knows: Ada hand: no turbo",), found=("P0216", 7)),
    Odd("counted-in-the-hand", ("Ada hand: count 3",), found=("P0217", 7)),
    Odd("score-is-no-set", then=("Ada score: count 0",), found=("E0109", 10)),
    Odd("game-is-no-number", then=("game: 5",), found=("E0110", 10)),
    Odd("of-where-nothing-comes-from", then=("captain: Ada of city-1",), found=("P0110", 10)),
    Odd("too-many-words", then=("Ada left hand: none",), found=("P0109", 10)),
    Odd("snapshot-for-nobody", then=("Bruno is asked", "snapshot view of Zed"), found=("P0101", 11)),
    Odd("people-of-everywhere", then=('"Zoë ☃" is asked', "李雷 hand: none"), players='Ada, "Zoë ☃", 李雷'),
]


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd.name)
def test_it_holds_or_is_found(odd: Odd, folder: Path, findings: Callable[..., list[dict[str, Any]]]) -> None:
    (folder / FILE).write_text(odd.text(), "utf-8")

    found = findings("run", FILE)

    places = [(each["code"], each["range"]["start"]["line"]) for each in found]
    assert places == ([] if odd.found is None else [odd.found]), found
    checked = findings("check", FILE)
    assert {each["code"] for each in checked} <= {each["code"] for each in found}


STEPS = sorted(runner_of(load_ruleset("celestia"), 2).program.entries)


@pytest.mark.parametrize("player", ["", " for Bruno"])
@pytest.mark.parametrize("step", STEPS)
def test_a_position_at_any_step(folder: Path, gulliver: Callable[..., Result], step: str, player: str) -> None:
    dice = ("dice: fog, fog",) if "for" in player else ()
    text = Odd("step", dice, then=("game: running",)).text().replace("  given\n", f"  given at {step}{player}\n")
    (folder / FILE).write_text(text.replace(f"  when\n    {ROLL}\n", ""), "utf-8")
    for verb in ("run", "ask"):
        result = gulliver(verb, FILE)
        assert result.exit_code == 0 or f"{FILE}:" in result.output


def test_a_scenario_of_ten_thousand_lines(folder: Path, gulliver: Callable[..., Result]) -> None:
    claims = "    Bruno is asked\n" * 10_000
    (folder / FILE).write_text(Odd("long").text() + claims, "utf-8")
    for verb in ("run", "check", "fmt"):
        assert gulliver(verb, FILE).exit_code == 0
