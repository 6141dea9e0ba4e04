"""Verdicts to assertions of syrupy, which counts the snapshots of scenarios and writes them with `--snapshot-update`.

Only this module knows syrupy; it is imported where pytest runs with it.
"""

from __future__ import annotations

from pathlib import Path as File
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.data import SnapshotCollection, SnapshotCollections
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation

from interpreter.snapshots import store
from interpreter.snapshots.comparison import contents
from interpreter.snapshots.names import names_for
from interpreter.snapshots.store import Content, Snapshot
from interpreter.snapshots.waiting import SCENARIO
from interpreter.source.diagnostics import SourceError
from interpreter.trial.verdicts import Outcome, Verdict


class ScenarioSnapshots(SingleFileSnapshotExtension):
    """The files of `store`: the header does not count, and with CI=true nothing is written."""

    _write_mode = WriteMode.TEXT
    file_extension = store.SUFFIX.removeprefix(".")

    def serialize(self, data: Content, **_: Any) -> str:
        """The whole file."""
        return data.as_text()

    def matches(self, *, serialized_data: Any, snapshot_data: Any) -> bool:
        """Whether both show the same."""
        return store.parsed(serialized_data).body == store.parsed(snapshot_data).body

    @classmethod
    def get_location(cls, *, test_location: PyTestLocation, index: int | str) -> str:
        """The file of the snapshot that is called `index`."""
        return str(Snapshot(File(test_location.filepath), str(index)).accepted)

    @classmethod
    def get_snapshot_name(cls, *, test_location: PyTestLocation, index: int | str = 0) -> str:  # noqa: ARG003  # syrupy's
        """Syrupy wants the name of the test; the file tells the snapshots of a test apart."""
        return test_location.snapshot_name

    def discover_snapshots(self, **_: Any) -> SnapshotCollections:
        """Nothing: what no scenario asks for is no error, and no run of a part may delete it. `review` lists it."""
        return SnapshotCollections()

    def read_snapshot_data_from_location(self, *, snapshot_location: str, **_: Any) -> str | None:
        """The whole file."""
        found = store.read(File(snapshot_location))
        return None if found is None else found.as_text()

    @classmethod
    def write_snapshot_collection(cls, *, snapshot_collection: SnapshotCollection, **_: Any) -> None:
        """Accept it, unless a build server runs this."""
        if store.is_ci():
            return
        file = File(snapshot_collection.location)
        scenario = file.parent.parent.parent / f"{file.parent.name}{SCENARIO}"
        text = next(iter(snapshot_collection)).data
        store.accept(Snapshot(scenario, file.name.removesuffix(store.SUFFIX)), store.parsed(str(text)))


def shield(config: pytest.Config) -> None:
    """Keep syrupy from what it does not know: it would call the snapshots of scenarios unused, and delete them.

    It looks through the folders of all collected tests, and spares only what ends in certain ways. The price: in a
    repository with scenarios it does not notice unused `.txt` files of its own.
    """
    options: Any = config.option
    session: Any = config._syrupy  # type: ignore[attr-defined]  # noqa: SLF001  # there is no other way to it
    spared = list(dict.fromkeys([*(options.ignore_file_extensions or ()), ScenarioSnapshots.file_extension]))
    options.ignore_file_extensions = session.ignore_file_extensions = spared


def assert_through(item: pytest.Item, verdict: Verdict) -> None:
    """Let syrupy see what a case shows; whether it is right is said elsewhere.

    Of a case that fails for other reasons it sees what is accepted, so that nothing counts as unused.
    """
    shown = _shown(verdict)
    file = File(verdict.file)
    snapshot = _assertion(item)
    for name in names_for(verdict.scenario, verdict.case):
        each = Snapshot(file, name)
        content = shown.get(each) or store.read(each.accepted)
        if content is not None:
            _ = snapshot(name=name) == content


def _assertion(item: pytest.Item) -> SnapshotAssertion:
    """What syrupy's fixture makes; the fixture itself would look around with an extension that is not ours."""
    config: Any = item.config
    return SnapshotAssertion(
        session=config._syrupy,  # noqa: SLF001  # there is no other way to it
        extension_class=ScenarioSnapshots,
        test_location=PyTestLocation(item),
        update_snapshots=config.option.update_snapshots and not store.is_ci(),
        update_new_snapshots_only=config.option.update_new_snapshots_only and not store.is_ci(),
    )


def _shown(verdict: Verdict) -> dict[Snapshot, Content]:
    if verdict.outcome is not Outcome.PASSED:
        return {}
    try:
        return contents(verdict)
    except SourceError:
        return {}
