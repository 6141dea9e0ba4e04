"""`python -m tests.fuzz`: break valid files of every kind at random, and say what the program does not take well.

The same seed tries the same inputs. What something is wrong with is kept in `--keep`, made as small as possible: it
becomes a case in tests/trust/test_found.py. Exit codes: 0 nothing is wrong, 1 something is.
"""

from __future__ import annotations

import random
import resource
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import click
from attrs import define, evolve, field

from tests.fuzz import courses, expressions
from tests.fuzz.attempts import Fault, Workshop
from tests.fuzz.grammar import scenario
from tests.fuzz.seeds import KINDS, PLAY, Seed, seeds
from tests.fuzz.shrinking import shrunk
from tests.fuzz.spoiling import broken

GRAMMAR, EXPRESSIONS, COURSES = "grammar", "expressions", "courses"
ALL = (*KINDS, GRAMMAR, EXPRESSIONS, COURSES)
_PLAYED = ((PLAY, "game"),) * 2 + (("simulate", "game", "--games", "1", "--policy", "greedy"), ("show", "game"))
_SHRINKING = 30.0
_MEMORY = 6 << 30


@define
class Session:
    """One run: what was tried, and what was found."""

    workshop: Workshop
    keep: Path | None
    tried: Counter[str] = field(factory=Counter)
    found: dict[str, Fault] = field(factory=dict)
    again: Counter[str] = field(factory=Counter)
    spent: dict[str, float] = field(factory=lambda: defaultdict(float))

    def misses(self, kinds: Sequence[str]) -> bool:
        """Whether some kind has not been tried at all."""
        return not all(self.tried[kind] for kind in kinds)

    def attempt(self, kind: str, number: str) -> None:
        """Try one input of a kind; `number` decides which."""
        luck = random.Random(f"{kind} {number}")
        seed, data = self._input(kind, luck)
        commands = luck.sample(seed.commands, min(2, len(seed.commands))) or [()]
        self.tried[kind] += 1
        begun = time.monotonic()
        for fault in self.workshop.faults(seed, data, commands):
            self.again[fault.sort] += 1
            if fault.sort not in self.found:
                self.found[fault.sort] = fault
                self._report(kind, number, seed, data, fault)
        self.spent[kind] += time.monotonic() - begun

    def _input(self, kind: str, luck: random.Random) -> tuple[Seed, bytes]:
        if kind == GRAMMAR:
            text = scenario(luck)
            small = next(seed for seed in seeds("scenario") if "pig" in seed.text)
            return small, text.encode()
        if kind == EXPRESSIONS:
            return seeds("ruleset")[0], expressions.ruleset(luck).encode()
        if kind == COURSES:
            return evolve(seeds("ruleset")[0], commands=_PLAYED), courses.ruleset(luck).encode()
        every = seeds(kind)
        seed = luck.choice(every)
        return seed, broken(seed.text, [other.text for other in every], luck)

    def _report(self, kind: str, number: str, seed: Seed, data: bytes, fault: Fault) -> None:
        click.echo(f"\n{kind} {number} ({seed.name}): {fault.sort}\n  {' '.join(fault.command)}\n{fault.told}")
        if self.keep is None:
            return

        def fails(smaller: bytes) -> bool:
            return any(each.sort == fault.sort for each in self.workshop.faults(seed, smaller, [fault.command]))

        small = data if fault.sort.startswith("hang") else shrunk(data, fails, _SHRINKING)
        name = f"{kind}-{sha256(fault.sort.encode()).hexdigest()[:8]}"
        self.keep.mkdir(parents=True, exist_ok=True)
        (self.keep / name).write_bytes(small)
        told = f"{fault.sort}\nseed {seed.name}, as {seed.target}\n{' '.join(fault.command)}\n\n{fault.told}"
        (self.keep / f"{name}.txt").write_text(told, "utf-8", errors="replace")
        click.echo(f"kept as {self.keep / name}, {len(small)} bytes")


def play(session: Session, kinds: Sequence[str], seed: str, *, inputs: int | None, seconds: float) -> None:
    """Try so many inputs, the kinds in turn; else as many as there is time for, as long with each kind."""
    begun = time.monotonic()
    while session.tried.total() < inputs if inputs else time.monotonic() - begun < seconds or session.misses(kinds):
        kind = min(kinds, key=session.tried.__getitem__ if inputs else session.spent.__getitem__)
        session.attempt(kind, f"{seed}/{session.tried[kind]}")


@click.command(help=__doc__)
@click.option("--seconds", type=click.IntRange(min=1), default=60, show_default=True, help="How long.")
@click.option("--inputs", type=click.IntRange(min=1), help="How many inputs, instead of how long.")
@click.option("--seed", default="1", show_default=True, help="The same seed tries the same inputs.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(ALL), help="Only this kind; can be repeated.")
@click.option("--only", help="Only the input of this number, as a finding names it: 1/17.")
@click.option("--keep", type=click.Path(path_type=Path), default=Path(".gulliver/fuzz"), show_default=True)
def fuzz(  # noqa: PLR0913  # one parameter an option
    *, seconds: int, inputs: int | None, seed: str, kinds: tuple[str, ...], only: str | None, keep: Path
) -> None:
    """Said by the module."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        session = Session(Workshop(Path(folder).resolve()), keep.absolute())
        if only is not None:
            for kind in kinds or ALL:
                session.attempt(kind, only)
        else:
            play(session, kinds or ALL, seed, inputs=inputs, seconds=seconds)
    _sum_up(session, time.monotonic() - begun)
    sys.exit(1 if session.found else 0)


def _sum_up(session: Session, seconds: float) -> None:
    for kind, count in session.tried.items():
        click.echo(f"{kind}: {count} inputs in {session.spent[kind]:.0f} s")
    click.echo(f"{session.tried.total()} inputs in {seconds:.0f} s, {len(session.found)} findings")
    for sort, count in session.again.most_common():
        click.echo(f"  {count} times {sort}")


if __name__ == "__main__":
    fuzz()
