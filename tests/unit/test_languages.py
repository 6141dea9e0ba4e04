"""Everything that prints speaks Spanish, too; what a language lacks is found here, not by whoever speaks it."""

from __future__ import annotations

import ast
import json
import re
import shutil
from collections.abc import Callable, Collection, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from interpreter.cli import _VERBS, main
from interpreter.source import catalogue
from interpreter.source.catalogue import helps, phrases, wordings
from interpreter.source.speech import languages, preferred, speaking, spoken
from interpreter.texts import Words, one_of

CHECKOUT = Path(__file__).parents[2]
CODE = sorted((CHECKOUT / "interpreter").rglob("*.py"))
OTHERS = [language for language in languages() if language != "en"]
PLACEHOLDER = re.compile(r"\{\w+(?:![a-z])?\}")
TOLD = ("x-noun", "x-path", "errorMessage", "patternErrorMessage")
SHOWN = (*TOLD, "title", "description")  # by an editor that has the schema of a house rule


# ---- what a language has words for ----------------------------------------------------------------------------------


def placeholders(text: Any) -> set[str]:
    forms = [text] if isinstance(text, str) else text.values()
    return {found for form in forms for found in PLACEHOLDER.findall(form)}


@pytest.mark.parametrize("language", OTHERS)
def test_wordings_have_no_placeholders_of_their_own(language: str) -> None:
    for english, text in wordings(language).items():
        assert placeholders(text) <= placeholders(english), english


def calls(of: str) -> Iterator[tuple[str, str]]:
    """Each text that is the first argument of a function in our code."""
    for file in CODE:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == of:
                for first in ast.walk(node.args[0]) if node.args else ():
                    if isinstance(first, ast.Constant) and isinstance(first.value, str):
                        yield first.value, f"{file.name}:{node.lineno}"
                    if isinstance(first, ast.JoinedStr | ast.Subscript):
                        break


def test_every_phrase_that_is_asked_for_is_there() -> None:
    assert {key: where for key, where in (*calls("phrase"), *calls("Phrase")) if key not in phrases()} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_that_goes_into_a_sentence_is_there(language: str) -> None:
    lacking = {text: where for text, where in calls("Words") if text not in wordings(language)}

    assert {text: where for text, where in lacking.items() if text != "{first}, {second}"} == {}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("schema", sorted((CHECKOUT / "schemas").glob("*.json")), ids=lambda path: path.name)
def test_every_text_of_a_schema_that_reaches_an_author_is_there(schema: Path, language: str) -> None:
    keys = SHOWN if schema.name.startswith(("layer", "ruleset")) else TOLD
    told = set(texts(json.loads(schema.read_text("utf-8")), keys))

    assert told - wordings(language).keys() == set()


def texts(schema: Any, keys: Collection[str]) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from (text for key, text in schema.items() if key in keys and isinstance(text, str))
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from texts(inner, keys)


def commands() -> Iterator[tuple[str, click.Command]]:
    yield "gulliver", main
    for verb, (module, _) in _VERBS.items():
        command = getattr(import_module(module), verb)
        yield verb, command
        yield from ((f"{verb} {name}", inner) for name, inner in getattr(command, "commands", {}).items())


@pytest.mark.parametrize("language", OTHERS)
def test_every_command_has_its_help(language: str) -> None:
    assert helps(language).keys() == {name for name, _ in commands()}
    assert {words for _, words in _VERBS.values()} <= wordings(language).keys()
    for name, command in commands():
        shown, english = helps(language)[name], command.help or ""
        assert examples(shown) == examples(english), name
        assert re.findall(r"\b[0-5] ", shown) == re.findall(r"\b[0-5] ", english.replace("K0101", "")), name


def examples(help_: str) -> list[str]:
    return re.findall(r"^ *(gulliver \w+)", help_, re.MULTILINE)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("name", "command"), list(commands()), ids=str)
def test_every_option_has_its_help(name: str, command: click.Command, language: str) -> None:
    known = wordings(language)
    for option in command.params:
        if isinstance(option, click.Option):
            assert not option.help or option.help in known, option.name
        if not (isinstance(option, click.Option) and option.is_flag):
            metavar = option.make_metavar(click.Context(command))
            assert {*re.findall(r"[A-Z]{2,}(?: [A-Z]+)*", metavar)} <= known.keys(), option.name


