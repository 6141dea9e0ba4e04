from __future__ import annotations

from pathlib import Path

from interpreter.scenario.parser import parse
from interpreter.trial.runner import run_file
from interpreter.trial.verdicts import Outcome

RULES = """\
format: 1
ruleset: steps
version: 1
title: Steps
players: {from: 2, to: 2}
places: {near: {}, far: {}}
tracks: {path: {of: places}}
pawns: {walker: {on: path}}
setup:
  - {id: wander, advance: walker}
  - {id: begin, place: walker, at: first(path)}
steps:
  game:
    - {id: walk, advance: walker}
    - end: game
"""
SCENARIO = """\
ruleset steps

scenario walked
  given
    players: Ada, Bruno
  then
    game: over
"""


def test_a_setup_that_reads_what_nothing_has_set_is_a_finding_at_its_rule(tmp_path: Path) -> None:
    (tmp_path / "rulesets" / "steps").mkdir(parents=True)
    (tmp_path / "rulesets" / "steps" / "ruleset.yaml").write_text(RULES, encoding="utf-8")

    (verdict,) = run_file(parse(SCENARIO, (tmp_path / "walked.scenario").as_posix()))

    (finding,) = verdict.findings
    assert verdict.outcome is Outcome.ERROR
    assert (finding.code, finding.values["name"]) == ("X0103", "walker")
    assert finding.span is not None
    assert (Path(finding.span.file).name, finding.span.line) == ("ruleset.yaml", 10)
