"""A folder or file of rules to its documents, each of which passed the schema of its kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path as File
from typing import Any

from attrs import frozen

from interpreter.documents.document import Document
from interpreter.documents.reader import read_document
from interpreter.documents.validation import validate, validate_data
from interpreter.layering.discovery import MAINS
from interpreter.layering.numbers import declared_numbers, ruleset_validator
from interpreter.layering.shelf_labels import mentions, shelf_labels
from interpreter.source.diagnostics import Diagnostic, Related, SourceError, allowed_set, error, nearest
from interpreter.source.span import whole
from interpreter.texts import Words

_OTHER_KIND = {"ruleset": "layer", "layer": "ruleset"}
_KINDS = {"table": "table", "layer": "layer", "labels": "labels", "part-of": "part", "ruleset": "ruleset"}
_NOUNS = {"ruleset": Words("ruleset"), "layer": Words("layer")}
_SINGLE = {"ruleset": Words("one ruleset"), "layer": Words("one layer")}
_SEVERAL = {"ruleset": Words("rulesets"), "layer": Words("layers")}
_CACHED_FILES = 512


@frozen
class Manifest:
    """The documents of a ruleset or a layer; the main one comes first."""

    name: str
    path: File
    main: Document
    parts: tuple[Document, ...]
    labels: tuple[Document, ...]
    lent_labels: tuple[Document, ...]  # built-in ones for rules of the same name that lie elsewhere

    @property
    def documents(self) -> tuple[Document, ...]:
        """All that hold rules."""
        return (self.main, *self.parts)


def read_manifest(path: File, kind: str) -> Manifest:
    """Read a ruleset or a layer from its folder or its only file.

    Raises:
        SourceError: Some file cannot be used; carries the findings of all of them.
    """
    files = rule_files(path)
    documents, findings = _read_all(files)
    others = [document for document in documents if kind_of(document.data) == _OTHER_KIND[kind]]
    if others:
        raise SourceError([_other_kind(path, kind, others)])
    findings += [finding for document in documents for finding in _misshapen(document, tuple(documents), kind)]
    of_kind = [document for document in documents if kind_of(document.data) == kind]
    parts = [document for document in documents if kind_of(document.data) == "part"]
    if not findings:
        findings += _main_findings(path, kind, of_kind)
    labels, label_findings = _read_all(label_files(path))
    findings += label_findings
    findings += [finding for document in labels for finding in _misshapen(document, (), "labels")]
    if findings:
        raise SourceError(findings)
    name = str(of_kind[0].data[kind])
    findings += [_stranger(part, name, of_kind[0]) for part in parts if part.data["part-of"] != name]
    findings += [_foreign_labels(document, name) for document in labels if _is_out_of_place(document, path, name)]
    if findings:
        raise SourceError(findings)
    shelf = shelf_labels(path)
    named = [document for document in labels if name in document.data["labels"]]
    return Manifest(name, path, of_kind[0], tuple(parts), (*named, *_about(name, shelf.own)), _about(name, shelf.lent))


def file_findings(file: File) -> tuple[Document | None, list[Diagnostic]]:
    """A single file, and what is wrong with its shape."""
    document, findings = read_file(file)
    return document, findings if document is None else _misshapen(document, (document,), "ruleset")


def stamp(path: File) -> tuple[tuple[str, int, int], ...]:
    """What changes whenever a file of a ruleset or layer does."""
    shelf = shelf_labels(path)
    states = ((file, file.stat()) for file in (*rule_files(path), *label_files(path), *shelf.own, *shelf.lent))
    return tuple((str(file), state.st_mtime_ns, state.st_size) for file, state in states)


def rule_files(path: File) -> tuple[File, ...]:
    """The files that hold the rules of a folder, or the one file itself."""
    return (path,) if path.is_file() else tuple(sorted(path.glob("*.yaml")))


def label_files(path: File) -> tuple[File, ...]:
    """The label files that lie with the rules, in a folder of the folder."""
    folder = path if path.is_dir() else path.parent
    return tuple(sorted(folder.glob("labels/*.yaml")))


def _about(name: str, files: Iterable[File]) -> tuple[Document, ...]:
    """The label files that name a ruleset or layer, of those that lie on a shelf.

    Raises:
        SourceError: One of them cannot be used; those about other rules may be wrong.
    """
    documents, findings = _read_all(file for file in files if mentions(file, name))
    about = [document for document in documents if _names(document.data, name)]
    findings += [finding for document in about for finding in _misshapen(document, (), "labels")]
    if findings:
        raise SourceError(findings)
    return tuple(about)


def _names(data: Any, name: str) -> bool:
    said = data.get("labels") if isinstance(data, dict) else None
    return isinstance(said, list) and name in said


def kind_of(data: Any) -> str | None:
    """What a file says it is: ruleset, part, layer, labels or table."""
    if not isinstance(data, dict):
        return None
    if "ruleset" in data and "with" in data:
        return "table"
    return next((kind for key, kind in _KINDS.items() if key in data), None)


def _misshapen(document: Document, together: tuple[Document, ...], whole_kind: str) -> list[Diagnostic]:
    """What is wrong with the shape of a file, among the files that it lies with."""
    kind = kind_of(document.data)
    if kind is None:
        return [_kindless(document)]
    schema = whole_kind if kind == "part" else kind
    if schema != "ruleset":
        return validate(document, schema)
    numbers = declared_numbers(together)
    against = ruleset_validator(numbers.names)
    found = validate_data(document.data, document.spans, document.file, against)
    return [numbers.with_declaration(finding) for finding in found]


def read_file(file: File) -> tuple[Document | None, list[Diagnostic]]:
    """Read a file, once for each state it is in."""
    shown = displayed(file)
    try:
        stamp = file.stat()
    except OSError:
        return _read(file, shown, 0, 0)
    return _read(file, shown, stamp.st_mtime_ns, stamp.st_size)


@lru_cache(_CACHED_FILES)
def _read(file: File, shown: str, _changed: int, _size: int) -> tuple[Document | None, list[Diagnostic]]:
    try:
        return read_document(file, shown), []
    except SourceError as trouble:
        return None, list(trouble.diagnostics)


def displayed(file: File) -> str:
    """How a file is shown: from the working folder where it lies below, else in full."""
    full = file.resolve()
    here = File.cwd()
    return (full.relative_to(here) if full.is_relative_to(here) else full).as_posix()


def _read_all(files: Iterable[File]) -> tuple[list[Document], list[Diagnostic]]:
    documents, findings = [], []
    for file in files:
        document, found = read_file(file)
        findings += found
        if document is not None:
            documents.append(document)
    return documents, findings


def _kindless(document: Document) -> Diagnostic:
    keys = document.data if isinstance(document.data, dict) else {}
    meant = {key: nearest(key, _KINDS) for key in keys}
    key = next((key for key, kind in meant.items() if kind), None)
    span = document.spans[key,].name if key else whole(document.file)
    return error("L0002", span, meant[key] if key else None, allowed=", ".join(sorted(_KINDS)))


def _main_findings(path: File, kind: str, mains: list[Document]) -> Iterator[Diagnostic]:
    if not mains:
        words = {"folder": displayed(path), "kind": _NOUNS[kind], "key": kind, "name": path.stem}
        yield error("L0003", whole(displayed(path)), None, (), **words)
    elif len(mains) > 1 and not any(File(main.file).name in MAINS for main in mains):
        yield _collection(path, kind, mains)
    else:
        first = next((main for main in mains if File(main.file).name in MAINS), mains[0])
        for other in mains:
            if other is not first:
                yield error("L0004", other.spans[kind,].name, kind=_SINGLE[kind], other=first.file)


def _other_kind(path: File, kind: str, mains: list[Document]) -> Diagnostic:
    """A layer where a ruleset is wanted says what it changes; a ruleset where a layer is wanted has no more to say."""
    if kind == "layer":
        return next(_main_findings(path, kind, []))
    if len(mains) > 1:
        return _collection(path, "layer", mains)
    name, base = mains[0].data["layer"], str(mains[0].data.get("changes", "RULESET")).split(" ")[0]
    return error("L0010", whole(displayed(path)), name=name, stack=f"{base} with {name}")


def _collection(path: File, kind: str, mains: list[Document]) -> Diagnostic:
    names = allowed_set(str(main.data[kind]) for main in mains)
    words = {"folder": displayed(path), "kinds": _SEVERAL[kind], "count": str(len(mains)), "name": path.name}
    return error("L0009", whole(words["folder"]), None, (), **words, allowed=names)


def _stranger(part: Document, name: str, main: Document) -> Diagnostic:
    said = str(part.data["part-of"])
    key = "layer" if "layer" in main.data else "ruleset"
    related = (Related(main.spans[key,].value, "note-declared"),)
    return error("L0005", part.spans["part-of",].value, name, related, said=said, name=name)


def _is_out_of_place(labels: Document, path: File, name: str) -> bool:
    """The labels lie in the folder of a ruleset or layer that they do not name."""
    lies_inside = path.is_dir() and labels.file.startswith(f"{displayed(path)}/")
    return lies_inside and name not in labels.data["labels"]


def _foreign_labels(labels: Document, name: str) -> Diagnostic:
    said = labels.data["labels"]
    meant = nearest(name, said)
    span = labels.spans["labels", str(said.index(meant) if meant else 0)].value
    return error("L0007", span, name if meant else None, said=", ".join(said), name=name)
