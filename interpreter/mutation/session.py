"""An order to the fate of every mutant of a stack: in several processes, and going on where an earlier run stopped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path as File
from random import Random

from attrs import frozen
from joblib import Parallel, delayed

from interpreter.layering.choices import Setting
from interpreter.library import LoadedRuleset, load_ruleset
from interpreter.mutation.cases import Standing, Trial, files_about, standing, trials_of
from interpreter.mutation.mutants import Mutant, mutants_of
from interpreter.mutation.reach import Reach
from interpreter.mutation.record import Record, record
from interpreter.mutation.trying import Bench, Result, Task
from interpreter.trial.loading import Extra
from interpreter.undisturbed import undisturbed

_TOGETHER = 4  # neighbours: whoever notices one is likely to notice the next


@frozen
class Rules:
    """A stack to change, as it can be loaded in any process."""

    ruleset: str
    layers: tuple[str, ...] = ()
    options: tuple[tuple[str, Setting], ...] = ()
    start: str | None = None  # the folder of the file that names it

    def load(self) -> LoadedRuleset:
        """The checked rules.

        Raises:
            SourceError: They cannot be found or used.
        """
        return load_ruleset(self.ruleset, self.layers, dict(self.options), self.start)


@frozen
class Order:
    """What is to be tried: the rules, the scenario files, and of a sample how many and which."""

    rules: Rules
    files: tuple[str, ...]
    sample: int | None = None
    seed: str = "1"


@frozen
class Session:
    """Mutants and what is known of them; made by `prepared`."""

    rules: Rules
    loaded: LoadedRuleset
    files: tuple[str, ...]  # those that speak about the rules
    standing: Standing
    mutants: tuple[Mutant, ...]

    def results(self, jobs: int, *, fresh: bool) -> Iterator[Result]:
        """The fate of each mutant: first what is known already, the others as they come."""
        known = self._record(fresh=fresh)
        if known is not None:
            yield from known.results(self.mutants)
        names = known.known if known is not None else ()
        left = [mutant for mutant in self.mutants if mutant.name not in names]
        for results in _tried(self, left, jobs):
            if known is not None:
                with suppress(OSError):  # the disk is full: the next run has more to do
                    known.add(results)
            yield from results

    def _record(self, *, fresh: bool) -> Record | None:
        """What is known of these rules and scenarios; None where nothing can be written."""
        try:
            return record(File(), (self.loaded.stack.hash, self.standing.hash), fresh=fresh)
        except OSError:
            return None


def prepared(order: Order) -> Session:
    """The mutants of an order, and how the scenarios end without any change.

    Raises:
        SourceError: The rules or a scenario file cannot be used.
    """
    loaded = order.rules.load()
    trials = tuple(_trials(order.rules, order.files))
    files = tuple(dict.fromkeys(trial.file.file for trial in trials))
    mutants = mutants_of(loaded)
    if order.sample is not None and order.sample < len(mutants):
        chosen = Random(order.seed).sample(range(len(mutants)), order.sample)  # noqa: S311  # no secret
        mutants = tuple(mutants[number] for number in sorted(chosen))
    return Session(order.rules, loaded, files, standing(trials), mutants)


def _trials(rules: Rules, files: Iterable[str]) -> Iterator[Trial]:
    stack, extra = rules.load().stack, Extra((), dict(rules.options))
    for file in files_about(stack, map(File, files)):
        yield from trials_of(file, stack, extra)


def _tried(session: Session, mutants: Sequence[Mutant], jobs: int) -> Iterator[list[Result]]:
    """The fates of some neighbours at a time, as they come."""
    reach, outcomes = Reach(session.standing.usual), {each.name: each.outcome for each in session.standing.usual}
    tasks = [Task(mutant, {name: outcomes[name] for name in reach.near(mutant)}) for mutant in mutants]
    groups = (tasks[start : start + _TOGETHER] for start in range(0, len(tasks), _TOGETHER))
    parallel = Parallel(n_jobs=min(jobs, max(len(mutants), 1)), batch_size=1, return_as="generator_unordered")
    state = session.rules, session.files, session.standing.hash
    with undisturbed():
        results = parallel(delayed(_together)(*state, group) for group in groups)
    yield from results


def _together(rules: Rules, files: tuple[str, ...], state: str, tasks: Sequence[Task]) -> list[Result]:
    return list(_bench(rules, files, state).tried(tasks))


@lru_cache(1)
def _bench(rules: Rules, files: tuple[str, ...], _state: str) -> Bench:
    """The bench of a process: its scenarios are read once, as long as they say the same."""
    return Bench(rules.load, {trial.name: trial for trial in _trials(rules, files)})
