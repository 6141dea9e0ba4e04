"""Names are looked up in every language; accents may be left out as long as only one thing can be meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.layering.labels import Label
from interpreter.scenario.parser import parse
from interpreter.trial.runner import run_file
from interpreter.trial.vocabulary import Vocabulary

SPANISH = """language en
ruleset celestia with a-little-help

scenario names "Spanish names"
  given
    players: Ada, Bruno
    capitán: Ada
    Ada mano: brújula, brujula, "Sirena de Niebla", canon
  when
    roll: niebla, rayo
    Bruno: desembarcar
  then
    Ada hand: compass, compass, foghorn, cannon
    Ada mano: BRÚJULA, compass, "sirena de niebla", cañón
    "pila de descartes": none
"""


def test_a_scenario_in_spanish_names(tmp_path: Path) -> None:
    file = tmp_path / "a.scenario"
    file.write_text(SPANISH, encoding="utf-8")

    (verdict,) = run_file(parse(SPANISH, str(file)))

    assert verdict.is_fine, list(map(str, verdict.findings))


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("año", ["year"]),
        ("ano", ["ring"]),         # as written comes first
        ("AÑO", ["year"]),
        ("an\u0303o", ["year"]),   # an accent by itself is the same accent
        ("norté", ["north"]),
        ("norte", []),             # two words without their accents: neither
        ("sud", ["south"]),
        ("súd", ["south"]),
        ("sur", []),
    ],
)  # fmt: skip
def test_accents(word: str, meant: list[str]) -> None:
    spanish = {"year": Label("año", "años"), "ring": Label("ano", "anos"), "north": Label("norté", "nortes")}
    labels = {"es": {"cards": spanish}, "fr": {"cards": {"south": Label("nortè", "sud")}}}
    words = Vocabulary(None, (), labels)  # type: ignore[arg-type]  # nothing of a game is needed

    assert words.known("cards", ["year", "ring", "north", "south"], word) == meant
