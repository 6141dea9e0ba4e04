"""What Python callers use: the name of a ruleset in, rules and games out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from os import PathLike
from pathlib import Path as File

from attrs import frozen

from interpreter.layering.choices import Choices, Setting
from interpreter.layering.discovery import find
from interpreter.layering.manifest import read_manifest, stamp
from interpreter.layering.stack import Stack, build_stack
from interpreter.model.load import checked_ruleset, with_options
from interpreter.model.rules import Ruleset
from interpreter.source.diagnostics import Diagnostic
from interpreter.source.span import Span

_CACHED = 128
_Options = tuple[tuple[str, Setting], ...]


@frozen(eq=False)
class LoadedRuleset:
    """Checked rules, and the stack that says where each of them was written."""

    ruleset: Ruleset
    stack: Stack
    warnings: tuple[Diagnostic, ...]


def load_ruleset(
    name: str | PathLike[str],
    layers: Iterable[str] = (),
    options: Mapping[str, Setting] | None = None,
    start: str | PathLike[str] | None = None,
    places: Mapping[str, Span] | None = None,
) -> LoadedRuleset:
    """Load a ruleset with layers and options, or take it from the cache if no file has changed.

    `start` is the folder of the file that asks, `places` says where in it each option was chosen.

    Raises:
        SourceError: It cannot be found or used; carries every finding.
    """
    folder = None if start is None else File(start)
    base = find(str(name), "ruleset", folder)
    laid = tuple(find(layer, "layer", folder or base) for layer in layers)
    loaded = _loaded(base, laid, tuple(stamp(path) for path in (base, *laid)))
    chosen = options or {}
    if places:
        Choices(chosen, places).fitted(loaded.stack.data.get("options", {}), {})
    return _chosen(loaded, tuple(sorted(chosen.items()))) if chosen else loaded


@lru_cache(_CACHED)
def _loaded(base: File, laid: tuple[File, ...], _stamps: tuple[object, ...]) -> LoadedRuleset:
    layers = [read_manifest(path, "layer") for path in laid]
    stack = build_stack(read_manifest(base, "ruleset"), layers)
    checked = checked_ruleset(stack)
    return LoadedRuleset(checked.ruleset, stack, checked.warnings)


@lru_cache(_CACHED)
def _chosen(loaded: LoadedRuleset, options: _Options) -> LoadedRuleset:
    stack = loaded.stack.choosing(Choices(dict(options)))
    return LoadedRuleset(with_options(loaded.ruleset, stack), stack, loaded.warnings)
