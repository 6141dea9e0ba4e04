from __future__ import annotations

import errno
import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.cli import main
from interpreter.play import keeping
from interpreter.play.reading import PlainReader

RULESETS = Path(__file__).parents[2] / "games" / "rulesets"
PIG = str(RULESETS / "pig")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def play(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *words], input=typed)


def answers(file: str) -> list[str]:
    return [given["answer"] for given in json.loads(Path(file).read_text("utf-8"))["answers"]]


def test_a_game_from_a_pipe_is_played_to_its_end() -> None:
    played = play(PIG, "--players", "Ada,Bruno", "--open", "--seed", "1", "--save", "a.game", typed="hold\n" * 60)

    assert played.exit_code == 0, played.output
    assert "The game is over" in played.stdout
    assert re.search(r"^  won: (Ada|Bruno)$", played.stdout, re.MULTILINE)
    assert set(answers("a.game")) == {"hold"}


def test_the_end_of_the_input_keeps_the_game() -> None:
    played = play(PIG, "--players", "Ada,Bruno", "--open", "--seed", "1", "--save", "a.game", typed="hold\nhold\n")

    assert played.exit_code == 3
    assert "it is kept: gulliver play --resume a.game" in played.stderr
    assert answers("a.game") == ["hold", "hold"]


def test_a_game_goes_on_where_it_was_left_and_ends_like_one_that_was_not() -> None:
    seats = ("--players", "Ada,Bruno,Cara", "--bots", "random", "--seed", "5")
    whole = play(PIG, *seats, "--save", "whole.game", typed="hold\nmore\nhold\n" * 40)
    play(PIG, *seats, "--save", "a.game", typed="hold\nmore\n")
    resumed = play("--resume", "a.game", typed="hold\n" + "hold\nmore\nhold\n" * 40)

    assert whole.exit_code == resumed.exit_code == 0
    ends = [played.stdout[played.stdout.index("The game is over") :].splitlines()[:6] for played in (whole, resumed)]
    assert ends[0] == ends[1]
    assert answers("a.game") == answers("whole.game")


def test_a_game_has_a_file_of_its_own() -> None:
    for _ in range(2):
        played = play(PIG, "--players", "Ada,Bruno", "--open", typed="quit\n")
        assert played.exit_code == 0

    assert sorted(file.name for file in Path(".gulliver/games").iterdir()) == ["pig-1.game", "pig-2.game"]
    assert "gulliver play --resume .gulliver/games/pig-2.game" in played.stdout


def test_a_game_that_cannot_be_kept_is_played_all_the_same(here: Path) -> None:
    (here / ".gulliver").write_text("no folder")
    played = play(PIG, "--players", "Ada,Bruno", "--open", typed="hold\n" * 60)

    assert played.exit_code == 0
    assert "the game cannot be kept" in played.stderr


NOWHERE = ("--save", "no/such/a.game")


@pytest.mark.parametrize(("typed", "code"), [("hold\n", 3), ("hold\nsave\nquit\n", 1), ("hold\nundo\nquit\n", 1)])
def test_nothing_says_that_a_game_is_kept_that_is_not(typed: str, code: int) -> None:
    played = play(PIG, "--players", "Ada,Bruno", "--open", *NOWHERE, typed=typed)

    assert played.exit_code == code
    assert "the game cannot be kept in no/such/a.game" in played.stderr
    assert "what was answered is not kept" in played.stderr
    assert "is kept" not in played.output
    assert "--resume" not in played.output
    assert "`help` lists what can be typed" in played.stdout


