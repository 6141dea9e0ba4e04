"""`python -m tests.fuzz.guided KIND [OPTION …]`: atheris, led by the coverage, looks for what random mistakes miss.

KIND is one of `tests.fuzz`; the options are those of libFuzzer, such as -max_total_time=60. It begins with the valid
files, and stops at the first input that something is wrong with. Exit code 3: atheris is not there.
"""

from __future__ import annotations

import sys
import tempfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

MISSING = 3


class FoundError(Exception):
    """Something is wrong with how the program takes an input."""


def fuzz(kind: str, options: list[str]) -> None:
    """Look for it until the options say that it is enough; ends the process."""
    atheris: Any = import_module("atheris")
    with atheris.instrument_imports(include=["interpreter"]):
        attempts, seeds = import_module("tests.fuzz.attempts"), import_module("tests.fuzz.seeds")
    every = seeds.seeds(kind)
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder).resolve() / "corpus"
        corpus.mkdir()
        for seed in every:
            (corpus / seed.name).write_bytes(seed.text.encode())
        workshop = attempts.Workshop(Path(folder).resolve())

        def attempt(data: bytes) -> None:
            seed = every[len(data) % len(every)]
            commands = seed.commands[len(data) % 3 : len(data) % 3 + 1] or seed.commands[:1]
            for fault in workshop.faults(seed, data, commands):
                raise FoundError(f"{fault.sort}\n{' '.join(fault.command)}\n{fault.told}")

        atheris.Setup([sys.argv[0], "-handle_alrm=0", "-rss_limit_mb=6000", *options, str(corpus)], attempt)
        atheris.Fuzz()


if __name__ == "__main__":
    if find_spec("atheris") is None:
        print("atheris is not there: python -m pip install atheris")
        sys.exit(MISSING)
    fuzz(sys.argv[1], sys.argv[2:])
