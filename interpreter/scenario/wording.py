"""The labels of a language to the words that a scenario writes for ids, and back."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources

import yaml
from attrs import field, frozen

from interpreter.layering.labels import UNWRITTEN, Label, Labels, one_word
from interpreter.source.speech import alike

_ANSWERS = "answers"  # the group whose words are verbs
_WRITABLE = re.compile(r"[^\W\d_](?:[\w'\u2019./-]*\w)?")


@frozen(eq=False)
class Wording:
    """Which word stands for an id, and which id a word stands for; each word stands for one id only."""

    words: Mapping[str, tuple[str, str]]  # id -> the word for one, for several
    ids: Mapping[str, str]                # word in plain small letters -> id
    labels: frozenset[str] = frozenset()  # what other languages call things
    answers: Mapping[str, str] = field(factory=dict)  # id -> the word for it as an answer, where that is another one

    def word(self, id_: str, count: int | None = 1) -> str:
        """The word for so many of an id, without a count for an answer; the id itself if there is none."""
        one, many = self.words.get(id_, (id_, id_))
        if count is None:
            return self.answers.get(id_, one)
        return one if count == 1 else many

    def meant(self, word: str) -> str:
        """The id that a word stands for, accents or not; the word itself if it stands for none."""
        return self.ids.get(alike(word), word)

    def read(self, word: str) -> str:
        """The same, but what is a word of another language is taken for that."""
        id_ = self.meant(word)
        return word if word in self.labels and word not in self.words.get(id_, ()) else id_


NO_WORDING = Wording({}, {})


def wording_of(labels: Mapping[str, Labels], language: str) -> Wording:
    """The words of a language for the things of a game and for what every game has.

    Ids that two words are written for, and words that are written for two ids, are left out: such ids stay as they are.
    """
    known = {_id(group, key) for each in labels.values() for group, key, _ in _entries(each)}
    written: dict[str, set[tuple[str, str]]] = defaultdict(set)
    answers = {}
    for group, id_, one, many in _labelled(labels.get(language, {})):
        if group == _ANSWERS:
            answers[id_] = one
        else:
            written[id_].add((one, many))
    written |= {id_: {(word, word)} for id_, word in answers.items() if id_ not in written}
    single = {id_: max(words, key=_has_plural) for id_, words in written.items() if len({one for one, _ in words}) == 1}
    single |= {id_: (one, many) for id_, one, many in _fixed(language)}
    meant: dict[str, set[str]] = defaultdict(set)
    for id_, words in (*single.items(), *((id_, (word,)) for id_, word in answers.items())):
        for word in map(alike, words):
            meant[word] |= {id_, *({word} & known)}
    for word, id_ in _said(labels.get(language, {})):
        if word not in known and not (meant.get(word, set()) & single.keys()):
            meant[word].add(id_)
    ids = {word: next(iter(found)) for word, found in meant.items() if len(found) == 1}
    single = {id_: words for id_, words in single.items() if all(alike(word) in ids for word in words)}
    answers = {id_: word for id_, word in answers.items() if ids.get(alike(word)) == id_}
    groups = (group for other, each in labels.items() if other != language for group in each.values())
    return Wording(single, ids, frozenset(label.one for group in groups for label in group.values()), answers)


def _labelled(labels: Labels) -> Iterator[tuple[str, str, str, str]]:
    for group, key, label in _entries(labels):
        id_, words = _id(group, key), (label.written, label.written_many)
        if all(map(_WRITABLE.fullmatch, words)):
            one, many = (id_ if word.casefold() == id_ else word for word in words)  # `Knight` is written as `knight`
            yield group, id_, one, many


def _entries(labels: Labels) -> Iterator[tuple[str, str, Label]]:
    groups = ((group, entries) for group, entries in labels.items() if group not in UNWRITTEN)
    return ((group, key, label) for group, entries in groups for key, label in entries.items())


def _has_plural(words: tuple[str, str]) -> bool:
    return words[0] != words[1]


def _said(labels: Labels) -> list[tuple[str, str]]:
    """What people may write besides: labels with hyphens for their spaces."""
    forms = ((label.one, label.other, _id(group, key)) for group, key, label in _entries(labels))
    words = ((one_word(form), id_) for *both, id_ in forms for form in both)
    return [(alike(word), id_) for word, id_ in words if _WRITABLE.fullmatch(word)]


def _id(group: str, key: str) -> str:
    """The value of an option is written without the option."""
    return key.rsplit(".", maxsplit=1)[-1] if group == "option-values" else key


@cache
def _fixed(language: str) -> Iterable[tuple[str, str, str]]:
    file = resources.files("interpreter.scenario").joinpath("words", f"{language}.yaml")
    if not file.is_file():
        return ()
    return tuple((id_, word, word) for id_, word in yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader).items())
