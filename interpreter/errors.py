"""The root of everything this package raises on purpose."""


class InterpreterError(Exception):
    """Something outside our own code is wrong; subclasses say what."""
