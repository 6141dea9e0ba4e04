"""What messages quote of a scenario is what the language of the file writes, whatever language is spoken."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from lark import UnexpectedInput

from interpreter.scenario.grammar import PARTS, Place, languages, parsed
from interpreter.scenario.misreadings import keywords
from interpreter.scenario.parser import examined
from interpreter.scenario.quoting import Quoter, quoter
from interpreter.scenario.translation import _phrases
from interpreter.source import catalogue
from interpreter.source.diagnostics import Related, error
from interpreter.source.speech import DEFAULT, speaking

QUOTED = re.compile(r"`([^`]*)`")
# these speak of rules, of transcripts, of what is typed while playing and of the command line
OTHERS = re.compile(r"[KLRTXY]\d|play-|simulate-|show-|explain-|new-|note-needs")
NAMED = Quoter("es", lambda name, _: {"pay": "pago", "fog": "niebla", "deck": "mazo"}.get(name, name))


def texts() -> Iterator[tuple[str, str]]:
    for code, entry in catalogue.entries().items():
        yield from ((code, text) for text in (entry.message, entry.help, entry.label, entry.explain) if text)
    for key, phrase in catalogue.phrases().items():
        yield from ((key, text) for text in ([phrase] if isinstance(phrase, str) else phrase.values()))


def quotations() -> list[str]:
    return sorted({quoted for _, text in texts() for quoted in catalogue.quotations([text])})


def test_no_message_about_a_scenario_has_a_word_of_the_grammar_that_stays_english() -> None:
    left = [
        (code, quoted)
        for code, text in texts()
        if not OTHERS.match(code)
        for quoted in QUOTED.findall(re.sub(r"\{(?:=[^{}]*(?:\{\w+\}[^{}]*)*|\w+)\}", "", text))
        if keywords() & {*re.findall(r"[a-z-]+", quoted)} and not quoted.startswith("gulliver ")
    ]

    assert left == []


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("template", quotations())
def test_what_is_quoted_can_be_read_in_the_language_of_the_file(template: str, language: str) -> None:
    values = dict.fromkeys(re.findall(r"\{(\w+)\}", template), "zz")
    written = quoter(language).words(template, values)

    assert written in _phrases(language).values() or any(can_be_read(written, part, language) for part in STARTS)
    assert language == DEFAULT or written != template


STARTS = (*PARTS, *(place.value for place in Place))


def can_be_read(text: str, part: str, language: str) -> bool:
    try:
        parsed(text, part, language)
    except UnexpectedInput:
        return False
    return True


@pytest.mark.parametrize(
    ("code", "values", "told"),
    [
        ("P0207", {"step": "pay"}, "say whose: `dado en pago para NAME`"),
        ("P0208", {"step": "pay"}, "write `dado en pago`"),
        ("P0306", {"who": "Ada", "card": "fog", "player": "B"}, "write `Ada roba: niebla`"),
        ("P0306", {"who": "Ana María", "card": "fog", "player": "B"}, 'write `"Ana María" roba: niebla`'),
        ("E0506", {}, "script the choice, or write `posible`, `siempre` or `nunca`"),
        ("S0901", {}, "begin it with `reglamento NAME`"),
    ],
)  # fmt: skip
def test_an_english_message_about_a_spanish_file(code: str, values: dict[str, str], told: str) -> None:
    assert NAMED.finding(error(code, None, None, (), **values)).help == told


def test_a_spanish_message_about_an_english_file() -> None:
    with speaking("es"):
        told = quoter("en").finding(error("P0207", None, step="pay"))
        assert told.help == "decir de quién: `given at pay for NOMBRE`"


def test_what_a_finding_refers_to_is_told_in_the_same_words() -> None:
    draw = Related(None, "note-open-draw", {"stream": "deck"})

    (related,) = NAMED.finding(error("E0502", None, None, (draw,), actual="1", expected="0")).related

    assert related.message.endswith("or write `azar mazo: cualquiera`")


@pytest.mark.parametrize(("language", "place"), [("en", "`when`"), ("es", "`cuando`")])
def test_a_place_is_called_as_the_file_calls_it(language: str, place: str) -> None:
    english, spanish = "scenario a\n  when\n    Ada is asked\n", "escenario a\n  cuando\n    se pregunta a Ada\n"
    text = {"en": english, "es": f"idioma es\n{spanish}"}

    found = next(each for each in examined(text[language], "a.scenario")[1] if each.code == "S0303")

    assert found.message == f"this line stands in a block below {place}"
