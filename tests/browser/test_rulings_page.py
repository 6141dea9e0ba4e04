"""The page of `gulliver rulings` in a browser: readable on a phone, filtered without scripts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import ruled_tables
from browser import Browser, browser  # noqa: F401  # a fixture
from interpreter.cli import main


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(ruled_tables.laid(tmp_path))
    CliRunner().invoke(main, ["rulings", "--format", "html", "-o", "faq.html"])
    return tmp_path / "faq.html"


SEEN = """
const seen = () => [...page.querySelectorAll("article")].filter(a => a.offsetParent).map(a => a.id.slice(-2)).join(" ");
const choose = id => { page.getElementById(id).click(); return seen(); };
"""


@pytest.mark.parametrize("width", [320, 390, 1200])
def test_nothing_is_wider_than_the_window(browser: Browser, page: Path, width: int) -> None:  # noqa: F811
    script = """
page.querySelectorAll("details").forEach(each => each.open = true);
return page.documentElement.scrollWidth;
"""
    assert int(browser.evaluated(page, script, width)) <= width


def test_text_is_large_enough_for_a_phone(browser: Browser, page: Path) -> None:  # noqa: F811
    script = """
page.querySelectorAll("details").forEach(each => each.open = true);
const size = each => parseFloat(page.defaultView.getComputedStyle(each).fontSize);
return Math.min(...[...page.querySelectorAll("article *")].map(size));
"""
    assert float(browser.evaluated(page, script)) >= 11


def test_it_is_filtered_by_game_and_by_status(browser: Browser, page: Path) -> None:  # noqa: F811
    script = SEEN + """
const found = [seen(), choose("game-house-keys"), choose("game-doors"), choose("only-fails"), choose("only-holds")];
found.push(choose("every-game"), choose("every-status"));
return JSON.stringify(found);
"""
    assert json.loads(browser.evaluated(page, script)) == [
        "N1 N2 N3 N4 K1",
        "K1",
        "N1 N2 N3 N4",
        "N2",
        "N1",
        "N1 K1",
        "N1 N2 N3 N4 K1",
    ]


def test_no_script_of_a_ruling_runs(browser: Browser, page: Path) -> None:  # noqa: F811
    assert browser.evaluated(page, 'return page.querySelectorAll("script, i, b").length') == "0"


def test_a_scenario_unfolds(browser: Browser, page: Path) -> None:  # noqa: F811
    script = """
const pre = page.querySelector("#doors-N1-1-1 pre");
const before = pre.checkVisibility();
pre.closest("li").querySelectorAll("summary").forEach(each => each.click());
return `${before} ${pre.checkVisibility()}`;
"""
    assert browser.evaluated(page, script) == "false true"
