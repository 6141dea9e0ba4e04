from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources

import pytest

from interpreter.documents.reader import parse_document
from interpreter.source.catalogue import Entry, entries, filled, phrases
from interpreter.source.speech import DEFAULT, languages, plural

OTHERS = [language for language in languages() if language != DEFAULT]

# What is written the same in every language: placeholders, code, options and names in capitals.
_PLACEHOLDER = re.compile(r"\{=(?:[^{}]|\{[a-z_]+\})+\}|\{[a-z][a-z0-9_]*\}")
_CODE = re.compile(rf"`[^`]*`|{_PLACEHOLDER.pattern}|\bgulliver .*|--[a-z]+|\b[A-Z]+\b")
_WORD = re.compile(r"[^\W\d_]+")


def shipped(folder: str, language: str) -> Mapping[str, object]:
    """A file of words, read so that nothing in it can stand twice."""
    text = resources.files("interpreter.source").joinpath(folder, f"{language}.yaml").read_text("utf-8")
    data: Mapping[str, object] = parse_document(text, f"{language}.yaml").data
    return data


def parts(entry: Entry) -> dict[str, str]:
    """The texts that an entry has, by their key."""
    return {key: text for key, text in entry._asdict().items() if text is not None}


def forms(phrase: str | Mapping[str, str]) -> dict[str, str]:
    """The texts of a phrase by their plural form; one without forms has a single text."""
    return {"": phrase} if isinstance(phrase, str) else dict(phrase)


def placeholders(texts: Mapping[str, str]) -> dict[str, set[str]]:
    return {key: set(_PLACEHOLDER.findall(text)) for key, text in texts.items()}


def untranslated(text: str, english: str) -> bool:
    """Whether words were left as they are, which is a mistake where there are two or more of them."""
    return text == english and len(_WORD.findall(_CODE.sub(" ", text))) > 1


@pytest.mark.parametrize("folder", ["messages", "phrases"])
@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_same_keys_in_the_same_order_and_none_twice(folder: str, language: str) -> None:
    assert list(shipped(folder, language)) == list(shipped(folder, DEFAULT))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("code", sorted(entries()))
def test_every_language_says_the_same_of_a_code(code: str, language: str) -> None:
    english, other = parts(entries()[code]), parts(entries(language)[code])

    assert other.keys() == english.keys()
    assert placeholders(other) == placeholders(english)
    assert [key for key, text in other.items() if untranslated(text, english[key])] == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("key", sorted(phrases()))
def test_every_language_has_the_forms_of_a_phrase(key: str, language: str) -> None:
    english, other = forms(phrases()[key]), forms(phrases(language)[key])

    assert other.keys() == english.keys()
    assert placeholders(other) == placeholders(english)
    assert [form for form, text in other.items() if untranslated(text, english[form])] == []


@pytest.mark.parametrize("language", languages())
def test_a_phrase_with_a_count_has_a_text_for_every_form_of_the_language(language: str) -> None:
    known = {plural(count, language) for count in range(200)}

    for key, phrase in phrases(language).items():
        if not isinstance(phrase, str):
            assert phrase.keys() == known, key


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("this is wrong", True),
        ("{subject} must be `{wanted}`", True),
        ("{text}", False),
        ("`must be`: {name}", False),
        ("NAME=VALUE", False),
        ("gulliver review {file} --accept stale", False),
    ],
)
def test_code_alone_may_be_the_same_in_two_languages(text: str, *, expected: bool) -> None:
    assert untranslated(text, text) is expected


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("code", sorted(entries()))
def test_messages_are_one_sentence_without_a_full_stop(code: str, language: str) -> None:
    entry = entries(language)[code]

    assert isinstance(entry, Entry)
    assert entry.message.strip() == entry.message
    assert "\n" not in entry.message
    assert not entry.message.endswith(".")


def test_braces_that_are_no_placeholder_stay() -> None:
    assert filled("{a}: {A} {} {b: 1}", {"a": "x"}) == "x: {A} {} {b: 1}"


def test_what_is_quoted_of_a_scenario_is_in_english_unless_there_are_other_words_for_it() -> None:
    template = "write `{=given at {step}}`"

    assert filled(template, {"step": "{pay}"}) == "write `given at {pay}`"
    assert filled(template, {"step": "pay", "=given at {step}": "dado en pago"}) == "write `dado en pago`"
