"""Each attack of docs/trust.md: what it tries does not happen, and whoever reads the file is told or unharmed."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.api import load_game, load_ruleset, new_game
from interpreter.cli import main
from interpreter.engine.saving import UnreadableSaveError
from interpreter.source.display import harmless

ROOT = Path(__file__).parents[2]
PIG = ROOT / "tests" / "games" / "rulesets" / "pig" / "ruleset.yaml"
RULES = """\
format: 1
ruleset: guest
version: 1
title: TITLE
players: {from: 2, to: 3}
"""
COURSE = """\
counters: {KEY: {}}
steps:
  game:
    - {id: first, set: KEY, to: AMOUNT}
    - {id: fin, end: game}
scoring: {score: KEY}
"""
SCENARIO = """\
ruleset guest

scenario id "TITLE"
  given
    players: PLAYERS
  then
    game: over
"""
LONG = 20_000
SECONDS = 20


@pytest.fixture
def guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of rules from a stranger; a command runs two folders above it."""
    folder = tmp_path / "rulesets" / "guest"
    folder.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def gulliver() -> Callable[..., Result]:
    """Calls the command as a terminal would see it: nothing is taken out of what it writes."""

    def call(*arguments: str) -> Result:
        result = CliRunner().invoke(main, list(arguments), color=True)
        assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
        assert result.exit_code in {0, 1, 2, 3, 5}, result.output
        return result

    return call


def whole(**words: str) -> str:
    text = RULES + COURSE
    for word, value in {"TITLE": "Guest", "KEY": "pot", "AMOUNT": "1", **words}.items():
        text = text.replace(word, value)
    return text


# ---- no code runs ---------------------------------------------------------------------------------------------------


def test_the_name_of_a_file_is_no_code(guest: Path, gulliver: Callable[..., Result]) -> None:
    (guest / "ruleset.yaml").write_text(whole().partition("counters")[0], "utf-8")
    part = "format: 1\npart-of: guest\ncounters" + whole().partition("counters")[2]
    for indent in range(0, 24, 4):
        (guest / f"x\n{' ' * indent}open('pwned','w').close()\n#{indent}.yaml").write_text(part, "utf-8")
        result = gulliver("simulate", "guest", "--games", "1")
        assert result.exit_code == 0, result.output
        assert not Path("pwned").exists()
        next(guest.glob("x*")).unlink()


@pytest.mark.parametrize("key", ["pot\\n", "__class__", "pot;import os", "pot'", "s.who = 1", "pot)", "Pot"])
def test_a_name_is_no_code(guest: Path, gulliver: Callable[..., Result], key: str) -> None:
    (guest / "ruleset.yaml").write_text(whole(KEY=f'"{key}"'), "utf-8")
    result = gulliver("check", "rulesets/guest")

    assert result.exit_code == 1
    assert "error[K01" in result.output


@pytest.mark.parametrize(
    "amount",
    [
        "__import__('os').system('id')",
        "pot.__class__",
        "'lambda: 1'",
        '"open(1)"',
        "exec(pot)",
        "(1).real",
        "1 if 1 else os",
    ],
)
def test_an_expression_is_no_code(guest: Path, gulliver: Callable[..., Result], amount: str) -> None:
    (guest / "ruleset.yaml").write_text(whole(AMOUNT=json.dumps(amount)), "utf-8")
    result = gulliver("simulate", "guest", "--games", "1")

    assert result.exit_code == 1
    assert "error[R0" in result.output


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x: !!python/object/apply:os.system ['touch pwned']", "Y0203"),
        ("x: !!python/name:os.system", "Y0203"),
        ("a: &a [1]\nb: *a", "Y0204"),
        ("a: &a [*a]", "Y0204"),
        ("<<: {a: 1}", "Y0202"),
        ("%TAG ! tag:x,2000:\n---\nx: 1", "Y0212"),
    ],
)
def test_yaml_is_plain_data(guest: Path, gulliver: Callable[..., Result], text: str, code: str) -> None:
    (guest / "ruleset.yaml").write_text(whole() + text, "utf-8") if "%" not in text else None
    if "%" in text:
        (guest / "ruleset.yaml").write_text(text, "utf-8")

    assert f"error[{code}]" in gulliver("check", "rulesets/guest").output
    assert not Path("pwned").exists()


