from __future__ import annotations

from pathlib import Path

import pytest

from bench.run import main

PIG = str(Path(__file__).parents[1] / "games" / "rulesets" / "pig")
QUICK = [PIG, "--players", "2", "--games", "5", "--rounds", "2"]


def test_a_peer_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    peer = tmp_path / "peer.py"
    peer.write_text("import sys\nprint(sys.argv[1], 'games 1.00s 250 games/s of', sys.argv[3])\n")

    assert main([*QUICK, "--peer", str(peer)]) == 0
    printed = capsys.readouterr().out
    assert "peer.py                        250 games/s" in printed
    assert "gulliver simulate / peer.py: " in printed


def test_a_missing_peer_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*QUICK, "--peer", str(tmp_path / "none.py")]) == 0
    printed = capsys.readouterr()

    assert printed.err == "left out: none.py: there is no such file\n"
    assert "gulliver simulate" in printed.out


def test_a_peer_that_says_no_rate_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    peer = tmp_path / "peer.py"
    peer.write_text("print('hello')\n")

    assert main([*QUICK, "--peer", str(peer)]) == 0
    assert "it does not print a rate: 'hello'" in capsys.readouterr().err
