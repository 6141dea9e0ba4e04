"""Signals that come while something is begun to the same signals when it stands and can be ended in order."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keep back what would end the process: half-started helpers would live on, and be waited for."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread hears signals
        return
    waiting: list[int] = []
    numbers = [number for name in _NAMES if (number := getattr(signal, name, None)) is not None]
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if callable(handler):
            signal.signal(number, lambda came, _frame: waiting.append(came))
    try:
        yield
    finally:
        for number, handler in before.items():
            if callable(handler):
                signal.signal(number, handler)
        for number in dict.fromkeys(waiting):
            signal.raise_signal(number)
