"""`gulliver rulings` on a small game: what holds, under which reading, in four formats that believe nobody's texts."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import ruled_tables
from interpreter.cli import main

READINGS = (("calm", True, "going.as-it-stands"), ("wild", False, "going.wilder"))


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(ruled_tables.laid(tmp_path))
    return tmp_path


def rulings(*words: str) -> Result:
    return CliRunner().invoke(main, ["rulings", *words])


def told(*words: str) -> dict[str, Any]:
    found = json.loads(rulings(*words, "--format", "json").stdout)
    return {entry["id"]: entry for entry in found["rulings"]}


# ---- what holds -----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("table")
def test_each_ruling_has_the_status_that_its_scenarios_give_it() -> None:
    assert {key: (entry["ruleset"], entry["status"]) for key, entry in told().items()} == {
        "N1": ("doors", "holds"),
        "N2": ("doors", "fails"),
        "N3": ("doors", "undecided"),
        "N4": ("doors", "known-wrong"),
        "K1": ("house/keys", "holds"),
    }
    assert rulings().exit_code == 1


@pytest.mark.usefixtures("table")
def test_what_a_program_is_told_about_one() -> None:
    done = rulings("doors", "-k", "n1", "--format", "json")

    assert done.exit_code == 0
    assert json.loads(done.stdout) == {
        "schema": 1,
        "rulings": [
            {
                "id": "N1",
                "ruleset": "doors",
                "question": "May the first go </script><script>alert(1)</script>?",
                "answer": "Yes | always, *if* she <i>likes</i>.",
                "also": {"M1": "Is going allowed?"},
                "option": {"kind": "calm"},
                "readings": [
                    {"option": {"kind": kind}, "chosen": chosen, "status": "holds", "scenarios": [scenario]}
                    for kind, chosen, scenario in READINGS
                ],
                "source": "book, page 3",
                "status": "holds",
                "scenarios": [
                    {
                        "file": "scenarios/doors.scenario",
                        "line": 9,
                        "id": f"going.{reading}",
                        "title": "</pre></details><script>alert(2)</script>",
                        "outcome": "passed",
                        "under": under,
                    }
                    for reading, under in (("as-it-stands", "doors"), ("wilder", "doors with option kind = wild"))
                ],
            }
        ],
        "sources": [
            {
                "id": "book",
                "ruleset": "doors",
                "title": "The <b>Book</b> </script>",
                "language": "en",
                "edition": "2nd",
                "address": "https://example.org/doors?a=1&b=2",
            }
        ],
        "findings": [],
    }


@pytest.mark.usefixtures("table")
def test_a_stack_is_asked_with_its_options() -> None:
    done = rulings("doors with option kind = wild", "-k", "N1")

    assert done.exit_code == 1
    assert "     kind = wild (chosen): fails\n" in done.stdout
    assert "     kind = calm: no scenario\n" in done.stdout


@pytest.mark.usefixtures("table")
def test_a_stack_has_the_rulings_of_its_layers() -> None:
    assert list(told("doors with house/keys")) == ["N1", "N2", "N3", "N4", "K1"]
    assert list(told("doors")) == ["N1", "N2", "N3", "N4"]


def test_the_table_of_the_folder_is_the_stack(table: Path) -> None:
    (table / "table.yaml").write_text("format: 1\nruleset: doors\nwith: [house/keys]\n")
    done = rulings("-k", "N1", "--format", "json")

    assert "as table.yaml says: doors with house/keys" in done.stderr
    assert json.loads(done.stdout)["rulings"][0]["option"] == {"kind": "wild"}


def test_scenarios_lie_where_a_path_says(table: Path) -> None:
    (table / "scenarios").rename(table / "elsewhere")

    assert told("elsewhere")["N1"]["status"] == "holds"
    assert told("elsewhere/doors.scenario")["K1"]["status"] == "undecided"
    assert told("doors", "elsewhere/doors.scenario")["N1"]["status"] == "holds"


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("word", ["n1", "M1", "MAY the first", "she <i>likes", "Is going"])
def test_a_ruling_is_found_by_its_number_or_by_words(word: str) -> None:
    assert list(told("-k", word)) == ["N1"]


@pytest.mark.usefixtures("table")
def test_nothing_is_found_by_a_part_of_a_number() -> None:
    done = rulings("-k", "7")

    assert (done.exit_code, done.stdout, done.stderr) == (5, "", "no ruling answers that\n")
    assert rulings("-k", "7", "--format", "json").exit_code == 5
    assert told("-k", "7") == {}


def test_a_folder_without_rules_has_those_that_are_built_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert told("-k", "B10")["B10"]["status"] == "holds"


# ---- what is wrong --------------------------------------------------------------------------------------------------


def test_a_scenario_that_cannot_be_read_is_told_and_counts(table: Path) -> None:
    (table / "scenarios" / "odd.scenario").write_text("ruleset doors\n\nscenario odd\n  ruling N1\n  thne\n")
    done = rulings("-k", "N1")

    assert done.exit_code == 1
    assert "scenarios/odd.scenario:5" in done.stderr
    assert "kind = calm (chosen): holds" in done.stdout


def test_a_scenario_of_rules_that_are_nowhere_is_told(table: Path) -> None:
    (table / "scenarios" / "odd.scenario").write_text(
        ruled_tables.KEYS.replace("ruleset doors with house/keys", "ruleset windows")
    )
    done = rulings()

    assert done.exit_code == 1
    assert "`windows`" in done.stderr


@pytest.mark.usefixtures("table")
def test_a_stack_that_is_nowhere() -> None:
    done = rulings("windows")

    assert done.exit_code == 1
    assert "L0001" in done.stderr
    assert rulings("doors", "nowhere").exit_code == 2


def test_rules_that_cannot_be_used_are_told_and_the_others_are_asked(table: Path) -> None:
    (table / "rulesets" / "windows.yaml").write_text("format: 1\nruleset: windows\n")
    done = rulings("-k", "N1")

    assert done.exit_code == 1
    assert "rulesets/windows.yaml" in done.stderr
    assert "kind = calm (chosen): holds" in done.stdout


@pytest.mark.usefixtures("table")
def test_a_file_that_cannot_be_written() -> None:
    done = rulings("doors", "-k", "N1", "-o", "nowhere/faq.txt")

    assert done.exit_code == 1
    assert "nowhere/faq.txt" in done.stderr
    assert "Traceback" not in done.stderr


# ---- text -----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("table")
def test_the_text() -> None:
    assert rulings("doors", "-k", "N2").stdout == """\
