from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.api import new_game
from interpreter.library import load_ruleset
from interpreter.scenario.parser import parse
from interpreter.source.diagnostics import SourceError
from interpreter.source.span import at
from interpreter.trial.runner import run_file
from interpreter.writing.recording import Recording, scenario_of
from interpreter.writing.replaying import read_transcript

PIG = Path(__file__).parents[2] / "games" / "rulesets" / "pig"


def test_a_game_of_a_few_lines_is_written_as_somebody_would_write_it() -> None:
    rules = load_ruleset(PIG, (), {"goal": 5})
    game = new_game(rules, ["Ada", "Bruno"])
    for word in ("Bruno", "two", "more", "one", "five", "hold"):
        game.choose(word)

    assert scenario_of(game.transcript, rules, Recording(id="quick")) == (
        "ruleset pig with option goal = 5\n"
        "\n"
        "scenario quick\n"
        "  given\n"
        "    players: Ada, Bruno\n"
        "  given at setup\n"
        "  when\n"
        "    draw active: Bruno\n"
        "    roll: two\n"
        "    Bruno: more\n"
        "    roll: one\n"
        "    roll: five\n"
        "    Ada: hold\n"
        "  then\n"
        "    game: over\n"
        "    winners: Ada\n"
        "    Ada score: 5\n"
        "    Bruno score: 0\n"
    )


@pytest.mark.parametrize("language", ["en", "es"])
def test_names_that_are_no_plain_words_stand_in_quotes(language: str) -> None:
    rules = load_ruleset("celestia")
    game = new_game(rules, ["Ana María", 'Jo "x"', "others", "captain", "roba", "\\"], seed=3)
    for _ in range(40):
        if game.decision is not None:
            game.choose(game.decision.answers[0])
    text = scenario_of(game.transcript, rules, Recording(language=language))
    (verdict,) = run_file(parse(text, "names.scenario"))

    assert verdict.findings == ()
    assert '"Ana María", "Jo \\"x\\"", "others", "captain", "roba", "\\\\"' in text


def test_a_name_that_no_line_can_hold_is_a_finding() -> None:
    rules = load_ruleset(PIG)
    with pytest.raises(SourceError, match="T0009"):
        scenario_of(new_game(rules, ["Ada", "x\ny"], seed=1).transcript, rules)


def test_a_game_that_is_over_after_a_forced_answer_is_over_in_the_scenario(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(
        "format: 1\nruleset: forced\nversion: 1\ntitle: Forced\nplayers: {from: 1, to: 2}\n"
        "roles: {active: {held-by: one}}\nsetup: [{give: active, at-random-among: everybody}]\n"
        "steps:\n  game:\n"
        "    - {id: choose, ask: active, answers: {go: {}, rest: {}}}\n"
        "    - {id: again, ask: active, answers: {go: {}, rest: {refuse: {never: 1 = 1}}}}\n"
        "    - {id: third, ask: active, answers: {go: {}, rest: {}}}\n"
        "    - {id: last, ask: active, answers: {go: {}}}\n"
    )
    rules = load_ruleset(tmp_path)
    game = new_game(rules, ["Ada", "Bruno"])
    for word in ("Bruno", "go", "go", "go", "go"):
        game.choose(word)
    text = scenario_of(game.transcript, rules, Recording(stack=f'"{tmp_path}"'))
    (verdict,) = run_file(parse(text, "forced.scenario"))

    assert verdict.findings == ()
    assert text.count("Bruno: go") == 4  # the second would be taken by the third, the last ends the game


# ---- transcripts that cannot be used --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "T0001"),
        ("[" * 100_000, "T0001"),
        ("[]", "T0002"),
        ("null", "T0002"),
        ('{"schema": 1}', "T0002"),
    ],
)
def test_a_line_that_is_no_transcript_is_a_finding_at_that_line(text: str, code: str) -> None:
    with pytest.raises(SourceError) as caught:
        read_transcript(text, at("games.jsonl", 7, 1))

    (finding,) = caught.value.diagnostics
    assert (finding.code, str(finding.span)) == (code, "games.jsonl:7:1")
