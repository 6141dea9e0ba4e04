"""Valid files to broken ones, byte by byte and line by line; always the same ones for the same luck."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from tests.support.spoiling import SPOIL, Way, spoilt

_TIMES = (2, 10, 300, 3000)
_DEPTHS = (5, 80, 2000)
_OPENERS = ("[", "{a: ", "- ", "(", "not ", "a: &a ", "count(", "if ", "<", '"', "  when\n", "| ")
_REPEATED = ("a", "9", "-", ".", " ", "é", '\\"', "a: ", "1 + ", "a-", ", ", "| ", "<a> ")
_STRANGE = (
    "\x1b[31m", "\x1b]0;title\x07", "\x9b", "\u202e", "\u2028", "\ud7ff", "\ufeff", "\u0000", "\u200d", "ﬀ",
    "<script>alert(1)</script>", "../../etc/passwd", "C:\\x", "%s%n",
    "{0.__class__}", "${HOME}", "`id`", "__import__('os')",
    "1e999", "0x1F", "9" * 400, "-0", "١٢", "½",
    "!!python/object/apply:os.system ['id']", "*a", "<<: *a", "'", "%YAML 1.1",
)  # fmt: skip
_MOST = 200_000


def with_something_strange(text: str, luck: random.Random) -> str:
    at = luck.randrange(len(text) + 1)
    return text[:at] + luck.choice(_STRANGE) + text[at:]


def with_a_line_often(text: str, luck: random.Random) -> str:
    lines = text.split("\n")
    at = luck.randrange(len(lines))
    return "\n".join([*lines[:at], *lines[at : at + 1] * luck.choice(_TIMES), *lines[at + 1 :]])[:_MOST]


def nested(text: str, luck: random.Random) -> str:
    at = luck.randrange(len(text) + 1)
    return text[:at] + luck.choice(_OPENERS) * luck.choice(_DEPTHS) + text[at:]


def with_a_long_word(text: str, luck: random.Random) -> str:
    at = luck.randrange(len(text) + 1)
    return text[:at] + luck.choice(_REPEATED) * luck.choice((*_TIMES, 6000)) + text[at:]


def cut_off(text: str, luck: random.Random) -> str:
    return text[: luck.randrange(len(text) + 1)]


def with_a_stretch_elsewhere(text: str, luck: random.Random) -> str:
    start, to = luck.randrange(len(text) + 1), luck.randrange(len(text) + 1)
    stretch = text[start : start + luck.choice([5, 40, 400])]
    return text[:to] + stretch + text[to:]


WILD: list[Way] = [
    *SPOIL,
    with_something_strange,
    with_something_strange,
    with_a_line_often,
    nested,
    with_a_long_word,
    cut_off,
    with_a_stretch_elsewhere,
]


def flipped(data: bytes, luck: random.Random) -> bytes:
    """Some bytes are others."""
    found = bytearray(data)
    for _ in range(luck.choice([1, 1, 4, 32]) if found else 0):
        found[luck.randrange(len(found))] = luck.randrange(256)
    return bytes(found)


def noise(_: bytes, luck: random.Random) -> bytes:
    """Nothing but random bytes."""
    return luck.randbytes(luck.choice([0, 1, 10, 300, 5000]))


def broken(text: str, others: Sequence[str], luck: random.Random) -> bytes:
    """A valid text with mistakes in it; sometimes with a piece of another one, sometimes only noise."""
    ways: list[Callable[[], bytes]] = [
        *[lambda: spoilt(text, luck, SPOIL).encode()] * 5,
        *[lambda: spoilt(text, luck, WILD).encode()] * 4,
        lambda: _crossed(text, luck.choice(others), luck).encode(),
        lambda: flipped(text.encode(), luck),
        lambda: noise(b"", luck),
    ]
    return luck.choice(ways)()


def _crossed(one: str, other: str, luck: random.Random) -> str:
    """The beginning of one and the end of another, cut at lines."""
    ours, theirs = one.split("\n"), other.split("\n")
    return "\n".join([*ours[: luck.randrange(len(ours) + 1)], *theirs[luck.randrange(len(theirs)) :]])
