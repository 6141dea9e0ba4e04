"""Things that take their time to the same things, with a bar on stderr as long as it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress

_T = TypeVar("_T")


def counted(things: Iterable[_T], total: int, doing: str) -> Iterator[_T]:
    """The things as they come; `doing` stands before the bar."""
    if not sys.stderr.isatty():
        yield from things
        return
    with Progress(console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(things, total, description=doing)
