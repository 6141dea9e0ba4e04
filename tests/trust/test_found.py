"""What the fuzzer found, as cases: each was a traceback, a hang, a wrong exit code or silence once."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from attrs import frozen
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.cli import main
from interpreter.source.display import harmless
from sampling import SEED
from tests.fuzz.__main__ import ALL, Session, play
from tests.fuzz.attempts import Workshop, documented
from tests.fuzz.grammar import scenario
from tests.fuzz.seeds import KINDS, seeds
from tests.fuzz.spoiling import broken

ROOT = Path(__file__).parents[2]
SHORT, LONG_RUN, SECONDS = 8.0, 900.0, 20.0  # seconds
LONG = "if " * 90
DIGITS = "9" * 5000  # more than Python reads as a number
QUOTES = '\\"' * 100_000


@frozen
class Found:
    """A command, the files that it reads, how it ends, and a part of what it says."""

    name: str
    command: tuple[str, ...]
    exit_code: int
    words: str
    file: str = ""
    text: str = ""


SCENARIO = "ruleset pig\n\nscenario three\n  given\n    players: Ada, Bruno\n    active: Ada\n  then\n    pot: 0\n"
SIGNS = SCENARIO.replace("scenario three", 'scenario three "\x1b]0;title\x07"')
LANGUAGE = SCENARIO.replace("ruleset", "idioma sin-piratas\nreglamento").replace("scenario", "escenario")
SETTLES = """\
format: 1
ruleset: settles
version: 1
title: Settles
players: {from: 2, to: 2}
roles: {active: {held-by: one}}
types: {thing: {}}
cards: {stick: {type: thing, copies: 2}}
zones: {deck: {holds: thing, pile: true, starts: full}, shelf: {holds: thing, seen-by: everybody}}
setup: [{give: active, at-random-among: everybody}]
steps:
  game:
    - {id: begin, draw: deck, to: shelf}
    - {id: sure, ask: active, answers: {well: {}}}
    - {end: game}
"""
OPEN = """\
ruleset settles

scenario nobody
  given at begin
    players: Ada, Bruno
    EXPECTED
    shelf: stick
