"""Label files in folders of their own are found with the rules that they are about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.commands.inspection import inspect
from interpreter.commands.targets import targets
from interpreter.documents.shipped import shipped
from interpreter.layering.labels import RulingText
from interpreter.layering.manifest import read_manifest
from interpreter.layering.stack import Stack, build_stack
from interpreter.library import load_ruleset
from interpreter.source.diagnostics import Diagnostic, SourceError

RULES = """\
format: 1
ruleset: {name}
version: 1
title: Pebbles
players: {{from: 2, to: 4}}
roles: {{thrower: {{held-by: one}}}}
steps:
  game:
    - give: thrower
      to: left(thrower)
    - end: game
"""
LABELS = "format: 1\nlanguage: {language}\nlabels: [{names}]\n{rest}"
FORMS = "{one: lanzador, other: lanzadores, gender: m}"

Write = Callable[..., Path]


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    found = tmp_path / "rulesets"
    for name in ("pebbles", "stones"):
        (found / name).mkdir(parents=True)
        (found / name / "ruleset.yaml").write_text(RULES.format(name=name))
    return found


@pytest.fixture
def write(shelf: Path) -> Write:
    def written(file: str, names: str, rest: str = f"roles: {{thrower: {FORMS}}}\n", language: str = "es") -> Path:
        path = shelf / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(LABELS.format(language=language, names=names, rest=rest))
        return path

    return written


def stack(path: Path) -> Stack:
    return build_stack(read_manifest(path, "ruleset"), ())


def found(path: Path) -> tuple[Diagnostic, ...]:
    return tuple(finding for target in targets([path]) for finding in inspect(target).findings)


@pytest.mark.parametrize("folder", ["labels-es", "spanish"])
def test_a_folder_of_labels_on_the_shelf_is_found(folder: str, shelf: Path, write: Write) -> None:
    write(f"{folder}/one.yaml", "pebbles")

    assert stack(shelf / "pebbles").labels["es"]["roles"]["thrower"].other == "lanzadores"
    assert "es" not in stack(shelf / "stones").labels


def test_labels_for_several_are_found_with_each(shelf: Path, write: Write) -> None:
    write("labels-es/all.yaml", "pebbles, stones")

    assert {"es"} == set(stack(shelf / "pebbles").labels) == set(stack(shelf / "stones").labels)


def test_labels_are_no_part_of_the_hash(shelf: Path, write: Write) -> None:
    before = stack(shelf / "pebbles").hash
    write("labels-es/one.yaml", "pebbles")

    assert stack(shelf / "pebbles").hash == before


def test_a_new_label_file_and_a_changed_one_are_noticed(shelf: Path, write: Write) -> None:
    assert "es" not in load_ruleset("pebbles").stack.labels
    write("labels-es/one.yaml", "pebbles")
    assert load_ruleset("pebbles").stack.labels["es"]["roles"]["thrower"].one == "lanzador"
    write("labels-es/one.yaml", "pebbles", "roles: {thrower: {one: tirador, other: tiradores, gender: m}}\n")
    assert load_ruleset("pebbles").stack.labels["es"]["roles"]["thrower"].one == "tirador"


def test_somebody_may_label_what_is_built_in(shelf: Path, write: Write) -> None:
    write("labels-it/mine.yaml", "celestia", "values: {worth: punti}\n", language="it")

    assert load_ruleset("celestia").stack.labels["it"]["values"]["worth"].one == "punti"


def test_built_in_labels_serve_rules_of_the_same_name_and_say_nothing_about_them(shelf: Path) -> None:
    (shelf / "celestia").mkdir()
    (shelf / "celestia" / "ruleset.yaml").write_text(RULES.format(name="celestia"))

    loaded = load_ruleset("celestia")

    assert loaded.stack.labels["es"]["roles"]["captain"].other == "capitanes"
    assert loaded.warnings == ()


def test_wrong_labels_for_other_rules_do_no_harm(shelf: Path, write: Write) -> None:
    write("labels-es/one.yaml", "stones", "rolls: {}\n")

    assert "es" not in stack(shelf / "pebbles").labels
    with pytest.raises(SourceError):
        stack(shelf / "stones")


def test_the_labels_of_the_shelf_are_checked(shelf: Path, write: Write) -> None:
    write("labels-es/one.yaml", "pebbles", "faces: {dull: {one: opaca, other: opacas, gender: f}}\n")

    assert {(finding.code, finding.is_error) for finding in found(shelf / "labels-es")} == {
        ("R0501", True),
        ("R0502", False),
    }


def test_labels_for_several_are_for_nothing_if_none_of_them_has_it(shelf: Path, write: Write) -> None:
    write("labels-es/all.yaml", "pebbles, stones", f"roles: {{thrower: {FORMS}, throwr: {FORMS}}}\n")

    (wrong,) = (finding for finding in found(shelf / "labels-es") if finding.is_error)

    assert (wrong.code, wrong.values["word"], wrong.suggestion) == ("R0501", "throwr", "thrower")


def test_labels_for_what_is_not_there(shelf: Path, write: Write) -> None:
    write("labels-es/one.yaml", "pebles")

    (wrong,) = found(shelf / "labels-es")

    assert (wrong.code, wrong.suggestion) == ("L0001", "pebbles")
    assert wrong.span is not None
    assert (wrong.span.line, wrong.span.column) == (3, 10)


def test_labels_off_every_shelf_are_found_by_nobody(tmp_path: Path, write: Write) -> None:
    file = write("../elsewhere/deep/one.yaml", "pebbles")

    assert {finding.code for finding in found(file)} == {"L0008"}


@pytest.mark.parametrize(
    ("label", "codes"),
    [
        (FORMS, set()),
        ("lanzador", {"R0503", "R0504"}),
        ("{one: lanzador, other: lanzadores}", {"R0503"}),
        ("{one: lanzador, other: lanzadores, gender: n}", {"R0503"}),
        ("{one: lanzador, gender: m}", {"R0504"}),
        ("{one: lanzador, other: lanzadores, gender: m, source: nowhere}", {"R0101"}),
        ("{one: lanzador, other: lanzadores, gender: m, source: house}", set()),
    ],
)
def test_nouns_have_what_the_language_needs(label: str, codes: set[str], shelf: Path, write: Write) -> None:
    write("labels-es/one.yaml", "pebbles", f"roles: {{thrower: {label}}}\n")

    assert {finding.code for finding in found(shelf / "labels-es")} - {"R0502"} == codes


@pytest.mark.parametrize(
    ("label", "codes"),
    [
        ("{one: canto oscuro, other: cantos oscuros, gender: m, write: oscuro}", {"R0506"}),
        ("{one: canto oscuro, other: cantos oscuros, gender: m, write: {one: oscuro, other: oscuros}}", set()),
        ("{one: los oscuros, other: los oscuros, gender: m, write: oscuros}", set()),  # several anyway
        ("{one: canto oscuro, other: cantos oscuros, gender: m, write: {one: oscuro}}", {"K0102"}),
        ("{one: canto oscuro, other: cantos oscuros, gender: m, write: {one: muy oscuro, other: x}}", {"K0106"}),
    ],
)
def test_what_scenarios_count_is_written_for_one_and_for_several(
    label: str, codes: set[str], shelf: Path, write: Write
) -> None:
    write("labels-es/one.yaml", "pebbles", f"faces: {{dark: {label}}}\n")
    of_no_such_face = {"R0501", "R0502"}

    assert {finding.code for finding in found(shelf / "labels-es")} - of_no_such_face == codes


def test_english_nouns_need_neither_gender_nor_a_second_form(shelf: Path, write: Write) -> None:
    write("labels-en/one.yaml", "pebbles", "roles: {thrower: thrower}\n", language="en")

    assert {finding.code for finding in found(shelf / "labels-en")} <= {"R0502"}


@pytest.mark.parametrize(
    ("thrower", "game", "related"),
    [
        ("{one: lanzador, other: lanzadores, gender: m}", "juego", None),
        ("{one: lanzador, other: lanzadores, gender: m, write: juego}", "juego", "note-written"),
        ("{one: lanzador, other: lanzadores, gender: m, write: Aéreo}", "{one: partida, write: aereo}", "note-written"),
        ("{one: lanzador, other: dos lanzadores, gender: m}", "dos-lanzadores", "note-written"),
        ("{one: lanzador, other: lanzadores, gender: m, write: game}", "juego", "note-declared"),
        ("{one: lanzador, other: lanzadores, gender: m}", "thrower", "note-declared"),
        ("{one: lanzador, other: lanzadores, gender: m, write: thrower}", "game", None),  # ids of their own
        ('{one: "1", other: "1", gender: m}', '"1"', None),
    ],
)  # fmt: skip
def test_a_word_is_written_for_one_thing(
    thrower: str, game: str, related: str | None, shelf: Path, write: Write
) -> None:
    write("labels-es/one.yaml", "pebbles", f"roles:\n  thrower: {thrower}\nsteps:\n  game: {game}\n")

    twice = [finding for finding in found(shelf / "labels-es") if finding.code == "R0505"]

    assert [place.key for finding in twice for place in finding.related] == ([related] if related else [])


def test_a_word_for_two_things_is_shown_where_it_is_written(shelf: Path, write: Write) -> None:
    write("labels-es/one.yaml", "pebbles", f"roles:\n  thrower: {FORMS[:-1]}, write: juego}}\nsteps:\n  game: juego\n")

    (twice,) = (finding for finding in found(shelf / "labels-es") if finding.code == "R0505")

    assert not twice.is_error
    assert twice.message == "`juego` is written for both `game` of the steps and `thrower` of the roles"
    (first,) = twice.related
    assert twice.span is not None
    assert first.span is not None
    assert (twice.span.line, twice.span.column, first.span.line, first.span.column) == (7, 3, 5, 65)


def test_an_id_of_several_groups_may_have_one_word(shelf: Path, write: Write) -> None:
    rules = RULES.format(name="pebbles").replace("- give:", "- id: thrower\n      give:")
    (shelf / "pebbles" / "ruleset.yaml").write_text(rules)
    write("labels-es/one.yaml", "pebbles", f"roles: {{thrower: {FORMS}}}\nsteps: {{thrower: lanzador}}\n")

    assert "R0505" not in {finding.code for finding in found(shelf / "labels-es")}


def test_words_of_two_languages_and_of_english_may_be_alike(shelf: Path, write: Write) -> None:
    write("labels-es/one.yaml", "pebbles")
    write("labels-fr/one.yaml", "pebbles", "steps: {game: lanzador}\n", language="fr")
    write("labels-en/one.yaml", "pebbles", "roles: {thrower: game}\nsteps: {game: thrower}\n", language="en")

    assert {finding.code for finding in found(shelf / "pebbles")} <= {"R0502"}


def test_of_two_labels_for_one_thing_the_later_one_is_written(shelf: Path, write: Write) -> None:
    write("labels-es/one.yaml", "pebbles", "steps: {game: lanzador}\n")
    write("labels-es/two.yaml", "pebbles", f"roles: {{thrower: {FORMS}}}\nsteps: {{game: juego}}\n")

    assert "R0505" not in {finding.code for finding in found(shelf / "pebbles")}


RULED = RULES.format(name="pebbles") + """rulings:
  B1: {question: Who begins?, answer: The oldest.}
  B2: {question: Who wins?, answer: Nobody.}
