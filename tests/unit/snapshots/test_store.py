from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.snapshots import store
from interpreter.snapshots.store import Content, ReadOnlyError, Snapshot

FOUND = Content("pot: 3\n\nand more\n", "pig", "abc")


@pytest.fixture
def snapshot(tmp_path: Path, no_ci: None) -> Snapshot:
    (tmp_path / ".git").mkdir()
    return Snapshot(tmp_path / "inner" / "dice.scenario", "three.state")


def test_files_lie_beside_the_scenario_and_wait_at_the_top_of_the_project(snapshot: Snapshot, tmp_path: Path) -> None:
    assert snapshot.accepted == tmp_path / "inner" / "__snapshots__" / "dice" / "three.state.txt"
    assert snapshot.pending == tmp_path / ".gulliver" / "pending" / "inner" / "dice" / "three.state.txt"


def test_without_a_project_they_wait_beside_the_scenario(tmp_path: Path) -> None:
    snapshot = Snapshot(tmp_path / "dice.scenario", "three.state")

    assert snapshot.pending == tmp_path / ".gulliver" / "pending" / "dice" / "three.state.txt"


def test_what_is_accepted_is_read_back_with_its_reason(snapshot: Snapshot) -> None:
    store.keep(snapshot, FOUND)
    store.accept(snapshot, FOUND, "as the leaflet\nsays")

    assert store.read(snapshot.accepted) == Content(FOUND.body, "pig", "abc", "as the leaflet says")
    assert not snapshot.pending.exists()


def test_pending_ones_are_kept_out_of_version_control(snapshot: Snapshot, tmp_path: Path) -> None:
    store.keep(snapshot, FOUND)

    assert (tmp_path / ".gulliver" / ".gitignore").read_text() == "*\n"


def test_what_waits_is_forgotten_when_it_is_right_again(snapshot: Snapshot) -> None:
    store.accept(snapshot, FOUND)
    store.keep(snapshot, Content("pot: 4\n"))
    store.keep(snapshot, FOUND)

    assert not snapshot.pending.exists()


@pytest.mark.parametrize("written", ["\r\n", "\n"])
def test_line_ends_and_the_header_make_no_difference(snapshot: Snapshot, written: str) -> None:
    snapshot.accepted.parent.mkdir(parents=True)
    text = "# gulliver snapshot 1\n# stack: other\n\npot: 3\n\nand more\n".replace("\n", written)
    snapshot.accepted.write_bytes(b"\xef\xbb\xbf" + text.encode())

    found = store.read(snapshot.accepted)

    assert found is not None
    assert found.body == FOUND.body
    assert store.is_ours(snapshot.accepted)


def test_a_file_of_somebody_else_is_all_body(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("# mine\n\nbody\n")

    assert store.read(tmp_path / "x.txt") == Content("# mine\n\nbody\n")
    assert not store.is_ours(tmp_path / "x.txt")
    assert store.read(tmp_path) is None


@pytest.mark.parametrize("value", ["true", "1", "True"])
def test_a_build_server_writes_nothing(snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    store.accept(snapshot, FOUND)
    monkeypatch.setenv("CI", value)

    store.keep(snapshot, Content("pot: 4\n"))
    with pytest.raises(ReadOnlyError):
        store.accept(snapshot, FOUND)
    for forbidden in (store.reject, store.drop):
        with pytest.raises(ReadOnlyError):
            forbidden(snapshot)

    assert not snapshot.pending.exists()
    assert snapshot.accepted.exists()


def test_the_last_snapshot_takes_its_folder_with_it(snapshot: Snapshot) -> None:
    store.accept(snapshot, FOUND)
    store.drop(snapshot)

    assert not snapshot.accepted.parent.parent.exists()
    assert snapshot.scenario.parent.exists()


def test_what_cannot_be_kept_is_refused(tmp_path: Path, no_ci: None) -> None:
    (tmp_path / ".gulliver").write_text("in the way")

    with pytest.raises(NotADirectoryError):
        store.keep(Snapshot(tmp_path / "dice.scenario", "three.state"), FOUND)
