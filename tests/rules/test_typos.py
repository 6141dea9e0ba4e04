"""Misspelling one key, one use or one declaration in any file of a ruleset is reported where it stands."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import attrs
import pytest

import sampling
from interpreter.documents.document import Document
from interpreter.documents.reader import read_document
from interpreter.documents.schemas import validator
from interpreter.expressions.parser import parse_expression
from interpreter.library import load_ruleset
from interpreter.source.diagnostics import Diagnostic, SourceError
from spelling import misspelt, names

RULESETS = sorted(file.parent for file in (Path(__file__).parents[2] / "rulesets").glob("*/ruleset.yaml"))
SAMPLE = 80

KEY, USE, DECLARATION = "key", "use", "declaration"
DECLARES = {"id", "free-id", "option-value"}
USES = {"name", "use", "value", "layer-name", "setting", "source"}


@attrs.frozen
class Spelling:
    """A word of a file that can be misspelt."""

    ruleset: Path
    file: str
    kind: str
    path: tuple[str, ...]
    word: str
    line: int
    column: int
    registered: bool  # rulings and what they answer besides are cited by scenarios, not by rules

    def __str__(self) -> str:
        return f"{self.ruleset.name}/{self.file}:{self.line}:{self.column}-{self.kind}-{self.word}"


@cache
def spellings() -> tuple[Spelling, ...]:
    return tuple(spelling for ruleset in RULESETS for file in files(ruleset) for spelling in words_of(ruleset, file))


def files(ruleset: Path) -> list[Path]:
    found = [*sorted(ruleset.glob("*.yaml")), *sorted(ruleset.glob("labels/*.yaml"))]
    return [file for file in found if file.name != "equivalents.yaml"]  # excuses are no part of the rules


def words_of(ruleset: Path, file: Path) -> Iterator[Spelling]:
    document = read_document(file, file.relative_to(ruleset).as_posix())
    schema = validator("labels" if "labels" in document.data else "ruleset").schema
    yield from Walk(ruleset, document, schema["$defs"]).words(document.data, schema, ())


@attrs.frozen
class Walk:
    """Data and schema side by side: the schema says what each word is."""

    ruleset: Path
    document: Document
    defs: dict

    def words(self, value: object, schema: dict, path: tuple[str, ...]) -> Iterator[Spelling]:  # noqa: C901  # one case a kind
        name, schema = self.resolved(schema, value)
        match value:
            case dict():
                for key, inner in value.items():
                    yield from self.keyed(key, inner, schema, (*path, key))
            case list():
                places = [p for p in self.document.spans if p[:-1] == path and p != path]
                for place, inner in zip(places, value, strict=True):
                    yield from self.words(inner, schema["items"], place)
            case str() if name == "expression":
                yield from self.names_in(value, path)
            case str() if name in DECLARES:
                yield self.spelling(DECLARATION, path, value)
            case str() if name in USES:
                yield self.spelling(USE, path, value.split(",")[0])
            case str() if "enum" in schema or "const" in schema:
                yield self.spelling(USE, path, value)

    def keyed(self, key: str, inner: object, schema: dict, path: tuple[str, ...]) -> Iterator[Spelling]:
        if key in schema.get("properties", {}):
            yield self.spelling(KEY, path, key, on_key=True)
            yield from self.words(inner, schema["properties"][key], path)
            return
        name, _ = self.resolved(schema.get("propertyNames", {"$ref": "#/$defs/use"}), key)
        yield self.spelling(DECLARATION if name in DECLARES else USE, path, key, on_key=True)
        yield from self.words(inner, schema["additionalProperties"], path)

    def resolved(self, schema: dict, value: object) -> tuple[str, dict]:
        name = ""
        while "$ref" in schema or "anyOf" in schema:
            if "$ref" in schema:
                name = schema["$ref"].rsplit("/", 1)[-1]
                schema = self.defs[name]
            else:
                schema = schema["anyOf"][0 if isinstance(value, str) else 1]
        return name, schema

    def names_in(self, text: str, path: tuple[str, ...]) -> Iterator[Spelling]:
        for word, start, declares in sorted(set(names(parse_expression(text)))):
            yield self.spelling(DECLARATION if declares else USE, path, word, start)

    def spelling(
        self, kind: str, path: tuple[str, ...], word: str, start: int = 0, *, on_key: bool = False
    ) -> Spelling:
        if on_key:
            span = self.document.spans[path].key
            column = span.column + self.document.text.split("\n")[span.line - 1][span.column - 1 :].index(word)
        else:
            span = self.document.inside(path, start, start + len(word))
            column = span.column
        registered = path[0] == "rulings"
        return Spelling(self.ruleset, self.document.file, kind, path, word, span.line, column, registered)


def findings_with(spelling: Spelling, folder: Path) -> tuple[Diagnostic, ...]:
    """What is found when this one word is misspelt."""
    shutil.copytree(spelling.ruleset, folder / "game", dirs_exist_ok=True)
    file = folder / "game" / spelling.file
    lines = file.read_text("utf-8").split("\n")
    line, at = lines[spelling.line - 1], spelling.column - 1
    assert line[at:].startswith(spelling.word)
    lines[spelling.line - 1] = line[:at] + misspelt(spelling.word) + line[at + len(spelling.word) :]
    file.write_text("\n".join(lines), "utf-8")
    try:
        return load_ruleset(folder / "game").warnings
    except SourceError as trouble:
        return trouble.diagnostics


def stands_at(span: object, spelling: Spelling) -> bool:
    return span is not None and span.file.endswith(f"game/{spelling.file}") and span.line == spelling.line


def check(spelling: Spelling, folder: Path) -> None:
    found = findings_with(spelling, folder)
    errors = [finding for finding in found if finding.is_error]
    if spelling.kind != DECLARATION:
        assert any(stands_at(finding.span, spelling) for finding in errors), [str(f) for f in found]
        return
    at_uses = [f for f in errors if any(stands_at(related.span, spelling) for related in f.related)]
    itself = [f for f in found if stands_at(f.span, spelling)]
    assert at_uses or itself or spelling.registered, [str(f) for f in found]


def sample() -> list[Spelling]:
    return sampling.sample(spellings(), SAMPLE)


@pytest.mark.parametrize("spelling", sample(), ids=str)
def test_misspelling_one_word_is_reported(spelling: Spelling, tmp_path: Path) -> None:
    check(spelling, tmp_path)


@pytest.mark.exhaustive
@pytest.mark.parametrize("spelling", spellings(), ids=str)
def test_misspelling_any_word_is_reported(spelling: Spelling, tmp_path: Path) -> None:
    check(spelling, tmp_path)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_the_ruleset_as_it_stands_has_no_findings(ruleset: Path) -> None:
    assert load_ruleset(ruleset).warnings == ()


def test_every_kind_of_word_is_tried() -> None:
    assert {spelling.kind for spelling in spellings()} == {KEY, USE, DECLARATION}
    tried = {spelling.ruleset / spelling.file for spelling in spellings()}
    assert tried == {file for ruleset in RULESETS for file in files(ruleset)}
