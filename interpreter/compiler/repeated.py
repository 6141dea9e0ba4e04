"""Lines that list answers to the same lines, in which nothing that costs much is found twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

_COSTLY = re.compile(r"\bways_\w+(?=\[)|(?=\((?:lent|active)\()")
_DEPTH = {"(": 1, "[": 1, ")": -1, "]": -1}
_LOCAL = re.compile(r"\b[cnq]\d*\b")  # what is chosen in a list, one after the other
_BASE = re.compile(r"\b\d+ \* s\.v_\w+")
_SURE = re.compile(r" and |: ")  # where a condition may end
_ALWAYS = re.compile(r"answers \+= \w+\((ways_\w+\[.*\]\(.*\))\)")


def found_once(lines: list[str]) -> list[str]:
    """The lines after others that find what several places ask for; none of them changes the table.

    Only what is found in any case is found first: under a condition it might be in vain, or not be possible.
    """
    always = [listed[1] for listed in map(_ALWAYS.fullmatch, lines) if listed]
    number = 0
    while (found := _repeated(lines, always)) is not None:
        lines = [f"found_{number} = {found}", *(line.replace(found, f"found_{number}") for line in lines)]
        number += 1
    return lines


def multiplied_once(lines: list[str]) -> list[str]:
    """The lines after one that finds where the counts of a player begin, if several are sure to ask for that."""
    sure = Counter(base for line in lines for base in set(_BASE.findall(_SURE.split(line, maxsplit=1)[0])))
    for number, base in enumerate(sorted(base for base, n in sure.items() if n > 1)):
        lines = [f"base_{number} = {base}", *(line.replace(base, f"base_{number}") for line in lines)]
    return lines


def _repeated(lines: list[str], always: list[str]) -> str | None:
    """The longest part that costs much and stands there more than once."""
    times = Counter(part for line in lines for part in _parts(line))
    repeated = (part for part, n in times.items() if n > 1 and any(part in text for text in always))
    return max((part for part in repeated if not _LOCAL.search(part)), key=len, default=None)


def _parts(line: str) -> Iterator[str]:
    for start in _COSTLY.finditer(line):
        depth, end = 0, start.end()
        while depth or line[end : end + 1] in ("(", "["):
            depth += _DEPTH.get(line[end], 0)
            end += 1
        yield line[start.start() : end]
