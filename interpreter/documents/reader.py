"""A YAML file to a `Document`: plain data, and a span for every path."""

from __future__ import annotations

import errno
import stat
from os import PathLike
from pathlib import Path as File
from typing import Any, BinaryIO

import yaml

from interpreter.budgets import most, most_bytes
from interpreter.documents.document import Document, Path, Place, entry_names
from interpreter.documents.nodes import BudgetError, Composer, Entries, Node, Pairs, Scalar
from interpreter.documents.scalars import plain_value
from interpreter.documents.syntax import syntax_finding
from interpreter.source.diagnostics import SourceError, error
from interpreter.source.display import UNREADABLE
from interpreter.source.refusals import refusal
from interpreter.source.span import Span, at, whole
from interpreter.texts import Words


def read_text(path: str | PathLike[str], display: str | None = None) -> str:
    """The text of a file: newlines normalised, no byte order mark.

    `display` is the name for findings, if not the path itself.

    Raises:
        SourceError: There is no such text file, or it is too large.
    """
    file = display or File(path).as_posix()
    return _text(_bytes(path, file), file)


def read_stream(stream: BinaryIO, display: str) -> str:
    """The text of an open stream, as of a file of that name.

    Raises:
        SourceError: It is no text, or it is too large.
    """
    return _text(_at_most(stream, display), display)


def _text(data: bytes, file: str) -> str:
    if b"\0" in data:
        raise SourceError([error("Y0005", whole(file), file=file)])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as trouble:
        # The decoder counts behind a byte order mark.
        offset = trouble.start + len(data) - len(trouble.object)
        raise SourceError([error("Y0004", whole(file), file=file, offset=str(offset))]) from trouble
    return _normalised(text)


def read_document(path: str | PathLike[str], display: str | None = None) -> Document:
    """Read a YAML file.

    Raises:
        SourceError: It cannot be read, or uses what a ruleset must not use; carries every finding.
    """
    return parse_document(read_text(path, display), display or File(path).as_posix())


def parse_document(text: str, file: str) -> Document:
    """Read the text of a YAML file that is shown as `file`.

    Raises:
        SourceError: It is no YAML, or uses what a ruleset must not use; carries every finding.
    """
    text = _normalised(text)
    _check_characters(text, file)
    root = _composed(text, file)
    spans: dict[Path, Place] = {}
    data = _data(root, (), None, spans)
    return Document(file, data, spans, text)


def _bytes(path: str | PathLike[str], file: str) -> bytes:
    """Never more than a byte beyond the limit, whatever the file claims to be."""
    try:
        _refuse_devices(path)
        with File(path).open("rb") as stream:
            return _at_most(stream, file)
    except FileNotFoundError as trouble:
        raise SourceError([error("Y0001", whole(file), file=file)]) from trouble
    except IsADirectoryError as trouble:
        raise SourceError([error("Y0002", whole(file), file=file)]) from trouble
    except (OSError, ValueError) as trouble:
        reason = refusal(trouble) if isinstance(trouble, OSError) else Words("its name cannot be used")
        raise SourceError([error("Y0007", whole(file), file=file, reason=reason)]) from trouble


def _refuse_devices(path: str | PathLike[str]) -> None:
    """Whoever reads a pipe may wait for ever.

    Raises:
        OSError: It is no file.
    """
    found = File(path).stat().st_mode
    if not stat.S_ISREG(found) and not stat.S_ISDIR(found):
        raise OSError(errno.EINVAL, Words("it is no file but a device or a pipe"))


def _at_most(stream: BinaryIO, file: str) -> bytes:
    data = stream.read(most_bytes() + 1)
    if len(data) > most_bytes():
        raise SourceError([error("Y0003", whole(file), file=file, limit=str(most("megabytes")))])
    return data


def _normalised(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _check_characters(text: str, file: str) -> None:
    found = UNREADABLE.search(text)
    if found is None:
        return
    start = found.start()
    line = text.count("\n", 0, start) + 1
    number = ord(found[0])
    place = at(file, line, start - text.rfind("\n", 0, start))
    raise SourceError([error("Y0008", place, character=f"U+{number:04X}", escape=f"\\u{number:04x}")])


def _composed(text: str, file: str) -> Node:
    composer = Composer(text, file)
    findings = composer.findings
    root: Node | None = None
    try:
        root = composer.document()
    except BudgetError:
        pass
    except yaml.YAMLError as trouble:
        findings.append(syntax_finding(trouble, text, file))
    if findings:
        raise SourceError(findings)
    if root is None or (isinstance(root, Scalar) and root.plain and not root.text):
        raise SourceError([error("Y0006", whole(file), file=file)])
    return root


def _data(node: Node, path: Path, key: Span | None, spans: dict[Path, Place]) -> Any:
    """The data of a node; the places of it and of everything in it go into `spans`."""
    spans[path] = Place(key, node.span)
    match node:
        case Scalar(text=text, plain=plain):
            return plain_value(text) if plain else text
        case Pairs(pairs=pairs):
            return {key.text: _data(value, (*path, key.text), key.span, spans) for key, value in pairs}
        case Entries(entries=entries):
            names = entry_names([_identity(entry) for entry in entries])
            return [_data(entry, (*path, name), None, spans) for entry, name in zip(entries, names, strict=True)]


def _identity(node: Node) -> dict[str, Any] | None:
    """As much of an entry's data as its name needs."""
    if not isinstance(node, Pairs):
        return None
    return {key.text: _plain_or_text(value) for key, value in node.pairs if key.text == "id"}


def _plain_or_text(node: Node) -> Any:
    if not isinstance(node, Scalar):
        return None
    return plain_value(node.text) if node.plain else node.text
