"""What no single statement shows: ids used twice, blocks in a wrong order, a scenario that claims nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from interpreter.scenario import heads as h
from interpreter.scenario import tree as t
from interpreter.scenario.findings import Findings
from interpreter.scenario.grammar import languages, opening
from interpreter.scenario.tables import SLUG, slug
from interpreter.source.diagnostics import nearest
from interpreter.source.span import Span, whole

VERSION = 1


def check_file(tree: t.ScenarioFile, heads: Iterable[Any], findings: Findings) -> None:
    """What concerns the whole file."""
    for head in heads:
        if isinstance(head, h.Version) and head.number.value != VERSION:
            findings.add("S0409", head.number.span, version=str(head.number.value), known=str(VERSION))
        if isinstance(head, h.Language) and head.name.text not in languages():
            suggestion = nearest(head.name.text, languages())
            findings.add("S0410", head.name.span, suggestion, language=head.name.text, known=", ".join(languages()))
    _check_twice("S0401", (scenario.id for scenario in tree.scenarios), findings)
    _check_players([tree.background], findings)
    if tree.stack is not None:
        _check_changes(tree.stack.changes, findings)
    if not tree.scenarios and not findings.all():
        findings.add("S0306", whole(tree.file))


def check_scenario(scenario: t.Scenario, findings: Findings, *, is_whole: bool) -> None:
    """What concerns a scenario and its readings; only a whole one can lack something."""
    readings = tuple(dict.fromkeys(case.reading for case in scenario.cases if case.reading is not None))
    _check_twice("S0401", (reading.id for reading in _in_one_row(scenario)), findings)
    parts: tuple[t.Scenario | t.Reading, ...] = (scenario, *readings)
    for part in parts:
        _check_id(part.id, findings)
        _check_changes(part.changes, findings)
    if is_whole and scenario.is_dispute and not readings:
        findings.add("S0404", scenario.span, id=scenario.id.text)


def check_case(scenario: t.Scenario, case: t.Case, findings: Findings, *, must_claim: bool) -> None:
    """What concerns one test."""
    _check_order(case.blocks, findings)
    givens = [block for block in case.blocks if isinstance(block, t.Given)]
    _check_once("given_at", (block.span for block in givens if block.start is not None), findings)
    _check_once("given_seed", (block.span for block in givens if block.seed is not None), findings)
    _check_players([block.lines for block in givens], findings)
    if must_claim and not any(map(_is_claim, _claims(case))):
        here = scenario if case.reading is None else case.reading
        code = "S0412" if any(True for _ in _claims(case)) else "S0403"
        findings.add(code, here.span, id=here.id.text)


def _claims(case: t.Case) -> Iterator[t.ThenLine]:
    return (line for block in case.blocks if isinstance(block, t.Then) for line in block.lines)


def _is_claim(line: t.ThenLine) -> bool:
    return not isinstance(line, t.Snapshot)


def _in_one_row(scenario: t.Scenario) -> Iterator[t.Reading]:
    first = scenario.cases[0].row if scenario.cases else None
    return (case.reading for case in scenario.cases if case.reading is not None and case.row == first)


def _check_id(name: t.Name, findings: Findings) -> None:
    if not SLUG.fullmatch(name.text):
        findings.add("S0402", name.span, slug(name.text), id=name.text)


def _check_changes(changes: t.Changes, findings: Findings) -> None:
    _check_twice("S0411", changes.layers, findings)
    _check_twice("S0411", (setting.option for setting in changes.settings), findings)


def _check_players(positions: Iterable[Iterable[t.GivenLine]], findings: Findings) -> None:
    lines = [line for position in positions for line in position if isinstance(line, t.Players)]
    _check_once("players", (line.span for line in lines), findings)
    for line in lines:
        _check_twice("S0408", line.names, findings)


def _check_order(blocks: Iterable[t.Block], findings: Findings) -> None:
    first_played: Span | None = None
    for block in blocks:
        if not isinstance(block, t.Given):
            first_played = first_played or block.span
        elif first_played is not None:
            words = {"found": _words("given", findings), "other": _words("when", findings)}
            findings.add_beside("S0304", block.span, first_played, **words)


def _check_once(statement: str, spans: Iterable[Span], findings: Findings) -> None:
    found = tuple(spans)
    for span in found[1:]:
        findings.add_beside("S0305", span, found[0], found=_words(statement, findings))


def _words(statement: str, findings: Findings) -> str:
    """A statement as the language of the file begins it."""
    return " ".join(word for word in opening(statement, findings.language) if word != ":")


def _check_twice(code: str, names: Iterable[t.Name], findings: Findings) -> None:
    first: dict[str, Span] = {}
    for name in names:
        key = name.text.casefold()
        if key in first:
            findings.add_beside(code, name.span, first[key], id=name.text)
        first.setdefault(key, name.span)
