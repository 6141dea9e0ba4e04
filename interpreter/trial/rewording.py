"""A scenario file to what its things are called in another language."""

from __future__ import annotations

from interpreter.layering.labels import Label
from interpreter.scenario import tree as t
from interpreter.scenario.translation import Naming
from interpreter.scenario.wording import NO_WORDING, Wording, wording_of
from interpreter.source.speech import DEFAULT
from interpreter.trial.loading import load

_Labels = dict[str, dict[str, dict[str, Label]]]  # language -> group -> id -> label


def naming(file: t.ScenarioFile, target: str) -> Naming:
    """What the things of a file are called in another language; what has no one word there stays as it is.

    Raises:
        SourceError: The rules that the file names cannot be found or used.
    """
    labels = _labels(file)
    source, words = _wording(labels, file.language), _wording(labels, target)
    players = _players(file)

    def named(name: str, count: int | None) -> str:
        return name if name in players else words.word(source.read(name), count)

    return named


def _wording(labels: _Labels, language: str) -> Wording:
    return NO_WORDING if language == DEFAULT else wording_of(labels, language)


def _labels(file: t.ScenarioFile) -> _Labels:
    """Those of all rules under which the file is run."""
    found: _Labels = {}
    for stack in dict.fromkeys(load(file, scenario, case).stack for scenario, case in file.tests()):
        for language, groups in stack.labels.items():
            for group, entries in groups.items():
                found.setdefault(language, {}).setdefault(group, {}).update(entries)
    return found


def _players(file: t.ScenarioFile) -> frozenset[str]:
    givens = (block for _, case in file.tests() for block in case.blocks if isinstance(block, t.Given))
    lines = [*file.background, *(line for given in givens for line in given.lines)]
    return frozenset(name.text for line in lines if isinstance(line, t.Players) for name in line.names)
