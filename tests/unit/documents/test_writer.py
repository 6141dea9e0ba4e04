from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from interpreter.documents.writer import whole_file


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


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text("utf-8")))
    reader.start()
    with whole_file(pipe) as opened:
        opened.write("new")
    reader.join(timeout=10)

    assert read == ["new"]
    assert pipe.is_fifo()


def test_a_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match=str(tmp_path)), whole_file(tmp_path):
        pass
