"""What the expressions of shipped rules are in Spanish."""
# ruff: noqa: RUF001  # signs as people print them

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from interpreter.library import load_ruleset
from interpreter.prose.expressions import Expressions
from interpreter.prose.meaning import Variable
from interpreter.prose.things import Things
from interpreter.source.speech import speaking


@pytest.fixture(autouse=True)
def _spanish() -> Iterator[None]:
    with speaking("es"):
        yield


@cache
def words(name: str, *layers: str) -> Expressions:
    loaded = load_ruleset(name, layers)
    return Expressions(Things(loaded.ruleset.draft, loaded.stack.labels["es"]))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("left(captain)", "el siguiente a la izquierda del capitán"),
        ("left(captain, aboard)", "el siguiente a la izquierda del capitán entre quienes están a bordo"),
        ("hand of captain", "la mano del capitán"),
        ("aboard without captain", "quienes están a bordo salvo el capitán"),
        ("captain in aboard", "el capitán está a bordo"),
        ("captain not in aboard", "el capitán no está a bordo"),
        ("aboard = captain", "solo el capitán está a bordo"),
        ("passengers", "los pasajeros"),
        ("players <= 3", "el número de jugadores no pasa de 3"),
        ("8 if players <= 3 else 6", "8 si el número de jugadores no pasa de 3 y, si no, 6"),
        ("count(event)", "el número de dados de Evento en la mesa"),
        ("count(event) = 0", "no hay ningún dado de Evento en la mesa"),
        ("count(event, blank) = 0", "ningún dado de Evento muestra una cara en blanco"),
        ("count(event, pirates) > 0", "algún dado de Evento muestra piratas"),
        ("count(event) <= 4", "el número de dados de Evento en la mesa no pasa de 4"),
        ("count(deck) > 0", "hay alguna carta en el mazo"),
        ("not count(deck) > 0", "no hay ninguna carta en el mazo"),
        ("count(discard, turbo) = 0", "no hay ningún Turbo en la pila de descartes"),
        ("count(hand of captain, cannon)", "el número de cañones en la mano del capitán"),
        ("hand of captain without turbo", "la mano del capitán sin Turbos"),
        (
            "payable(challenges, hand of captain)",
            "con la mano del capitán se puede pagar lo que piden los dados de Evento",
        ),
        (
            "not payable(challenges, hand of captain without turbo)",
            "con la mano del capitán sin Turbos no se puede pagar lo que piden los dados de Evento",
        ),
        (
            "option lone-captain = may-leave",
            "la opción «si un capitán solo puede desembarcar» es «puede desembarcar»",
        ),
        ("option mode != full", "la opción «la versión del juego» no es «el juego completo»"),
        ("option threshold", "la opción «puntos que ponen fin a la partida»"),
        ("some player in everybody: goal-reached of player", "algún jugador cumple «meta alcanzada»"),
        (
            "every player in aboard: count(hand of player) = 0",
            "para cada jugador de quienes están a bordo se cumple que no hay ninguna carta en la mano de ese jugador",
        ),
        ("min(4, players)", "el menor entre 4 y el número de jugadores"),
        ("(players - 1) * 2", "(el número de jugadores − 1) × 2"),
        ("players - (players - 1)", "el número de jugadores − (el número de jugadores − 1)"),
        ("no such thing", "no such thing"),
    ],
)
def test_expressions_with_their_labels(text: str, said: str) -> None:
    assert words("celestia").said(text) == said


def test_conditions_within_conditions_stand_in_brackets() -> None:
    told = words("celestia").said("count(event) > 0 and (captain in aboard or players = 2)")

    assert told == "hay algún dado de Evento en la mesa y (el capitán está a bordo o el número de jugadores es 2)"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("helped", "se cumple «hay ayuda en la mesa»"),
        ("not helped", "no se cumple «hay ayuda en la mesa»"),
        ("taken-over = 1", "consta «alguien ha tomado el mando»"),
        ("taken-over = 0", "no consta «alguien ha tomado el mando»"),
        ("bandits = 1", "«dados adicionales en esta etapa» es 1"),
        (
            "those p in everybody: declared of p > 0",
            "los jugadores que cumplen esto («declaración» del jugador es mayor que 0)",
        ),
    ],
)
def test_counters_that_say_whether_something_is_so_are_told_as_such(text: str, said: str) -> None:
    assert words("celestia", "a-little-help").said(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("side != flag", "el dado elegido no muestra una bandera pirata"),
        ("card = wild", "la carta elegida es un comodín"),
        ("meets(card, side)", "la carta elegida sirve contra el dado elegido"),
        ("count(battle-dice, side)", "el número de dados de Batalla que muestran lo mismo que el dado elegido"),
        ("count(used, card) = 0", "en las cartas jugadas en este combate no hay ninguna carta como la carta elegida"),
    ],
)
def test_what_was_chosen_is_referred_to(text: str, said: str) -> None:
    known = words("celestia-duo").within("side", Variable("die", "el dado elegido"))
    known = known.within("card", Variable("card", "la carta elegida"))

    assert known.said(text) == said


def test_two_things_that_would_be_told_alike_are_told_apart() -> None:
    known = words("celestia").within("thief", Variable("player", "el jugador elegido"))
    known = known.within("victim", Variable("player", "el jugador elegido"))

    assert known.said("thief = victim") == "el jugador elegido es el jugador elegido en segundo lugar"


def test_pawns_stand_somewhere() -> None:
    duo = words("celestia-duo")

    assert duo.said("aircraft = first(path)") == "la aeronave está en la primera casilla del camino celestial"
    assert duo.said("last(pirate-ship)") == "la nave pirata está en la última casilla"
    assert duo.said("not last(pirate-ship)") == "la nave pirata no está en la última casilla"
    assert duo.said("spaces(aircraft, pirate-ship)") == "la distancia de la aeronave a la nave pirata"
    assert duo.said("ambush of aircraft") == "la emboscada de la casilla donde está la aeronave"
