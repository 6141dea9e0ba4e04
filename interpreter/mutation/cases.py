"""Scenario files to the cases that speak about a stack, each with the outcome that it has as the rules stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path as File

from attrs import field, frozen

from interpreter.documents.document import Path
from interpreter.documents.reader import read_text
from interpreter.layering.discovery import find
from interpreter.layering.stack import Stack
from interpreter.scenario.parser import parse
from interpreter.scenario.tree import Case, Scenario, ScenarioFile
from interpreter.snapshots.comparison import contents
from interpreter.snapshots.store import read
from interpreter.source.diagnostics import SourceError
from interpreter.trial.coverage import observed_case
from interpreter.trial.loading import Extra, load
from interpreter.trial.runner import run_case
from interpreter.trial.verdicts import Outcome, Verdict

_WORD = re.compile(r"[\w-]+")
_FINE = (Outcome.PASSED, Outcome.KNOWN_WRONG)


@frozen(eq=False)
class Trial:
    """A case that can be run: what it says, and in which words."""

    file: ScenarioFile
    scenario: Scenario
    case: Case
    extra: Extra
    text: str = field(repr=False)  # of the whole scenario

    @property
    def name(self) -> str:
        """As `gulliver run` takes it."""
        return "::".join((self.file.file, ".".join((self.scenario.id.text, *self.case.path))))

    def verdict(self) -> Verdict:
        """Run it under the rules as they are now."""
        return run_case(self.file, self.scenario, self.case, self.extra)


def outcome(verdict: Verdict) -> Outcome:
    """How a case ended; a snapshot that differs from the accepted one counts, and none is written."""
    if verdict.outcome is not Outcome.PASSED or not verdict.wanted:
        return verdict.outcome
    try:
        found = contents(verdict)
    except SourceError:
        return Outcome.ERROR
    accepted = ((read(snapshot.accepted), content) for snapshot, content in found.items())
    same = all(known is not None and known.body == content.body for known, content in accepted)
    return Outcome.PASSED if same else Outcome.SNAPSHOT


def files_about(stack: Stack, files: Iterable[File]) -> Iterator[ScenarioFile]:
    """The scenario files that name the ruleset of a stack.

    Raises:
        SourceError: One of them cannot be read.
    """
    for file in files:
        parsed = parse(read_text(file, file.as_posix()), file.as_posix())
        if _is_about(parsed, stack):
            yield parsed


def namesakes(stack: Stack, files: Iterable[File]) -> list[File]:
    """Where other rulesets lie that are called like that of a stack, and that some of the files are about."""
    parsed = (parse(read_text(file, file.as_posix()), file.as_posix()) for file in files)
    folders = dict.fromkeys(filter(None, map(_folder, parsed)))
    return [folder for folder in folders if folder.name == stack.folder.name and not _is_at(folder, stack)]


def _is_about(file: ScenarioFile, stack: Stack) -> bool:
    folder = _folder(file)
    return folder is not None and _is_at(folder, stack)


def _is_at(folder: File, stack: Stack) -> bool:
    return folder.resolve() == stack.folder.resolve()


def _folder(file: ScenarioFile) -> File | None:
    """Where the ruleset lies that a file names."""
    if file.stack is None:
        return None
    try:
        return find(file.stack.ruleset.text, "ruleset", File(file.file).parent)
    except SourceError:
        return None


def trials_of(file: ScenarioFile, stack: Stack, extra: Extra) -> Iterator[Trial]:
    """The cases of a file that lay at least the layers of a stack upon the ruleset."""
    texts = _texts(file)
    for scenario, case in file.tests():
        if not stack.layers or set(stack.layers) <= set(_layers(file, scenario, case)):
            yield Trial(file, scenario, case, extra, texts[scenario.id.text])


def _layers(file: ScenarioFile, scenario: Scenario, case: Case) -> tuple[str, ...]:
    """What is laid upon the ruleset of a case; nothing where that cannot be found out."""
    try:
        return load(file, scenario, case).stack.layers
    except SourceError:
        return ()


def _texts(file: ScenarioFile) -> dict[str, str]:
    """Each scenario as it is written, from its first line to the next one."""
    lines = read_text(File(file.file), file.file).split("\n")
    starts = [scenario.span.line - 1 for scenario in file.scenarios]
    ends = [*starts[1:], len(lines)]
    bounds = zip(file.scenarios, starts, ends, strict=True)
    return {scenario.id.text: "\n".join(lines[start:end]) for scenario, start, end in bounds}


@frozen
class Usual:
    """A case under the rules as they stand: how it ends, and which rules it reaches."""

    name: str
    outcome: Outcome
    reached: frozenset[Path]
    words: frozenset[str]  # of its scenario, ids among them


@frozen
class Standing:
    """The cases that hold as the rules stand; the others can notice nothing."""

    usual: tuple[Usual, ...]
    broken: tuple[str, ...]
    hash: str  # of what the cases say, of the rules that each runs under, and of how it ends


def standing(trials: Iterable[Trial]) -> Standing:
    """Run every case once and see what it reaches."""
    fingerprint, usual, broken = sha256(), [], []
    for trial in trials:
        seen = observed_case(trial.file, trial.scenario, trial.case, trial.extra)
        found = outcome(seen.verdict)
        fingerprint.update(f"{trial.name}\0{trial.text}\0{seen.verdict.hash}\0{found.value}\0".encode())
        if found in _FINE:
            reached = frozenset(probe.path for probe in seen.hits)
            usual.append(Usual(trial.name, found, reached, frozenset(_WORD.findall(trial.text))))
        else:
            broken.append(trial.name)
    return Standing(tuple(usual), tuple(broken), fingerprint.hexdigest())
