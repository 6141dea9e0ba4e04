"""The root of everything this package raises on purpose."""

from __future__ import annotations

from typing import Any


class InterpreterError(Exception):
    """Something outside our own code is wrong; subclasses say what."""

    def __reduce__(self) -> tuple[Any, ...]:
        """As it is, from one process to another: subclasses are made of other things than their words."""
        return _restored, (type(self), self.args, vars(self))


def _restored(kind: type[InterpreterError], args: tuple[Any, ...], fields: dict[str, Any]) -> InterpreterError:
    error = kind.__new__(kind, *args)
    error.args = args
    vars(error).update(fields)
    return error
