"""Signals that come while helpers are started to the same signals when they stand and can be ended in order."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_KEPT_BACK = ("SIGTERM", "SIGHUP")


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keep back what would end the process: helpers that are half-started would live on, and be waited for.

    An interrupt from the keyboard reaches them all at once, and they would complain. It is ignored for these few
    moments, for then they ignore it as long as they live: whoever started them ends them.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread hears signals
        return
    waiting: list[int] = []
    numbers = [number for name in _KEPT_BACK if (number := getattr(signal, name, None)) is not None]
    heard = [number for number in numbers if signal.getsignal(number) not in (signal.SIG_IGN, None)]
    before = {number: signal.signal(number, lambda came, _: waiting.append(came)) for number in heard}
    before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in dict.fromkeys(waiting):
            signal.raise_signal(number)
