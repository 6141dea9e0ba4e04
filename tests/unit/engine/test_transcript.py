from __future__ import annotations

import json

from jsonschema import Draft202012Validator

from interpreter.documents.shipped import shipped
from interpreter.engine.entries import entry_from_plain
from interpreter.engine.machine import Runner
from interpreter.engine.telling import Teller
from interpreter.engine.transcript import Transcript, as_seen
from interpreter.simulation.games import recorded_games
from interpreter.simulation.transcripts import transcript_of

NAMES = ("Ada", "Bruno", "Cara")


def told(runner: Runner, seed: str = "1") -> Transcript:
    (game,) = recorded_games(runner, seed, range(1))
    return transcript_of(runner, Teller(runner.program, NAMES[: runner.program.box.players]), game, f"{seed}/0")


def validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads((shipped("schemas") / "transcript.schema.json").read_text("utf-8")))


def test_transcripts_obey_their_schema(spells: Runner, trek: Runner, pig: Runner) -> None:
    for runner in (spells, trek, pig):
        validator().validate(json.loads(json.dumps(told(runner).as_plain())))


def test_what_one_player_noticed_obeys_the_schema(spells: Runner) -> None:
    (game,) = recorded_games(spells, "1", range(1))
    seen = as_seen(told(spells), spells.program, game.state, 1)

    validator().validate(json.loads(json.dumps(seen.as_plain())))
    assert seen.seed is None
    assert seen.viewer == "Bruno"


def test_entries_come_back_from_json(spells: Runner) -> None:
    transcript = told(spells)
    plain = json.loads(json.dumps([entry.as_plain() for entry in transcript.log]))

    assert tuple(entry_from_plain(entry) for entry in plain) == transcript.log


def test_only_free_decisions_count(spells: Runner) -> None:
    (game,) = recorded_games(spells, "1", range(1))
    plain = told(spells).as_plain()
    asked = [entry for entry in plain["log"] if entry["kind"] == "decision"]

    assert plain["decisions"] == game.played.decisions
    assert plain["decisions"] == sum(len(entry["answers"]) > 1 for entry in asked)


def test_the_text_reads_like_the_game(pig: Runner) -> None:
    lines = told(pig).as_text().splitlines()

    assert lines[:4] == ["pig, players: Ada, Bruno", "seed 1/0", "", f"chance active: {lines[3].split()[-1]}"]
    assert any(line.startswith("chance die roll: ") for line in lines)
    assert any(line.endswith(": more  [steps.throw.again: more; hold]") for line in lines)
    assert lines[-1].startswith("won: ")
