"""Why an answer is refused is told as `show` tells it: in the rule language in English, in sentences in Spanish."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from interpreter.cli import main
from interpreter.layering.stack import Stack
from interpreter.library import load_ruleset
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import error
from interpreter.source.speech import speaking
from interpreter.texts import Words
from interpreter.trial.retelling import teller_for

POSITION = """\
ruleset celestia

scenario mine
  given at {step}
    players: Ada, Bruno
    captain: Ada
    Ada hand: turbo, 2 foghorn, compass, wind-gust
    dice: fog, birds
  then
    {claim}
"""
MUST_PAY = "el capitán tiene lo que piden los dados y debe pagar"
PAYS = "con la mano del capitán sin Turbos se puede pagar lo que piden los dados de Evento"
IS_OPTIONAL = "la opción «si hay que gastar un Turbo para no fracasar» no es «debe gastarlo»"


def said(folder: Path, verb: str, step: str, claim: str, language: str) -> str:
    file = folder / "a.scenario"
    file.write_text(POSITION.format(step=step, claim=claim), "utf-8")
    return CliRunner().invoke(main, [verb, str(file), "--lang", language]).output


def test_run_in_spanish(tmp_path: Path) -> None:
    told = said(tmp_path, "run", "facing", "Ada can: fail", "es")

    assert f"lo rechaza must-pay: {MUST_PAY} ({PAYS}; {IS_OPTIONAL}; " in told


def test_run_in_english(tmp_path: Path) -> None:
    told = said(tmp_path, "run", "facing", "Ada can: fail", "en")

    assert "refused by must-pay: payable(challenges, hand of captain without turbo) or " in told
    assert "(payable(challenges, hand of captain without turbo) is yes; option turbo = must is no; " in told


def test_ask_in_spanish(tmp_path: Path) -> None:
    told = said(tmp_path, "ask", "facing", "Ada can: fail", "es")

    assert "    puede: pay compass, foghorn\n" in told
    assert "    no puede: fail\n" in told
    assert f"must-pay: {MUST_PAY} [{PAYS}; {IS_OPTIONAL}; " in told


def test_a_window_that_has_passed_in_spanish(tmp_path: Path) -> None:
    told = said(tmp_path, "ask", "powers", "Ada can: fail", "es").replace("fog, birds", "")

    assert "momento powers: ya ha pasado" in told
    assert "no-blank: ningún dado muestra una cara en blanco [ningún dado de Evento muestra una cara " in told


def test_who_is_asked_is_a_sentence_with_the_words_of_scenarios(tmp_path: Path) -> None:
    told = said(tmp_path, "run", "declare for Bruno", "Ada can: fail", "es")

    assert "= ayuda: se pregunta a Bruno: stay; leave\n" in told


@pytest.fixture
def stack() -> Stack:
    return load_ruleset("celestia").stack


def test_words_within_a_sentence_are_told_and_the_sentence_is_kept(stack: Stack) -> None:
    with speaking("es"):
        now = phrase("no-choice", answer="pay foghorn")
        finding = error("P0213", None, what=Words("invariant {invariant} does not hold", invariant="dice-in-the-box"))
        (told,) = teller_for(stack, ("Ada",)).findings([error("E0102", None, player="Ada", now=now)])
        (impossible,) = teller_for(stack, ("Ada",)).findings([finding])

        assert told.help == "`pagar sirena-de-niebla` no está entre lo que se puede elegir aquí"
        assert impossible.message == "esta posición es imposible: la invariante dados-en-caja no se cumple"


ASHORE = """\
ruleset celestia

scenario mine
  given
    players: Ada, Bruno, Cara
    captain: Ada
    Ada hand: 2 compass
  when
    roll: fog, blank
    Bruno: leave
    Bruno draws: 1 of city-1
    Cara: stay
    Ada: pay compass
    roll: fog, blank
  then
    Bruno cannot: leave because roll
"""


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "refused by takes-part: must take part (Bruno is not among passengers (Ada), since line 10) "),
        ("es", "takes-part: hace falta participar (Bruno no está entre los pasajeros (Ada), desde la línea 10) "),
    ],
)
def test_whoever_takes_no_part_any_more_is_told_since_which_line(tmp_path: Path, language: str, told: str) -> None:
    file = tmp_path / "a.scenario"
    file.write_text(ASHORE, "utf-8")

    assert told in CliRunner().invoke(main, ["run", str(file), "--lang", language]).output