"""
SPANISH_RULINGS = """rulings:
  B1: {question: "¿Quién empieza?", answer: El mayor.}
  B2: {question: "¿Quién gana?", answer: Nadie.}
"""


@pytest.fixture
def ruled(shelf: Path) -> Path:
    (shelf / "pebbles" / "ruleset.yaml").write_text(RULED)
    return shelf


def test_rulings_have_texts_of_their_own_and_are_no_labels(ruled: Path, write: Write) -> None:
    write("labels-es/one.yaml", "pebbles", SPANISH_RULINGS)

    rules = stack(ruled / "pebbles")

    assert rules.ruling_texts("es")["B1"] == RulingText("¿Quién empieza?", "El mayor.")
    assert rules.ruling_texts("en") == {}
    assert "rulings" not in rules.labels["es"]
    assert {finding.code for finding in found(ruled / "labels-es")} == {"R0502"}  # other things have no labels


def test_a_ruling_that_a_layer_words_anew_needs_the_text_of_the_layer(ruled: Path, write: Write) -> None:
    write("labels-es/one.yaml", "pebbles", SPANISH_RULINGS)
    layer = ruled / "youth.yaml"
    layer.write_text(
        "format: 1\nlayer: youth\nchanges: pebbles 1\n"
        "change: {rulings.B1.answer: {was: The oldest., to: The youngest.}}\n"
        'add: {rulings.C1: {question: "Why?", answer: For fun.}}\n'
    )

    def texts() -> dict[str, str]:
        laid = build_stack(read_manifest(ruled / "pebbles", "ruleset"), [read_manifest(layer, "layer")])
        return {name: text.answer for name, text in laid.ruling_texts("es").items()}

    assert texts() == {"B2": "Nadie."}
    write("labels-es/two.yaml", "youth", 'rulings: {B1: {question: "¿Quién empieza?", answer: El menor.}}\n')
    assert texts() == {"B2": "Nadie.", "B1": "El menor."}


def test_texts_of_no_ruling_are_errors_and_missing_ones_warnings_where_others_are_there(
    ruled: Path, write: Write
) -> None:
    write("labels-es/one.yaml", "pebbles", SPANISH_RULINGS.replace("B2", "B3"))

    about_rulings = [finding for finding in found(ruled / "labels-es") if finding.values.get("group") == "rulings"]

    assert [(finding.code, finding.values["word"], finding.suggestion) for finding in about_rulings] == [
        ("R0501", "B3", None),
        ("R0502", "B2", None),
    ]


def test_a_language_may_do_without_rulings(ruled: Path, write: Write) -> None:
    write("labels-es/one.yaml", "pebbles")

    assert "rulings" not in {finding.values.get("group") for finding in found(ruled / "labels-es")}


def test_rulings_of_several_rulesets_may_stand_in_one_file(ruled: Path, write: Write) -> None:
    write("labels-es/all.yaml", "pebbles, stones", SPANISH_RULINGS)

    assert not [finding for finding in found(ruled / "labels-es") if finding.is_error]
    assert stack(ruled / "stones").ruling_texts("es") == {}


@pytest.mark.parametrize("text", ["Nadie.", "{answer: Nadie.}", '{question: "¿Quién?"}', "{question: [], answer: x}"])
def test_a_ruling_has_a_question_and_an_answer(text: str, ruled: Path, write: Write) -> None:
    write("labels-es/one.yaml", "pebbles", f"rulings: {{B1: {text}}}\n")

    with pytest.raises(SourceError):
        stack(ruled / "pebbles")


def test_the_built_in_shelf_has_spanish() -> None:
    assert {"celestia", "a-little-help", "celestia-duo", "house"} == {
        file.stem for file in (shipped("rulesets") / "labels-es").glob("*.yaml")
    }