def test_a_resumed_game_that_can_no_longer_be_kept_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    play(PIG, "--players", "Ada,Bruno", "--open", "--save", "a.game", typed="hold\nquit\n")
    before = Path("a.game").read_bytes()

    def refused(*_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(keeping, "write_whole", refused)
    resumed = play("--resume", "a.game", typed="hold\nquit\n")

    assert resumed.exit_code == 1
    assert "is kept" not in resumed.output
    assert "what was answered is not kept" in resumed.stderr
    assert Path("a.game").read_bytes() == before


def test_between_two_players_only_enter_and_quit_are_heard() -> None:
    typed = "undo\nhelp\nhold\nwhy not more\n\nquit\n"
    played = play(PIG, "--players", "Ada,Bruno", "--seed", "1", "--save", "a.game", typed=typed)
    stopped = play(PIG, "--players", "Ada,Bruno", "--seed", "1", "--save", "b.game", typed="help\nquit\n")

    assert played.stdout.count("Enter goes on, `quit` stops") == 4
    assert "you are asked" not in played.stdout[: played.stdout.rindex("Enter goes on")]
    assert "you are asked" in played.stdout
    assert "you are asked" not in stopped.stdout
    assert answers("a.game") == []


def test_what_is_as_it_was_is_not_told() -> None:
    typed = "1\n" * 40 + "log\nquit\n"
    seats = ("--players", "Ada,Bruno", "--bots", "random", "--seed", "3", "--save", "a.game")
    played = play("celestia", *seats, typed=typed)
    text = _joined(played.stdout)

    assert text.count("A leg begins") > 4
    assert "route: Heolia, city 2, city 4, city 6, city 9, city 12, city 15, city 20, Meiji" not in text
    assert ": nothing)" not in text


def _joined(text: str) -> str:
    return " ".join(text.split())


def test_who_interrupts_is_told_how_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def stops(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(PlainReader, "line", stops)
    kept = play(PIG, "--open", "--save", "a.game")
    lost = play(PIG, "--open", *NOWHERE)

    assert kept.exit_code == lost.exit_code == 130
    assert "interrupted; what was answered is kept: gulliver play --resume a.game" in kept.stderr
    assert "interrupted; what was answered is not kept" in lost.stderr


def test_two_who_play_the_same_file_do_not_overwrite_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    play(PIG, "--players", "Ada,Bruno", "--open", "--save", "a.game", typed="quit\n")
    line, lines = PlainReader.line, iter(["hold", "hold", "quit"])
    others: list[bytes] = []

    def typed(*_: object) -> str:
        if not others:
            others.append(b"")
            with monkeypatch.context() as there:
                there.setattr(PlainReader, "line", line)
                play("--resume", "a.game", typed="more\nquit\n")
            others[0] = Path("a.game").read_bytes()
        return next(lines)

    monkeypatch.setattr(PlainReader, "line", typed)
    resumed = play("--resume", "a.game")

    assert resumed.exit_code == 0
    assert Path("a.game").read_bytes() == others[0]
    assert "a.game holds another game by now; this one is kept in a-1.game" in " ".join(resumed.stderr.split())
    assert "gulliver play --resume a-1.game" in resumed.stdout
    assert answers("a-1.game") == ["hold", "hold"]
    assert sorted(file.name for file in Path().glob("*.game")) == ["a-1.game", "a.game"]


@pytest.mark.parametrize("columns", ["40", "80"])
def test_what_goes_beside_the_screen_fits_it_as_well(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    place = f"{'far/' * 9}a.game"
    played = play(PIG, "--open", "--save", place, typed="hold\n")
    ended = play(PIG, "--open", "--save", "a.game", typed="hold\n")

    assert max(map(len, f"{played.stderr}{ended.stderr}".splitlines())) <= int(columns)


def test_bots_alone_play_to_the_end() -> None:
    played = play(PIG, "--seats", "2", "--bots", "random", "--bot", "1=random", "--seed", "1")

    assert played.exit_code == 0
    assert "The game is over" in played.stdout
    assert "Player1: hold" in played.stdout


def test_whoever_takes_back_answers_again() -> None:
    typed = "more\nundo\nhold\nundo\nundo\nundo\nquit\n"
    played = play(PIG, "--players", "Ada,Bruno", "--open", "--seed", "1", "--save", "a.game", typed=typed)

    assert played.stdout.count("The last answer is taken back.") == 2
    assert "nothing can be taken back" in played.stdout
    assert answers("a.game") == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "type a number or a name, or `help`"),
        ("3", "the numbers here are 1 to 2"),
        ("0", "the numbers here are 1 to 2"),
        ("9" * 5000, "the numbers here are 1 to 2"),
        ("fly", "`fly` is nothing that can be answered here"),
        ("\x1b[31mmore", "`␛[31mmore` is nothing"),
        ("mo\u202ere", "is nothing that can be answered here"),
        ("\0", "is nothing that can be answered here"),
        ("''", "is nothing that can be answered here"),
        ("²", "is nothing that can be answered here"),
        ("/hold", "is nothing that can be answered here"),
        ("save", "The game is kept in a.game"),
        ("save a.game", "a.game is there already"),
        ("save no/such/folder/x.game", "cannot be written"),
        ("save x\0y", "cannot be written"),
        ("record", "name a file: `record FILE`"),
        ("record a.game", "a.game is there already"),
        ("record /", "/ is there already"),
        ("why not", "name an answer"),
        ("why not more", "you can: more"),
        ("why not 2", "you can: hold"),
        ("why not 3", "the numbers here are 1 to 2"),
        ("why not fly", "`fly` is no answer in this game"),
        ("hint", "would answer: "),
        ("what", "`` is no card of this game"),
        ("what one", "`one` is no card of this game"),
        ("help", "undo: take the last answer back"),
        ("?", "undo: take the last answer back"),
        ("ayuda", "undo: take the last answer back"),
        ("view", "pot: "),
        ("all", "2. hold"),
        ("log", "active: "),
        ("por qué no more", "you can: more"),
    ],
)
def test_whatever_is_typed_is_answered_in_words(line: str, said: str) -> None:
    played = play(PIG, "--players", "Ada,Bruno", "--open", "--seed", "1", "--save", "a.game", typed=f"{line}\nquit\n")

    assert played.exit_code == 0, played.output
    assert said in " ".join(played.stdout.split()) or said in played.stdout
    assert "\x1b" not in played.stdout
    assert answers("a.game") == []