@pytest.mark.parametrize("language", OTHERS)
def test_what_new_writes_is_there(language: str) -> None:
    folders = [CHECKOUT / "interpreter" / "commands" / "templates", *CHECKOUT.glob("rulesets/*/examples/new")]
    for folder in folders:
        english = {file.name for file in folder.glob("*.txt")}
        assert {file.name for file in (folder / language).glob("*.txt")} == english, folder


# ---- which language is spoken ---------------------------------------------------------------------------------------


def said(*arguments: str, **environment: str) -> Result:
    cleared = dict.fromkeys(("GULLIVER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
    return CliRunner().invoke(main, arguments, env={**cleared, **environment})


@pytest.mark.parametrize(
    "arguments",
    [
        ("--lang", "es", "run", "--help"),
        ("run", "--lang", "es", "--help"),
        ("run", "--help", "--lang", "es"),
        ("run", "--help", "--lang=es"),
        ("run", "--help", "--lang", "ES"),
        ("--lang", "en", "run", "--help", "--lang", "es"),
    ],
)
def test_the_option_may_stand_anywhere(arguments: tuple[str, ...]) -> None:
    assert "Ejecuta escenarios y dice cuáles se cumplen." in said(*arguments).stdout


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "es_MX"}, "es"),
        ({"LC_MESSAGES": "en_GB", "LC_ALL": "es"}, "es"),
        ({"LC_ALL": "es_ES.UTF-8", "GULLIVER_LANG": "en"}, "en"),
        ({"LANG": "en_US.UTF-8", "GULLIVER_LANG": "es"}, "es"),
    ],
)
def test_settings_say_what_is_spoken(settings: dict[str, str], language: str) -> None:
    usage = {"en": "Usage:", "es": "Uso:"}

    assert preferred(settings) == language
    assert said("run", "--help", **settings).stdout.startswith(usage[language])


def test_the_option_counts_more_than_any_setting() -> None:
    assert said("run", "--help", "--lang", "en", GULLIVER_LANG="es").stdout.startswith("Usage:")


def test_a_language_that_nobody_speaks_is_wrong_usage() -> None:
    done = said("explain", "--lang", "fr")

    assert done.exit_code == 2
    assert "Invalid value for '--lang': 'fr' is not one of 'en', 'es'." in done.stderr


def test_a_setting_of_ours_that_nobody_speaks_is_wrong_usage() -> None:
    result = said("explain", GULLIVER_LANG="xx")

    assert result.exit_code == 2
    assert "GULLIVER_LANG is `xx`, which is not spoken here: en or es" in result.stderr


def test_it_holds_for_one_call() -> None:
    said("explain", "--lang", "es")

    assert spoken() == "en"
    assert said("--help").stdout.startswith("Usage:")


# ---- what is said ---------------------------------------------------------------------------------------------------


def test_the_overview() -> None:
    lines = said("--lang", "es", "--help").stdout.splitlines()

    assert lines[0] == "Uso: main [OPCIONES] ORDEN [ARGUMENTOS]..."
    assert {"Opciones:", "Órdenes:", "  run       Ejecuta escenarios y dice cuáles se cumplen."} <= {*lines}
    assert "  -h, --help     Muestra este mensaje y termina." in lines
    assert "  --version      Muestra la versión y termina." in lines


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["run", "--nothing"], "Error: No existe la opción '--nothing'."),
        (["rum"], "Error: No existe la orden 'rum'. ¿Querías decir 'run'?"),
        (["history"], "Error: Falta el argumento 'COMBINACIÓN'."),
        (["diff", "a", "b", "c"], "Error: Sobra un argumento (c)"),
        (["run", "--lang", "es", "--with"], "Error: La opción '--with' necesita un valor."),
        (["run", "--format", "xml"], "Error: Valor no válido para '--format': 'xml' no es ninguno de estos: "),
        (["simulate", "x", "--games", "0"], "Valor no válido para '--games': 0 no está entre los valores posibles"),
        (["simulate", "x", "--games", "many"], "Valor no válido para '--games': 'many' no es un número válido."),
        (["run", "nowhere"], "Error: no existe el archivo o la carpeta nowhere"),
        (["explain", "E0199"], "Error: Valor no válido: no hay ningún aviso E0199; ¿querías decir "),
    ],
)
def test_wrong_usage(arguments: list[str], told: str) -> None:
    done = said("--lang", "es", *arguments)

    assert done.exit_code == 2
    assert told in done.stderr
    assert "Usage" not in done.stderr