def test_messages_and_templates_show_names_as_they_are(guest: Path, gulliver: Callable[..., Result]) -> None:
    """A title in the form of a placeholder is filled by nobody."""
    (guest / "ruleset.yaml").write_text(whole(TITLE='"{0.__class__} {code} {{7*7}} %s"'), "utf-8")

    assert "{0.__class__} {code} {{7*7}} %s" in gulliver("show", "guest").output


# ---- no file outside, nothing fetched -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["/etc/passwd", "../../etc/passwd", "/dev/zero", "/proc/self/environ", "a\\0b", "~"])
def test_only_rules_are_read(tmp_path: Path, gulliver: Callable[..., Result], name: str, guest: Path) -> None:
    (tmp_path / "x.scenario").write_text(SCENARIO.replace("ruleset guest", f'ruleset "{name}"'), "utf-8")
    result = gulliver("run", "x.scenario")

    assert result.exit_code == 1
    assert "root:" not in result.output
    assert "x.scenario:1" in result.output


def test_a_pipe_is_not_waited_for(guest: Path, gulliver: Callable[..., Result]) -> None:
    os.mkfifo(guest / "ruleset.yaml")
    result = gulliver("check", "rulesets/guest/ruleset.yaml")

    assert "error[Y0007]" in result.output
    assert "a device or a pipe" in result.output


