"""`gulliver explain CODE`: the code of a finding in, its meaning and examples out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path as File
from textwrap import indent

import click

from interpreter.documents.reader import read_document, read_text
from interpreter.layering.discovery import shelves
from interpreter.source.catalogue import Entry, entries
from interpreter.source.diagnostics import nearest

_ENDINGS = (".yaml", ".scenario")
_PLACEHOLDER = re.compile(r"`?\{[a-z_]+\}`?")


@click.command()
@click.argument("code")
def explain(code: str) -> None:
    """Explain a finding by its code: what it means, what to do, a wrong and a right example.

    \b
    Example:
      gulliver explain K0101
    """
    known = {name: entry for name, entry in entries().items() if name[:1].isupper()}
    wanted = code.strip("[]").upper()
    if wanted not in known:
        meant = nearest(wanted, known)
        raise click.BadParameter(f"there is no finding {code}" + (f"; did you mean {meant}?" if meant else ""))
    click.echo("\n\n".join(_parts(wanted, known[wanted])))


def _parts(code: str, entry: Entry) -> Iterator[str]:
    """Paragraphs: the words of the catalogue, then the examples that the rulesets bring along."""
    yield f"{code}: {_general(entry.message)}"
    if entry.explain:
        yield entry.explain.strip()
    if entry.help:
        yield f"What to do: {_general(entry.help)}"
    for example in _examples(code):
        yield from _shown(example)


def _general(template: str) -> str:
    """The words with a gap for everything that differs from case to case."""
    return _PLACEHOLDER.sub("…", template)


def _shown(example: File) -> Iterator[str]:
    """A scenario as it stands; of a YAML file the wrong and the right text."""
    if example.suffix == ".scenario":
        yield read_text(example).strip()
        return
    for name, text in read_document(example).data.items():
        yield f"{name}:\n{indent(str(text).rstrip(), '  ')}"


def _examples(code: str) -> Iterator[File]:
    for shelf in shelves():
        for ending in _ENDINGS:
            yield from sorted(shelf.glob(f"*/examples/{code}{ending}"))
