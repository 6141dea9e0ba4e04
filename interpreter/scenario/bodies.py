"""The blocks of a scenario to the lines of a position, of a script, of what must be true."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from attrs import frozen

from interpreter.scenario import heads as h
from interpreter.scenario import tables
from interpreter.scenario import tree as t
from interpreter.scenario.grammar import Place
from interpreter.scenario.lines import Block
from interpreter.scenario.misreadings import described
from interpreter.scenario.reader import Reader

_T = TypeVar("_T")


@frozen
class BodyReader:
    """Reads blocks as they are for one row of the table, or without one."""

    reader: Reader
    row: tables.Row | None

    def given(self, block: Block, head: h.OpensGiven) -> t.Given:
        """`given` and the position below it; the step to start at and a seed say enough alone."""
        if head.seed is not None:
            self.reader.end(block)
            return t.Given((), None, head.seed, block.line.written.span)
        below = block.children if head.start is not None else self.reader.content(block)
        return t.Given(self.position(below), head.start, None, block.line.written.span)

    def position(self, below: Iterable[Block]) -> tuple[t.GivenLine, ...]:
        """The lines of a position."""
        return _those_read(lambda line: self._leaf(line, Place.GIVEN), below)

    def when(self, block: Block) -> t.When:
        """`when` and the script below it."""
        return t.When(_those_read(self._happening, self.reader.content(block)), block.line.written.span)

    def then(self, block: Block, head: h.OpensThen) -> t.Then:
        """`then` and the claims below it."""
        below = block.children if head.is_question else self.reader.content(block)
        return t.Then(_those_read(self._claim, below), head.circumstances, head.is_question, block.line.written.span)

    def _happening(self, block: Block) -> t.WhenLine | None:
        node = self.reader.node(block, Place.WHEN, self.row)
        if isinstance(node, h.OpensInAnyOrder):
            lines: tuple[t.Roll | t.Draw | t.Choice, ...] = _those_read(self._deed, self.reader.content(block))
            return t.InAnyOrder(lines, block.line.written.span)
        if not isinstance(node, h.OpensTogether):
            return self._alone(block, node)
        choices: tuple[t.Choice | t.Others, ...] = _those_read(self._secret, self.reader.content(block))
        return t.Together(choices, block.line.written.span)

    def _secret(self, block: Block) -> t.Choice | t.Others | None:
        node: t.Choice | t.Others | None = self._leaf(block, Place.TOGETHER)
        if isinstance(node, t.Choice) and isinstance(node.answers, t.Every):
            home, place = (described(each.name, self.reader.language) for each in (Place.WHEN, Place.TOGETHER))
            self.reader.findings.add("S0303", node.span, home=home, place=place)
            return None
        return node

    def _deed(self, block: Block) -> t.Roll | t.Draw | t.Choice | None:
        node = self.reader.node(block, Place.WHEN, self.row)
        if node is None or isinstance(node, t.Roll | t.Draw | t.Choice):
            return self._alone(block, node)
        home, place = (described(each, self.reader.language) for each in (Place.WHEN.name, "in-any-order"))
        self.reader.findings.add("S0303", block.line.written.span, home=home, place=place)
        return None

    def _claim(self, block: Block) -> t.ThenLine | None:
        node = self.reader.node(block, Place.THEN, self.row)
        if not isinstance(node, h.OpensSees):
            return self._alone(block, node)
        facts = _those_read(lambda line: self._leaf(line, Place.SEES), self.reader.content(block))
        return t.Sees(node.player, facts, block.line.written.span)

    def _leaf(self, block: Block, place: Place) -> Any | None:
        return self._alone(block, self.reader.node(block, place, self.row))

    def _alone(self, block: Block, node: Any | None) -> Any | None:
        if node is not None:
            self.reader.end(block)
        return node


def _those_read(read: Callable[[Block], _T | None], below: Iterable[Block]) -> tuple[_T, ...]:
    return tuple(node for node in map(read, below) if node is not None)
