"""A layer to what is wrong with it upon the ruleset that it changes and the layers that it needs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as File

from attrs import evolve

from interpreter.layering.discovery import find, name_on_shelf
from interpreter.layering.manifest import Manifest, displayed, read_manifest
from interpreter.layering.relations import names_under
from interpreter.library import LoadedRuleset, check_programs, load_ruleset
from interpreter.source.diagnostics import Diagnostic, Severity, SourceError, warning
from interpreter.source.span import Span

_UNUSED = "R0401"  # what a layer leaves without a use may stay: another layer may use it


def checked_layer(path: File) -> tuple[tuple[Diagnostic, ...], LoadedRuleset]:
    """The warnings that a layer causes, and the rules with it.

    Raises:
        SourceError: It cannot be used; carries every finding.
    """
    layer = read_manifest(path, "layer")
    base, needed = _below(layer)
    loaded = load_ruleset(base, (*needed, str(path.resolve())))
    check_programs(loaded)
    return (*_misnamed(layer), *_strangers(layer), *_caused(layer, loaded, load_ruleset(base, needed))), loaded


def rules_with_rulings(path: File) -> LoadedRuleset:
    """The rules that a layer is laid upon; with it, if it has rulings of its own.

    Raises:
        SourceError: They cannot be used; carries every finding.
    """
    layer = read_manifest(path, "layer")
    base, needed = _below(layer)
    added = (key for document in layer.documents for key in document.data.get("add", ()))
    has_rulings = any(str(key).startswith("rulings.") for key in added)
    return load_ruleset(base, (*needed, str(path.resolve())) if has_rulings else needed)


def _below(layer: Manifest) -> tuple[File, tuple[str, ...]]:
    """The ruleset that a layer changes, and the layers that it needs."""
    changed = str(layer.main.data["changes"]).partition(" ")[0]
    base = _found(changed, "ruleset", layer, layer.main.spans["changes",].value)
    return base, tuple(str(other) for other in _needed(layer, [layer.path.resolve()]))


def _needed(layer: Manifest, seen: list[File]) -> Iterator[File]:
    """Every layer that has to lie below, the lowest first."""
    for name, place in names_under(layer, "requires").items():
        path = _found(name, "layer", layer, place)
        if path not in seen:
            seen.append(path)
            yield from _needed(read_manifest(path, "layer"), seen)
            yield path


def _found(name: str, what: str, layer: Manifest, place: Span) -> File:
    try:
        return find(name, what, _folder(layer)).resolve()
    except SourceError as trouble:
        raise SourceError(evolve(finding, span=place) for finding in trouble.diagnostics) from trouble


def _folder(layer: Manifest) -> File:
    return layer.path.resolve().parent


def _misnamed(layer: Manifest) -> Iterator[Diagnostic]:
    """A layer on a shelf that says another name than the one by which it is found there."""
    shelf, name = name_on_shelf(layer.path) or (layer.path, layer.name)
    if name != layer.name:
        place = displayed(shelf / f"{layer.name}{layer.path.suffix}")
        yield warning("L0011", layer.main.spans["layer",].value, said=layer.name, name=name, place=place)


def _strangers(layer: Manifest) -> Iterator[Diagnostic]:
    """Layers that are named, but not known here: perhaps they lie elsewhere, perhaps the name is misspelt."""
    for key in ("over", "conflicts"):
        for name, place in names_under(layer, key).items():
            try:
                _found(name, "layer", layer, place)
            except SourceError as trouble:
                yield from (evolve(finding, severity=Severity.WARNING) for finding in trouble.diagnostics)


def _caused(layer: Manifest, loaded: LoadedRuleset, below: LoadedRuleset) -> Iterator[Diagnostic]:
    """The warnings about the layer, and those about the rules below it that were not there without it."""
    own = {document.file for document in (*layer.documents, *layer.labels)}
    known = {(finding.code, finding.span) for finding in below.warnings}
    for finding in loaded.warnings:
        is_own = finding.span is not None and finding.span.file in own
        if is_own or (finding.code != _UNUSED and (finding.code, finding.span) not in known):
            yield finding
