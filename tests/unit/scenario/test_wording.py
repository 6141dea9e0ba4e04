"""One word stands for an id; but what somebody does is a verb, and several of a thing have a word of their own."""

from __future__ import annotations

from interpreter.layering.labels import Label, label_of
from interpreter.scenario.translation import Translator
from interpreter.scenario.wording import Wording, wording_of

BLANK = {"one": "cara en blanco", "other": "caras en blanco", "write": {"one": "blanco", "other": "blancos"}}


def wording(**groups: dict[str, Label]) -> Wording:
    return wording_of({"es": groups}, "es")


def test_several_are_written_as_several() -> None:
    words = wording(faces={"blank": label_of(BLANK)})

    assert (words.word("blank"), words.word("blank", 3)) == ("blanco", "blancos")
    assert {words.meant(word) for word in ("blanco", "blancos", "cara-en-blanco")} == {"blank"}


def test_an_answer_has_a_word_of_its_own() -> None:
    words = wording(zones={"discard": label_of("descarte")}, answers={"discard": label_of("descartar")})

    assert (words.word("discard"), words.word("discard", None)) == ("descarte", "descartar")
    assert {words.meant(word) for word in ("descarte", "descartar")} == {"discard"}


def test_an_answer_alone_is_written_anywhere() -> None:
    words = wording(answers={"discard": label_of("descartar")})

    assert (words.word("discard"), words.word("discard", None)) == ("descartar", "descartar")


def test_the_word_of_an_answer_stands_for_no_other_thing() -> None:
    things = {"discard": label_of("descarte"), "heap": label_of("montón")}
    words = wording(zones=things, answers={"discard": label_of("montón")})

    assert words.word("discard", None) == "descarte"
    assert words.word("heap") == "heap"


def test_answers_are_told_from_things_in_a_statement() -> None:
    words = wording(zones={"discard": label_of("descarte")}, answers={"discard": label_of("descartar")})
    translator = Translator("en", "es", words.word)

    assert translator.cell("Ada can: discard 2 compass") == "Ada puede: descartar 2 compass"
    assert translator.cell("discard: 2 compass") == "descarte: 2 compass"
