"""What ends a command from outside (interrupts, signals, streams that fail) to an exit code and a word about it."""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EBADF, EDQUOT, EFBIG, EIO, ENOSPC, EPIPE
from types import FrameType
from typing import NoReturn

import click

from interpreter.source.catalogue import phrase
from interpreter.source.display import harmless
from interpreter.source.refusals import refusal

INTERRUPTED = 130
_REFUSED, _OWN_FAULT, _SIGNAL = 1, 70, 128
_ORDERLY = ("SIGTERM", "SIGHUP")
_STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
_OF_STREAMS = frozenset({EBADF, EDQUOT, EFBIG, EIO, ENOSPC})


def prepare_process() -> None:
    """Let signals end the process in order, its helpers included, and let streams that are closed lead nowhere."""
    for name in _ORDERLY:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    warnings.filterwarnings("ignore", "[0-9]+ tasks which were still being processed")  # says joblib when it is ended
    for stream, mode in _STREAMS:
        if getattr(sys, stream) is None:
            setattr(sys, stream, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  # open to the end


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    _hush_helpers()
    sys.exit(_SIGNAL + number)


def _interrupt(number: int, frame: FrameType | None) -> None:
    _hush_helpers()
    signal.default_int_handler(number, frame)


def _hush_helpers() -> None:
    """What the threads that look after helpers have to say about their end is not asked for."""
    threading.excepthook = lambda _: None


@contextmanager
def ended_in_words(*, debug: bool = False) -> Iterator[None]:
    """What a command did not expect ends it with a word; `debug` lets our own faults through.

    Raises:
        SystemExit: 130 after an interrupt, 1 where the system refused a file or a stream, 70 for a fault of ours.
    """
    try:
        yield
    except (click.ClickException, click.exceptions.Exit):
        raise
    except (KeyboardInterrupt, click.Abort):
        _interrupted()
    except Exception as fault:  # any other exception is a bug of ours, whatever it is
        _end_as(_behind(fault))
        if isinstance(fault, OSError) and _is_told(fault):
            sys.exit(_REFUSED)
        if debug:
            raise
        click.echo(phrase("own-fault", fault=repr(fault)), err=True)
        click.echo(phrase("own-fault-report"), err=True)
        sys.exit(_OWN_FAULT)


def _interrupted() -> NoReturn:
    with suppress(Exception):  # it may have come while the words for it were read
        click.echo(("\n" if sys.stderr.isatty() else "") + phrase("interrupted"), err=True)
    sys.exit(INTERRUPTED)


def _behind(fault: BaseException | None) -> BaseException | None:
    """The interrupt or the end in whose course something else went wrong as well."""
    while fault is not None and not isinstance(fault, (KeyboardInterrupt, SystemExit)):
        fault = fault.__context__
    return fault


def _end_as(ending: BaseException | None) -> None:
    if isinstance(ending, SystemExit):
        raise ending
    if ending is not None:
        _interrupted()


def _is_told(trouble: OSError) -> bool:
    """Say what the system refused, if it is a file or a standard stream; of a pipe that nobody reads, nothing."""
    if trouble.errno == EPIPE:
        _lead_nowhere()
        return True
    if trouble.filename is not None:
        click.echo(harmless(f"{refusal(trouble)}: {trouble.filename}"), err=True)
        return True
    if trouble.errno in _OF_STREAMS:
        _lead_nowhere()
        with suppress(OSError):  # it may be the stream for errors that is full
            click.echo(phrase("output-refused", reason=refusal(trouble)), err=True)
        return True
    return False


def _lead_nowhere() -> None:
    """What is still to be written when Python ends would fail once more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    with suppress(OSError, ValueError):
        os.dup2(nowhere, sys.stdout.fileno())