@pytest.mark.parametrize(
    "line", ["{}", "why not {}", "why not more {}", "what {}", "hold {}", "save no/such/{}", "record no/such/{}"]
)
def test_what_is_typed_is_quoted_as_far_as_a_reader_takes_it_in(line: str) -> None:
    typed = line.format("z" * 500)
    played = play(PIG, "--open", "--save", "a.game", typed=f"{typed}\nquit\n")

    assert 100 < max(map(len, re.findall("z+", "".join(played.stdout.split("\n  "))))) <= 160
    assert "…" in played.stdout


def test_bytes_that_are_no_text_are_answered_in_words() -> None:
    result = CliRunner().invoke(main, ["play", PIG, "--open", "--save", "a.game"], input=b"\xff\xfe\nquit\n")

    assert result.exit_code == 0
    assert "is nothing that can be answered here" in result.stdout


def test_only_a_file_that_was_written_is_told_to_tell_everything() -> None:
    typed = "\nrecord no/such/x.scenario\nrecord a.game\nrecord x.scenario\nquit\n"
    played = play(PIG, "--players", "Ada,Bruno", "--save", "a.game", typed=typed)

    assert played.stdout.count("cannot be written") == 1
    assert played.stdout.count("is there already") == 1
    assert played.stdout.count("The file tells everything") == 1
    assert played.stdout.index("Written: x.scenario") < played.stdout.index("The file tells everything")


def test_the_name_of_a_file_may_stand_in_quotes() -> None:
    typed = "save \"my file.game\"\nrecord 'my file.scenario'\nsave \"\nquit\n"
    play(PIG, "--players", "Ada,Bruno", "--open", "--save", "a.game", typed=typed)

    assert {each.name for each in Path().iterdir()} == {"a.game", "my file.game", "my file.scenario", '"'}


