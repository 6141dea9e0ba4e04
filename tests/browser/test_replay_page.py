"""The page of `gulliver replay` in a browser: stepped through by buttons, keys and links, on a phone as on a screen."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from browser import Browser, browser  # noqa: F401  # a fixture
from interpreter.cli import main

LONG = "Wolfeschlegelsteinhausenbergerdorff" * 3
SCENARIO = """\
ruleset celestia

scenario aloft "</script><i>aloft</i>"
  given
    players: Ada, "</script><b>Bruno</b>", "أدا"
    captain: Ada
    Ada hand: cannon, compass
    "</script><b>Bruno</b>" hand: jetpack
    "أدا" hand: alternative-route
  when
    roll: fog, pirates
    "</script><b>Bruno</b>": stay
    "أدا": stay
    "أدا": pass
    Ada: pay cannon, compass
"""
HELPERS = """
const view = page.defaultView;
const find = (id) => page.getElementById(id);
const said = () => find("said").textContent;
const all = (what, from = page) => [...from.querySelectorAll(what)];
const texts = (what, from = page) => all(what, from).map((each) => each.textContent);
const keydown = (key) => new view.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
const press = (key) => page.body.dispatchEvent(keydown(key));
const side = (number) => {
  find("side").value = number;
  find("side").dispatchEvent(new view.Event("change"));
};
"""


def written(folder: Path, *words: str, text: str = SCENARIO) -> Path:
    file, page = folder / "my.scenario", folder / "page.html"
    file.write_text(text)
    done = CliRunner().invoke(main, ["replay", str(file), "-o", str(page), *words])
    assert done.exit_code == 0, done.output
    return page


def found(browser: Browser, page: Path, script: str, width: int = 390) -> Any:  # noqa: F811
    text = browser.evaluated(page, f"{HELPERS} return JSON.stringify((() => {{ {script} }})());", width)
    return json.loads(unescape(text))


def test_buttons_and_keys_step_through_it(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    script = """
    const heard = [said()];
    const does = ["next", "ArrowRight", "ArrowLeft", "back", "End", "first", "last", "Home"];
    for (const it of does) {
      if (find(it)) find(it).click();
      else press(it);
      heard.push(said());
    }
    return { heard, hash: view.location.hash, first: find("first").disabled, last: find("last").disabled };
    """
    beginning, thrown = "The beginning", "Roll of the Event dice: fog, pirates"
    stays, last = "</script><b>Bruno</b>: stay aboard", "The Event dice are taken off the table"
    assert found(browser, written(tmp_path), script) == {
        "heard": [beginning, thrown, stays, thrown, beginning, last, beginning, last, beginning],
        "hash": "#step-1",
        "first": True,
        "last": False,
    }


def test_a_link_leads_to_a_step_and_a_side(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    page = written(tmp_path)
    assert "Step 2 of 11" in browser.document(page, "#step-2")
    assert "Step 10 of 10" in browser.document(page, "#step-99-seen-1")
    assert "Step 1 of 11" in browser.document(page, "#anything-else-77")
    script = """
    view.location.hash = "#step-3-seen-2";
    view.dispatchEvent(new view.Event("hashchange"));
    const link = page.querySelector("#steps li:nth-child(2) a");
    return [said(), find("side").value, link.getAttribute("href"), all("#steps [aria-current]").length];
    """
    assert found(browser, page, script) == ["</script><b>Bruno</b>: stay aboard", "2", "#step-2-seen-2", 1]


def test_what_somebody_sees_has_no_cards_and_no_silence_of_others(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    script = """
    const chips = () => all(".player").map((each) => texts(".chip", each));
    for (let step = 0; step < 4; step += 1) press("ArrowRight");
    const everything = [said(), ...chips()];
    side("1");
    return [everything, [said(), ...chips()], texts("#steps a")];
    """
    everything, hers, steps = found(browser, written(tmp_path), script)
    assert everything == ["أدا passes", ["compass", "cannon"], ["Jetpack"], ["Alternative Route"]]
    assert hers == ["أدا: stay aboard", ["compass", "cannon"], ["?"], ["?"]]
    assert not any("passes" in step for step in steps)


def test_a_page_for_a_player_never_shows_more(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    script = """
    const shown = [];
    for (let step = 0; step < 11; step += 1, press("ArrowRight")) shown.push(page.documentElement.outerHTML);
    return [find("side"), said(), shown.some((text) => /jetpack|alternative/i.test(text))];
    """
    page = written(tmp_path, "--for", "Ada")
    assert found(browser, page, script) == [None, "The Event dice are taken off the table", False]


def test_what_changed_is_marked_by_more_than_a_colour(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    script = """
    const none = all(".changed").length;
    press("ArrowRight");
    return [none, texts(".changed"), all(".changed .mark").length];
    """
    assert found(browser, written(tmp_path), script) == [0, ["changed: Event dicefogpirates"], 1]


def test_no_name_makes_an_element(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    script = """
    const made = all("script, i, .player b b, #said b").length;
    return [made, texts(".player bdi")[1], texts("header p")[0]];
    """
    made, name, head = found(browser, written(tmp_path), script)
    assert (made, name) == (2, "</script><b>Bruno</b>")
    assert head.startswith("</script><i>aloft</i> · Ada, ")


@pytest.mark.parametrize(("width", "language"), [(320, "en"), (390, "es"), (1280, "es")])
def test_nothing_is_wider_than_the_window(browser: Browser, tmp_path: Path, width: int, language: str) -> None:  # noqa: F811
    page = written(tmp_path, "--lang", language, text=SCENARIO.replace("أدا", LONG))
    script = """
    press("End");
    const size = (each) => parseFloat(view.getComputedStyle(each).fontSize);
    const small = all("body *").filter((each) => each.firstChild?.nodeType === 3 && size(each) < 11);
    const low = all(".steering button").filter((each) => each.getBoundingClientRect().height < 44);
    return [page.documentElement.scrollWidth, small.length, low.length];
    """
    wide, small, low = found(browser, page, script, width)
    assert wide <= width
    assert (small, low) == (0, 0)


def test_what_is_empty_is_said_to_be(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    idle = found(browser, written(tmp_path), 'return texts(".idle");')

    assert idle
    assert all(each.startswith("empty or 0: ") for each in idle)


def test_every_step_of_a_game_of_three_can_be_drawn(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    games, page = tmp_path / "games.jsonl", tmp_path / "page.html"
    for words in (
        ["simulate", "celestia", "--players", "3", "--games", "1", "--transcripts", str(games)],
        ["replay", str(games), "-o", str(page)],
    ):
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, done.output
    script = """
    const drawn = [];
    for (const number of ["0", "1", "2", "3"]) {
      side(number);
      press("Home");
      let steps = 1, open = 0;
      for (let before = -1; before !== find("slider").value; steps += 1) {
        before = find("slider").value;
        press("ArrowRight");
        const hands = all(".player").filter((hand) => hand.querySelector(".chip:not(.back)"));
        open = Math.max(open, hands.length);
      }
      drawn.push([steps - 1 === all("#steps li").length, open, said().startsWith("The game is over.")]);
    }
    return drawn;
    """
    assert found(browser, page, script, 1280) == [[True, 3, True], *[[True, 1, True]] * 3]
