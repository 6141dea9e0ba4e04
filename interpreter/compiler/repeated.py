"""Lines that list answers to the same lines, in which nothing that costs much is found twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

_COSTLY = re.compile(r"\b(?:ways_\w+|lent)\(")
_LOCAL = re.compile(r"\b[cq]\d*\b")  # what is chosen in a list, one after the other
_ALWAYS = re.compile(r"answers \+= \w+\((ways_\w+\(.*\))\)")


def found_once(lines: list[str]) -> list[str]:
    """The lines after others that find what several places ask for; none of them changes the table.

    What is found first may have been asked for under a condition only. So payments are found first if they are
    listed in any case; who helps can be found anywhere.
    """
    before: list[str] = []
    for call in _repeated(lines):
        name = f"found_{len(before)}"
        before = [line.replace(call, name) for line in before]
        lines = [line.replace(call, name) for line in lines]
        before.insert(0, f"{name} = {call}")
    return [*before, *lines]


def _repeated(lines: list[str]) -> list[str]:
    """Calls that stand there more than once, those around others first."""
    times = Counter(call for line in lines for call in _calls(line))
    always = {listed[1] for listed in map(_ALWAYS.fullmatch, lines) if listed}
    found = (call for call, n in times.items() if n > 1 and (call.startswith("lent") or call in always))
    return sorted((call for call in found if not _LOCAL.search(call)), key=len, reverse=True)


def _calls(line: str) -> Iterator[str]:
    for start in _COSTLY.finditer(line):
        depth, end = 1, start.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(line[end], 0)
            end += 1
        yield line[start.start() : end]
