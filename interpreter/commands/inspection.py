"""A thing to check to everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path as File

from attrs import evolve, frozen

from interpreter.commands.labels import checked_labels
from interpreter.commands.layers import checked_layer
from interpreter.commands.stacks import parsed_stack
from interpreter.commands.targets import Target
from interpreter.documents.reader import read_text
from interpreter.layering.manifest import displayed, file_findings
from interpreter.library import LoadedRuleset, check_programs, load_ruleset
from interpreter.mutation.excuses import stale_excuses
from interpreter.scenario.parser import examined
from interpreter.source.diagnostics import Diagnostic, SourceError, error
from interpreter.source.span import Span, whole
from interpreter.trial.naming import name_findings


@frozen
class Result:
    """The findings about one target, and its rules as far as they can be used."""

    target: Target
    findings: tuple[Diagnostic, ...]
    loaded: LoadedRuleset | None = None


def inspect(target: Target) -> Result:
    """Check one target."""
    try:
        return _INSPECT[target.kind](target)
    except SourceError as trouble:
        return Result(target, trouble.diagnostics)


def inspect_stack(text: str) -> Result:
    """Check the rules of a stack."""
    target = Target("stack", File(text))
    try:
        loaded = parsed_stack(text).load()
        check_programs(loaded)
    except SourceError as trouble:
        return Result(target, trouble.diagnostics)
    return Result(target, loaded.warnings, loaded)


def _ruleset(target: Target) -> Result:
    loaded = load_ruleset(target.path.resolve())
    check_programs(loaded)
    return Result(target, (*loaded.warnings, *stale_excuses(loaded)), loaded)


def _layer(target: Target) -> Result:
    findings, loaded = checked_layer(target.path)
    return Result(target, (*findings, *stale_excuses(loaded)), loaded)


def _labels(target: Target) -> Result:
    def checked(kind: str, path: File) -> tuple[tuple[Diagnostic, ...], LoadedRuleset | None]:
        result = inspect(Target(kind, path))
        return result.findings, result.loaded

    return Result(target, checked_labels(target.path, checked))


def _table(target: Target) -> Result:
    return Result(target, (), parsed_stack(str(target.path)).load())


def _scenario(target: Target) -> Result:
    shown = displayed(target.path)
    tree, findings = examined(read_text(target.path, shown), shown)
    if tree.stack is not None or not findings:
        findings = (*findings, *name_findings(tree, is_whole=not findings))
    return Result(target, findings)


def _other(target: Target) -> Result:
    document, findings = file_findings(target.path)
    if document is None or findings:
        return Result(target, tuple(findings))
    shown = displayed(target.path)
    return Result(target, (error("L0008", whole(shown), file=shown),))


def _placed(trouble: SourceError, place: Span) -> tuple[Diagnostic, ...]:
    """The findings; those without a place stand where the names are that could not be used."""
    return tuple(finding if finding.span else evolve(finding, span=place) for finding in trouble.diagnostics)


_INSPECT: Mapping[str, Callable[[Target], Result]] = {
    "ruleset": _ruleset,
    "layer": _layer,
    "labels": _labels,
    "table": _table,
    "scenario": _scenario,
    "other": _other,
}
