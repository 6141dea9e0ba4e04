"""`gulliver explain CODE`: the code of a finding in, its meaning and examples out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path as File
from tempfile import TemporaryDirectory
from textwrap import indent

import click
from attrs import frozen

from interpreter.commands.inspection import inspect
from interpreter.commands.output import say
from interpreter.commands.run import Session
from interpreter.commands.tables import HouseRules
from interpreter.commands.targets import targets
from interpreter.documents.reader import read_document
from interpreter.layering.discovery import shelves
from interpreter.scenario.quoting import quoter
from interpreter.source.catalogue import Entry, entries, phrase
from interpreter.source.diagnostics import Diagnostic, nearest
from interpreter.source.rendering import as_text
from interpreter.source.speech import spoken
from interpreter.trial.loading import Extra

_CODE = re.compile(r"[A-Z][0-9]{4}")
_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
_QUOTATION = re.compile(r"\{=([^{}]+)\}")  # of a scenario
_INDENT = "  "


@click.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Explain a finding by its code: what it means, what to do, a wrong and a right example.

    \b
    Examples:
      gulliver explain                        every code in a line
      gulliver explain K0101
    """
    known = {name: entry for name, entry in entries(spoken()).items() if _CODE.fullmatch(name)}
    if code is None:
        say("\n".join(f"{name}  {_general(known[name].message)}" for name in sorted(known)), coloured=False)
        return
    wanted = code.strip().strip("[]").upper()
    if wanted not in known:
        meant = nearest(wanted, known)
        advice = phrase("explain-meant", code=meant) if meant else phrase("explain-all")
        raise click.BadParameter(phrase("explain-unknown", code=code, advice=advice))
    say("\n\n".join(_parts(wanted, known[wanted])), coloured=False)


@frozen
class Tried:
    """What is found in the files of an example, as data and as people see it."""

    findings: tuple[Diagnostic, ...]
    text: str


def tried(files: Mapping[str, str]) -> Tried:
    """Check the first of the files, and run it if it is a scenario; the others lie beside it."""
    with TemporaryDirectory() as name:
        folder = File(name).resolve()
        for file, text in files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, encoding="utf-8", newline="\n")
        findings = tuple(_found(folder / next(iter(files))))
        return Tried(findings, as_text(findings).replace(f"{folder.as_posix()}/", ""))


def _found(file: File) -> Iterator[Diagnostic]:
    checked = [finding for target in targets([file]) for finding in inspect(target).findings]
    yield from checked
    if file.suffix == ".scenario" and not any(finding.is_error for finding in checked):
        session = Session(HouseRules(Extra((), {}), None), "")
        session.play((str(file),))
        yield from (finding for verdict in session.verdicts if not verdict.is_fine for finding in verdict.findings)
        yield from session.warnings


def examples(code: str) -> Iterator[dict[str, dict[str, str]]]:
    """The examples of a code that rulesets bring along: wrong and right, each as texts by the name of their file."""
    for shelf in shelves():
        for file in sorted(shelf.glob(f"*/examples/{code}.yaml")):
            data = read_document(file).data
            yield {side: data[side] for side in ("wrong", "right")}


def _parts(code: str, entry: Entry) -> Iterator[str]:
    """Paragraphs: the words of the catalogue, then an example and what is found in it."""
    example = next(examples(code), None)
    found = "" if example is None else tried(example["wrong"]).text
    head = re.search(rf"^\w+\[{code}\]: (.*)$", found, re.MULTILINE)
    yield f"{code}: {head[1] if head else _general(entry.message)}"
    if entry.explain:
        yield _general(entry.explain.strip())
    if entry.help and not head:
        yield phrase("explain-help", help=_general(entry.help))
    if example is not None:
        yield from _shown("wrong", example["wrong"])
        yield indent(found, _INDENT)
        yield from _shown("right", _changed(example["wrong"], example["right"]))


def _changed(wrong: Mapping[str, str], right: Mapping[str, str]) -> Mapping[str, str]:
    """The files that differ; all, where one file less is the whole difference."""
    return {name: text for name, text in right.items() if wrong.get(name) != text} or right


def _general(template: str) -> str:
    """The words with a name in capitals for everything that differs from case to case."""
    named = _PLACEHOLDER.sub(lambda match: match[1].upper(), template)
    return _QUOTATION.sub(lambda match: quoter(spoken()).words(match[1], {}), named)


def _shown(side: str, files: Mapping[str, str]) -> Iterator[str]:
    """The texts, each below the name of its file."""
    for name, text in files.items():
        yield f"{phrase(f'explain-{side}', file=name)}\n{indent(text.rstrip(), _INDENT)}"
