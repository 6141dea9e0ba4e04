"""`gulliver` and `python -m interpreter`: the command line as a process that an interrupt ends at any moment."""

import sys

_INTERRUPTED = 130


def command_line() -> None:
    """Be the program of a process."""
    try:
        from interpreter.cli import main  # noqa: PLC0415  # takes its time, in which somebody may interrupt it

        main()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


if __name__ == "__main__":
    command_line()
