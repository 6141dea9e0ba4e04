"""What Python callers use: the name of a ruleset in, rules and games out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from os import PathLike
from pathlib import Path as File

from attrs import frozen

from interpreter.layering.choices import Setting
from interpreter.layering.stack import Stack, build_stack
from interpreter.model.load import checked_ruleset
from interpreter.model.rules import Ruleset
from interpreter.source.diagnostics import Diagnostic

_CACHED = 256


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
) -> LoadedRuleset:
    """Load a ruleset with layers and options; `start` is the folder of the file that asks.

    Raises:
        SourceError: It cannot be found or used; carries every finding.
    """
    stack = build_stack(str(name), tuple(layers), options, None if start is None else File(start))
    checked = checked_ruleset(stack)
    return LoadedRuleset(checked.ruleset, stack, checked.warnings)
