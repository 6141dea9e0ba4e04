"""`chance`, `possible`, `always` and `never` to findings: every position is looked at, with exact odds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction

from attrs import define, evolve, frozen

from interpreter.engine.decisions import Chance
from interpreter.engine.machine import Machine
from interpreter.scenario import tree as t
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import Diagnostic, Related, Severity, SourceError, error
from interpreter.trial.branches import Branch
from interpreter.trial.exploring import Explorer, Tree, undecided
from interpreter.trial.history import History
from interpreter.trial.playing import Player

Shows = Callable[[Branch, t.ThenLine, t.Circumstances], str | None]  # where a line fails, to a scenario of it


def unshown(*_: object) -> None:
    """Writes no scenario."""


Trees = dict[Hashable, Tree]


def _nothing(_: Branch) -> None:
    """What a claim about a position asks of the past."""


@frozen
class Claimed:
    """What is claimed: whether it is true of a branch, what of the past that asks for, and whether it stays true."""

    holds: Callable[[Machine], bool]
    memory: Callable[[Branch], Hashable]
    stays: bool


@frozen
class _Outcome:
    """The ends of a tree where the claim is true and where it is false, and the positions where that is open."""

    tree: Tree
    true: tuple[int, ...]
    false: tuple[int, ...]
    open: tuple[int, ...]

    def branch(self, *, is_true: bool) -> Branch | None:
        """The first end of a kind: none is reached in fewer steps."""
        ends = self.true if is_true else self.false
        return self.tree.positions[ends[0]].branch if ends else None

    def odds(self) -> tuple[Fraction, Fraction]:
        """What the chance is at least and at most."""
        weights = self.tree.weights()
        least = sum((weights[at] for at in self.true), Fraction(0))
        return least, least + sum((weights[at] for at in self.open), Fraction(0))


@define
class Claims:
    """Judges claims about all branches of a position; `trees` holds the last one that another claim can look at."""

    player: Player
    history: History
    holds: Callable[[Machine, t.Fact], bool]
    shows: Shows
    trees: Trees

    def judge(self, line: t.Odds | t.Branches) -> Iterator[Diagnostic]:
        """What is wrong with a claim."""
        if isinstance(line, t.Branches):
            yield from self._frequency(line, self._outcome(line, self.player.branches))
            return
        self.player.names.check_reach(line.circumstances)
        if line.circumstances.choices_of:
            raise SourceError([error("E0506", line.span)])
        for branches in _strategies(self.player.branches):
            if sum(branch.weight for branch in branches) != 1:
                raise SourceError([error("E0506", line.span)])
            found = list(self._odds(line, self._outcome(line, branches)))
            if found:
                yield from found
                return

    def example(self, line: t.Odds | t.Branches) -> Branch | None:
        """The first end in which what is claimed happens; where it happens in none, the first end of all."""
        found = self._outcome(line, self.player.branches)
        return found.branch(is_true=True) or found.branch(is_true=False)

    def _outcome(self, line: t.Odds | t.Branches, branches: Sequence[Branch]) -> _Outcome:
        claimed = self._claimed(line)
        tree = self._tree(line, branches, claimed)
        truths = {at: claimed.holds(tree.positions[at].branch.machine) for at in tree.ends}
        sure = {at for at in tree.open if claimed.stays and claimed.holds(tree.positions[at].branch.machine)}
        true = (*(at for at, is_true in truths.items() if is_true), *sure)
        false = tuple(at for at, is_true in truths.items() if not is_true)
        return _Outcome(tree, true, false, tuple(at for at in tree.open if at not in sure))

    def _tree(self, line: t.Odds | t.Branches, branches: Sequence[Branch], claimed: Claimed) -> Tree:
        """The positions of a claim; those of the last one serve the next, if it asks as little of the past."""
        explorer = Explorer(self.player, line.circumstances, line.span, claimed.memory, watches=False)
        if claimed.memory is not _nothing:
            return explorer.tree(branches)
        key = (line.circumstances, *map(id, branches))
        if key not in self.trees:
            self.trees.clear()
            self.trees[key] = explorer.tree(branches)
        return self.trees[key]

    # always, possible, never

    def _frequency(self, line: t.Branches, found: _Outcome) -> Iterator[Diagnostic]:
        wrong = {
            t.Frequency.POSSIBLE: not found.true,
            t.Frequency.ALWAYS: bool(found.false) or not found.true,
            t.Frequency.NEVER: bool(found.true),
        }[line.frequency]
        settled = bool(found.false) if line.frequency is t.Frequency.ALWAYS else bool(found.true)
        if found.open and not settled:
            yield undecided(found.tree, line.span)
        elif wrong:
            yield self._not_so(line, found)

    def _not_so(self, line: t.Branches, found: _Outcome) -> Diagnostic:
        branch = found.branch(is_true=line.frequency is t.Frequency.NEVER)
        finding = Diagnostic("E0508", Severity.ERROR, {"frequency": line.frequency.value}, line.span)
        if not line.circumstances.choices_of and not found.open and _is_one_strategy(self.player.branches):
            values = {"frequency": line.frequency.value, "chance": _shown(found.odds()[0])}
            finding = evolve(finding, code="E0501", values=values)
        finding = evolve(finding, related=tuple(self._further(line, found)))
        return finding if branch is None else self._shown_in(finding, branch, line)

    # chance

    def _odds(self, line: t.Odds, found: _Outcome) -> Iterator[Diagnostic]:
        claimed = Fraction(line.numerator, line.denominator)
        least, most = found.odds()
        if _fits(line.bound, claimed, least, most):
            return
        if not _may_fit(line.bound, claimed, least, most):
            yield self._other_odds(line, claimed, found)
        else:
            between = Related(line.span, "note-so-far", {"least": _shown(least), "most": _shown(most)})
            yield undecided(found.tree, line.span, (between,))

    def _other_odds(self, line: t.Odds, claimed: Fraction, found: _Outcome) -> Diagnostic:
        least, most = found.odds()
        expected = _shown(claimed) if line.bound is t.Bound.EXACTLY else f"{line.bound.value} {_shown(claimed)}"
        actual = _shown(least) if least == most else phrase("odds-between", least=_shown(least), most=_shown(most))
        values = {"actual": actual, "expected": expected}
        finding = Diagnostic("E0502", Severity.ERROR, values, line.span, tuple(self._further(line, found)))
        branch = found.branch(is_true=claimed == 0) if claimed in (0, 1) else None
        return finding if branch is None else self._shown_in(finding, branch, line)

    # both

    def _shown_in(self, finding: Diagnostic, branch: Branch, line: t.Odds | t.Branches) -> Diagnostic:
        return evolve(finding, scenario=self.shows(branch, line, line.circumstances))

    def _further(self, line: t.Odds | t.Branches, found: _Outcome) -> Iterator[Related]:
        """That the claim does not look past a draw or a lot that waits at the end of a branch."""
        branches = (found.tree.positions[at].branch for at in found.tree.ends)
        drawn = next(filter(None, (_open_draw(branch.machine) for branch in branches)), None)
        if drawn is not None:
            yield Related(line.span, "note-open-draw", {"stream": drawn})

    def _claimed(self, line: t.Odds | t.Branches) -> Claimed:
        names = self.player.names
        if isinstance(line.of, t.Fact):
            fact = evolve(line.of, because=line.because)
            memory = _nothing if line.because is None else lambda branch: self.history.causes(branch.machine)
            return Claimed(lambda machine: self.holds(machine, fact), memory, stays=False)
        event = names.event_of(line.of)
        rules = None if line.because is None else self._rules(line.because)

        def holds(machine: Machine) -> bool:
            return self.history.find(machine, event, rules) is not None

        return Claimed(holds, lambda branch: holds(branch.machine), stays=True)

    def _rules(self, because: t.Name) -> frozenset[int]:
        numbers = range(len(self.player.program.rules))
        return frozenset(at for at in numbers if because.text in self.player.names.causes_in(at))


def _strategies(branches: Iterable[Branch]) -> Iterable[list[Branch]]:
    """The branches by what was chosen on the way: chance has decided only the rest."""
    found: dict[Hashable, list[Branch]] = {}
    for branch in branches:
        found.setdefault((branch.chosen, branch.order), []).append(branch)
    return found.values()


def _is_one_strategy(branches: Iterable[Branch]) -> bool:
    return sum((branch.weight for branch in branches), Fraction(0)) == 1


def _open_draw(machine: Machine) -> str | None:
    """The draw or lot that waits at the end of a branch: claims do not look past it."""
    waiting = machine.waiting
    is_draw = isinstance(waiting, Chance) and waiting.site.kind != "roll" and len(waiting.outcomes) > 1
    return machine.site.stream if is_draw else None


def _fits(bound: t.Bound, claimed: Fraction, least: Fraction, most: Fraction) -> bool:
    """Whether a claim is true of a chance that lies between two limits."""
    match bound:
        case t.Bound.EXACTLY:
            return least == claimed == most
        case t.Bound.AT_LEAST:
            return least >= claimed
        case t.Bound.AT_MOST:
            return most <= claimed


def _may_fit(bound: t.Bound, claimed: Fraction, least: Fraction, most: Fraction) -> bool:
    """Whether it can be true."""
    match bound:
        case t.Bound.EXACTLY:
            return least <= claimed <= most
        case t.Bound.AT_LEAST:
            return most >= claimed
        case t.Bound.AT_MOST:
            return least <= claimed


def _shown(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}" if chance.denominator != 1 else str(chance.numerator)
