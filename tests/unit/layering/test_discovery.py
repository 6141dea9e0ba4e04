"""A name is looked up as a path, beside the asking file, beside the working folder, and built in."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.layering.discovery import find
from interpreter.source.diagnostics import SourceError


def ruleset(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "ruleset.yaml").write_text("format: 1\n")
    return folder


def test_a_path_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset(tmp_path / "rulesets" / "pebbles")
    here = ruleset(tmp_path / "pebbles")
    monkeypatch.chdir(tmp_path)

    assert find("pebbles", "ruleset").resolve() == here


def test_the_main_file_stands_for_its_folder(tmp_path: Path) -> None:
    folder = ruleset(tmp_path / "pebbles")

    assert find(str(folder / "ruleset.yaml"), "ruleset") == folder


def test_the_parents_of_the_asking_file_come_before_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    near = ruleset(tmp_path / "mine" / "rulesets" / "pebbles")
    ruleset(tmp_path / "work" / "rulesets" / "pebbles")
    asking = tmp_path / "mine" / "scenarios" / "deep"
    asking.mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "work")

    assert find("pebbles", "ruleset", asking) == near


def test_layers_are_files_on_a_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rulesets" / "house" / "long.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("format: 1\n")
    monkeypatch.chdir(tmp_path)

    assert find("house/long", "layer") == file


def test_a_name_never_leads_off_its_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rulesets").mkdir()
    ruleset(tmp_path / "secret" / "pebbles")
    monkeypatch.chdir(tmp_path / "rulesets")

    with pytest.raises(SourceError):
        find("x/../../secret/pebbles", "ruleset")


def test_an_unknown_name_lists_where_it_was_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset(tmp_path / "rulesets" / "pebbles")
    monkeypatch.chdir(tmp_path)

    with pytest.raises(SourceError) as caught:
        find("pebbels", "ruleset")

    (finding,) = caught.value.diagnostics
    assert (finding.code, finding.suggestion) == ("L0001", "pebbles")
    assert (tmp_path / "rulesets").as_posix() in str(finding.help)