def test_a_record_is_a_scenario_that_passes() -> None:
    play(PIG, "--players", "Ada,Bruno", "--open", "--save", "a.game", typed="hold\n" * 60 + "record my.scenario\n")
    play(PIG, "--players", "Ada,Bruno", "--open", "--save", "b.game", typed="hold\nrecord part.scenario\nquit\n")

    for name in ("my.scenario", "part.scenario"):
        ran = CliRunner().invoke(main, ["run", name])
        assert ran.exit_code == 0, ran.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "Ada,"), "every player needs a name of his own"),
        (("--players", "Ada,Ada"), "every player needs a name of his own"),
        (("--players", "Ada,Bruno,Cara", "--seats", "2"), "there are 3 names"),
        (("--bots", "clever"), "there is no policy `clever`"),
        (("--bot", "Ada"), "`Ada` is not SEAT=POLICY"),
        (("--bot", "9=random"), "nobody is called `9`"),
        (("--players", "Ada,Bruno", "--bot", "ada=random"), "who plays: Ada, Bruno; did you mean `Ada`?"),
        (("--bot", "\u0662=random"), "nobody is called"),
        (("--save", "there.game"), "is there already"),
    ],
)
def test_wrong_options_are_wrong_usage(here: Path, words: tuple[str, ...], said: str) -> None:
    (here / "there.game").write_text("{}")
    played = play(PIG, *words)

    assert played.exit_code == 2
    assert said in " ".join(played.stderr.split())


def test_too_many_players_are_a_finding() -> None:
    for seats in ("9", "100000000", "9" * 20):
        for words in ((), ("--bots", "random"), ("--players", "Ada")):
            played = play(PIG, "--seats", seats, *words)

            assert played.exit_code == 1
            assert "R0604" in played.stderr


def test_a_file_that_is_no_game_is_said(here: Path) -> None:
    (here / "a.game").write_text("{}")

    for name, code in (("a.game", 1), ("b.game", 2)):
        played = play("--resume", name)
        assert played.exit_code == code
        assert name in played.stderr


def test_a_saved_bot_that_nobody_knows_is_said(here: Path) -> None:
    play(PIG, "--bots", "random", "--save", "a.game", typed="quit\n")
    edit(here / "a.game", '"random"', '"clever"')
    played = play("--resume", "a.game")

    assert played.exit_code == 1
    assert "there is no policy `clever`" in played.stderr


# ---- rules that have changed since -----------------------------------------------------------------------------------


@pytest.fixture
def edited(here: Path) -> Path:
    """A game that was played under rules of which a copy lies here to be edited."""
    shutil.copytree(PIG, here / "rulesets" / "pig")
    play("pig", "--players", "Ada,Bruno", "--open", "--seed", "1", "--save", "a.game", typed="hold\n" * 6)
    return here / "rulesets" / "pig" / "ruleset.yaml"


def edit(file: Path, before: str, after: str) -> None:
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after), encoding="utf-8")


def test_rules_that_changed_elsewhere_are_said_and_nothing_is_lost(edited: Path) -> None:
    edit(edited, "default: 40", "default: 41")
    before = Path("a.game").read_text("utf-8")
    resumed = play("--resume", "a.game", typed="quit\n")

    assert resumed.exit_code == 0
    assert "These are not the rules under which the game was saved: pig (" in resumed.stdout
    assert "What has changed in them: options.goal." in resumed.stdout
    assert "The parts that changed have asked for 0 of 6 answers." in resumed.stdout
    assert "All 6 answers that were given still hold. Chance is drawn anew from the seed" in _joined(resumed.stdout)
    assert Path("a.game.1.old").read_text("utf-8") == before
    assert json.loads(Path("a.game").read_text("utf-8"))["hash"] != json.loads(before)["hash"]


def test_the_step_that_no_longer_holds_is_named(edited: Path) -> None:
    edit(edited, "hold: {do", "stop: {do")
    before = Path("a.game").read_text("utf-8")
    refused = play("--resume", "a.game", typed="no\n")

    assert refused.exit_code == 1
    assert "What has changed in them: steps.throw." in refused.stdout
    assert "The parts that changed have asked for 6 of 6 answers." in refused.stdout
    assert "Answer 1 of 6 no longer holds" in refused.stdout
    assert re.search(r"(Ada|Bruno) answered\s+`hold`, asked by steps\.throw\.again\.", refused.stdout)
    assert re.search(r"Now (Ada|Bruno) is asked by steps\.throw\.again: more; stop", refused.stdout)
    assert "Chance is drawn anew from the seed" in refused.stdout
    assert Path("a.game").read_text("utf-8") == before

    gone_on = play("--resume", "a.game", typed="yes\nstop\nquit\n")
    assert gone_on.exit_code == 0
    assert Path("a.game.1.old").read_text("utf-8") == before
    assert answers("a.game") == ["stop"]


