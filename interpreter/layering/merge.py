"""The documents of one ruleset to one tree; what is declared twice is a finding with both places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from interpreter.documents.document import Document
from interpreter.documents.validation import validate_data
from interpreter.layering.nodes import Node, Origin, located, origins, plain
from interpreter.layering.numbers import merged_numbers, ruleset_validator
from interpreter.source.diagnostics import Diagnostic, Related, SourceError, error

PRIVATE = ("format", "part-of", "source", "note")


def merged(documents: Iterable[Document], layer: str | None = None) -> Node:
    """The first document with the groups of all others; what a layer lists in several files is one list.

    Raises:
        SourceError: An id, or a group that cannot be put together, stands in two files.
    """
    main, *parts = (located(document.data, Origin(document, (), layer)) for document in documents)
    root: dict[str, Any] = main.value
    findings: list[Diagnostic] = []
    for part in parts:
        for key, node in part.value.items():
            if key not in PRIVATE:
                findings += _join(root, key, node)
    if findings:
        raise SourceError(findings)
    return Node(root, main.origin)


def check_merged(root: Node) -> None:
    """See whether the rules still have the shape of rules after layers changed them.

    Raises:
        SourceError: They do not; the findings point to the layer that set the value.
    """
    numbers = merged_numbers(root)
    places = {path: origin.place for path, origin in origins(root)}
    found = validate_data(plain(root), places, root.origin.document.file, ruleset_validator(numbers.names))
    if found:
        raise SourceError(numbers.with_declaration(finding) for finding in found)


def _join(root: dict[str, Any], key: str, node: Node) -> Iterable[Diagnostic]:
    if key not in root:
        root[key] = node
    elif node.is_mapping and root[key].is_mapping:
        return tuple(_join_ids(root[key].value, node))
    elif node.is_list and root[key].is_list and node.origin.layer is not None:
        root[key].value.extend(node.value)
    else:
        return (_twice(key, node, root[key]),)
    return ()


def _join_ids(group: dict[str, Node], node: Node) -> Iterable[Diagnostic]:
    for name, item in node.value.items():
        if name in group:
            yield _twice(name, item, group[name])
        else:
            group[name] = item


def _twice(name: str, again: Node, first: Node) -> Diagnostic:
    related = (Related(first.origin.name, "note-first-written"),)
    return error("L0101", again.origin.name, related=related, name=name)