Doors & <Windows>

N2   Is this wrong?
     It is.
     source: book (The <b>Book</b> </script>)
     fails
       scenarios/doors.scenario
         20 wrong: failed

1 question: 1 fails
"""


def test_the_text_keeps_to_eighty_columns(table: Path) -> None:
    game = table / "rulesets" / "doors" / "ruleset.yaml"
    game.write_text(game.read_text().replace("Yes | always", "Yes, " + "and once more " * 20))

    assert max(map(len, rulings().stdout.splitlines())) <= 80


@pytest.mark.usefixtures("table")
def test_in_spanish() -> None:
    assert rulings("doors", "-k", "N1", "--lang", "es").stdout == """\
Doors & <Windows>

N1   ¿Puede irse?
     Sí.
     M1 ¿Se permite irse?
     fuente: book, page 3 (The <b>Book</b> </script>)
     kind = calm (elegido): se cumple
       scenarios/doors.scenario
         9 going.as-it-stands
     kind = wild: se cumple
       scenarios/doors.scenario
         9 going.wilder

1 pregunta: 1 se cumple
"""
    assert "Llaves (sobre Doors & <Windows>)" in rulings("--lang", "es").stdout


# ---- Markdown -------------------------------------------------------------------------------------------------------


def test_markdown_links_from_where_it_lies(table: Path) -> None:
    (table / "docs").mkdir()
    done = rulings("doors", "-k", "N1", "--format", "md", "-o", "docs/faq.md")
    text = (table / "docs" / "faq.md").read_text("utf-8")

    assert done.stdout == "wrote docs/faq.md\n"
    assert "| kind = calm (chosen) | holds | [going.as-it-stands](../scenarios/doors.scenario#L9) |" in text
    assert "(scenarios/doors.scenario#L9)" in rulings("doors", "-k", "N1", "--format", "md").stdout
    assert "[book, page 3](#source-doors-book)" in text
    assert '<a id="source-doors-book"></a>' in text
    assert "<https://example.org/doors?a=1&b=2>" in text


@pytest.mark.usefixtures("table")
def test_markdown_shows_texts_as_they_are() -> None:
    text = rulings("--format", "md").stdout

    assert r"Yes \| always, \*if\* she \<i\>likes\</i\>." in text
    assert not re.search(r"(?<!\\)<(?!a id=|/a>|https:)", text)


# ---- HTML -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def page(table: Path) -> str:
    rulings("--format", "html", "-o", "faq.html")
    return (table / "faq.html").read_text("utf-8")


def test_the_page_believes_no_text(page: str) -> None:
    assert "<script" not in page
    assert "</script" not in page
    assert "<i>" not in page
    assert "<b>" not in page
    assert "&lt;/pre&gt;&lt;/details&gt;&lt;script&gt;" in page


def test_the_page_loads_nothing(page: str) -> None:
    assert re.findall(r"(?:src|href)=\"(?!#)([^\"]*)", page) == ["https://example.org/doors?a=1&amp;b=2"]
    assert "default-src 'none'" in page
    assert " on" not in "".join(re.findall(r"<[a-z][^>]*>", page)).replace(' class="', "")


def test_every_answer_links_to_its_source_and_holds_its_scenarios(page: str) -> None:
    ids = re.findall(r' id="([^"]+)"', page)
    articles = dict(re.findall(r'<article id="([^"]+)"(.*?)</article>', page, re.DOTALL))

    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    assert list(articles) == ["doors-N1", "doors-N2", "doors-N3", "doors-N4", "house-keys-K1"]
    assert all('href="#source-doors-book"' in articles[f"doors-N{n}"] for n in (1, 2, 3, 4))
    assert articles["doors-N1"].count("<pre>ruleset doors\n\nbackground\n  players: Ada, Bruno\n") == 2
    assert "scenarios/doors.scenario:9" in articles["doors-N1"]
    assert "not a part of any scenario" not in page
    assert "what is wrong" not in page


def test_what_fails_says_why(page: str) -> None:
    assert '<pre class="bad">scenarios/doors.scenario:23:' in page


def test_a_scenario_of_the_page_can_be_run(table: Path, page: str) -> None:
    text = re.findall(r"<pre>(ruleset doors with house/keys.*?)</pre>", page, re.DOTALL)[0]
    (table / "copied.scenario").write_text(html.unescape(text))

    assert CliRunner().invoke(main, ["run", "copied.scenario"]).exit_code == 0
    assert CliRunner().invoke(main, ["fmt", "--check", "copied.scenario"]).exit_code == 0


def test_the_page_in_spanish(table: Path) -> None:
    rulings("--format", "html", "-o", "faq.html", "--lang", "es")
    page = (table / "faq.html").read_text("utf-8")

    assert '<html lang="es">' in page
    assert "¿Se permite irse?" in page


# ---- what the files may say -----------------------------------------------------------------------------------------


def checked(file: Path, old: str, new: str) -> str:
    file.write_text(file.read_text().replace(old, new))
    return CliRunner().invoke(main, ["check", "rulesets/doors"]).output


def test_an_address_is_one_of_the_web(table: Path) -> None:
    game = table / "rulesets" / "doors" / "ruleset.yaml"

    assert "a web address begins with https:// or http:// and has no spaces" in checked(
        game, "https://example.org/doors?a=1&b=2", "javascript:alert(1)"
    )


def test_a_further_question_that_is_translated_must_be_there(table: Path) -> None:
    assert "R0501" in checked(table / "rulesets" / "doors" / "labels" / "es.yaml", "M1:", "M2:")


def test_a_further_question_wants_to_be_translated(table: Path) -> None:
    told = checked(table / "rulesets" / "doors" / "labels" / "es.yaml", ', also: {M1: "¿Se permite irse?"}', "")

    assert "R0502" in told
    assert "`N1.M1`" in told
