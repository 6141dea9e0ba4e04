from __future__ import annotations

import pytest

from interpreter.api import load_ruleset
from interpreter.engine.decisions import Answer
from interpreter.engine.program import Site
from interpreter.library import runner_of
from interpreter.play.answers import Named, meant, named
from interpreter.play.names import Names, typed
from interpreter.source.speech import speaking

PLAYERS = ("Ada", "Bruno", "Zoë King")


@pytest.fixture(scope="module")
def names() -> Names:
    rules = load_ruleset("celestia")
    return Names(rules, runner_of(rules, len(PLAYERS)).program, PLAYERS)


def site(names: Names, stream: str) -> Site:
    return next(each for each in names.program.sites if each.stream == stream)


def cards(names: Names, *ids: str) -> tuple[int, ...]:
    return tuple(sorted(names.program.box.cards["equipment"].index(card) for card in ids))


@pytest.fixture
def payments(names: Names) -> tuple[Named, ...]:
    ways = (("compass", "cannon"), ("compass", "turbo"), ("turbo", "turbo"), ("cannon", "cannon"))
    answers: list[Answer] = [("fail",), *(("pay", cards(names, *way)) for way in ways), ("pay", ())]
    return named(names, site(names, "payment"), answers)


@pytest.fixture
def plays(names: Names) -> tuple[Named, ...]:
    faces = names.program.box.pools["event"].faces
    fog, birds = faces.index("fog"), faces.index("birds")
    answers: list[Answer] = [("pass",), ("ejection", 0), ("ejection", 2), ("alternative-route", (fog, birds))]
    return named(names, site(names, "powers"), answers)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("fail", [0]),
        ("announce failure", [0]),
        ("anun", [0]),
        ("f", [0]),
        ("pay compass, cannon", [1]),
        ("pay cannon, compass", [1]),
        ("PAY  Cannon,compass", [1]),
        ("pay: compass, turbo", [2]),
        ("pay 2 turbo", [3]),
        ("pay turbo, turbo", [3]),
        ("pay 2 Turbos", [3]),
        ("pay nothing", [5]),
        ("pagar nada", [5]),
        ("pagar brújula, Turbo", [2]),
        ("pagar brujula, cañ", [1]),
        ("compass, turbo", [2]),
        ("pay comp", [1, 2]),
        ("pay tur, co", [2]),
        ("pay", [1, 2, 3, 4, 5]),
        ("turbo, turbo, turbo", []),
        ("pay 9 turbo", []),
        ("pay fog", []),
        ("pay ,", [1, 2, 3, 4, 5]),
        ("help me", []),
        ("", []),
        ("'", []),
        ("pay 99999999999999999999 turbo", []),
    ],
)
def test_an_answer_may_be_typed_in_any_language(payments: tuple[Named, ...], text: str, found: list[int]) -> None:
    assert meant(text, payments) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("pass", [0]),
        ("pasar", [0]),
        ("ejection ada", [1]),
        ("expulsión Zoë King", [2]),
        ("ejection zoe", [2]),
        ("ejection", [1, 2]),
        ("alternative route birds, fog", [3]),
        ("alternative-route fog, birds", [3]),
        ("ruta alternativa", [3]),
        ("pájaros, niebla", [3]),
    ],
)
def test_cards_are_played_by_any_of_their_names(plays: tuple[Named, ...], text: str, found: list[int]) -> None:
    assert meant(text, plays) == found


def test_answers_are_shown_with_the_words_of_the_language(names: Names, payments: tuple[Named, ...]) -> None:
    assert [each.text for each in payments[:3]] == ["announce failure", "pay: compass, cannon", "pay: compass, Turbo"]
    with speaking("es"):
        shown = named(names, site(names, "payment"), [("pay", cards(names, "compass", "turbo"))])
    assert [each.text for each in shown] == ["pagar: brújula, Turbo"]


def test_what_is_chosen_in_steps_keeps_its_order() -> None:
    rules = load_ruleset("celestia-duo")
    names = Names(rules, runner_of(rules, 2).program, ("Ada", "Bruno"))
    crew = next(each for each in names.program.sites for option in each.options if option.id == "augusta-depsom")
    whip, pistol = (names.program.box.pools["battle-dice"].faces.index(face) for face in ("whip", "pistol"))
    shown = named(names, crew, [("augusta-depsom", whip, pistol), ("augusta-depsom", pistol, whip)])

    assert meant("augusta whip, pistol", shown) == [0]
    assert meant("augusta pistol, whip", shown) == [1]
    assert len({each.text for each in shown}) == 2


def test_two_answers_of_one_name_show_their_ids(names: Names) -> None:
    index = names.program.box.cards["treasure"].index
    option = site(names, "payment")
    assert typed("city-1-treasure-2") in names.forms("cards", "city-1-treasure-2")
    assert "2 of heolia" in names.forms("cards", "city-1-treasure-2")
    assert names.card("city-1-treasure-2") == names.card("city-2-treasure-2") == "treasure 2"
    assert index("city-1-treasure-2") != index("city-2-treasure-2")
    assert option.kind == "ask"
