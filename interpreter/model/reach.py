"""A draft to warnings about what can never happen: cards, steps and actions that nothing leads to, an end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import Factory, frozen

from interpreter.model import draft as d
from interpreter.model.findings import Finding, Names
from interpreter.model.nodes import statements

_GAME = "game"


def unreachable(draft: d.Draft, names: Names) -> Iterator[Finding]:
    """One warning for each thing that leads to nothing, and not for what only it leads to."""
    every = tuple(statements(draft))
    offered = {name for s in every for name in (s.window, s.plays) if name is not None}
    idle = [card for card in draft.cards.values() if card.play is not None and card.play.in_ not in offered]
    cut = list(_behind_ends(draft))
    yield from (_never_played(card) for card in idle if card.play and card.play.in_ in draft.windows)
    yield from (Finding("R0404", rest[0].path, {"scope": scope}, on_key=True, warning=True) for rest, scope in cut)
    played = _Course(draft).follow(draft.setup).run(_GAME)
    yield from _endless(draft, played)
    explained = _Course(draft, played.run_names).follow(step for card in idle for step in card.do)
    explained.follow((step for rest, _ in cut for step in rest), past_ends=True)
    yield from _circles(draft, names, explained)


def _never_played(card: d.Card) -> Finding:
    assert card.play is not None
    path = (*card.play.path, "in")
    return Finding("R0402", path, {"card": card.key, "word": card.play.in_}, warning=True)


def _circles(draft: d.Draft, names: Names, explained: _Course) -> Iterator[Finding]:
    """Actions and sequences that are run by one another alone; what nobody runs at all is reported as unused."""
    paths = [*(("steps", name) for name in draft.steps), *(("actions", name) for name in draft.actions)]
    for path in paths:
        if path not in names.used:
            explained.run(path[-1])
    for path in paths:
        if path[-1] not in explained.run_names:
            yield Finding("R0403", path, {"rule": path[-1]}, on_key=True, warning=True)
            explained.run(path[-1])


def _endless(draft: d.Draft, played: _Course) -> Iterator[Finding]:
    """The course of play repeats something for ever."""
    for step in draft.steps.get(_GAME, ()):
        if step.repeat is not None and _is_certain(step) and played.ended.isdisjoint({_GAME, step.id}):
            yield Finding("R0405", step.path, {"sequences": ", ".join(step.repeat)}, on_key=True, warning=True)


def _behind_ends(draft: d.Draft) -> Iterator[tuple[list[d.Statement], str]]:
    """The steps that come after one that always leaves, and what that one leaves."""
    for block in _blocks(draft):
        for number, step in enumerate(block[:-1], 1):
            scope = _always_leaves(step)
            if scope is not None:
                yield block[number:], scope
                break


def _blocks(draft: d.Draft) -> Iterator[list[d.Statement]]:
    yield from (draft.setup, *draft.steps.values())
    yield from (action.do for action in draft.actions.values())
    yield from (card.do for card in draft.cards.values())
    for step in statements(draft):
        yield from (step.do or [], step.else_)
        yield from (answer.do for answer in step.answers.values())


def _always_leaves(step: d.Statement) -> str | None:
    """What a step leaves in every case; behind it nothing happens."""
    if not _is_certain(step):
        return None
    if step.end is not None:
        return step.end
    left = next(filter(None, map(_always_leaves, step.do or ())), None)
    return None if left == step.id else left


def _is_certain(step: d.Statement) -> bool:
    """It is done once, whatever happens."""
    return all(condition is None for condition in (step.if_, step.each, step.times, step.while_))


@frozen
class _Course:
    """What is run from somewhere on."""

    draft: d.Draft
    run_names: set[str] = Factory(set)  # actions and sequences
    ended: set[str] = Factory(set)

    def follow(self, block: Iterable[d.Statement], *, past_ends: bool = False) -> _Course:
        """Run steps until one of them always leaves."""
        for step in block:
            self._step(step)
            if not past_ends and _always_leaves(step) is not None:
                break
        return self

    def run(self, name: str) -> _Course:
        """Run an action or a sequence, once."""
        if name not in self.run_names:
            self.run_names.add(name)
            action = self.draft.actions.get(name)
            self.follow(self.draft.steps.get(name, ()) if action is None else action.do)
        return self

    def _step(self, step: d.Statement) -> None:
        if step.end is not None:
            self.ended.add(step.end)
        for name in (step.run, *(step.repeat or ())):
            if name is not None:
                self.run(name)
        for block in (step.do or (), step.else_, *(answer.do for answer in step.answers.values())):
            self.follow(block)
        for window in {step.window, step.plays} - {None}:
            self._open(str(window))

    def _open(self, window: str) -> None:
        """Everything that is played in a window may be played."""
        key = f"window {window}"
        if key not in self.run_names:
            self.run_names.add(key)
            for card in self.draft.cards.values():
                if card.play is not None and card.play.in_ == window:
                    self.follow(card.do)
