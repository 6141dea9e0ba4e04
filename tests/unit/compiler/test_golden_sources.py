"""The generated source of two small games, so that a reviewer sees what a change of the compiler does.

`python -m pytest tests/unit/compiler --snapshot-update` writes it anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from interpreter.compiler.from_model import compile_program
from interpreter.library import load_ruleset

SMALL = Path(__file__).parents[2] / "games" / "rulesets"


class Source(SingleFileSnapshotExtension):
    file_extension = "source"
    _write_mode = WriteMode.TEXT


@pytest.mark.parametrize("form", ["fast", "inspecting"])
@pytest.mark.parametrize("game", ["pig", "tunnel"])
def test_generated_source(game: str, form: str, snapshot: SnapshotAssertion) -> None:
    program = compile_program(load_ruleset(SMALL / game).ruleset, 3, {})

    assert getattr(program, form).source == snapshot(extension_class=Source)


@pytest.mark.parametrize("form", ["fast", "inspecting", "recording"])
def test_the_name_of_a_file_is_no_code(form: str) -> None:
    rules = load_ruleset(SMALL / "pig").ruleset
    program = compile_program(rules, 3, {}, places=lambda _: "a.yaml\nraise SystemExit\u2028x")

    assert all("raise" not in line.split("#")[0] for line in getattr(program, form).source.splitlines())
