"""Valid files, spoilt at random, through the whole chain: no traceback, no hang; findings have words and places."""

from __future__ import annotations

import random
import re
import shutil
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from interpreter.engine.machine import Machine
from interpreter.errors import InterpreterError
from interpreter.library import load_ruleset, runner_of
from interpreter.report.questions import Question
from interpreter.scenario import tree as t
from interpreter.scenario.formatter import format_text
from interpreter.scenario.parser import examined
from interpreter.source.diagnostics import Diagnostic, SourceError
from interpreter.source.rendering import as_text, in_memory, on_disk
from interpreter.trial.loading import load
from interpreter.trial.naming import name_findings
from interpreter.trial.retelling import teller_of
from interpreter.trial.runner import play, run_case, start
from sampling import SEED
from spoiling import SPOIL, Way, spoilt, with_another_word

ROOT = Path(__file__).parents[2]
SCENARIOS = sorted((ROOT / "scenarios").glob("**/*.scenario"))
RULESETS = sorted(path.parent for path in ROOT.glob("**/ruleset.yaml") if "bad_input" not in path.parts)
FEW, MANY = 40, 3000
PATIENCE = 30.0  # seconds; a hang is meant, not slowness
STEPS = 300

NAME_CODES = {"P0101", "P0102", "P0103", "P0104", "P0107", "P0109", "P0110", "P0301"}
NAME_CODES |= {"E0108", "E0109", "E0110", "E0205", "E0505"}


# ---- mistakes that keep the shape of a scenario ----------------------------------------------------------------------


def with_a_line_of_another(text: str, luck: random.Random) -> str:
    """A line of a block is one from the same kind of block of some other scenario."""
    lines = text.split("\n")
    inner = [at for at, line in enumerate(lines) if line.startswith("    ")]
    if not inner:
        return text
    at = luck.choice(inner)
    others = lines_of_blocks()[block_of(lines, at)]
    lines[at] = luck.choice(others) if others else ""
    return "\n".join(lines)


def without_an_inner_line(text: str, luck: random.Random) -> str:
    lines = text.split("\n")
    inner = [at for at, line in enumerate(lines) if line.startswith("    ")]
    return "\n".join(lines[:at] + lines[at + 1 :]) if inner and (at := luck.choice(inner)) else text


def block_of(lines: list[str], at: int) -> str:
    heads = (line.split()[0] for line in reversed(lines[:at]) if line.startswith("  ") and line[2:3].strip())
    return next(heads, "")


@cache
def lines_of_blocks() -> dict[str, list[str]]:
    """What stands in blocks of one kind, in all scenarios."""
    found: dict[str, list[str]] = defaultdict(list)
    for _, piece in pieces():
        lines = piece.split("\n")
        for at, line in enumerate(lines):
            if line.startswith("    ") and line[4:5].strip() and "<" not in line:
                found[block_of(lines, at)].append(line)
    return found


MEANT: list[Way] = [with_a_line_of_another, with_a_line_of_another, without_an_inner_line, with_another_word]


# ---- what must hold -------------------------------------------------------------------------------------------------


def check_findings(findings: Iterable[Diagnostic], texts: dict[str, str]) -> None:
    """Every finding says something about a place that is there."""
    for finding in findings:
        assert finding.message.strip()
        assert finding.span is not None, finding
        shown = as_text([finding], in_memory(texts))
        assert "-->" in shown
        written = texts.get(finding.span.file) or on_disk(finding.span.file)
        if written is not None and not finding.span.is_whole_file:
            lines = written.split("\n")
            assert 0 < finding.span.line <= len(lines), finding
            assert 0 < finding.span.column <= len(lines[finding.span.line - 1]) + 1, finding


# ---- scenarios ------------------------------------------------------------------------------------------------------


@cache
def pieces() -> tuple[tuple[Path, str], ...]:
    """Each scenario alone, below what stands above all scenarios of its file."""
    return tuple((file, piece) for file in SCENARIOS for piece in alone(file.read_text("utf-8")))


def alone(text: str) -> Iterator[str]:
    head, *rest = re.split(r"(?m)^(?=scenario |dispute )", text)
    return (head + body for body in rest)


