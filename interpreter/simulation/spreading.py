"""Chunks of a series to what was counted in each, in order: here, or by processes that joblib hands them to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from time import perf_counter
from types import ModuleType
from typing import Any

from attrs import frozen

from interpreter.engine.machine import Runner
from interpreter.errors import InterpreterError
from interpreter.library import LoadedRuleset
from interpreter.simulation.chunks import Counted, Manner, Work, count_games, do_work, packed
from interpreter.source.catalogue import phrase
from interpreter.undisturbed import undisturbed

_CHUNKS = 64      # of a series, as far as
_LARGEST = 250    # so many games are enough for one
_ALONE = 1.0      # seconds after which others are asked to help: to start them takes as long
DEFAULT = "loky"  # joblib's own processes


class BackendError(InterpreterError):
    """The backend cannot be used; the text says why."""


@frozen
class Spread:
    """Who plays: so many `jobs` at a time (None: one for each core), on a backend that joblib knows."""

    jobs: int | None = None
    backend: str | None = None


ALONE = Spread(jobs=1)


def chunks(games: int) -> list[range]:
    """The numbers of the games, in parts that depend on nothing but how many there are."""
    size = max(1, min(_LARGEST, -(-games // _CHUNKS)))
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def counted_in_order(
    stacks: Sequence[LoadedRuleset], runners: Sequence[Runner], manner: Manner, games: int, spread: Spread
) -> Iterator[Counted]:
    """What was counted in each chunk. A short series is played here; processes are started for a long one.

    Raises:
        BackendError: The backend cannot be used.
        And whatever `count_games` raises.
    """
    start, waiting = perf_counter(), chunks(games)
    while waiting and spread.backend is None and (perf_counter() - start < _ALONE or _is_one(spread)):
        yield count_games(runners, manner, waiting.pop(0))
    if waiting:
        works = _works(stacks, runners, manner, waiting)
        for numbers, counted in zip(waiting, _spread(works, spread), strict=True):
            yield counted or count_games(runners, manner, numbers)


def _is_one(spread: Spread) -> bool:
    return (spread.jobs or _joblib().cpu_count()) == 1


def _works(
    stacks: Sequence[LoadedRuleset], runners: Sequence[Runner], manner: Manner, waiting: Sequence[range]
) -> list[Work]:
    packs = tuple(map(packed, stacks))
    return [Work(packs, runners[0].program.box.players, manner, numbers) for numbers in waiting]


def _spread(works: Sequence[Work], spread: Spread) -> Iterator[Counted | None]:
    """What comes of each piece of work, in order.

    Raises:
        BackendError: The backend cannot be used.
    """
    backend, joblib = spread.backend or DEFAULT, _joblib()
    with _ready(backend):
        try:
            with joblib.parallel_config(backend=backend, n_jobs=spread.jobs or -1):
                parallel = joblib.Parallel(return_as="generator")
            with undisturbed():
                counted = parallel(joblib.delayed(do_work)(work) for work in works)
        except (ImportError, ValueError) as error:
            raise BackendError(phrase("backend-unusable", backend=backend, why=str(error).split("\n")[0])) from error
        yield from counted


def _joblib() -> ModuleType:
    """Most series are over before anybody is asked to help."""
    import joblib  # noqa: PLC0415  # slow, for it brings numpy along

    module: ModuleType = joblib
    return module


# backends that need a word before joblib can use them


def _ready(backend: str) -> AbstractContextManager[Any]:
    make = _CLUSTERS.get(backend)
    return make() if make else nullcontext()


@contextmanager
def _dask() -> Iterator[None]:
    """A client of the cluster that the settings of Dask name (DASK_SCHEDULER_ADDRESS), else of one on this machine."""
    distributed = _package("distributed", "dask")
    try:
        client = distributed.Client(set_as_default=True)
    except OSError as error:
        raise BackendError(phrase("backend-unusable", backend="dask", why=str(error))) from error
    with client:
        yield


@contextmanager
def _ray() -> Iterator[None]:
    """Ray tells joblib about itself when it is asked to."""
    _package("ray.util.joblib", "ray").register_ray()
    yield


def _package(name: str, backend: str) -> Any:
    try:
        return import_module(name)
    except ImportError as missing:
        raise BackendError(phrase("backend-missing", backend=backend, extra="gulliver[cluster]")) from missing


_CLUSTERS: dict[str, Callable[[], AbstractContextManager[None]]] = {"dask": _dask, "ray": _ray}
