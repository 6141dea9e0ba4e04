"""A draft and the label files of its stack to findings: labels for nothing, and ids without a label."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.documents.document import Document
from interpreter.layering.stack import Stack
from interpreter.model import draft as d
from interpreter.model.nodes import nodes, statements
from interpreter.source.diagnostics import Diagnostic, Related, allowed_set, error, nearest, warning

Labelled = Mapping[str, Mapping[str, d.Path]]  # group -> id -> where it is declared

_HEAD = ("format", "language", "labels", "note")
_PLAIN_GROUPS = (
    "cards", "places", "dice", "types", "roles", "pawns", "tracks", "counters", "zones", "values", "windows", "options",
    "invariants",
)  # fmt: skip
_NO_EVENT = frozenset({"ask", "repeat", "run", "window"})


def labelled(draft: d.Draft) -> Labelled:
    """Every id that people may want to call something, by group; an option's value is `option.value`."""
    plain = {group: {name: (group, name) for name in getattr(draft, group)} for group in _PLAIN_GROUPS}
    return {
        **plain,
        "faces": {face: (*pool.path, "faces", face) for pool in draft.dice.values() for face in pool.faces},
        "steps": dict(_steps(draft)),
        "events": dict(_events(draft)),
        "answers": {key: answer.path for s in statements(draft) for key, answer in s.answers.items()},
        "refusals": dict(_refusals(draft)),
        "option-values": {
            f"{name}.{value}": (*option.path, "values", str(number))
            for name, option in draft.options.items()
            for number, value in enumerate(option.values or ())
        },
    }


def _steps(draft: d.Draft) -> Iterator[tuple[str, d.Path]]:
    yield from ((name, ("steps", name)) for name in draft.steps)
    yield from ((s.id, (*s.path, "id")) for s in statements(draft) if s.id)


def _events(draft: d.Draft) -> Iterator[tuple[str, d.Path]]:
    for s in statements(draft):
        if s.event:
            yield s.event, (*s.path, "event")
        elif s.id and s.verb not in _NO_EVENT:
            yield s.id, (*s.path, "id")


def _refusals(draft: d.Draft) -> Iterator[tuple[str, d.Path]]:
    for node in nodes(draft):
        if isinstance(node, d.Answer | d.Play):
            yield from ((key, (*node.path, "refuse", key)) for key in node.refuse)
        if isinstance(node, d.Answer):
            yield from ((key, (*node.path, "unless", key)) for key in node.unless)


def label_findings(draft: d.Draft, stack: Stack) -> Iterator[Diagnostic]:
    """Labels for nothing in files about no other rules than these, and ids without a label in some language."""
    known = labelled(draft)
    present = {stack.ruleset, *stack.layers}
    given: dict[str, dict[str, set[str]]] = {}
    for document in stack.label_documents:
        groups = given.setdefault(document.data["language"], {})
        for group, name, _ in _entries(document):
            groups.setdefault(group, set()).add(name)
    for document in stack.label_documents:
        if set(document.data["labels"]) <= present:
            yield from _strangers(document, known, given[document.data["language"]], stack)
    for language, labels in given.items():
        yield from _missing(language, labels, known, stack)


def _entries(document: Document) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Group, id and path of each label of a file."""
    for group, entries in document.data.items():
        if group in _HEAD:
            continue
        for name, label in entries.items():
            if group == "option-values":
                yield from ((group, f"{name}.{value}", (group, name, value)) for value in label)
            else:
                yield group, name, (group, name)


def _strangers(
    document: Document, known: Labelled, given: Mapping[str, set[str]], stack: Stack
) -> Iterator[Diagnostic]:
    gone = {path[-1] for path in stack.removed}
    for group, name, path in _entries(document):
        declared = known.get(group, {})
        if name in declared or gone.intersection(name.split(".")):  # what a layer takes away leaves its label behind
            continue
        meant = nearest(name, set(declared) - given[group]) or nearest(name, declared)
        related = (Related(stack.place(declared[meant]).name, "note-declared"),) if meant else ()
        words = {"word": name, "group": group, "allowed": allowed_set(declared) or "none"}
        yield error("R0501", document.spans[path].name, meant, related, **words)


def _missing(language: str, given: Mapping[str, set[str]], known: Labelled, stack: Stack) -> Iterator[Diagnostic]:
    """Ids without a label; those that a layer adds need one only if the layer has labels at all."""
    labelled_layers = {name for document in stack.label_documents for name in document.data["labels"]}
    for group, names in known.items():
        for name, path in names.items():
            layer = stack.origin(path).layer
            if name not in given.get(group, ()) and (layer is None or layer in labelled_layers):
                yield warning("R0502", stack.place(path).name, word=name, group=group, language=language)
