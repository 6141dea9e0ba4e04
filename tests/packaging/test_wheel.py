"""The wheel in an environment of its own, far from the checkout. Takes a minute, and packages from an index."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.exhaustive

CHECKOUT = Path(__file__).parents[2]
SCENARIO = """\
ruleset celestia

scenario pays "The captain pays for the fog"
  given
    players: Ada, Bruno
    captain: Ada
    Ada hand: compass
  when
    roll: fog, blank
    Bruno: stay
    Ada: pay compass
  then
    aircraft: city-2
"""
LAYER = """\
format: 1
layer: house/fewer-turbos
changes: celestia 1
title: Fewer Turbos
why: We have lost two of them.
change: {cards.turbo.copies: {was: 8, to: 6}}
"""


def environment(folder: Path) -> dict[str, str]:
    """A fresh virtual environment, activated."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    unwanted = ("PYTHONPATH", "VIRTUAL_ENV", "CI", "PYTEST_ADDOPTS")
    kept = {key: value for key, value in os.environ.items() if key not in unwanted and not key.startswith("PYTEST_")}
    return {**kept, "PATH": f"{folder / 'bin'}{os.pathsep}{kept['PATH']}"}


def run(command: str, folder: Path, environ: dict[str, str]) -> str:
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environ, capture_output=True, text=True, check=False  # ours
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("wheel")
    environ = environment(folder / "venv")
    run(f"python -m pip wheel --quiet --no-deps --wheel-dir '{folder}' '{CHECKOUT}'", folder, environ)
    run("python -m pip install --quiet gulliver-*.whl pytest", folder, environ)
    return environ


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    (tmp_path / "my.scenario").write_text(SCENARIO)
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "fewer-turbos.yaml").write_text(LAYER)
    return tmp_path


def test_it_is_the_wheel_that_runs(installed: dict[str, str], elsewhere: Path) -> None:
    where = run("python -c 'import interpreter; print(interpreter.__file__)'", elsewhere, installed)

    assert "site-packages" in where


def test_rulesets_are_found_by_name(installed: dict[str, str], elsewhere: Path) -> None:
    assert json.loads(run("gulliver run my.scenario --format json", elsewhere, installed))["passed"] == 1
    assert "Celestia" in run("gulliver show celestia", elsewhere, installed)
    told = json.loads(run("gulliver simulate celestia --games 3 --format json", elsewhere, installed))
    assert told["games"] == 3


def test_files_are_checked_by_the_schemas_inside(installed: dict[str, str], elsewhere: Path) -> None:
    assert "0 errors" in run("gulliver check my.scenario house/fewer-turbos.yaml", elsewhere, installed)
    run("gulliver run my.scenario --with house/fewer-turbos.yaml", elsewhere, installed)


def test_the_plugin_is_there_even_without_syrupy(installed: dict[str, str], elsewhere: Path) -> None:
    assert "my.scenario::pays PASSED" in run("python -m pytest -v", elsewhere, installed)


def test_examples_for_findings_are_there(installed: dict[str, str], elsewhere: Path) -> None:
    assert "wrong" in run("gulliver explain K0101", elsewhere, installed).lower()


def test_the_commands_of_the_readme_in_a_clone(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    for name in filter(None, listed.stdout.split("\0")):
        if (CHECKOUT / name).exists():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(CHECKOUT / name, clone / name)
    environ = environment(tmp_path / "venv")
    first, second = re.findall(r"```sh\n(.*?)\n```", (CHECKOUT / "README.md").read_text("utf-8"))

    assert " failed" not in run(first, clone, environ)
    # All of it is what .ci/run does; here it is enough that every test is found.
    only_found = {**environ, "PYTEST_ADDOPTS": "--collect-only -q --snapshot-disable-unused"}
    assert "tests collected" in run(second, clone, only_found)