def check_scenario(text: str, file: Path) -> None:
    name = str(file)
    tree, findings = examined(text, name)
    named = name_findings(tree, is_whole=not findings)
    check_findings([*findings, *named], {name: text})
    if findings:
        return
    tidy = format_text(text, name)
    assert format_text(tidy, name) == tidy
    verdicts = [run_case(tree, scenario, case) for scenario, case in tree.tests()]
    for verdict in verdicts:
        check_findings(verdict.findings, {name: text})
        ask(tree, verdict.scenario, verdict.case, name, text)
    shared = {line.span.line for line in tree.background}  # where a scenario says something else, they are only named
    own = [finding for finding in named if finding.span is None or finding.span.line not in shared]
    played = [finding for verdict in verdicts for finding in verdict.findings]
    assert not own or played, own
    check_agreement(named, played)


def check_agreement(named: Iterable[Diagnostic], played: Iterable[Diagnostic]) -> None:
    """What names nothing is found without playing, and nothing is found that does not matter."""
    found = {(finding.code, finding.span) for finding in named}
    happened = {(finding.code, finding.span) for finding in played}
    assert {(code, span) for code, span in happened if code in NAME_CODES} <= found


def ask(tree: t.ScenarioFile, scenario: t.Scenario, case: t.Case, name: str, text: str) -> None:
    try:
        loaded = load(tree, scenario, case)
        player = start(tree, case, loaded)
        play(player, case)
        assert list(Question(loaded, player, teller_of(tree, case, loaded)).lines())
    except SourceError as wrong:
        check_findings(wrong.diagnostics, {name: text})


def spoil_scenario(number: int) -> None:
    luck = random.Random(f"{SEED} {number}")  # luck for a test is no secret
    file, piece = luck.choice(pieces())
    text = spoilt(piece, luck, luck.choice([SPOIL, MEANT, MEANT]))
    begun = time.process_time()
    try:
        check_scenario(text, file)
    except Exception as fault:
        fault.add_note(text)
        raise
    assert time.process_time() - begun < PATIENCE, text


# ---- rulesets -------------------------------------------------------------------------------------------------------


def spoil_ruleset(number: int, folder: Path) -> None:
    luck = random.Random(f"{SEED} {number}")  # luck for a test is no secret
    game = folder / "game"
    shutil.copytree(luck.choice(RULESETS), game, ignore=shutil.ignore_patterns("examples"), symlinks=True)
    file = luck.choice(sorted(game.glob("**/*.yaml")))
    text = spoilt(file.read_text("utf-8"), luck, SPOIL)
    file.write_text(text, "utf-8")
    begun = time.process_time()
    try:
        check_ruleset(game, luck)
    except Exception as fault:
        fault.add_note(f"{file}\n{text}")
        raise
    assert time.process_time() - begun < PATIENCE, text


def check_ruleset(game: Path, luck: random.Random) -> None:
    try:
        loaded = load_ruleset(game)
        check_findings(loaded.warnings, {})
        machine = Machine.start(runner_of(loaded, loaded.ruleset.draft.players.from_))
    except SourceError as wrong:
        check_findings(wrong.diagnostics, {})
    except InterpreterError:
        return  # what a rule cannot do when it runs is a finding of `gulliver run`
    else:
        try_out(machine, luck)


def try_out(machine: Machine, luck: random.Random) -> None:
    """Whatever can be loaded can be played, for a while."""
    for _ in range(STEPS):
        waiting = machine.waiting
        try:
            if hasattr(waiting, "outcomes"):
                machine.happen(luck.choice(sorted(waiting.outcomes)))
            elif hasattr(waiting, "answers"):
                machine.answer(luck.choice(waiting.answers))
            else:
                return
        except InterpreterError:
            return


# ---- the tests ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(FEW))
def test_a_spoilt_scenario(number: int) -> None:
    spoil_scenario(number)


@pytest.mark.parametrize("number", range(FEW))
def test_a_spoilt_ruleset(number: int, tmp_path: Path) -> None:
    spoil_ruleset(number, tmp_path)


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", range(FEW, MANY))
def test_spoilt_scenarios(number: int) -> None:
    spoil_scenario(number)


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", range(FEW, MANY))
def test_spoilt_rulesets(number: int, tmp_path: Path) -> None:
    spoil_ruleset(number, tmp_path)
