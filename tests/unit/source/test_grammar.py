"""Spanish words around nouns: articles by gender and number, counted nouns, contractions, lists."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from interpreter.layering.labels import Label
from interpreter.source.grammar import contracted, counted, determined
from interpreter.source.speech import listed, speaking

COMPASS = Label("brújula", "brújulas", "f")
CANNON = Label("cañón", "cañones", "m")
BIRDS = Label("pájaros", "pájaros", "m")
WATER = Label("agua", "aguas", "f")
DECK = Label("mazo", "mazos", "m")


@pytest.fixture(autouse=True)
def _spanish() -> Iterator[None]:
    with speaking("es"):
        yield


@pytest.mark.parametrize(
    ("word", "noun", "said"),
    [
        ("the", COMPASS, "la brújula"),
        ("the", CANNON, "el cañón"),
        ("a", COMPASS, "una brújula"),
        ("a", CANNON, "un cañón"),
        ("any", COMPASS, "alguna brújula"),
        ("any", CANNON, "algún cañón"),
        ("no", COMPASS, "ninguna brújula"),
        ("no", CANNON, "ningún cañón"),
        ("that", COMPASS, "esa brújula"),
        ("each", CANNON, "cada cañón"),
    ],
)
def test_one_thing_behind_its_article(word: str, noun: Label, said: str) -> None:
    assert determined(word, noun) == said


@pytest.mark.parametrize(
    ("word", "noun", "said"),
    [
        ("the", COMPASS, "las brújulas"),
        ("the", CANNON, "los cañones"),
        ("all", COMPASS, "todas las brújulas"),
        ("all", CANNON, "todos los cañones"),
        ("that", CANNON, "esos cañones"),
    ],
)
def test_several_things_behind_their_article(word: str, noun: Label, said: str) -> None:
    assert determined(word, noun, many=True) == said


def test_a_noun_that_is_always_several_takes_the_article_of_several() -> None:
    assert determined("the", BIRDS) == "los pájaros"
    assert determined("the", Label("cartas a la vista", "cartas a la vista", "f")) == "las cartas a la vista"


def test_a_noun_of_one_form_that_means_one_takes_the_article_of_one() -> None:
    assert determined("the", Label("niebla", "niebla", "f")) == "la niebla"


@pytest.mark.parametrize(("word", "said"), [("the", "el agua"), ("a", "un agua"), ("that", "esa agua")])
def test_a_feminine_noun_with_a_stressed_a_in_front(word: str, said: str) -> None:
    assert determined(word, WATER) == said
    assert determined("the", WATER, many=True) == "las aguas"
    assert determined("the", Label("avenida", "avenidas", "f")) == "la avenida"


@pytest.mark.parametrize(
    "noun", [Label("Meiji", "Meiji", "f"), Label("quien toma", "quienes toman", "m"), Label("x", "x")]
)
def test_names_pronouns_and_words_without_a_gender_stand_alone(noun: Label) -> None:
    assert determined("the", noun) == noun.one


def test_a_name_takes_other_words() -> None:
    assert determined("no", Label("Turbo", "Turbos", "m")) == "ningún Turbo"


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "0 brújulas"), (1, "1 brújula"), (2, "2 brújulas"), (9999, "9999 brújulas"), (12000, "12.000 brújulas")],
)
def test_counted_things(count: int, said: str) -> None:
    assert counted(count, COMPASS) == said


@pytest.mark.parametrize(
    ("apart", "together"),
    [
        ("la mano de el capitán", "la mano del capitán"),
        ("pasa a el mazo", "pasa al mazo"),
        ("de la mano a el mazo de el capitán", "de la mano al mazo del capitán"),
        ("de él", "de él"),
        ("de elegir", "de elegir"),
        ("cerca de El Cairo", "cerca de El Cairo"),
        ("donde el capitán", "donde el capitán"),
    ],
)
def test_small_words_that_are_joined(apart: str, together: str) -> None:
    assert contracted(apart) == together


def test_lists_mind_the_sound_of_the_next_word() -> None:
    assert listed(["niebla", "rayos", "pájaros"], "y") == "niebla, rayos y pájaros"
    assert listed(["el mazo", "islas"], "y") == "el mazo e islas"
    assert listed(["agua", "hierba"], "y") == "agua y hierba"
    assert listed(["siete", "ocho"], "o") == "siete u ocho"


def test_a_language_without_articles_leaves_nouns_alone() -> None:
    with speaking("en"):
        assert determined("the", DECK) == "mazo"
        assert contracted("de el") == "de el"
