"""A case to the names of the snapshots that it asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from urllib.parse import quote

from interpreter.scenario import tree as t

_LONGEST = 180  # file systems take 255 bytes, with the ending and what a temporary file adds


def snapshots_in(case: t.Case) -> tuple[t.Snapshot, ...]:
    """The lines of a case that ask for snapshots, in order."""
    claims = (line for block in case.blocks if isinstance(block, t.Then) for line in block.lines)
    return tuple(line for line in claims if isinstance(line, t.Snapshot))


def case_id(scenario: t.Scenario, case: t.Case) -> str:
    """`scenario`, `scenario.reading`, `scenario.row`: what tells a case from all others of its file."""
    return ".".join((scenario.id.text, *case.path))


def names_for(scenario: t.Scenario, case: t.Case) -> tuple[str, ...]:
    """`ID.transcript`, `ID.view-PLAYER`; what a case asks for again is numbered: `ID.state+2`."""
    return tuple(_short(f"{case_id(scenario, case)}.{kind}") for kind in _kinds(case))


def names_in(file: t.ScenarioFile) -> frozenset[str]:
    """The names of all snapshots that a file asks for."""
    return frozenset(name for scenario, case in file.tests() for name in names_for(scenario, case))


def _kinds(case: t.Case) -> Iterator[str]:
    seen: Counter[str] = Counter()
    for line in snapshots_in(case):
        kind = _kind(line)
        seen[kind] += 1
        yield kind if seen[kind] == 1 else f"{kind}+{seen[kind]}"


def _kind(line: t.Snapshot) -> str:
    """Every character of a player's name that some file system would not take is written as `%` and its bytes."""
    return line.picture.value if line.player is None else f"{line.picture.value}-{quote(line.player.text, safe='')}"


def _short(name: str) -> str:
    if len(name) <= _LONGEST:
        return name
    return f"{name[:_LONGEST]}-{sha256(name.encode()).hexdigest()[:12]}"
