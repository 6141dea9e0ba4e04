"""`gulliver show` in Spanish: what a Spanish player reads, and no word of English that has a Spanish label."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from interpreter.commands.summary import summary
from interpreter.library import load_ruleset
from interpreter.model.labels import labelled
from interpreter.source.speech import speaking

ROOT = Path(__file__).parents[3]
STACKS = [("celestia", ()), ("celestia", ("a-little-help",)), ("celestia-duo", ())]
NAMES = ["celestia", "celestia-a-little-help", "celestia-duo"]
SMALL = [*sorted((ROOT / "tests" / "games" / "rulesets").iterdir()), ROOT / "docs" / "examples" / "market"]
STATED = ("DUDAS Y RESPUESTAS", "FUENTES", "CAPAS")  # parts in which the rules state texts of their own
SPANISH = {"decide", "dice"}  # ids that are words of our own, too
GROUPS = (
    "cards", "faces", "zones", "steps", "answers", "refusals", "windows", "options", "dice", "types", "pawns", "roles",
)  # fmt: skip


@cache
def shown(name: str, *layers: str) -> str:
    with speaking("es"):
        return summary(load_ruleset(name, layers))


def ours(text: str) -> str:
    """The text without the parts that hold texts of the rules."""
    return "\n\n".join(part for part in text.split("\n\n")[1:] if not part.startswith(STATED))


@pytest.mark.parametrize(("name", "layers"), STACKS, ids=NAMES)
def test_the_whole_text(name: str, layers: tuple[str, ...], snapshot: SnapshotAssertion) -> None:
    assert ours(shown(name, *layers)) == snapshot


@pytest.mark.parametrize(
    "line",
    [
        "Celestia (celestia, versión 1), de 2 a 6 jugadores",
        "COMPONENTES",
        "    20 brújulas; contra la niebla",
        "    14 cañones; contra los piratas",
        "  mano de cada jugador: cartas, solo su dueño las ve",
        "  pila de descartes: cartas, todos las ven",
        "  aeronave: en la ruta",
        "  el capitán: lo es un jugador",
        "  a bordo: pueden estarlo varios jugadores",
        "  cómo declaran los pasajeros: uno tras otro  (o: en secreto)  B2",
        "  puntos que ponen fin a la partida: 50  (o: de 1 a 999)  B25",
        "  pasajeros: quienes están a bordo salvo el capitán",
        "  todos suben a bordo: todos los jugadores pasan a estar a bordo",
        "    nueva etapa: se retiran todos los dados de Evento",
        "    viajes hasta el final de la partida: se repiten «un viaje» y «entre dos viajes»",
        "    el capitán paga o fracasa: decide el capitán",
        "      - quedarse a bordo",
        "      - desembarcar; no se puede si no queda ningún tesoro en la ciudad",
        "      - anunciar el fracaso; no se puede si el capitán tiene lo que piden los dados y debe pagar",
        "        se juegan las cartas: las cartas del pago pasan de la mano del capitán a la pila de descartes",
        "    se alcanza la meta: si algún jugador cumple «meta alcanzada»: termina la partida",
        "    alguien desembarca: ese jugador deja de estar a bordo",
        "  el capitán está a bordo (en «la tirada», «las declaraciones» y «el capitán paga o fracasa»)",
        "  001 Celestia, rules of the game (inglés)",
    ],
)
def test_typical_lines(line: str) -> None:
    assert line in shown("celestia").splitlines()


def test_cards_say_when_they_are_played_and_what_they_do() -> None:
    text = shown("celestia")

    assert "para jugar en el momento «cartas de Poder»; pueden jugarla quienes están a bordo si la opción" in text
    assert "y, si no, todos los jugadores; no se puede si ningún dado muestra una cara en blanco" in text
    assert "una ráfaga de viento: se vuelven a tirar todos los dados de Evento que muestran una cara en blanco" in text


def test_two_players_are_no_range() -> None:
    assert shown("celestia-duo").startswith("Celestia Duo (celestia-duo, versión 1), 2 jugadores\n")


@pytest.mark.parametrize(("name", "layers"), STACKS, ids=NAMES)
def test_no_id_that_has_a_label_is_left(name: str, layers: tuple[str, ...]) -> None:
    loaded = load_ruleset(name, layers)
    labels, ids = loaded.stack.labels["es"], labelled(loaded.ruleset.draft)
    known = {key for group in GROUPS for key in ids[group]}
    spanish = {word for group in labels.values() for label in group.values() for word in _words(label.one, label.other)}
    numbers = {*loaded.ruleset.draft.attributes.cards, *loaded.ruleset.draft.attributes.places}  # have no labels
    given = {name for action in loaded.ruleset.draft.actions.values() for name in action.needs}
    unlabelled = {*numbers, *given, *loaded.ruleset.draft.actions, *loaded.stack.layers}

    text = re.sub(r"  \[[^]]*]$", "", ours(shown(name, *layers)), flags=re.MULTILINE)

    assert _words(text) & known - spanish - unlabelled - SPANISH == set()


def _words(*texts: str) -> set[str]:
    return {word for text in texts for word in re.findall(r"[\w-]+", text)}


@pytest.mark.parametrize("small", SMALL, ids=lambda path: path.name)
def test_rules_without_spanish_labels_are_told_with_their_ids(small: Path) -> None:
    text = shown(str(small))

    assert "DESARROLLO DE LA PARTIDA" in text
    assert "{" not in text
    assert not re.search(r"\b(de|a) el\b", text)


@pytest.mark.parametrize(("name", "layers"), STACKS, ids=NAMES)
def test_small_words_are_joined_and_paths_shown_on_request(name: str, layers: tuple[str, ...]) -> None:
    assert not re.search(r"\b(de|a) el\b", shown(name, *layers))
    with speaking("es"):
        assert "{steps." in summary(load_ruleset(name, layers), paths=True)
