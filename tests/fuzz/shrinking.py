"""Bytes that something is wrong with to fewer bytes that the same is wrong with."""

from __future__ import annotations

import time
from collections.abc import Callable

_SIGNS = 16


def shrunk(data: bytes, fails: Callable[[bytes], bool], seconds: float) -> bytes:
    """As little as still fails, as far as the time allows: first whole lines are left out, then single bytes."""
    end = time.monotonic() + seconds
    for separator in (b"\n", b" ", None):
        parts = data.split(separator) if separator else [data[at : at + 1] for at in range(len(data))]
        data = (separator or b"").join(_fewer(parts, separator or b"", fails, end))
    return data


def _fewer(parts: list[bytes], separator: bytes, fails: Callable[[bytes], bool], end: float) -> list[bytes]:
    size = len(parts) // 2
    while size and time.monotonic() < end:
        at = 0
        while at < len(parts) and time.monotonic() < end:
            rest = parts[:at] + parts[at + size :]
            if fails(separator.join(rest)):
                parts = rest
            else:
                at += size
        size //= 2
    return parts
