from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.documents import shipped as module
from interpreter.documents.shipped import shipped


@pytest.mark.parametrize("name", ["rulesets", "schemas", "scenarios"])
def test_a_checkout_has_its_folders_at_the_top(name: str) -> None:
    assert shipped(name).is_dir()


def test_an_installed_package_has_them_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "package" / "data" / "schemas").mkdir(parents=True)
    monkeypatch.setattr(module, "_PACKAGE", tmp_path / "package")

    assert shipped("schemas") == tmp_path / "package" / "data" / "schemas"
    assert shipped("rulesets") == tmp_path / "rulesets"
