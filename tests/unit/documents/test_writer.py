from __future__ import annotations

import os
from pathlib import Path

import pytest

from interpreter.documents.writer import whole_file, write_whole


def test_what_is_refused_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "x.txt"

    with pytest.raises(FileNotFoundError) as refused, whole_file(file):
        pass

    assert refused.value.filename == str(file)


def test_what_the_disk_refuses_names_the_file_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space") as refused, whole_file(tmp_path / "x.txt"):
        raise OSError(28, "No space left on device")

    assert refused.value.filename == str(tmp_path / "x.txt")
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    write_whole(tmp_path / "x.txt", b"new")

    assert [file.name for file in tmp_path.iterdir()] == ["x.txt"]
    assert (tmp_path / "x.txt").read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes")
def test_what_is_no_file_stays_what_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)

    write_whole(pipe, b"told")

    assert os.read(reader, 9) == b"told"
    assert pipe.is_fifo()
    os.close(reader)


def test_after_an_error_nothing_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    file.write_text("old", "utf-8")
    with pytest.raises(UnicodeEncodeError), whole_file(file) as opened:
        opened.write("new \ud800")

    assert file.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "x.txt", tmp_path / "link"
    target.write_text("old", "utf-8")
    link.symlink_to(target)
    with whole_file(link) as opened:
        opened.write("new")

    assert link.is_symlink()
    assert target.read_text("utf-8") == "new"


def test_a_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match=str(tmp_path)), whole_file(tmp_path):
        pass
