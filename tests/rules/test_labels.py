"""The labels of what ships: every id has one in English and in Spanish; no two things share one, nor a written word.

Every ruling has a Spanish text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

from interpreter.layering.labels import UNWRITTEN
from interpreter.library import load_ruleset
from interpreter.model.labels import labelled
from interpreter.scenario.misreadings import keywords
from interpreter.source.speech import alike

ROOT = Path(__file__).parents[2] / "rulesets"
HEAD = {"format", "language", "labels", "note", "source", "rulings"}
NOUNS = ("cards", "places", "faces", "dice", "types", "roles", "pawns", "tracks", "zones", "attributes")
NAMES = ("celestia", "a-little-help", "celestia-duo")
STACKS = [("celestia", ()), ("celestia", ("a-little-help",)), ("celestia-duo", ())]
WORDS = ROOT.parent / "interpreter" / "scenario" / "words" / "es.yaml"
NAME = re.compile(r"[^\W\d_]([\w'.-]*\w)?")
# Words that mean something else where a Spanish scenario says them alone.
RESERVED = keywords("es") | set(yaml.safe_load(WORDS.read_text("utf-8")).values())


def groups(file: Path) -> dict[str, dict[str, object]]:
    return {group: entries for group, entries in yaml.safe_load(file.read_text("utf-8")).items() if group not in HEAD}


def english(name: str) -> dict[str, dict[str, object]]:
    return groups(ROOT / name / "labels" / "en.yaml")


@cache
def spanish(name: str) -> dict[str, dict[str, object]]:
    return groups(ROOT / "labels-es" / f"{name}.yaml")


def texts(label: object) -> Iterator[str]:
    forms = label if isinstance(label, dict) else {"one": label}
    yield from (str(forms[form]) for form in ("one", "other") if form in forms)


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_labels_for_the_same(name: str) -> None:
    ours, theirs = spanish(name), english(name)

    assert {group: list(entries) for group, entries in ours.items()} == {
        group: list(entries) for group, entries in theirs.items()
    }


@pytest.mark.parametrize("name", NAMES)
def test_nouns_have_forms_and_the_rest_is_one_text_or_the_values_of_an_option(name: str) -> None:
    for group, entries in spanish(name).items():
        for key, label in entries.items():
            if group in NOUNS:
                assert {"one", "other", "gender"} <= set(label), (group, key)
            elif group == "option-values":
                assert list(label) == list(english(name)[group][key])
            else:
                further = {"gender", "other"} if group in UNWRITTEN else {"write"}
                further |= {"other"} if group == "steps" else set()  # rounds are counted: "two voyages"
                assert isinstance(label, str) or set(label) - further == {"one"}, (group, key)


@pytest.mark.parametrize(("ruleset", "layers"), STACKS)
def test_every_id_has_a_label_in_each_language(ruleset: str, layers: tuple[str, ...]) -> None:
    loaded = load_ruleset(ROOT / ruleset, [str(ROOT / layer) for layer in layers])

    for language in ("en", "es"):
        given = loaded.stack.labels[language]
        for group, names in labelled(loaded.ruleset.draft).items():
            assert set(names) <= set(given.get(group, ())), (language, group)


@pytest.mark.parametrize(("ruleset", "layers"), STACKS)
def test_no_two_things_of_a_group_share_a_spanish_label(ruleset: str, layers: tuple[str, ...]) -> None:
    """A treasure is called by its value, and told from others by its place."""
    for group in spanish(ruleset):
        names = [(ruleset, key) for key in spanish(ruleset)[group]]
        names += [(layer, key) for layer in layers for key in spanish(layer).get(group, ())]
        used: Counter[str] = Counter()
        for owner, key in names:
            label = spanish(owner)[group][key]
            if group != "option-values" and "-treasure-" not in key:
                used.update({alike(text) for text in texts(label)})
        assert [text for text, number in used.items() if number > 1] == [], group


@pytest.mark.parametrize(("ruleset", "layers"), STACKS)
def test_no_word_means_different_things_in_two_languages(ruleset: str, layers: tuple[str, ...]) -> None:
    loaded = load_ruleset(ROOT / ruleset, [str(ROOT / layer) for layer in layers])

    for group in NOUNS:
        meant: dict[str, set[str]] = {}
        for labels in loaded.stack.labels.values():
            for key, label in labels.get(group, {}).items():
                for form in (label.one, label.other):
                    if "-treasure-" not in key:
                        meant.setdefault(alike(form), set()).add(key)
        assert {word: keys for word, keys in meant.items() if len(keys) > 1} == {}, group


def test_values_of_an_option_differ() -> None:
    for name in NAMES:
        for option, values in spanish(name).get("option-values", {}).items():
            assert len({text for value in values.values() for text in texts(value)}) == len(values), option


def written(ruleset: str, layers: tuple[str, ...]) -> Iterator[tuple[str, str, str, str]]:
    """Language, group, id and word of everything that can be written about these rules; English writes the ids."""
    loaded = load_ruleset(ROOT / ruleset, [str(ROOT / layer) for layer in layers])
    for language, labels in loaded.stack.labels.items():
        for group, names in labelled(loaded.ruleset.draft).items() if language != "en" else ():
            if group in UNWRITTEN:
                continue
            for name in names:
                label = labels[group][name]
                yield from (
                    (language, group, name.split(".")[-1], word)
                    for word in dict.fromkeys((label.written, label.written_many))
                    if not word.isdigit()
                )


@pytest.mark.parametrize(("ruleset", "layers"), STACKS)
def test_a_written_word_stands_for_one_id_and_is_no_other(ruleset: str, layers: tuple[str, ...]) -> None:
    meant: dict[tuple[str, str], set[str]] = {}
    for language, _, key, word in written(ruleset, layers):
        meant.setdefault((language, alike(word)), set()).add(key)
        meant.setdefault((language, key), set()).add(key)

    assert {word: keys for word, keys in meant.items() if len(keys) > 1} == {}


@pytest.mark.parametrize(("ruleset", "layers"), STACKS)
def test_an_id_in_several_groups_of_things_is_written_the_same_in_each(ruleset: str, layers: tuple[str, ...]) -> None:
    words: dict[tuple[str, str], dict[str, str]] = {}
    for language, group, key, word in written(ruleset, layers):
        if group != "answers":  # what somebody does is a verb there
            words.setdefault((language, key), {}).setdefault(group, alike(word))

    assert {key: each for key, each in words.items() if len(set(each.values())) > 1} == {}


@pytest.mark.parametrize(("ruleset", "layers"), STACKS)
def test_written_words_need_no_quotes_and_are_no_words_of_the_language(ruleset: str, layers: tuple[str, ...]) -> None:
    reserved = set(map(alike, RESERVED))

    words = {word for _, _, _, word in written(ruleset, layers)}

    assert [word for word in words if not NAME.fullmatch(word) or alike(word) in reserved] == []


@pytest.mark.parametrize(("ruleset", "layers"), STACKS)
def test_every_ruling_has_a_spanish_text_with_the_same_numbers(ruleset: str, layers: tuple[str, ...]) -> None:
    loaded = load_ruleset(ROOT / ruleset, [str(ROOT / layer) for layer in layers])
    rulings, texts_of_rulings = loaded.ruleset.draft.rulings, loaded.stack.ruling_texts("es")

    assert set(texts_of_rulings) == set(rulings)
    for key, ruling in rulings.items():
        said = texts_of_rulings[key]
        assert said.question.startswith("¿"), key
        assert said.question.endswith("?"), key
        assert said.answer.endswith("."), key
        assert numbers(said.answer) == numbers(ruling.answer), key


def numbers(text: str) -> set[str]:
    return set(re.findall(r"[A-Z]?[0-9]+", text))
