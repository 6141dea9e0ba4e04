"""Snapshots that wait to groups: those that one rule changed, where it stands, and what chance had to do with it.

A state or a view names no rules: it goes with the transcript of its case, if that has changed as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from interpreter.layering.stack import Stack
from interpreter.library import runner_of
from interpreter.scenario import tree as t
from interpreter.snapshots.names import case_id, names_for
from interpreter.snapshots.parting import NO_PARTING, Cause, Parting, parting
from interpreter.snapshots.waiting import State, Waiting
from interpreter.source.diagnostics import SourceError
from interpreter.source.span import Span
from interpreter.trial.loading import load
from interpreter.trial.positions import player_names

_CHANCE = ("roll", "draw", "pick")
_PLAYERS = "players: "


@frozen
class RulePlace:
    """A rule: its path, the ruleset or layer that wrote it, and where."""

    path: str
    layer: str | None = None
    span: Span | None = None


@frozen
class Changed:
    """A snapshot that waits, with what parts it from the accepted one."""

    waiting: Waiting
    parting: Parting
    rule: RulePlace | None  # behind the first line that differs
    is_seeded: bool = False

    @property
    def stream(self) -> str | None:
        """The stream of chance that gave something else."""
        return None if self.parting.shift is None else self.parting.shift.stream

    @property
    def is_chance(self) -> bool:
        """Whether no rule did anything else before chance gave something else."""
        return self.parting.shift is not None and self.parting.shift == self.parting.first

    def is_meant_by(self, word: str) -> bool:
        """Whether somebody means it: by the rule or the stream that changed it, by its state, by one of its names."""
        kind, _, name = word.partition(":")
        if kind == "rule":
            return self.rule is not None and f"{self.rule.path}.".startswith(f"{name}.")
        if kind == "stream":
            return self.parting.cause is Cause.CHANCE and self.stream == name
        return self.waiting.is_meant_by(word)


@frozen
class Group:
    """Snapshots that wait for the same reason; without a rule all that are new, or stale, or name none."""

    state: State
    rule: RulePlace | None
    is_chance: bool
    members: tuple[Changed, ...]


def grouped(found: Iterable[Waiting], files: Iterable[t.ScenarioFile]) -> tuple[Group, ...]:
    """What waits, group by group: first those that a rule changed."""
    changed = list(changes(found, files))
    groups: dict[tuple[bool, State, str, bool], list[Changed]] = {}
    for each in changed:
        key = (each.rule is None, each.waiting.state, "" if each.rule is None else each.rule.path, each.is_chance)
        groups.setdefault(key, []).append(each)
    order = sorted(groups, key=lambda key: key[0])
    return tuple(Group(key[1], groups[key][0].rule, key[3], tuple(groups[key])) for key in order)


def changes(found: Iterable[Waiting], files: Iterable[t.ScenarioFile]) -> Iterator[Changed]:
    """Each snapshot that waits with what changed it."""
    waiting = list(found)
    tests = [_Case(file, scenario, case) for file in files for scenario, case in file.tests()]
    cases = {(test.file.file, name): test for test in tests for name in names_for(test.scenario, test.case)}
    told = {(each.snapshot.scenario.as_posix(), each.snapshot.name): each for each in waiting}
    for each in waiting:
        where = each.snapshot.scenario.as_posix()
        case = cases.get((where, each.snapshot.name))
        if each.state is not State.CHANGED or case is None:
            yield Changed(each, NO_PARTING, None)
            continue
        transcript = told.get((where, f"{case_id(case.scenario, case.case)}.transcript"), each)
        yield case.changed(each, transcript)


@frozen
class _Case:
    file: t.ScenarioFile
    scenario: t.Scenario
    case: t.Case

    def changed(self, waiting: Waiting, transcript: Waiting) -> Changed:
        """What parts the transcript of this case from what was accepted, with the rules as they are now."""
        try:
            loaded = load(self.file, self.scenario, self.case)
            program = runner_of(loaded, self._players(transcript.after)).program
        except SourceError:
            found = parting(transcript.before, transcript.after, {})
            return Changed(waiting, found, None if found.first is None else RulePlace(found.first.rule), self._seeded)
        paths = {site.index: ".".join(program.rules[site.rule].path) for site in program.sites}
        streams = {paths[site.index]: site.stream for site in program.sites if site.kind in _CHANCE}
        found = parting(transcript.before, transcript.after, streams)
        return Changed(waiting, found, _place(found, loaded.stack), self._seeded)

    @property
    def _seeded(self) -> bool:
        return any(isinstance(block, t.Given) and block.seed is not None for block in self.case.blocks)

    def _players(self, text: str) -> int:
        """How many play: as the transcript says, else as the case does."""
        first = text.split("\n", 1)[0]
        if first.startswith(_PLAYERS):
            return first.count(",") + 1
        givens = (block for block in self.case.blocks if isinstance(block, t.Given))
        return len(player_names([*self.file.background, *(line for given in givens for line in given.lines)]) or ())


def _place(found: Parting, stack: Stack) -> RulePlace | None:
    if found.first is None:
        return None
    path = tuple(found.first.rule.split("."))
    return RulePlace(found.first.rule, stack.origin(path).layer or stack.ruleset, stack.place(path).name)