"""
PIG = (ROOT / "tests" / "games" / "rulesets" / "pig" / "ruleset.yaml").read_text("utf-8")
FOUND = [
    Found("a-file-that-nobody-can-name", ("schema", "pig", "-o", "\ufeff" * 300), 1, "\ufffd\ufffd"),
    Found("signs-in-a-scenario", ("shrink", "x.scenario::three"), 1, "error[S0106]", "x.scenario", SIGNS),
    Found("a-name-longer-than-a-file-can-have", ("schema", LONG), 1, "there is no ruleset"),
    Found("a-path-longer-than-a-file-can-have", ("ask", LONG), 2, "there is no file or folder"),
    Found(
        "no-scenario-of-that-name",
        ("ask", "x.scenario:::"),
        5,
        "there is no scenario x.scenario:::",
        "x.scenario",
        SCENARIO,
    ),
    Found("a-language-that-is-none", ("check", "x.scenario"), 1, "error[S", "x.scenario", LANGUAGE),
    Found("a-new-name-too-long", ("new", "ruleset", "a" * 300), 2, "a name has at most 100 letters"),
    Found("letters-that-turn-the-writing", ("show", "a", "b", "\u202e\x1b[31m"), 2, "unexpected extra argument"),
    Found(
        "no-text-in-json",
        ("review", "--list", "--format", "json"),
        0,
        "\\u007f\\u009b",
        ".gulliver/pending/x/three.state.txt",
        "\x7f\x9b\n",
    ),
    Found("digits-for-an-option", ("run", "x.scenario", "--option", f"goal={DIGITS}"), 1, "error[L0303]"),
    Found("digits-for-a-line", ("why", f"x.scenario::three:{DIGITS}"), 2, "write FILE::ID, or FILE::ID:LINE"),
    Found(
        "digits-in-a-stack",
        ("run", "x.scenario"),
        1,
        "error[L0303]",
        "x.scenario",
        SCENARIO.replace("pig", f'pig with option goal = "{DIGITS}"'),
    ),
    Found(
        "digits-in-a-claim",
        ("run", "x.scenario"),
        1,
        "error[E0109]",
        "x.scenario",
        SCENARIO.replace("pot: 0", f'pot: "{DIGITS}"'),
    ),
    Found(
        "digits-in-a-position",
        ("run", "x.scenario"),
        1,
        "error[P0206]",
        "x.scenario",
        SCENARIO.replace("active: Ada", f'pot: "{DIGITS}"'),
    ),
    Found(
        "digits-in-quotes",
        ("check", "x.yaml"),
        1,
        "error[K0103]",
        "x.yaml",
        PIG.replace("version: 1", f'version: "{DIGITS}"'),
    ),
    Found(
        "quotes-in-an-open-quote",
        ("check", "x.scenario"),
        1,
        "error[S0103]",
        "x.scenario",
        SCENARIO.replace("pot: 0", f'pot: "{QUOTES}'),
    ),
    Found(
        "quotes-behind-a-word",
        ("run", "x.scenario", "--lang", "es"),
        1,
        "error[S0103]",
        "x.scenario",
        LANGUAGE.replace("sin-piratas", f"es{QUOTES}"),
    ),
    Found("a-long-margin", ("check", "x.yaml"), 1, "error[Y0105]", "x.yaml", f"a: b\n{' ' * 200_000}a#b: c: d\n"),
    Found("nothing-behind-a-colon", ("check", "x.yaml"), 1, "error[Y0", "x.yaml", f"a: b: {' ' * 200_000}\n"),
    Found(
        "a-question-about-nothing",
        ("ask", "x.scenario"),
        1,
        "error[P0201]",
        "x.scenario",
        'ruleset pig\n\nscenario three\n  note "x"\n',
    ),
    Found(
        "the-odds-of-nothing",
        ("check", "x.scenario"),
        1,
        "error[S02",
        "x.scenario",
        'idioma es\nreglamento pig\n\nescenario tres\n  entonces\n    probabilidad""\n',
    ),
    Found(
        "why-a-claim-about-nothing",
        ("why", "x.scenario::three"),
        0,
        "there is nothing called `pto` here",
        "x.scenario",
        SCENARIO.replace("pot: 0", "pto: 0"),
    ),
    Found(
        "a-turn-as-long-as-a-file",
        ("simulate", "rulesets.yaml", "--games", "1", "--strict"),
        0,
        "1 game",
        "rulesets.yaml",
        PIG.replace("    - {set: pot, to: 0}\n", "    - {set: pot, to: 0}\n" * 3000),
    ),
]


@pytest.fixture
def gulliver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    (tmp_path / "rulesets").symlink_to(ROOT / "tests" / "games" / "rulesets")
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(main, ["--debug", *arguments], color=True)


@pytest.mark.parametrize("found", FOUND, ids=lambda found: found.name)
def test_it_is_told_what_is_wrong(found: Found, tmp_path: Path, gulliver: Callable[..., Result]) -> None:
    (tmp_path / "x.scenario").write_text(SCENARIO + "    snapshot state\n", "utf-8")
    if found.file:
        (tmp_path / found.file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / found.file).write_text(found.text, "utf-8")

    begun = time.process_time()
    result = gulliver(*found.command)

    assert result.exit_code == found.exit_code, result.output
    assert time.process_time() - begun < SECONDS
    assert found.words in result.output
    assert all(each == "\n" or harmless(each) == each for each in result.output)


def check_inputs(folder: Path, seed: str, seconds: float) -> None:
    session = Session(Workshop(folder), None)
    play(session, ALL, seed, inputs=None, seconds=seconds)

    assert {sort: fault.told for sort, fault in session.found.items()} == {}
    assert session.tried.total() >= len(ALL)


def test_a_few_inputs_of_every_kind(tmp_path: Path) -> None:
    check_inputs(tmp_path, SEED, SHORT)


@pytest.mark.exhaustive
def test_many_inputs_of_every_kind(tmp_path: Path) -> None:
    check_inputs(tmp_path, f"{SEED} many", LONG_RUN)


def test_atheris_finds_nothing_at_once() -> None:
    pytest.importorskip("atheris")
    command = [sys.executable, "-m", "tests.fuzz.guided", "table", "-runs=30"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert result.returncode == 0, result.stderr


@given(st.randoms(use_true_random=False))
@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_any_scenario_of_the_grammar(tmp_path_factory: pytest.TempPathFactory, random: Random) -> None:
    seed = next(seed for seed in seeds("scenario") if "ruleset pig" in seed.text)
    workshop = Workshop(tmp_path_factory.mktemp("grammar"))
    commands = (("run", seed.target, "--format", "json"), ("check", seed.target), ("ask", seed.target))

    assert workshop.faults(seed, scenario(random).encode(), commands) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_seeds_are_valid(kind: str, tmp_path: Path) -> None:
    """What is broken was whole before: every command takes it as it is."""
    workshop = Workshop(tmp_path)
    for seed in seeds(kind)[:3]:
        assert seed.text.strip()
        assert workshop.faults(seed, seed.text.encode(), seed.commands[:1]) == []


def test_the_exit_codes_are_those_of_the_help() -> None:
    assert documented("run") == {0, 1, 2, 3, 5}
    assert documented("fmt") == {0, 1, 2, 5}
    assert documented("mutate") == {0, 1, 2, 5, 130}


def test_pytest_takes_broken_files(tmp_path: Path) -> None:
    """They are errors of their files, never of pytest."""
    luck = Random(SEED)
    (tmp_path / "rulesets").symlink_to(ROOT / "tests" / "games" / "rulesets")
    every = [seed for seed in seeds("scenario") if seed.text.startswith("ruleset pig")]
    for number in range(60):
        text = luck.choice(every).text
        (tmp_path / f"x{number}.scenario").write_bytes(broken(text, [seed.text for seed in every], luck))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert result.returncode in {0, 1, 2}, result.stdout
    assert "INTERNALERROR" not in result.stdout + result.stderr
    assert "Traceback" not in result.stdout + result.stderr


@pytest.mark.parametrize("expected", ["then", "when\n    draw begin: stick\n  then"], ids=["at-once", "after-a-line"])
@pytest.mark.parametrize("command", ["run", "why", "ask", "shrink"])
def test_what_runs_on_to_be_looked_at_may_read_what_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, expected: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "settles").mkdir()
    (tmp_path / "settles" / "ruleset.yaml").write_text(SETTLES, "utf-8")
    (tmp_path / "x.scenario").write_text(OPEN.replace("    EXPECTED", f"  {expected}"), "utf-8")
    result = CliRunner().invoke(main, [command, "x.scenario::nobody"])

    assert result.exit_code == (0 if command == "shrink" else 1), result.output
    assert command == "shrink" or "error[P0302]" in result.output