def test_of_a_file_without_parts_only_the_hash_is_known(edited: Path) -> None:
    kept = json.loads(Path("a.game").read_text("utf-8"))
    del kept["parts"]
    Path("a.game").write_text(json.dumps(kept), "utf-8")
    edit(edited, "default: 40", "default: 41")
    resumed = play("--resume", "a.game", "--lang", "es", typed="quit\n")

    assert "Estas no son las reglas con las que se guardó la partida" in resumed.stdout
    assert "Lo que ha cambiado" not in resumed.stdout


def test_a_game_that_ends_sooner_now_says_so(edited: Path) -> None:
    edit(edited, "default: 40", "default: 1")
    resumed = play("--resume", "a.game", typed="y\n\n")

    assert "The game is over by then." in resumed.stdout
    assert "The game is over\n" in resumed.stdout


def test_a_game_goes_on_under_other_rules_that_are_named(edited: Path) -> None:
    resumed = play("pig", "--option", "goal=41", "--resume", "a.game", typed="quit\n")

    assert "All 6 answers" in resumed.stdout
    assert json.loads(Path("a.game").read_text("utf-8"))["ruleset"] == "pig with option goal = 41"


def test_rules_that_cannot_be_read_any_more_are_a_finding(edited: Path) -> None:
    edit(edited, "ask: active", "ask: nobody-at-all")
    before = Path("a.game").read_text("utf-8")

    assert play("--resume", "a.game").exit_code == 1
    assert Path("a.game").read_text("utf-8") == before


def test_the_players_of_a_saved_game_stay() -> None:
    play(PIG, "--players", "Ada,Bruno", "--open", "--save", "a.game", typed="quit\n")

    assert play("--resume", "a.game", "--players", "Cara,Dora").exit_code == 2
    assert play("--resume", "a.game", "--save", "a.game").exit_code == 2
    assert play("--resume", "a.game", "--bots", "random", typed="hold\n" * 60).exit_code == 0


# ---- how it looks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["celestia", "celestia-duo"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_is_wider_than_eighty_columns(game: str, language: str) -> None:
    seats = ("--bots", "random", "--seed", "3", "--lang", language)
    played = play(game, *seats, "--save", "a.game", typed="1\nview\nlog\nhelp\nall\n" * 60)

    assert max(map(len, played.stdout.replace("> ", "").splitlines())) <= 80


def test_things_are_called_by_their_labels() -> None:
    typed = "quedarse\nver\npor qué no saltar\nsalir\n"
    played = play("celestia", "--players", "Ada,Bruno", "--bots", "random", "--seed", "3", "--lang", "es", typed=typed)

    assert played.exit_code == 0
    assert not re.search(r"\b(city-\d+|lightning-rod|wind-gust|treasures|aboard|steps)\b", played.stdout)
    assert "brújula" in played.stdout


def test_a_card_is_explained_in_the_words_of_the_language() -> None:
    typed = "what is wind gust\nwhat c\nquit\n"
    played = play("celestia", "--players", "Ada,Bruno", "--bots", "random", "--seed", "3", typed=typed)
    spanish = play("celestia", "--bots", "random", "--seed", "3", "--lang", "es", typed="qué es ráfaga\nsalir\n")

    assert "gust-reroll: reroll event, showing blank" in played.stdout
    assert re.search(r"which one: compass, cannon, treasure [^?]* and \d+ more\?", " ".join(played.stdout.split()))
    assert "ráfaga de viento" in spanish.stdout


def test_why_not_is_told_with_the_values_and_the_page() -> None:
    typed = "1\nwhy not pay zzz\nwhy not pay turbo\nwhy not spyglass\nquit\n"
    played = play("celestia", "--players", "Ada,Bruno,Cara", "--bots", "random", "--seed", "3", typed=typed)
    text = " ".join(played.stdout.split())

    assert "`zzz` does not go with `pay`" in text
    assert "cannot: pay: Turbo what was named for `pay: Turbo` cannot be chosen here" in text
    assert re.search(r"rule steps\.face\.payment\.answers\.pay \(\S+course\.yaml:\d+, source 001, 3\.", text)
    assert "`Magic Spyglass` is not asked for here, but at: Spyglasses after a failure" in text
