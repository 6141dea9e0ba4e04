from __future__ import annotations

import os
from pathlib import Path

import pytest

from interpreter import library
from interpreter.layering.manifest import Manifest, read_manifest
from interpreter.library import check_programs, load_ruleset, runner_of, unchanging
from interpreter.source.diagnostics import SourceError

SMALL = Path(__file__).parents[1] / "games" / "rulesets"


def pig(folder: Path, goal: int) -> Path:
    """A copy of a small ruleset that is changed by one number."""
    text = (SMALL / "pig" / "ruleset.yaml").read_text("utf-8")
    assert "default: 40" in text
    path = folder / "ruleset.yaml"
    path.write_text(text.replace("default: 40", f"default: {goal}"), "utf-8")
    os.utime(path, (goal, goal))
    return folder


def goal(folder: Path) -> object:
    return next(iter(load_ruleset(folder).ruleset.draft.options.values())).default


def test_rules_that_changed_are_loaded_anew(tmp_path: Path) -> None:
    assert goal(pig(tmp_path, 50)) == 50
    assert goal(pig(tmp_path, 60)) == 60


def test_while_files_are_taken_to_stay_as_they_are_rules_are_looked_for_once(tmp_path: Path) -> None:
    with unchanging():
        assert goal(pig(tmp_path, 50)) == 50
        assert goal(pig(tmp_path, 60)) == 50
    assert goal(tmp_path) == 60


def test_what_was_not_found_is_looked_for_again(tmp_path: Path) -> None:
    with unchanging():
        with pytest.raises(SourceError):
            load_ruleset(tmp_path)
        assert goal(pig(tmp_path, 70)) == 70


def test_rules_that_cannot_be_compiled_are_refused_each_time(tmp_path: Path) -> None:
    text = (SMALL / "pig" / "ruleset.yaml").read_text("utf-8")
    (tmp_path / "ruleset.yaml").write_text(text.replace("end: game", "end: throwing"), "utf-8")
    loaded = load_ruleset(tmp_path)

    for _ in range(2):
        with pytest.raises(SourceError) as refused:
            check_programs(loaded)
        assert [(finding.code, finding.span and finding.span.line) for finding in refused.value.diagnostics] == [
            ("R0603", 22)
        ]


def test_an_option_that_is_chosen_as_it_stands_makes_no_other_program() -> None:
    def runner(goal: int | None) -> object:
        return runner_of(load_ruleset(SMALL / "pig", options=None if goal is None else {"goal": goal}), 2)

    assert runner(40) is runner(None)
    assert runner(41) is not runner(None)


def test_a_ruleset_is_read_once_for_all_its_layers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, layers = pig(tmp_path, 45), []
    for number in range(3):
        layers.append(tmp_path / "layers" / f"{number}.yaml")
        layers[-1].parent.mkdir(exist_ok=True)
        head = f"format: 1\nlayer: layer-{number}\nchanges: pig 1\ntitle: Layer\nwhy: To test.\n"
        layers[-1].write_text(f"{head}options: {{goal: {number + 1}}}\n", "utf-8")
    read: list[Path] = []

    def reading(path: Path, kind: str) -> Manifest:
        read.append(path)
        return read_manifest(path, kind)

    monkeypatch.setattr(library, "read_manifest", reading)
    for layer in layers:
        load_ruleset(folder, [str(layer)])
    assert read.count(folder) == 1
