"""Label files to the words for ids and the texts of rulings, a table a language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import field, frozen

from interpreter.documents.document import Document

HEAD = frozenset({"format", "language", "labels", "note", "source"})
NESTED = frozenset({"option-values"})  # groups with labels for each part of a thing
UNWRITTEN = frozenset({"actions", "attributes", "demands", "names"})  # groups of what no scenario names
RULINGS = "rulings"                    # a group of questions and answers, not of words


@frozen
class Label:
    """What people call a thing."""

    one: str
    other: str
    gender: str | None = None
    write: str | None = None  # what a scenario says instead, if people say more than one word
    write_many: str | None = None  # the same of several

    @property
    def written(self) -> str:
        """One word for it, as a scenario may write it."""
        return one_word(self.write or self.one)

    @property
    def written_many(self) -> str:
        """One word for several of it."""
        return one_word(self.write_many or self.write or self.other)

    def count(self, number: int) -> str:
        """The form that goes with a number."""
        return self.one if number == 1 else self.other


@frozen
class RulingText:
    """A ruling in a language; `also` holds further questions with the same answer, by number."""

    question: str
    answer: str
    also: Mapping[str, str] = field(factory=dict)


def one_word(text: str) -> str:
    """A text that a scenario can write without quotes."""
    return "-".join(text.split())


Labels = Mapping[str, Mapping[str, Label]]  # group -> id -> label; an option's value is `option.value`


def labels_by_language(documents: Iterable[Document]) -> dict[str, Labels]:
    """All labels; of two files of a language the later one adds and overrules."""
    found: dict[str, dict[str, dict[str, Label]]] = {}
    for document in documents:
        groups = found.setdefault(document.data["language"], {})
        for group, entries in document.data.items():
            if group not in HEAD and group != RULINGS:
                labels = {name: label_of(entry) for name, _, entry in inside(group, entries)}
                groups.setdefault(group, {}).update(labels)
    return dict(found)


def ruling_texts(document: Document) -> dict[str, RulingText]:
    """The rulings of a label file."""
    return {name: RulingText(**entry) for name, entry in document.data.get(RULINGS, {}).items()}


def inside(group: str, entries: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...], Any]]:
    """Name, path and text of each label of a group; the value of an option is called `option.value`.

    Likewise a further question of a ruling is called `ruling.number`.
    """
    for name, entry in entries.items():
        if group in NESTED:
            yield from ((f"{name}.{value}", (group, name, value), text) for value, text in entry.items())
        else:
            yield name, (group, name), entry
        if group == RULINGS:
            further = entry.get("also", {}).items()
            yield from ((f"{name}.{number}", (group, name, "also", number), text) for number, text in further)


def label_of(entry: Any) -> Label:
    """The label that a file writes: a text, or its forms."""
    if isinstance(entry, dict):
        one, many = _forms(entry.get("write"))
        return Label(str(entry["one"]), str(entry.get("other", entry["one"])), entry.get("gender"), one, many)
    return Label(str(entry), str(entry))


def _forms(entry: Any) -> tuple[str | None, str | None]:
    """What is written for one and for several; one text is written for both."""
    return (entry["one"], entry["other"]) if isinstance(entry, dict) else (entry, entry)
