"""A ruleset and its layers to a stack: merged rules, and where each of them was written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path as File
from typing import Any

from attrs import evolve, field, frozen

from interpreter.documents.document import Document, Path, Place
from interpreter.layering.choices import Choices, Setting
from interpreter.layering.hashing import content_hash, part_hashes
from interpreter.layering.labels import RULINGS, Labels, RulingText, labels_by_language, ruling_texts
from interpreter.layering.ledger import Ledger, removed_paths
from interpreter.layering.manifest import Manifest
from interpreter.layering.merge import check_merged, merged
from interpreter.layering.nodes import Node, Origin, origins, plain
from interpreter.layering.operations import apply_layer
from interpreter.layering.relations import check_relations
from interpreter.source.span import Span

_HOUSE = "house"


@frozen(eq=False)
class Stack:
    """A ruleset with its layers and options."""

    ruleset: str
    layers: tuple[str, ...]
    options: Mapping[str, Setting]   # those that were chosen; the others have their defaults
    data: Mapping[str, Any]          # the rules alone; chosen options are defaults here
    folder: File                     # where the ruleset was found
    documents: tuple[Document, ...]  # all that hold rules, the main one first
    label_documents: tuple[Document, ...]
    lent_labels: tuple[Document, ...]  # built-in label files for rules of the same name
    removed: Mapping[Path, Span]     # what a layer took away, and where it says so
    _origins: Mapping[Path, Origin] = field(repr=False)

    @property
    def name(self) -> str:
        """The ruleset and its layers, as a scenario names them."""
        return f"{self.ruleset} with {', '.join(self.layers)}" if self.layers else self.ruleset

    @property
    def full_name(self) -> str:
        """The name, with the options that were chosen."""
        chosen = [f"option {option} = {value}" for option, value in self.options.items()]
        return f"{self.ruleset} with {', '.join([*self.layers, *chosen])}" if self.layers or chosen else self.ruleset

    @cached_property
    def hash(self) -> str:
        """The fingerprint of what the rules make players do."""
        return content_hash(dict(self.data))

    @cached_property
    def part_hashes(self) -> Mapping[str, str]:
        """The fingerprint of each part of the rules, by its address."""
        return part_hashes(dict(self.data))

    @cached_property
    def labels(self) -> Mapping[str, Labels]:
        """Language to labels."""
        return labels_by_language((*self.lent_labels, *self.label_documents))

    def ruling_texts(self, language: str) -> Mapping[str, RulingText]:
        """The rulings in a language, from labels of whatever worded them last: what a layer changes needs its own."""
        found: dict[str, RulingText] = {}
        for document in (*self.lent_labels, *self.label_documents):
            if document.data["language"] == language:
                about = document.data["labels"]
                texts = ruling_texts(document)
                found |= {name: text for name, text in texts.items() if self._worded_last(name) in about}
        return found

    def _worded_last(self, ruling: str) -> str | None:
        """The ruleset or the layer that was the last to word a ruling."""
        if ruling not in self.data.get(RULINGS, {}):
            return None
        layers = (self.origin((RULINGS, ruling, part)).layer for part in ("question", "answer"))
        return max((layer for layer in layers if layer is not None), key=self.layers.index, default=self.ruleset)

    @property
    def paths(self) -> Iterable[Path]:
        """Every path of the rules."""
        return self._origins.keys()

    @cached_property
    def laid(self) -> Mapping[Path, str]:
        """Every path that a layer wrote, and which layer."""
        return {path: origin.layer for path, origin in self._origins.items() if origin.layer is not None}

    def layer_documents(self, layer: str) -> tuple[Document, ...]:
        """The documents of a layer, the main one first."""
        names = ("layer", "part-of")
        return tuple(document for document in self.documents if layer in map(document.data.get, names))

    def why(self, layer: str) -> str | None:
        """The reason that a layer states for its changes."""
        reasons = (document.data.get("why") for document in self.layer_documents(layer))
        return next((str(reason) for reason in reasons if reason), None)

    def choosing(self, choices: Choices) -> Stack:
        """The same rules with other values for options.

        Raises:
            SourceError: There is no such option, or it has no such value; carries every misfit.
        """
        declared = self.data.get("options", {})
        fitted = self.fitted(choices)
        changed = {name: {**declared[name], "default": value} for name, value in fitted.items()}
        data = {**self.data, "options": {**declared, **changed}} if changed else self.data
        return evolve(self, data=data, options={**self.options, **fitted})

    def fitted(self, choices: Choices) -> dict[str, Setting]:
        """The values as the options want them.

        Raises:
            SourceError: There is no such option, or it has no such value; carries every misfit.
        """
        declared = self.data.get("options", {})
        return choices.fitted(declared, {name: self.place(("options", name)).name for name in declared})

    def origin(self, path: Path) -> Origin:
        """Where the value at a path was written, or the nearest value around it."""
        while path not in self._origins:
            path = path[:-1]
        return self._origins[path]

    def place(self, path: Path) -> Place:
        """Where a path stands: its key and its value."""
        return self.origin(path).place

    def inside(self, path: Path, start: int, end: int) -> Span:
        """Where some characters of the text at a path stand."""
        origin = self.origin(path)
        return origin.document.inside(origin.path, start, end)

    def source(self, path: Path) -> str | None:
        """The source that is stated at a path, at the nearest path around it, or for its file."""
        origin = self.origin(path)
        for length in range(len(origin.path), -1, -1):
            stated = _source_at(origin.document.data, origin.path[:length])
            if stated is not None:
                return stated
        return _source_at(self.documents[0].data, ()) if origin.layer is None else _HOUSE


def _source_at(data: Any, path: Path) -> str | None:
    for name in path:
        data = _inner(data, name)
    stated = data.get("source") if isinstance(data, dict) else None
    return str(stated) if isinstance(stated, (str, int)) else None


def _inner(data: Any, name: str) -> Any:
    if isinstance(data, list):
        named = (entry for entry in data if isinstance(entry, dict) and entry.get("id") == name)
        return next(named, data[int(name)] if name.isdigit() and int(name) < len(data) else None)
    return data.get(name) if isinstance(data, dict) else None


def build_stack(base: Manifest, laid: Iterable[Manifest]) -> Stack:
    """Merge a ruleset and the layers upon it, the lowest first.

    Raises:
        SourceError: They do not fit together; carries all findings of the first that does not.
    """
    laid = tuple(laid)
    stack, root = _laid_upon(base, laid)
    if laid:
        check_merged(root)
    return stack


def stages(base: Manifest, laid: Iterable[Manifest]) -> Iterator[Stack]:
    """The ruleset alone, then with one layer more each time; those below the last need not be whole rules.

    Raises:
        SourceError: They do not fit together; carries all findings of the first that does not.
    """
    laid = tuple(laid)
    for number in range(len(laid) + 1):
        yield _laid_upon(base, laid[:number])[0]


def _laid_upon(base: Manifest, laid: tuple[Manifest, ...]) -> tuple[Stack, Node]:
    check_relations(base, laid)
    root = merged(base.documents)
    ledger = Ledger(base, laid)
    for layer in laid:
        apply_layer(root, layer, ledger)
    return _stack(base, laid, root, removed_paths(ledger.lost)), root


def _stack(base: Manifest, laid: tuple[Manifest, ...], root: Node, removed: Mapping[Path, Span]) -> Stack:
    return Stack(
        ruleset=base.name,
        layers=tuple(layer.name for layer in laid),
        options={},
        data=plain(root),
        folder=base.path,
        documents=(*base.documents, *(document for layer in laid for document in layer.documents)),
        label_documents=_distinct(document for manifest in (base, *laid) for document in manifest.labels),
        lent_labels=_distinct(document for manifest in (base, *laid) for document in manifest.lent_labels),
        removed=removed,
        origins=dict(origins(root)),
    )


def _distinct(documents: Iterable[Document]) -> tuple[Document, ...]:
    """Each file once: one may be about several of the rules."""
    return tuple({document.file: document for document in documents}.values())
