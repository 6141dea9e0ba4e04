"""What a step, an answer and a choice are in Spanish."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from interpreter.library import load_ruleset
from interpreter.model import draft as d
from interpreter.prose.sentences import teller
from interpreter.prose.telling import Teller
from interpreter.source.speech import speaking

HERE = ("steps", "game", "0")


@pytest.fixture(autouse=True)
def _spanish() -> Iterator[None]:
    with speaking("es"):
        yield


@cache
def tell(name: str) -> Teller:
    loaded = load_ruleset(name)
    return teller(loaded.ruleset.draft, loaded.stack.labels["es"])


def step(name: str = "celestia", **keys: Any) -> str:
    return tell(name).step(d.Statement(path=HERE, **keys))


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"id": "roll", "roll": "event", "count": 2}, "la tirada: se tiran 2 dados de Evento"),
        ({"roll": "event"}, "se tira un dado de Evento"),
        ({"roll": "event", "count": "players"}, "se tiran dados de Evento; cuántos: el número de jugadores"),
        ({"reroll": "event"}, "se vuelven a tirar todos los dados de Evento"),
        (
            {"reroll": "event", "showing": ["blank", "fog"]},
            "se vuelven a tirar todos los dados de Evento que muestran una cara en blanco o una niebla",
        ),
        ({"put": "event", "showing": ["pirates"], "count": 2}, "se colocan 2 dados de Evento con piratas"),
        ({"clear": "event"}, "se retiran todos los dados de Evento"),
        ({"clear": "event", "showing": ["pirates"], "count": 1}, "se retira 1 dado de Evento con piratas"),
        ({"draw": "deck", "to": "discard"}, "se roba una carta del mazo y va a la pila de descartes"),
        (
            {"draw": "deck", "to": "hand of captain", "count": 3},
            "se roban 3 cartas del mazo y van a la mano del capitán",
        ),
        (
            {"draw": "deck", "to": "hand of captain", "count": "players"},
            "se roban cartas del mazo y van a la mano del capitán; cuántas: el número de jugadores",
        ),
        ({"move": "all", "from_": "discard", "to": "deck"}, "todo lo que hay en la pila de descartes pasa al mazo"),
        (
            {"move": "cannon", "from_": "discard", "to": "deck", "count": 2},
            "2 cañones pasan de la pila de descartes al mazo",
        ),
        ({"move": "compass", "from_": "discard", "to": "deck"}, "una brújula pasa de la pila de descartes al mazo"),
        ({"tell": "hand of captain", "has": "cannon"}, "se anuncia que en la mano del capitán hay cañones"),
        ({"tell": "hand of captain", "lacks": "cannon"}, "se anuncia que en la mano del capitán no hay cañones"),
        ({"give": "captain", "to": "left(captain)"}, "el siguiente a la izquierda del capitán pasa a ser capitán"),
        ({"give": "aboard", "to": "everybody"}, "todos los jugadores pasan a estar a bordo"),
        (
            {"give": "captain", "at_random_among": "passengers"},
            "se elige al azar entre los pasajeros quién es capitán",
        ),
        ({"take_away": "aboard", "from_": "captain"}, "el capitán deja de estar a bordo"),
        ({"place": "aircraft", "at": "first(route)"}, "la aeronave se coloca en la primera ciudad de la ruta"),
        ({"advance": "aircraft"}, "la aeronave avanza una ciudad"),
        ({"advance": "aircraft", "by": 2}, "la aeronave avanza 2 ciudades"),
        ({"window": "powers", "from_": "captain", "rounds": 1}, (
            "se pueden jugar cartas del momento «cartas de Poder», empezando por el capitán, una sola vuelta"
        )),
        ({"window": "powers", "rounds": 2}, "se pueden jugar cartas del momento «cartas de Poder», 2 vueltas"),
        ({"run": "collect", "with_": {"who": "captain"}}, "se aplica «tomar un tesoro» (el capitán)"),
        ({"run": "leg"}, "se aplica «una etapa»"),
        ({"repeat": ["leg"]}, "se repite «una etapa»"),
        ({"repeat": ["voyage", "next-voyage"]}, "se repiten «un viaje» y «entre dos viajes»"),
        ({"end": "leg"}, "termina «una etapa»"),
        ({"end": "game"}, "termina la partida"),
        ({"end": "game", "winners": "everybody"}, "termina la partida y ganan todos los jugadores"),
        ({"end": "game", "winners": "captain"}, "termina la partida y gana el capitán"),
        ({"end": "game", "winners": "nobody"}, "termina la partida y no gana nadie"),
        ({"if_": "players = 2", "do": []}, "si el número de jugadores es 2:"),
        ({"times": 2, "advance": "aircraft"}, "2 veces: la aeronave avanza una ciudad"),
        (
            {"while_": "count(deck) > 0", "draw": "deck", "to": "discard"},
            "mientras hay alguna carta en el mazo: se roba una carta del mazo y va a la pila de descartes",
        ),
        (
            {"each": "p", "after": "captain", "among": "passengers", "together": "yes", "ask": "p"},
            ("cada uno de los pasajeros, empezando por el siguiente al capitán, todos a la vez y en secreto: "
            "decide ese jugador"),
        ),
        (
            {"each": "p", "from_": "captain", "where": "count(hand of p) > 0", "ask": "p", "plays": "powers"},
            ("cada jugador, empezando por el capitán, si hay alguna carta en la mano de ese jugador: "
            "decide ese jugador, que también puede jugar cartas del momento «cartas de Poder»"),
        ),
        (
            {"each": "p", "move": "all", "from_": "hand of p", "to": "discard"},
            "cada jugador: todo lo que hay en la mano de ese jugador pasa a la pila de descartes",
        ),
    ],
)  # fmt: skip
def test_steps(keys: dict[str, Any], said: str) -> None:
    assert step(**keys) == said


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"set": "joker", "to": 1}, "se anota «cualquier carta puede valer por otra»"),
        ({"set": "joker", "to": 0}, "se borra «cualquier carta puede valer por otra»"),
        ({"set": "won", "to": "won + 1"}, "se suma 1 a «emboscadas ganadas desde la última escala»"),
        ({"set": "masts", "to": "masts - 1"}, "se resta 1 a «mástiles de la nave pirata»"),
        ({"set": "won", "to": 0}, "«emboscadas ganadas desde la última escala» pasa a ser 0"),
    ],
)
def test_counters(keys: dict[str, Any], said: str) -> None:
    assert step("celestia-duo", **keys) == said


def answer(key: str, asked: str = "captain", **keys: Any) -> str:
    statement = d.Statement(path=HERE, ask=asked)
    return tell("celestia").answer(key, d.Answer(path=HERE, **keys), statement)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({}, "- pagar"),
        ({"if_": "players = 2"}, "- pagar; solo si el número de jugadores es 2"),
        (
            {"refuse": {"pile-empty": "players = 2"}},
            "- pagar; no se puede si no queda ningún tesoro en la ciudad",
        ),
        (
            {"refuse": {"pile-empty": "players = 2", "unlabelled": "players = 3"}},
            "- pagar; no se puede si no queda ningún tesoro en la ciudad ni si el número de jugadores es 3",
        ),
        (
            {"unless": {"must-pay": ["stay", "leave"]}},
            ("- pagar; no se puede mientras se pueda quedarse a bordo o desembarcar "
            "(el capitán tiene lo que piden los dados y debe pagar)"),
        ),
    ],
)
def test_answers(keys: dict[str, Any], said: str) -> None:
    assert answer("pay", **keys) == said


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"player": "everybody"}, "un jugador cualquiera"),
        ({"player": "passengers"}, "uno de los pasajeros"),
        ({"player": "captain"}, "el capitán"),
        ({"dice": "event"}, "uno o más dados de Evento"),
        ({"dice": "event", "least": 2, "most": 3}, "dados de Evento (al menos 2 y como máximo 3)"),
        (
            {"dice": "event", "where": "it != blank"},
            "uno o más dados de Evento (con esta condición: el dado elegido no muestra una cara en blanco)",
        ),
        ({"die": "event"}, "uno de los dados de Evento"),
        ({"face": "event"}, "una cara de los dados de Evento"),
        ({"card": "discard"}, "una carta de la pila de descartes"),
        ({"card": "spent"}, "un tesoro de los catalejos gastados"),
        ({"cards": "hand of captain", "most": 2}, "cartas de la mano del capitán (como máximo 2)"),
        (
            {"cards": "hand of captain", "where": "it != cannon"},
            "cartas de la mano del capitán (con esta condición: la carta elegida no es un cañón)",
        ),
        ({"kind": "treasure"}, "un tipo de tesoro"),
        (
            {"payment": "challenges", "from_": "hand of captain"},
            "con qué cartas de la mano del capitán se paga lo que piden los dados de Evento",
        ),
        ({"die": "event", "by": "captain"}, "uno de los dados de Evento; elige el capitán"),
    ],
)
def test_choices(keys: dict[str, Any], said: str) -> None:
    assert tell("celestia").choice("it", d.Choice(path=HERE, **keys)) == said


def test_what_follows_from_an_answer_knows_who_answers_and_what_was_chosen() -> None:
    chosen = d.Answer(path=HERE, choose={"it": d.Choice(path=HERE, card="spent")})
    told = tell("celestia").answering(d.Statement(path=HERE, ask="captain"), chosen)

    moved = d.Statement(path=HERE, move="it", from_="spent", to="collection of actor")
    assert told.step(moved) == "el tesoro elegido pasa de los catalejos gastados a los tesoros del capitán"


def test_in_english_rules_are_told_in_their_own_words() -> None:
    loaded = load_ruleset("celestia")
    with speaking("en"):
        told = teller(loaded.ruleset.draft, loaded.stack.labels["en"])
        assert told.step(d.Statement(path=HERE, draw="deck", to="discard")) == "draw deck, to discard"
        assert told.said("count(event) = 0") == "count(event) = 0"
