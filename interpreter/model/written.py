"""The words that scenarios write for things to findings: one word for two of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from interpreter.documents.document import Document, value_at
from interpreter.layering.labels import UNWRITTEN, label_of
from interpreter.layering.stack import Stack
from interpreter.model.labels import Labelled, entries_of
from interpreter.source.diagnostics import Diagnostic, Related, warning
from interpreter.source.span import Span
from interpreter.source.speech import DEFAULT, alike
from interpreter.texts import Words


@frozen
class _Thing:
    """What a word stands for, and where somebody says so."""

    group: str
    name: str
    span: Span
    note: str  # why this place matters to another thing of the same word

    @property
    def id(self) -> str:
        """The id alone: options may have values of the same name."""
        return self.name.rpartition(".")[2]


def shared_words(stack: Stack, known: Labelled) -> Iterator[Diagnostic]:
    """Words that scenarios of a language would write for several things; the same id may stand in several groups."""
    known = {group: names for group, names in known.items() if group not in UNWRITTEN}
    ids = tuple(_ids(stack, known))
    for language in dict.fromkeys(document.data["language"] for document in stack.label_documents):
        if language != DEFAULT:  # its scenarios write ids
            documents = [document for document in stack.label_documents if document.data["language"] == language]
            yield from _shared(_written(documents, known), ids)


def _ids(stack: Stack, known: Labelled) -> Iterator[tuple[str, _Thing]]:
    for group, names in known.items():
        for name, path in names.items():
            thing = _Thing(group, name, stack.place(path).name, "note-declared")
            yield thing.id, thing


def _written(documents: Iterable[Document], known: Labelled) -> Iterator[tuple[str, _Thing]]:
    """Each word and what it is written for; of two labels of one thing only the later one counts."""
    found: dict[tuple[str, str], list[tuple[str, _Thing]]] = {}
    for document in documents:
        for group, name, path in entries_of(document):
            if name in known.get(group, ()):
                label = label_of(value_at(document.data, path))
                place = document.spans[(*path, "write") if (*path, "write") in document.spans else path]
                span = place.value if label.write else place.name
                thing = _Thing(group, name, span, "note-written")
                words = dict.fromkeys((label.written, label.written_many))
                found[group, name] = [(word, thing) for word in words if not word.isdigit()]
    for words_of_one in found.values():
        yield from words_of_one


def _shared(written: Iterable[tuple[str, _Thing]], ids: Iterable[tuple[str, _Thing]]) -> Iterator[Diagnostic]:
    taken: dict[str, list[_Thing]] = {}
    for word, thing in ids:
        taken.setdefault(alike(word), []).append(thing)
    said: set[tuple[_Thing, str]] = set()
    for word, thing in written:
        others = taken.setdefault(alike(word), [])
        other = next((other for other in others if other.id != thing.id), None)
        if other is not None and (thing, other.id) not in said:
            said.add((thing, other.id))
            yield _finding(word, thing, other)
        others.append(thing)


def _finding(word: str, thing: _Thing, other: _Thing) -> Diagnostic:
    words: Mapping[str, str] = {"group": Words(thing.group), "other": other.name, "other_group": Words(other.group)}
    related = (Related(other.span, other.note),)
    return warning("R0505", thing.span, None, related, word=word, name=thing.name, **words)
