"""The plugin in somebody else's repository."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

import interpreter.pytest_items  # noqa: F401  # so that the tests do not import it anew, each for itself
from interpreter.pytest_plugin import OPENERS
from interpreter.scenario.grammar import languages, opening

MORE = """\
ruleset pig

background
  players: Ada, Bruno
  active: Ada

scenario wrong "She expects too much"
  tags quick, slow-ones
  when
    roll: three
  then
    pot: 4

scenario known "A fault of the rules"
  known-wrong "the pot does not count double"
  when
    roll: three
  then
    pot: 6

scenario mended
  known-wrong "it did not count at all"
  when
    roll: three
  then
    pot: 3

scenario faces
  for each
    face | pot
    two  | 2
    six  | 6
  when
    roll: <face>
  then
    pot: <pot>

dispute goals "Which goal?"
  when
    roll: three
  reading near with option goal = 3
    then
      pot: 3
  reading far
    then
      pot: 3
"""
SNAPSHOT = Path("__snapshots__/dice/three.transcript.txt")
PENDING = Path(".gulliver/pending/dice/three.transcript.txt")

Run = Callable[..., pytest.RunResult]


@pytest.fixture
def repository(pytester: pytest.Pytester, lay_out: Callable[[Path], Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("CI", "PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT"):
        monkeypatch.delenv(name, raising=False)
    pytester.makeini("[pytest]\naddopts = --strict-markers\nfilterwarnings = error\n")
    lay_out(pytester.path)
    (pytester.path / "more.scenario").write_text(MORE)
    return pytester.path


@pytest.fixture
def run(pytester: pytest.Pytester, repository: Path) -> Run:
    """Within this process; syrupy knows but one session in a process."""
    return lambda *words: pytester.runpytest_inprocess("-p", "no:cacheprovider", "-p", "no:syrupy", *words)


@pytest.fixture
def run_syrupy(pytester: pytest.Pytester, repository: Path) -> Run:
    """Anew, with syrupy, on the file with a snapshot and on the tests in Python."""
    (repository / "more.scenario").unlink()
    return lambda *words: pytester.runpytest_subprocess("-p", "no:cacheprovider", *words)


def test_cases_are_tests_by_their_ids(run: Run) -> None:
    result = run("-v", "more.scenario")

    result.assert_outcomes(passed=4, failed=2, xfailed=1)
    result.stdout.fnmatch_lines_random(
        [
            "more.scenario::wrong FAILED*",
            "more.scenario::known XFAIL (the pot does not count double)*",
            "more.scenario::mended FAILED*",
            "more.scenario::faces.two PASSED*",
            "more.scenario::goals.near PASSED*",
        ]
    )


def test_failures_read_as_those_of_the_command(run: Run) -> None:
    result = run("more.scenario", "-k", "wrong or mended")

    result.stdout.fnmatch_lines(
        [
            'FAILED more.scenario:7 wrong "She expects too much"',
            "error[[]E0101]: `pot` is 3, not 4",
            " 12 |     pot: 4",
            "error[[]E0601]: this is marked as known to be wrong (it did not count at all), but it passes",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*interpreter/pytest_items.py*")


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (("-m", "quick"), 1),
        (("-m", "slow-ones"), 1),
        (("-k", "dispute"), 2),
        (("-k", "far"), 1),
        (("more.scenario::faces.six",), 1),
    ],
)
def test_tests_are_selected(run: Run, words: tuple[str, ...], count: int) -> None:
    assert run("--collect-only", "-q", *words).stdout.str().count("more.scenario::") == count


def test_a_file_that_cannot_be_read_is_an_error_with_its_findings(run: Run) -> None:
    Path("bad.scenario").write_text("ruleset pig\n\nscenario x\n  wehn\n    roll: three\n")

    result = run("bad.scenario")

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["error[[]S*[]]*", "  --> bad.scenario:4:3", " 4 |   wehn"])
    result.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize(
    "text", ["Feature: something else\n", "scenario x\n  ruleset y\n", "", "# ruleset pig\n", "rulesets\n"]
)
def test_files_of_others_are_left_alone(run: Run, text: str) -> None:
    Path("foreign.scenario").write_text(text)

    run("foreign.scenario").stdout.fnmatch_lines(["*no tests ran*"])


def test_files_of_every_language_are_known_by_their_first_word() -> None:
    words = {opening(name, language)[0] for name in ("version", "language", "ruleset") for language in languages()}

    assert words == OPENERS


@pytest.mark.parametrize("start", ["# a remark\n\ngulliver 1\n", "\ufeff", "language en\n"])
def test_other_beginnings(run: Run, start: str) -> None:
    Path("other.scenario").write_text(start + MORE, encoding="utf-8")

    run("other.scenario", "-k", "faces").assert_outcomes(passed=2, deselected=5)


def test_junit_names_file_and_rules(run: Run) -> None:
    run("--junit-xml=out.xml", "-o", "junit_family=xunit1", "more.scenario::wrong")

    (case,) = ET.parse("out.xml").getroot().iter("testcase")  # noqa: S314  # our own file
    assert (case.get("file"), case.get("line"), case.get("name")) == ("more.scenario", "6", "wrong")
    assert {each.get("name"): each.get("value") for each in case.iter("property")}["stack"] == "pig"


def test_a_snapshot_waits_for_review(run: Run) -> None:
    result = run("dice.scenario")

    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["SNAPSHOT dice.scenario:7 three *", "error[[]E0701]*", "*+roll die: three*"])
    assert PENDING.exists()
    assert not SNAPSHOT.exists()


def test_syrupy_writes_and_reads_the_same_file(run_syrupy: Run) -> None:
    result = run_syrupy("--snapshot-update")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["1 snapshot generated."])
    text = SNAPSHOT.read_text()
    assert text.startswith("# gulliver snapshot 1\n# stack: pig\n")

    SNAPSHOT.write_text(text.replace("# stack: pig\n", "# stack: another\n"))
    Path("test_python.py").write_text("def test_it(snapshot):\n    assert snapshot == 1\n")
    run_syrupy("--snapshot-update").assert_outcomes(passed=3)
    result = run_syrupy("-n2")
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["2 snapshots passed."])


def test_a_build_server_writes_nothing(run_syrupy: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")

    run_syrupy("--snapshot-update").assert_outcomes(passed=1, failed=1)

    assert not Path("__snapshots__").exists()
    assert not Path(".gulliver").exists()


def test_without_syrupy(run_syrupy: Run) -> None:
    run_syrupy("--snapshot-update")

    run_syrupy("-p", "no:syrupy").assert_outcomes(passed=2)


def test_snapshots_of_failing_cases_are_not_unused(run_syrupy: Run) -> None:
    Path("test_python.py").write_text("def test_it(snapshot):\n    assert snapshot == 1\n")
    run_syrupy("--snapshot-update")
    scenario = Path("dice.scenario")
    scenario.write_text(scenario.read_text().replace("pot: 3", "pot: 4"))

    result = run_syrupy("--snapshot-update")

    result.assert_outcomes(passed=2, failed=1)
    assert SNAPSHOT.exists()


@pytest.mark.parametrize("words", [(), ("-n2",)])
def test_what_nobody_asks_for_is_named_and_stays(run_syrupy: Run, words: tuple[str, ...]) -> None:
    run_syrupy("--snapshot-update")
    scenario = Path("dice.scenario")
    scenario.write_text(scenario.read_text().replace("    snapshot transcript\n", ""))

    result = run_syrupy("--snapshot-update", *words)

    assert result.ret == 0
    result.stdout.fnmatch_lines(["E0703 no scenario asks for the snapshot `__snapshots__/dice/three.transcript.txt`*"])
    assert SNAPSHOT.exists()


def test_fixtures_of_the_repository_apply(run: Run) -> None:
    Path("conftest.py").write_text(
        "import pytest\n"
        "@pytest.fixture(autouse=True)\n"
        "def told(request):\n"
        "    print('about to run', request.node.name)\n"
    )

    run("dice.scenario", "-s", "-k", "twice").stdout.fnmatch_lines(["*about to run twice*"])
