"""Label files to the words for ids, a table a language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import frozen

from interpreter.documents.document import Document

HEAD = frozenset({"format", "language", "labels", "note", "source"})


@frozen
class Label:
    """What people call a thing."""

    one: str
    other: str
    gender: str | None = None
    write: str | None = None  # what a scenario says instead, if people say more than one word

    @property
    def written(self) -> str:
        """One word for it, as a scenario may write it."""
        return one_word(self.write or self.one)

    @property
    def written_many(self) -> str:
        """One word for several of it."""
        return one_word(self.write or self.other)

    def count(self, number: int) -> str:
        """The form that goes with a number."""
        return self.one if number == 1 else self.other


def one_word(text: str) -> str:
    """A text that a scenario can write without quotes."""
    return "-".join(text.split())


Labels = Mapping[str, Mapping[str, Label]]  # group -> id -> label; an option's value is `option.value`


def labels_by_language(documents: Iterable[Document]) -> dict[str, Labels]:
    """All labels; of two files of a language the later one adds and overrules."""
    found: dict[str, dict[str, dict[str, Label]]] = {}
    for document in documents:
        language = found.setdefault(document.data["language"], {})
        for group, entries in document.data.items():
            if group not in HEAD:
                language.setdefault(group, {}).update(_group(entries))
    return dict(found)


def _group(entries: Mapping[str, Any]) -> dict[str, Label]:
    """The labels of a group; a mapping without `one` belongs to something and is named after it."""
    found: dict[str, Label] = {}
    for key, entry in entries.items():
        if isinstance(entry, dict) and "one" not in entry:
            found |= {f"{key}.{inner}": _label(text) for inner, text in entry.items()}
        else:
            found[key] = _label(entry)
    return found


def _label(entry: Any) -> Label:
    if isinstance(entry, dict):
        return Label(str(entry["one"]), str(entry.get("other", entry["one"])), entry.get("gender"), entry.get("write"))
    return Label(str(entry), str(entry))
