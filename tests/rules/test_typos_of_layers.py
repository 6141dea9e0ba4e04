"""Misspelling one key, one part of a path or one use in any layer that is shipped is reported where it stands."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import attrs
import pytest

import sampling
from interpreter.commands import layers
from interpreter.documents.document import Document
from interpreter.documents.reader import read_document
from interpreter.expressions.parser import parse_expression
from interpreter.layering.hashing import BY_ID
from interpreter.source.diagnostics import Diagnostic, SourceError
from spelling import misspelt
from spelling import names as names_of

RULESETS = Path(__file__).parents[2] / "rulesets"
SAMPLE = 60
VERBS = ("change", "replace", "remove", "add", "insert")
TEXTS = {
    "title",
    "why",
    "note",
    "source",
    "unverified",
    "id",
    "event",
    "layer",
    "part-of",
    "sources",
    "edition",
    "question",
}
TEXTS |= {"address", "also", "answer", "language", "values", "ruling", "to-see", "each", "changes"}
WORD = re.compile(r"[a-z][a-z0-9-]*")



@attrs.frozen
class Spelling:
    """A word of a layer that can be misspelt."""

    layer: Path  # the folder or the file
    file: Path
    word: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file.relative_to(RULESETS)}:{self.line}:{self.column}-{self.word}"


@cache
def spellings() -> tuple[Spelling, ...]:
    return tuple(spelling for layer in all_layers() for file in files(layer) for spelling in words_of(layer, file))


def all_layers() -> list[Path]:
    """Folders with a `layer.yaml`, and files that say `layer:`."""
    folders = [file.parent for file in RULESETS.glob("**/layer.yaml") if "examples" not in file.parts]
    single = [file for file in RULESETS.glob("*/*.yaml") if re.search(r"(?m)^layer:", file.read_text("utf-8"))]
    return sorted([*folders, *(file for file in single if file.name != "layer.yaml")])


def files(layer: Path) -> list[Path]:
    return sorted(layer.glob("*.yaml")) if layer.is_dir() else [layer]


def words_of(layer: Path, file: Path) -> Iterator[Spelling]:
    document = read_document(file)
    for path, word, start, on_key in [*keys(document), *uses(document.data, ())]:
        place = document.spans[path]
        span = place.key if on_key else document.inside(path, start, start + len(word))
        assert span is not None
        line = document.text.split("\n")[span.line - 1]
        column = line.find(word, span.column - 1 + (start if on_key else 0)) + 1
        if column and not re.match(r"[\w-]", line[column - 1 + len(word) :]):
            yield Spelling(layer, file, word, span.line, column)


def keys(document: Document) -> Iterator[tuple[tuple[str, ...], str, int, bool]]:
    """Keys that are no ids, and the parts of paths; the last part of what is added may be anything."""
    for path, place in document.spans.items():
        if place.key is None or TEXTS & set(path[:-1]) or path[-1] in TEXTS or document.data.get("language"):
            continue
        if path[0] in VERBS and len(path) == 2:
            yield from segments(path, path[1], is_added=path[0] == "add", on_key=True)
        elif path[-2:-1] and path[-2].rpartition(".")[2] in BY_ID | {"rulings"}:
            continue
        elif path[0] not in {"language", "labels"}:
            yield path, path[-1], 0, True


def segments(
    path: tuple[str, ...], text: str, *, is_added: bool, on_key: bool
) -> Iterator[tuple[tuple[str, ...], str, int, bool]]:
    parts = text.split(".")
    for number, part in enumerate(parts[:-1] if is_added else parts):
        if WORD.fullmatch(part) and not (is_added and number == 0):
            yield path, part, sum(len(each) + 1 for each in parts[:number]), on_key


def uses(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str, int, bool]]:
    """Names in paths that are values, in expressions, and alone in a key."""
    match value:
        case dict():
            for key, inner in value.items():
                if key not in TEXTS:
                    yield from uses(inner, (*path, key))
        case list():
            for number, inner in enumerate(value):
                name = inner.get("id", str(number)) if isinstance(inner, dict) else str(number)
                yield from uses(inner, (*path, name))
        case str() if path[0] == "remove" or (path[0] == "insert" and len(path) == 3):
            yield from segments(path, value, is_added=False, on_key=False)
        case str() if path[0] in VERBS or path[0] in {"requires", "options"}:
            yield from ((path, word, start, False) for word, start in names(value, path))


def names(text: str, path: tuple[str, ...]) -> Iterable[tuple[str, int]]:
    if path[0] in {"requires", "options"}:
        return [(text, 0)]
    try:
        found = set(names_of(parse_expression(text)))
    except SourceError:
        return []
    return sorted((word, start) for word, start, declares in found if not declares and WORD.fullmatch(word))


def findings_with(spelling: Spelling, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Diagnostic, ...]:
    shutil.copytree(RULESETS, folder / "rulesets", ignore=shutil.ignore_patterns("examples"))
    file = folder / "rulesets" / spelling.file.relative_to(RULESETS)
    lines = file.read_text("utf-8").split("\n")
    line, at = lines[spelling.line - 1], spelling.column - 1
    lines[spelling.line - 1] = line[:at] + misspelt(spelling.word) + line[at + len(spelling.word) :]
    file.write_text("\n".join(lines), "utf-8")
    monkeypatch.setattr(layers, "check_programs", lambda _: None)  # takes seconds, and finds no names
    try:
        return layers.checked_layer(folder / "rulesets" / spelling.layer.relative_to(RULESETS))[0]
    except SourceError as trouble:
        return trouble.diagnostics


def check(spelling: Spelling, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = findings_with(spelling, folder, monkeypatch)
    ending = spelling.file.relative_to(RULESETS).as_posix()
    spans = [span for finding in found for span in (finding.span, *(other.span for other in finding.related))]
    there = [span for span in spans if span is not None and span.file.endswith(ending)]
    assert any(span.line == spelling.line for span in there), [str(finding) for finding in found]


def sample() -> list[Spelling]:
    every = spellings()
    return sampling.sample(every, SAMPLE)


@pytest.mark.parametrize("spelling", sample(), ids=str)
def test_misspelling_one_word_is_reported(spelling: Spelling, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check(spelling, tmp_path, monkeypatch)


@pytest.mark.exhaustive
@pytest.mark.parametrize("spelling", spellings(), ids=str)
def test_misspelling_any_word_is_reported(spelling: Spelling, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check(spelling, tmp_path, monkeypatch)


def test_every_layer_is_tried() -> None:
    assert {spelling.layer for spelling in spellings()} == set(all_layers())
