"""The numbers that a ruleset declares for its cards and places to a validator that knows them as keys."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from attrs import evolve, frozen

from interpreter.documents.document import Document
from interpreter.documents.schemas import Validator, build_validator, validator
from interpreter.layering.nodes import Node, found
from interpreter.source.diagnostics import Diagnostic, Related
from interpreter.source.span import Span

_GROUP = "attributes"
_MARK = "x-numbers"  # in a schema: further keys of this mapping are numbers that the group declares


@frozen
class Numbers:
    """The names of the numbers of each group, and where each is declared."""

    places: dict[tuple[str, str], Span]

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Group and name of each."""
        return tuple(sorted(self.places))

    def with_declaration(self, finding: Diagnostic) -> Diagnostic:
        """The finding with the place of the declaration that was probably meant."""
        meant = [place for (_, name), place in self.places.items() if name == finding.suggestion]
        if finding.code != "K0101" or not meant:
            return finding
        return evolve(finding, related=(*finding.related, Related(meant[0], "note-declared")))


def declared_numbers(documents: Iterable[Document]) -> Numbers:
    """What the files of a ruleset declare, as far as it is well formed."""
    places: dict[tuple[str, str], Span] = {}
    for document in documents:
        groups = document.data.get(_GROUP) if isinstance(document.data, dict) else None
        for group, names in groups.items() if isinstance(groups, dict) else ():
            for number, name in enumerate(names if isinstance(names, list) else ()):
                if isinstance(name, str):
                    places[group, name] = document.spans[_GROUP, group, str(number)].value
    return Numbers(places)


def merged_numbers(root: Node) -> Numbers:
    """What a merged ruleset declares."""
    groups = found(root, (_GROUP,))
    return Numbers({
        (group, str(name.value)): name.origin.place.value
        for group, names in (groups.value.items() if groups else ())
        if names.is_list
        for name in names.value
    })


@cache
def ruleset_validator(names: tuple[tuple[str, str], ...]) -> Validator:
    """The validator of a ruleset whose cards and places have these numbers and no other further keys."""
    schema = dict(validator("ruleset").schema)
    schema["$defs"] = {key: _special(part, names) for key, part in schema["$defs"].items()}
    return build_validator(schema)


def _special(part: dict[str, Any], names: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    if _MARK not in part:
        return part
    known = {name: part["additionalProperties"] for group, name in names if group == part[_MARK]}
    return {**part, "properties": {**part["properties"], **known}, "additionalProperties": False}