def test_nothing_is_fetched(guest: Path, gulliver: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    class Refused:  # a class, for modules of the standard library derive theirs from it
        __init__ = refuse

    monkeypatch.setattr(socket, "socket", Refused)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    url = "sources: {book: {title: B, edition: E, language: en, address: 'http://127.0.0.1:1/x'}}\n"
    schema = "# yaml-language-server: $schema=http://127.0.0.1:1/x.json\n"
    (guest / "ruleset.yaml").write_text(schema + whole() + url, "utf-8")
    for command in (("check", "rulesets/guest"), ("show", "guest"), ("simulate", "guest", "--games", "1")):
        assert gulliver(*command).exit_code == 0


@pytest.mark.parametrize("name", ["../out", "/srv/out", "a/../../out", "..", "-", "a b", "A\x1b[31m"])
def test_nothing_is_written_elsewhere(tmp_path: Path, gulliver: Callable[..., Result], name: str, guest: Path) -> None:
    before = sorted(tmp_path.parent.rglob("*"))
    result = gulliver("new", "ruleset", "--", name)

    assert result.exit_code == 2
    assert sorted(tmp_path.parent.rglob("*")) == before


def test_snapshots_stay_in_their_folder(
    tmp_path: Path, gulliver: Callable[..., Result], guest: Path, no_ci: None
) -> None:
    (guest / "ruleset.yaml").write_text(whole(), "utf-8")
    player = '"../../../out/<b>"'
    text = SCENARIO.replace("PLAYERS", f"{player}, Bruno") + f"    snapshot view of {player}\n"
    (tmp_path / "x.scenario").write_text(text, "utf-8")
    gulliver("run", "x.scenario")

    written = [path.relative_to(tmp_path).as_posix() for path in (tmp_path / ".gulliver").rglob("*.txt")]
    assert len(written) == 1
    assert re.fullmatch(r"\.gulliver/pending/x/id\.view-[A-Za-z0-9.%_-]+\.txt", written[0]), written


# ---- harmless on the way out ----------------------------------------------------------------------------------------

ESCAPE = "\x1b[31m\x1b]0;owned\x07"


def test_no_escape_code_reaches_the_terminal(guest: Path, tmp_path: Path, gulliver: Callable[..., Result]) -> None:
    (guest / "ruleset.yaml").write_text(whole(TITLE=r'"\e[31m\e]0;owned\a \u009b31m \u202e"'), "utf-8")
    (tmp_path / "x.scenario").write_text(SCENARIO.replace("TITLE", ESCAPE).replace("PLAYERS", "A"), "utf-8")
    commands = [("show", "guest"), ("check", "rulesets/guest"), ("run", "x.scenario"), ("run", f"{ESCAPE}.scenario")]
    commands += [
        ("simulate", "guest", "--games", "1"),
        ("check", ESCAPE),
        ("show", ESCAPE),
        ("explain", ESCAPE),
        (ESCAPE,),
    ]
    commands += [("history", "guest", ESCAPE), ("diff", "guest", ESCAPE), ("show", "guest", "--option", f"{ESCAPE}=1")]
    commands += [("run", "x.scenario", "--format", shape) for shape in ("json", "brief", "github")]
    for command in commands:
        output = gulliver(*command).output
        raw = {each for each in output if each not in "\n\t" and harmless(each) != each}
        assert not raw, (command, raw)


def test_html_is_escaped(guest: Path, tmp_path: Path, gulliver: Callable[..., Result]) -> None:
    script = "</title><script>alert(1)</script>"
    rulings = f"rulings: {{B1: {{question: '{script}', answer: '{script}', source: book}}}}\n"
    sources = f"sources: {{book: {{title: '{script}', edition: E, language: en}}}}\n"
    (guest / "ruleset.yaml").write_text(whole(TITLE=f"'{script}'") + sources + rulings, "utf-8")
    (tmp_path / "x.scenario").write_text(
        SCENARIO.replace("TITLE", script)
        .replace("PLAYERS", f'"{script}", B')
        .replace("  given", "  ruling B1\n  given"),
        "utf-8",
    )
    pages = [gulliver("rulings", "guest", "x.scenario", "--format", "html").output]
    pages.append(gulliver("cover", "x.scenario", "--format", "html").output)
    gulliver("replay", "x.scenario::id", "-o", "page.html")
    gulliver("simulate", "guest", "--games", "1", "--transcripts", "games.jsonl")
    games = (tmp_path / "games.jsonl").read_text("utf-8").replace("player-1", script)
    (tmp_path / "games.jsonl").write_text(games, "utf-8")
    gulliver("replay", "games.jsonl", "-o", "game.html")
    pages += [(tmp_path / name).read_text("utf-8") for name in ("page.html", "game.html")]
    for page in pages:
        assert re.search(r"script(>|&gt;|\\u003e)alert", page), "it is shown"
        assert "<script>alert" not in page
        assert "</title><" not in page
        assert "http:" not in page.replace("http://www.w3.org", "")


# ---- no hang --------------------------------------------------------------------------------------------------------


def in_time(seconds: float, call: Callable[[], Result]) -> Result:
    begun = time.process_time()
    result = call()
    assert time.process_time() - begun < seconds
    return result


@pytest.mark.parametrize(
    "sign", ["a", "a-", "-", "(", "not ", '"', "\\", "<a", "|", "1 ", "a.", " ", "é", "[a-", "\t", "a: "]
)
def test_no_pattern_explodes(sign: str, guest: Path, tmp_path: Path, gulliver: Callable[..., Result]) -> None:
    """What is written again and again, everywhere: the time grows no faster than the file."""
    long = sign * (LONG // len(sign))
    (guest / "ruleset.yaml").write_text(whole(AMOUNT=json.dumps(long)), "utf-8")
    (tmp_path / "rulesets" / "other.yaml").write_text(f"{long}: {long}\n{long}", "utf-8")
    body = SCENARIO.replace("TITLE", "t").replace("PLAYERS", f"{long}")
    (tmp_path / "x.scenario").write_text(f"{body}    {long}\n  {long}: {long}!\n{long}\n", "utf-8")
    for command in (
        ("check", "rulesets/guest"), ("check", "rulesets/other.yaml"), ("run", "x.scenario"), ("fmt", "x.scenario"),
        ("check", "x.scenario", "--lang", "es"), ("show", f"guest with {long}"), ("explain", long),
    ):  # fmt: skip
        in_time(SECONDS, lambda command=command: gulliver(*command))


@pytest.mark.parametrize("opener", ["[", "{a: ", "- ", "a:\n ", "? "])
def test_deep_files_are_refused(opener: str, guest: Path, gulliver: Callable[..., Result]) -> None:
    (guest / "ruleset.yaml").write_text(whole() + "note: " + opener * 20_000, "utf-8")

    assert in_time(SECONDS, lambda: gulliver("check", "rulesets/guest")).exit_code == 1


# ---- saves ----------------------------------------------------------------------------------------------------------


def saved() -> dict[str, object]:
    game = new_game(load_ruleset(PIG.parent), ["Ada", "Bruno"], seed="1")
    game.choose(game.decision.answers[0])
    found: dict[str, object] = json.loads(game.dumps())
    return found


def spoil(data: dict[str, object], path: str, value: object) -> None:
    *way, last = path.split(".")
    inner = data
    for key in way:
        inner = inner[key]  # type: ignore[assignment]
    inner[last] = value


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("names", ["Ada"]),
        ("names", "no"),
        ("luck.drawn", [["x", None, 1]]),
        ("machine.who", 7),
        ("machine.who", "0"),
        ("machine.site", {"rule": "steps.game", "kind": "ask", "nth": 0}),
        ("machine.answers", [["a-third-way"]]),
        ("machine.fields", {}),
        ("machine.fields.r_active", "Ada"),
        ("machine.fields.c_pot", "many"),
        ("machine.fields.c_points", 3),
        ("machine.fields.c_pot", 5),
        ("log", [{"kind": "event", "rule": "x", "name": "x", "what": "draw", "data": {}}]),
        (
            "log",
            [
                {
                    "kind": "decision",
                    "who": "Zed",
                    "rule": "x",
                    "answers": [],
                    "answer": "x",
                    "public": None,
                    "further": 1,
                }
            ],
        ),
        ("log", 5),
    ],
)
def test_a_save_that_somebody_changed_is_refused(path: str, value: object) -> None:
    data = saved()
    spoil(data, path, value)

    with pytest.raises(UnreadableSaveError) as refused:
        load_game(load_ruleset(PIG.parent), json.dumps(data))
    assert str(refused.value).strip()


