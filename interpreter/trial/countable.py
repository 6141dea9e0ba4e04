"""A ruleset or a layer to everything of it that scenarios could reach, whatever scenarios there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from interpreter.compiler.notes import Probe
from interpreter.documents.document import Document
from interpreter.layering.stack import Stack
from interpreter.library import LoadedRuleset, load_ruleset, observed_of, otherwise
from interpreter.model.draft import Option
from interpreter.source.span import Span

CONDITIONS = frozenset(["branch", "case", "allow", "refuse", "choose"])  # the probes that have two ways
ANOTHER = "*"  # any number but the default, of an option that is a number


@frozen(eq=False)
class Countable:
    """What can be covered of one ruleset or layer: each thing with the place where it is written."""

    name: str
    places: Mapping[Probe, Span]
    documents: tuple[Document, ...]


def countable(loaded: LoadedRuleset, name: str) -> Countable:
    """What the layer of that name (or the ruleset itself) has written of a stack.

    It is taken with its ruleset and with what it requires alone: under the default and every other value of each
    option, for every number of players. A condition that comes out the same in all of these programs, whatever
    happens in them, decides nothing and does not count.

    Raises:
        SourceError: It cannot be used so.
    """
    alone = _alone(loaded.stack, name)
    stack = alone.stack
    probes = set(_probes(alone))
    places = {
        probe: stack.place(probe.path).name
        for probe in probes
        if writer(stack, probe) == name and (probe.kind not in CONDITIONS or evolve(probe, way=not probe.way) in probes)
    }
    return Countable(name, places, tuple(document for document in stack.documents if _is_of(document, name)))


def writer(stack: Stack, probe: Probe) -> str:
    """Who wrote what a probe looks at: a layer, or the ruleset."""
    return stack.origin(probe.path).layer or stack.ruleset


def option_probe(name: str, option: Option, value: str | int, *, chosen: bool) -> Probe:
    """That the table plays with a value; numbers other than the default are all the same."""
    text = ANOTHER if option.values is None and chosen else str(value)
    return Probe(("options", name), "option", text)


def _is_of(document: Document, name: str) -> bool:
    return name in map(document.data.get, ("ruleset", "layer", "part-of"))


def _alone(stack: Stack, name: str) -> LoadedRuleset:
    needed = _required(stack, name)
    laid = [stack.layer_documents(layer)[0].file for layer in stack.layers if layer in needed]
    return load_ruleset(stack.folder, laid)


def _required(stack: Stack, name: str) -> set[str]:
    """A layer and all that it is written upon; nothing for the ruleset itself."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        layer = waiting.pop()
        documents = stack.layer_documents(layer)
        if documents and layer not in found:
            found.add(layer)
            said = documents[0].data.get("requires", ())
            waiting += [said] if isinstance(said, str) else said
    return found


def _probes(loaded: LoadedRuleset) -> Iterator[Probe]:
    draft = loaded.ruleset.draft
    for players in range(draft.players.from_, draft.players.to + 1):
        yield from observed_of(loaded, players).notes.probes
    for other in otherwise(loaded):
        yield from observed_of(other, draft.players.from_).notes.probes
    yield from (Probe(("cards", card), "card") for card in draft.cards)
    for name, option in draft.options.items():
        values = option.values or (str(option.default),)
        yield from (option_probe(name, option, value, chosen=False) for value in values)
        if option.values is None:
            yield option_probe(name, option, option.default, chosen=True)
