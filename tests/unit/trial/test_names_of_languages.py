"""What could be meant is told in the language of the file, the default one and the spoken one, and in no other."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from interpreter.cli import main

FILES = {
    "en": "ruleset celestia\nscenario mine\n  given at facing\n    players: Ada, Bruno\n    captain: Ada\n"
    "    dice: fog\n  then\n    {subject}: {value}\n",
    "es": "idioma es\nreglamento celestia\nescenario mine\n  dado en desafíos\n    jugadores: Ada, Bruno\n"
    "    capitán: Ada\n    dados: niebla\n  entonces\n    {subject}: {value}\n",
}


def helped(folder: Path, written: str, spoken: str, subject: str, value: str = "Ada") -> str:
    file = folder / "a.scenario"
    file.write_text(FILES[written].format(subject=subject, value=value), "utf-8")
    output = CliRunner().invoke(main, ["check", str(file), "--lang", spoken]).output
    return next((line for line in output.splitlines() if line.lstrip().startswith("= ")), "")


@pytest.mark.parametrize(
    ("written", "spoken", "subject", "told"),
    [
        ("en", "en", "xyzzy", 'deck, discard, spent, "draw pile", "discard pile", "spent Spyglasses", captain, '),
        ("en", "es", "xyzzy", "deck, discard, spent, captain, aboard, aircraft, route, dice y 3 más"),
        ("es", "es", "xyzzy", "mazo, descarte, catalejos-gastados, capitán, a-bordo, aeronave, ruta, dados y 3 más"),
        ("es", "en", "xyzzy", "mazo, descarte, catalejos-gastados, capitán, a-bordo, aeronave, ruta, dados and 3 more"),
        ("en", "en", "dscard", "did you mean `discard`?"),
        ("es", "es", "dscarte", "¿querías decir `descarte`?"),
        ("es", "en", "dscarte", "did you mean `descarte`?"),
    ],
)
def test_what_could_be_meant(written: str, spoken: str, subject: str, told: str, tmp_path: Path) -> None:
    assert told in helped(tmp_path, written, spoken, subject)


@pytest.mark.parametrize("word", ["descarte", "pila-de-descartes", "discard", '"pila de descartes"', '"discard pile"'])
def test_a_thing_may_be_written_as_any_language_writes_it(word: str, tmp_path: Path) -> None:
    assert helped(tmp_path, "en", "en", word, "none") == ""


OVER = """\
idioma es
reglamento celestia
escenario mine
  dado en meta
    jugadores: Ada, Bruno
    capitán: Ada
    tesoros de Ada: 25, 25
  entonces
    partida: {state}
"""


@pytest.mark.parametrize(
    ("state", "code", "told"),
    [("terminada", 0, "1 superado"), ("en-curso", 1, "`partida`: terminada; lo esperado: en-curso")],
)
def test_whether_the_game_is_over_in_spanish(state: str, code: int, told: str, tmp_path: Path) -> None:
    file = tmp_path / "a.scenario"
    file.write_text(OVER.format(state=state), "utf-8")

    done = CliRunner().invoke(main, ["run", str(file), "--lang", "es"])

    assert done.exit_code == code
    assert told in done.output
