"""Loaded rules to lists: what nobody could verify, and where every rule is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from interpreter.library import LoadedRuleset
from interpreter.model.draft import Path
from interpreter.model.nodes import nodes
from interpreter.source.catalogue import phrase
from interpreter.source.span import Span

_REGISTERS = ("sources",)


@frozen
class Listed:
    """One line of a list."""

    path: str
    span: Span
    words: str

    def as_text(self) -> str:
        """Place, path, and what there is to say."""
        return f"{self.span}: {self.path}: {self.words}"

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return {"path": self.path, "file": self.span.file, "line": self.span.line, "text": self.words}


def unverified(loaded: LoadedRuleset) -> Iterator[Listed]:
    """Every datum that is marked as unverified, with the reason; labels too."""
    for node in nodes(loaded.ruleset.draft):
        for key, reason in node.unverified.items():
            yield _listed(loaded, (*node.path, key), str(reason))
    for document in loaded.stack.label_documents:
        for path, place in document.spans.items():
            if path[-1:] == ("unverified",):
                reason = document.data[path[0]][path[1]]["unverified"]
                yield Listed(f"labels.{document.data['language']}.{'.'.join(path[:-1])}", place.name, reason)


def sources(loaded: LoadedRuleset) -> Iterator[Listed]:
    """Every rule and datum with an id, and the source that holds for it."""
    for node in nodes(loaded.ruleset.draft):
        path = node.path
        if len(path) > 1 and path[0] not in _REGISTERS:
            yield _listed(loaded, path, loaded.stack.source(path) or phrase("listed-unsourced"))


def _listed(loaded: LoadedRuleset, path: Path, words: str) -> Listed:
    return Listed(".".join(path), loaded.stack.place(path).name, words)
