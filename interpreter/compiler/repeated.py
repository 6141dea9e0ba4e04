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
    always = {listed[1] for listed in map(_ALWAYS.fullmatch, lines) if listed}
    number = 0
    while (call := _repeated(lines, always)) is not None:
        lines = [f"found_{number} = {call}", *(line.replace(call, f"found_{number}") for line in lines)]
        number += 1
    return lines


def _repeated(lines: list[str], always: set[str]) -> str | None:
    """The longest call that stands there more than once."""
    times = Counter(call for line in lines for call in _calls(line))
    repeated = (call for call, n in times.items() if n > 1 and (call.startswith("lent") or call in always))
    return max((call for call in repeated if not _LOCAL.search(call)), key=len, default=None)


def _calls(line: str) -> Iterator[str]:
    for start in _COSTLY.finditer(line):
        depth, end = 1, start.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(line[end], 0)
            end += 1
        yield line[start.start() : end]