def test_the_version() -> None:
    assert ", versión " in said("--version", "--lang", "es").stdout


HALF = """\
ruleset pig

dispute odd "What a three does"
  given
    players: Ada, Bruno
    active: Ada
  when
    roll: three
  reading kept
    then
      pot: 3
  reading lost
    then
      pot: 4
"""
LAYER = """\
format: 1
layer: house/short
changes: pig 1
title: A short game
why: It was late.
change:
  options.goal.default: {was: 40, to: 20}
"""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lay_out: Callable[[Path, str], Path], no_ci: None) -> Path:
    lay_out(tmp_path, HALF)
    (tmp_path / "rulesets" / "house").mkdir()
    (tmp_path / "rulesets" / "house" / "short.yaml").write_text(LAYER, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_run(table: Path) -> None:
    lines = said("run", "dice.scenario", "--lang", "es").stdout.splitlines()

    assert lines[0] == 'FALLIDO dice.scenario:3 odd.lost "What a three does"'
    assert lines[1].startswith("  con:    pig, de ")
    assert 'disputa odd "What a three does"' in lines
    assert "  kept  tal como está  superado" in lines
    assert re.fullmatch(r"1 superado, 1 fallido en \d+,\d\d s", lines[-1])


def test_data_for_programs_keeps_its_keys(table: Path) -> None:
    asked = ("run", "dice.scenario", "--format", "json")
    english, spanish = (json.loads(said(*asked, "--lang", language).stdout) for language in ("en", "es"))

    assert shape(english) == shape(spanish)
    assert [case["outcome"] for case in spanish["scenarios"]] == ["passed", "failed"]


def shape(value: Any) -> Any:
    """The data without what is said to people."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items() if key not in ("message", "help")}
    return list(map(shape, value)) if isinstance(value, list) else value


CALLS = (
    ("run", "dice.scenario", "-v"),
    ("review", "--list", "."),
    ("ask", "dice.scenario"),
    ("why", "dice.scenario::odd"),
    ("check",),
    ("check", "nothing-here"),
    ("history", "pig with house/short", "options.goal.default"),
    ("history", "pig", "options.goal.default"),
    ("diff", "pig", "pig with house/short"),
    ("diff", "pig", "pig"),
    ("compare", "pig", "pig with house/short", "dice.scenario"),
    ("simulate", "pig", "--games", "5"),
    ("new", "house-rule", "calm", "--for", "pig"),
    ("new", "ruleset", "my-game"),
    ("new", "scenario", "sorrow", "--for", "pig"),
    ("schema", "pig", "-o", "pig.schema.json"),
    ("fmt", "--check", "dice.scenario"),
)
NEUTRAL = (
    r"\s*\d* \|.*",  # quoted lines
    r"\s*-->.*",
    r"  pig +rulesets/.*",
    r"    [\w.-]+: .* \(pig, rulesets/.*",  # what rules read: a path, a value and a place
    r"[AB]: .*",
    r"pig -> .*",
    r"dice.scenario:.*  \[pig\]",
    "",
)


@pytest.mark.parametrize("arguments", CALLS, ids=" ".join)
def test_no_line_is_the_same_in_both_languages(
    arguments: tuple[str, ...], table: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But what an author wrote, places, and the findings, whose words have tests of their own."""
    other = shutil.copytree(table, tmp_path_factory.mktemp("other") / "table")
    english = said(*arguments, "--lang", "en")
    monkeypatch.chdir(other)
    spanish = said(*arguments, "--lang", "es")

    same = {*english.output.splitlines()} & {*spanish.output.splitlines()}
    assert english.exit_code == spanish.exit_code
    assert [line for line in same if not any(re.fullmatch(pattern, line) for pattern in NEUTRAL)] == []


def test_check_counts(table: Path) -> None:
    done = said("check", "rulesets", "--lang", "es")

    assert re.search(r"^2 cosas comprobadas: 0 errores, \d advertencias?$", done.stdout, re.MULTILINE)


def test_simulate(table: Path) -> None:
    lines = said("simulate", "pig", "--games", "12000", "--lang", "es").stdout.splitlines()

    assert lines[0] == "pig: 12.000 partidas de 2 jugadores, semilla 1"
    between = r"\(de \d+,\d a \d+,\d\)"
    assert re.fullmatch(rf"  decisiones \d+,\d {between} por partida", lines[1])
    assert re.fullmatch(rf"  duración   \d+,\d {between} rondas por partida", lines[2])
    assert re.fullmatch(rf"  jugador 1  gana el \d\d,\d % {between}, puntuación media \d+,\d {between}", lines[4])
    assert re.fullmatch(r"  velocidad  [\d.]+ partidas y [\d.]+ decisiones por segundo \(\d+,\d\d s\)", lines[-1])


def test_diff_and_history(table: Path) -> None:
    changed = said("diff", "pig", "pig with house/short", "--lang", "es").stdout.splitlines()

    assert changed[2] == "opciones"
    assert re.fullmatch(
        r"  options\.goal\.default: 40 -> 20 \(rulesets/house/short\.yaml:7; era .*\) porque: It was late\.", changed[3]
    )
    told = said("history", "pig with house/short", "options.goal.default", "--lang", "es").stdout.splitlines()
    assert told[0] == "options.goal.default en pig con house/short"
    assert told[2].endswith("40 -> 20, porque: It was late.")
    assert told[-1] == "ahora: 20"


def test_compare(table: Path) -> None:
    lines = said("compare", "pig", "pig with house/short", "dice.scenario", "--lang", "es").stdout.splitlines()

    assert lines[-1] == "0 de 2 resultan distintos"


def test_the_schema_of_a_house_rule(table: Path) -> None:
    english, spanish = (json.loads(said("schema", "pig", "--lang", language).stdout) for language in ("en", "es"))

    assert spanish["title"] == "Capa sobre pig"
    change = spanish["properties"]["change"]["properties"]["options.goal.default"]
    assert change["description"] == "Ahora: 40"
    assert spanish["$defs"].keys() == english["$defs"].keys()
    told = SHOWN[2:]  # an editor shows no nouns of ours
    assert {text for text in {*texts(english, told)} & {*texts(spanish, told)} if " " in text} == set()


def test_what_new_writes_holds(table: Path) -> None:
    done = said("new", "house-rule", "calma", "--for", "pig", "--lang", "es")

    assert done.stdout.startswith("escrito rulesets/house/calma.yaml: la regla de la casa, para cambiarla\n")
    assert "# Una regla de la casa: " in (table / "rulesets" / "house" / "calma.yaml").read_text("utf-8")
    assert said("check", "rulesets/house/calma.yaml").exit_code == 0
    scenario = (table / "scenarios" / "house" / "calma.scenario").read_text("utf-8")
    assert "\nidioma es\nreglamento pig con house/calma\n" in scenario
    assert said("run", "scenarios/house/calma.scenario").exit_code == 0


def test_new_writes_scenarios_of_a_new_game_in_spanish(table: Path) -> None:
    said("new", "ruleset", "mi-juego", "--lang", "es")

    assert "\nidioma es\n" in (table / "scenarios/mi-juego/first-turn.scenario").read_text("utf-8")
    assert said("run", "scenarios/mi-juego").exit_code == 0


def test_texts_inside_texts_are_said_too() -> None:
    wanted = one_of([Words("a text"), Words("entry {number} of `{name}`", number="2", name="x")])

    assert wanted == "a text or entry 2 of `x`"
    with speaking("es"):
        assert catalogue.said(wanted) == "un texto o la entrada 2 de `x`"
        assert catalogue.filled("{owner}; de {owner}; a {owner}", {"owner": Words("the file")}) == (
            "el archivo; del archivo; al archivo"
        )


def test_what_a_stack_adds_is_told_in_spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CHECKOUT)
    told = said("diff", "celestia", "celestia with a-little-help, house/conductor", "--lang", "es").stdout

    assert "cards.conductor se añade: 2 conductores eléctricos; en juego solo si la opción «la " in told
    assert "zones.serving se añade: cartas robadas para el capitán: cartas, todos las ven (" in told
    assert "steps.leg.new-sky se intercala: los rayos vuelven a pedir carta: «dados de rayo que no " in told
    assert "rulings.A1 se añade: ¿Cuándo se juegan las cartas de ayuda? Cuando el capitán ha anunciado " in told
