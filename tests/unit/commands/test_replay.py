from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main
from interpreter.report.replays import embedded

PIG = str(Path(__file__).parents[2] / "games" / "rulesets" / "pig")
SCENARIO = """\
ruleset celestia

background
  players: Ada, Bruno, Cara
  captain: Ada

scenario aloft "Bruno has the Jetpack"
  given
    Ada hand: cannon, foghorn
    Bruno hand: jetpack, turbo
    Cara hand: alternative-route
  when
    roll: fog, pirates
    Bruno: stay
    Cara: stay
    Cara: pass
  then
    Ada is asked

scenario ways
  given
    Ada hand: cannon
  when
    roll: any
  then
    game: running
"""


def gulliver(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    file = tmp_path / "my.scenario"
    file.write_text(SCENARIO)
    return file


def film(page: str) -> dict[str, Any]:
    data = re.search(r'<script type="application/json" id="film">(.*?)</script>', page, re.DOTALL)
    assert data
    found: dict[str, Any] = json.loads(data[1])
    return found


def said(page: str, side: int = 0) -> list[str]:
    return [step["say"] for step in film(page)["seen"][side]["steps"]]


def test_a_scenario_becomes_a_page(scenario: Path, tmp_path: Path) -> None:
    written = gulliver("replay", f"{scenario}::aloft", "-o", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text()

    assert (written.exit_code, written.stdout) == (0, "")
    assert written.stderr == f"wrote {(tmp_path / 'page.html').as_posix()}\n"
    assert said(page) == [
        "The beginning",
        "Roll of the Event dice: fog, pirates",
        "Bruno: stay aboard",
        "Cara: stay aboard",
        "Cara passes",
    ]
    assert said(page, 2) == said(page)[:4]
    assert "Bruno has the Jetpack" in page


def test_every_step_names_its_rule_with_layer_place_and_source(scenario: Path, tmp_path: Path) -> None:
    gulliver("replay", f"{scenario}::aloft", "-o", str(tmp_path / "page.html"))
    told = film((tmp_path / "page.html").read_text())
    first, thrown = told["seen"][0]["steps"][:2]
    rule = told["rules"][thrown["rule"]]

    assert first["rule"] is None
    assert (rule["path"], rule["layer"], rule["title"]) == ("steps.leg.roll", "celestia", "The captain rolls the dice")
    assert re.fullmatch(r"celestia/course\.yaml:\d+", rule["place"])
    assert rule["source"].startswith("001, ")
    assert rule["book"].startswith("Celestia, rules of the game")
    assert thrown["table"] == {"dice event": ["fog", "pirates"]}


def test_a_page_for_a_player_holds_nothing_of_other_hands(scenario: Path, tmp_path: Path) -> None:
    page = {}
    for who in ("Ada", "Bruno"):
        gulliver("replay", f"{scenario}::aloft", "--for", who, "-o", str(tmp_path / "page.html"))
        page[who] = (tmp_path / "page.html").read_text()

    for word in ("jetpack", "turbo", "alternative", "passes"):
        assert word not in page["Ada"].casefold()
    assert "jetpack" in page["Bruno"].casefold()
    assert "cannon" not in page["Bruno"]
    assert '<select id="side"' not in page["Ada"]
    assert len(film(page["Ada"])["seen"]) == 1
    assert "at" not in film(page["Ada"])


def test_what_was_set_aside_is_on_the_page_for_whoever_sees_everything(scenario: Path, tmp_path: Path) -> None:
    hand = "    Cara hand: alternative-route\n"
    scenario.write_text(SCENARIO.replace(hand, hand + "    deck: only turbo\n"))
    gulliver("replay", f"{scenario}::aloft", "-o", str(tmp_path / "page.html"))
    everything, hers, *_ = film((tmp_path / "page.html").read_text())["seen"]

    assert ["compass", 20] in everything["steps"][0]["table"]["aside"]["cards"]
    assert "aside" not in hers["steps"][0]["table"]


def test_only_its_own_script_may_run_and_nothing_is_loaded(scenario: Path, tmp_path: Path) -> None:
    gulliver("replay", f"{scenario}::aloft", "-o", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    script = re.search(r"<script>(.*?)</script>", page, re.DOTALL)

    assert policy
    assert script
    digest = b64encode(sha256(script[1].encode()).digest()).decode()
    assert policy[1].startswith("default-src 'none'; ")
    assert f"script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'" in policy[1]
    assert not re.search(r"(src|href)=\"|https?:|url\(|@import|eval|innerHTML|fetch", page)


@pytest.mark.parametrize("text", ["</script>", "<!--<script>", "&amp;", "\u2028\u2029", "]]>"])
def test_no_text_ends_the_data(text: str) -> None:
    written = embedded({"name": text})

    assert not set("<>&\u2028\u2029") & set(written)
    assert json.loads(written) == {"name": text}


def test_names_are_harmless(tmp_path: Path) -> None:
    file = tmp_path / "odd.scenario"
    text = SCENARIO.replace("Bruno has", "B has").replace("Bruno", '"</script><img src=x>"')
    file.write_text(text.replace("Cara", '"أدا"'))
    written = gulliver("replay", f"{file}::aloft", "-o", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text()

    assert written.exit_code == 0, written.output
    assert page.count("</script>") == 2
    assert "<img" not in page
    assert film(page)["layout"]["players"] == ["Ada", "</script><img src=x>", "أدا"]


def test_a_page_speaks_spanish(scenario: Path, tmp_path: Path) -> None:
    gulliver("replay", f"{scenario}::aloft", "-o", str(tmp_path / "page.html"), "--lang", "es")
    page = (tmp_path / "page.html").read_text()

    assert '<html lang="es">' in page
    assert said(page)[1] == "Tirada de los dados de Evento: niebla, piratas"
    assert said(page)[4] == "Cara pasa"
    assert film(page)["layout"]["pawns"]["aircraft"]["label"] == "Aeronave"


def test_a_game_of_a_file_of_transcripts_becomes_a_page(tmp_path: Path) -> None:
    games, page = str(tmp_path / "games.jsonl"), tmp_path / "page.html"
    gulliver("simulate", PIG, "--players", "2", "--games", "2", "--option", "goal=10", "--transcripts", games)
    stack = f'"{PIG}" with option goal = 10'

    assert gulliver("replay", games, stack, "--game", "2", "-o", str(page)).exit_code == 0
    assert said(page.read_text())[-1].startswith("The game is over. Won: player-")
    missing = gulliver("replay", games, stack, "--game", "3", "-o", str(page))
    assert missing.exit_code == 1
    assert "T0010" in missing.stderr


def test_one_way_of_a_scenario_is_chosen(scenario: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    throws = set()
    for branch in ("1", "2"):
        assert gulliver("replay", f"{scenario}::ways", "--branch", branch, "-o", str(page)).exit_code == 0
        throws.add(said(page.read_text())[1])
    beyond = gulliver("replay", f"{scenario}::ways", "--branch", "99", "-o", str(page))

    assert len(throws) == 2
    assert beyond.exit_code == 2
    assert "15 ways" in beyond.stderr


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["{file}"], 2, "names several: aloft, ways"),
        (["{file}::nowhere"], 5, "is called `nowhere`"),
        (["{file}::aloft", "--for", "ada"], 2, "did you mean `Ada`?"),
        (["{file}::aloft", "--for", "Dan"], 2, "nobody is called `Dan`; who plays: Ada, Bruno, Cara"),
        (["missing.scenario"], 2, "missing.scenario"),
        (["missing.jsonl"], 2, "there is no file or folder missing.jsonl"),
    ],
)
def test_what_cannot_be_shown_is_said(scenario: Path, tmp_path: Path, words: list[str], code: int, said: str) -> None:
    page = tmp_path / "page.html"
    found = gulliver("replay", *(word.format(file=scenario) for word in words), "-o", str(page))

    assert found.exit_code == code
    assert said in found.stderr
    assert not page.exists()


def test_a_script_that_does_not_fit_is_located(tmp_path: Path) -> None:
    file = tmp_path / "bad.scenario"
    file.write_text(SCENARIO.replace("    Cara: pass\n", "    Cara: fly\n"))
    found = gulliver("replay", f"{file}::aloft", "-o", str(tmp_path / "page.html"))

    assert found.exit_code == 1
    assert f"{file.as_posix()}:16:" in found.stderr


def test_a_folder_that_is_not_there_is_said(scenario: Path, tmp_path: Path) -> None:
    found = gulliver("replay", f"{scenario}::aloft", "-o", str(tmp_path / "none" / "page.html"))

    assert found.exit_code == 1
    assert "page.html" in found.stderr
    assert "Traceback" not in found.output
