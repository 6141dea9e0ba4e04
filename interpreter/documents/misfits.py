"""Errors of JSON Schema to findings: one for each cause, at its own place, in the author's words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve
from jsonschema import ValidationError

from interpreter.documents.branches import leaves
from interpreter.documents.document import Path
from interpreter.documents.problems import Kind, Problem, Site, problems
from interpreter.source.diagnostics import Diagnostic, in_source_order, nearest


def misfits(errors: Iterable[ValidationError], site: Site) -> list[Diagnostic]:
    """What is wrong, in source order."""
    found = [problem for error in leaves(errors) for problem in problems(error, site)]
    return list(in_source_order(problem.diagnostic for problem in _merged(found)))


def _merged(found: list[Problem]) -> Iterable[Problem]:
    """One problem for each cause."""
    distinct = _without_repetition(found)
    beside: dict[Path, list[Problem]] = {}
    for problem in distinct:
        beside.setdefault(problem.path, []).append(problem)
    suspects = [_suspected(problem, beside[problem.path]) for problem in distinct]
    return [problem for problem in suspects if not _is_follow_up(problem, beside)]


def _without_repetition(found: list[Problem]) -> list[Problem]:
    """Of several findings of one kind about one thing, the one that leaves the fewest ways out."""
    best: dict[tuple[Kind, Path, str], Problem] = {}
    for problem in found:
        known = best.setdefault((problem.kind, problem.path, problem.key), problem)
        if problem.ways < known.ways:
            best[problem.kind, problem.path, problem.key] = problem
    return list(best.values())


def _suspected(problem: Problem, beside: list[Problem]) -> Problem:
    """An unknown key that looks like a missing one was meant to be that one."""
    if problem.kind is not Kind.UNKNOWN:
        return problem
    missing = [other.key for other in beside if other.kind is Kind.MISSING]
    meant = nearest(problem.key, missing)
    if meant in (None, problem.key):
        return problem
    return evolve(problem, diagnostic=evolve(problem.diagnostic, suggestion=meant))


def _is_follow_up(problem: Problem, by_path: Mapping[Path, list[Problem]]) -> bool:
    here, above = by_path[problem.path], by_path.get(problem.path[:-1], [])
    strangers = [other for other in here if other.kind is Kind.UNKNOWN]
    match problem.kind:
        case Kind.MISSING:
            return any(nearest(stranger.key, [problem.key]) for stranger in strangers) or any(
                _is_out_of(other, problem.path, problem.key) for other in (*here, *above)
            )
        case Kind.MISPLACED:
            return next(other for other in here if other.kind is problem.kind) is not problem
        case Kind.TYPE:
            return any(_is_out_of(other, problem.path) for other in (*here, *above))
        case Kind.NO_VERB:
            return bool(strangers)
        case Kind.VALUE | Kind.FORM:
            return any(other.kind.value < problem.kind.value for other in here)
        case _:
            return False


def _is_out_of(problem: Problem, path: Path, key: str | None = None) -> bool:
    """Whether a key of what stands at the path was written beside it instead, or what stands there is no such thing."""
    if problem.kind is not Kind.MISPLACED:
        return False
    return problem.path == path or (problem.path == path[:-1] and key in (None, problem.key))