@pytest.mark.parametrize("value", ["Ada", -1, 10**9, None, [], [1, [2]], {"open": "x"}, True])
@pytest.mark.parametrize("game", ["burrow", "fish", "keepers", "lanterns", "tricks", "spells"])
def test_a_local_that_somebody_changed_is_refused(game: str, value: object) -> None:
    """What a rule keeps for itself is looked at like what lies on the table."""
    rules = load_ruleset(PIG.parents[1] / game)
    played = new_game(rules, ["Ada", "Bruno", "Cara"][: rules.ruleset.draft.players.from_], seed="1")
    for _ in range(40):
        fields = json.loads(played.dumps())["machine"]["fields"]
        if played.decision is None or any(name.startswith("v_") for name in fields):
            break
        played.choose(played.decision.answers[-1])
    for name in [name for name in fields if name.startswith("v_") and fields[name] != value]:
        data = json.loads(played.dumps())
        data["machine"]["fields"][name] = value
        with pytest.raises(UnreadableSaveError):
            load_game(rules, json.dumps(data))


def test_a_save_costs_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    data = saved()
    spoil(data, "luck.drawn", [["die", None, 10**12]])
    begun = time.process_time()

    with pytest.raises(UnreadableSaveError):
        load_game(load_ruleset(PIG.parent), json.dumps(data))
    assert time.process_time() - begun < SECONDS


def test_no_module_of_the_program_can_reach_out() -> None:
    """Nothing that reads a file of a stranger imports what fetches, unpickles or starts programs."""
    forbidden = (
        r"^\s*(?:import|from) (?:socket|urllib\.request|http|requests|pickle|shelve|marshal|subprocess|ctypes)\b"
    )
    found = subprocess.run(
        ["grep", "-rnE", forbidden, "--include=*.py", str(ROOT / "interpreter")],
        capture_output=True,
        text=True,
        check=False,
    )

    assert found.stdout == ""
