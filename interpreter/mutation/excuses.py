"""The file `equivalents.yaml` beside a ruleset or layer to the mutants that mean the same, each with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path as File

from attrs import frozen

from interpreter.documents.document import Document
from interpreter.layering.manifest import kind_of, read_file
from interpreter.layering.stack import Stack
from interpreter.library import LoadedRuleset
from interpreter.mutation.mutants import mutants_of
from interpreter.source.diagnostics import Diagnostic, Related, nearest, warning
from interpreter.source.span import Span

NAME = "equivalents.yaml"
_KIND = "equivalents"


@frozen
class Excuse:
    """A mutant, known by its path and its change, that no scenario can notice, and why."""

    path: str
    change: str
    why: str
    place: Span

    @property
    def name(self) -> tuple[str, str]:
        """What tells the mutant from all others."""
        return self.path, self.change


def excuses_of(stack: Stack) -> tuple[Excuse, ...]:
    """The excuses for what `mutate` changes of a stack: of its layers, or of the ruleset where it has none."""
    return tuple(excuse for document in _documents(stack) for excuse in _excuses(document))


def _documents(stack: Stack) -> Iterator[Document]:
    """The files of excuses that lie beside the rules and name them; their shape was checked with these."""
    for name in stack.layers or (stack.ruleset,):
        documents = stack.layer_documents(name) if stack.layers else stack.documents[:1]
        document, _ = read_file(File(documents[0].file).parent / NAME)
        if document is not None and kind_of(document.data) == _KIND and document.data[_KIND] == name:
            yield document


def _excuses(document: Document) -> Iterator[Excuse]:
    for number, entry in enumerate(document.data["excuses"]):
        place = document.spans["excuses", str(number), "path"].value
        yield Excuse(entry["path"], " ".join(entry["change"].split()), entry["why"], place)


def stale_excuses(loaded: LoadedRuleset) -> Iterator[Diagnostic]:
    """A warning for each excuse that matches no mutant any more, or one that was excused before."""
    excuses = excuses_of(loaded.stack)
    if not excuses:
        return
    known: dict[str, list[str]] = {}
    for path, change in (mutant.name for mutant in mutants_of(loaded)):
        known.setdefault(path, []).append(change)
    yield from _findings(excuses, known)


def _findings(excuses: Iterable[Excuse], known: dict[str, list[str]]) -> Iterator[Diagnostic]:
    seen: dict[tuple[str, str], Span] = {}
    for excuse in excuses:
        values = {"path": excuse.path, "change": excuse.change}
        if excuse.name in seen:
            yield warning("L0502", excuse.place, None, (Related(seen[excuse.name], "note-first-written"),), **values)
        elif excuse.change not in known.get(excuse.path, ()):
            meant = nearest(excuse.change, known[excuse.path]) if excuse.path in known else nearest(excuse.path, known)
            yield warning("L0501", excuse.place, meant, (), **values)
        seen.setdefault(excuse.name, excuse.place)
