from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter.documents.writer import whole_file
from interpreter.play import keeping
from interpreter.play.keeping import Keeper, KeepingError, Kept, keep, kept_in, new_file, put_aside
from interpreter.play.session import Given, Party

KEPT = Kept("pig", "abc", Party(("Ada", "B \u202e\n"), {"Ada": "random"}, "s"), (Given("Ada", "steps.x", "hold"),))


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    keep(tmp_path / "a.game", KEPT)

    assert kept_in(tmp_path / "a.game")[0] == KEPT
    assert [each.name for each in tmp_path.iterdir()] == ["a.game"]


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", "3", '"x"', "[" * 100_000, "\udcff", '{"schema": 1}',
        json.dumps({**KEPT.as_plain(), "schema": 2}),
        json.dumps({**KEPT.as_plain(), "players": []}),
        json.dumps({**KEPT.as_plain(), "players": ["Ada", "Ada"]}),
        json.dumps({**KEPT.as_plain(), "answers": [{"who": "Ada"}]}),
        json.dumps({**KEPT.as_plain(), "answers": [3]}),
        json.dumps({**KEPT.as_plain(), "more": 1}),
        json.dumps({**KEPT.as_plain(), "bots": {"Zed": "random"}}),
    ],
)  # fmt: skip
def test_a_broken_file_is_no_saved_game(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.game"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(KeepingError, match=r"a\.game holds no saved game"):
        kept_in(file)


@pytest.mark.parametrize("name", ["nothing.game", "."])
def test_what_cannot_be_read_is_said(tmp_path: Path, name: str) -> None:
    with pytest.raises(KeepingError, match="cannot be read"):
        kept_in(tmp_path / name)


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.game"
    keep(file, KEPT)
    before = file.read_text("utf-8")

    def full(path: Path, _: bytes) -> None:
        with whole_file(path):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(keeping, "write_whole", full)
    with pytest.raises(OSError, match="No space"):
        keep(file, KEPT)
    assert file.read_text("utf-8") == before
    assert [each.name for each in tmp_path.iterdir()] == ["a.game"]


def test_a_copy_is_made_of_whatever_lies_there(tmp_path: Path) -> None:
    (tmp_path / "a.game").write_bytes(b"\xff\r\n")

    assert put_aside(tmp_path / "a.game").read_bytes() == b"\xff\r\n"


def test_a_file_that_somebody_else_has_written_is_left_alone(tmp_path: Path) -> None:
    mine, file = Kept("pig", "abc", KEPT.party), tmp_path / "a.game"
    keeper = Keeper(file)
    keeper.keep(mine)
    keeper.keep(KEPT)
    other = keep(file, mine)
    for kept in (KEPT, mine, KEPT):
        keeper.keep(kept)

    assert file.read_bytes() == other
    assert keeper.file == tmp_path / "a-1.game"
    assert kept_in(keeper.file)[0] == KEPT
    assert len(list(tmp_path.iterdir())) == 2


def test_a_file_that_is_gone_is_written_again(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "a.game")
    keeper.keep(KEPT)
    keeper.file.unlink()
    keeper.keep(KEPT)

    assert kept_in(tmp_path / "a.game")[0] == KEPT


def test_new_games_and_copies_never_overwrite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first = new_file("pig")
    keep(first, KEPT)

    assert new_file("pig") != first
    assert put_aside(first).read_text("utf-8") == first.read_text("utf-8")
    assert len({put_aside(first), put_aside(first), first}) == 3


def test_a_game_that_is_too_long_is_refused_with_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GULLIVER_MOST_MEGABYTES", "1")
    file = tmp_path / "a.game"
    file.write_text(" " * 1_000_001, "utf-8")

    with pytest.raises(KeepingError, match="at most 1 MB, or allow more with GULLIVER_MOST_MEGABYTES"):
        kept_in(file)
