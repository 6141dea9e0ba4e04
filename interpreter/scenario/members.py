"""What stands in a scenario or a dispute to its remarks and its cases, one for each reading and row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import field, frozen

from interpreter.scenario import heads as h
from interpreter.scenario import tables
from interpreter.scenario import tree as t
from interpreter.scenario.bodies import BodyReader
from interpreter.scenario.complete import check_case, check_scenario
from interpreter.scenario.grammar import Place, opening
from interpreter.scenario.lines import Block
from interpreter.scenario.misreadings import described
from interpreter.scenario.reader import Reader

_READ_FOR_EACH_ROW = ("given", "when", "then")


@frozen
class _Body:
    """What stands in a scenario or a reading, for one row."""

    remarks: list[h.Remark] = field(factory=list)
    blocks: list[t.Block] = field(factory=list)
    readings: list[tuple[t.Reading, _Body]] = field(factory=list)


@frozen
class ScenarioReader:
    """Reads one scenario."""

    reader: Reader
    block: Block
    head: h.OpensScenario

    def read(self, *, is_question: bool) -> t.Scenario:
        """The scenario; what is wrong with it goes to the findings."""
        before = len(self.reader.findings.all())
        below = self.reader.content(self.block)
        bodies = [(row, self._body(below, row)) for row in self._rows(below)]
        scenario = t.Scenario(
            id=self.head.id,
            title=self.head.title,
            is_dispute=self.head.is_dispute,
            changes=self.head.changes,
            remarks=_remarks(bodies[0][1].remarks, self.reader),
            cases=tuple(case for row, body in bodies for case in _cases(row, body)),
            span=self.block.line.written.span,
        )
        is_whole = len(self.reader.findings.all()) == before
        self._check(scenario, is_whole=is_whole, must_claim=is_whole and not is_question)
        return scenario

    def _check(self, scenario: t.Scenario, *, is_whole: bool, must_claim: bool) -> None:
        check_scenario(scenario, self.reader.findings, is_whole=is_whole)
        for case in scenario.cases:
            check_case(scenario, case, self.reader.findings, must_claim=must_claim)

    # ---- the table

    def _rows(self, below: tuple[Block, ...]) -> tuple[tables.Row | None, ...]:
        openers = [block for block in below if self.reader.opens(block, "table")]
        if not openers:
            return (None,)
        for block in openers[1:]:
            spans = block.line.written.span, openers[0].line.written.span
            self.reader.findings.add_beside("S0305", *spans, found=" ".join(opening("table", self.reader.language)))
        table = tables.table(openers[0], self.reader.findings)
        if table is None:
            return (tables.UNREADABLE,)
        used = {column for block in below if block is not openers[0] for column in _columns_used(block)}
        for column in tables.unused(table.columns, used):
            self.reader.findings.add("S0505", column.span, column=column.text)
        return table.rows or (tables.UNREADABLE,)

    # ---- the members

    def _body(self, below: Iterable[Block], row: tables.Row | None, *, in_reading: bool = False) -> _Body:
        body = _Body()
        for block in below:
            if self._has_stray_columns(block):
                continue
            node = self.reader.node(block, Place.MEMBER, row)
            if isinstance(node, h.OpensReading) and (in_reading or not self.head.is_dispute):
                self._misplaced(block, "dispute", "reading" if in_reading else "scenario")
            elif isinstance(node, h.OpensTable) and in_reading:
                self._misplaced(block, "member", "reading")
            elif node is not None:
                self._add(body, block, node, row)
        return body

    def _add(self, body: _Body, block: Block, node: Any, row: tables.Row | None) -> None:
        lines = BodyReader(self.reader, row)
        match node:
            case h.OpensGiven():
                body.blocks.append(lines.given(block, node))
            case h.OpensWhen():
                body.blocks.append(lines.when(block))
            case h.OpensThen():
                body.blocks.append(lines.then(block, node))
            case h.OpensReading():
                body.readings.append(self._reading(block, node, row))
            case h.OpensTable():
                pass
            case _:
                self.reader.end(block)
                body.remarks.append(node)

    def _reading(self, block: Block, head: h.OpensReading, row: tables.Row | None) -> tuple[t.Reading, _Body]:
        body = self._body(self.reader.content(block), row, in_reading=True)
        remarks = _remarks(body.remarks, self.reader)
        return t.Reading(head.id, head.title, head.changes, remarks, block.line.written.span), body

    def _misplaced(self, block: Block, home: str, place: str) -> None:
        words = {"home": described(home, self.reader.language), "place": described(place, self.reader.language)}
        self.reader.findings.add("S0303", block.line.written.span, **words)

    def _has_stray_columns(self, block: Block) -> bool:
        """Only a block is read anew for each row; what is said about the scenario is said once."""
        written = block.line.written
        columns = tables.placeholders(written.text)
        if not columns or any(self.reader.opens(block, each) for each in _READ_FOR_EACH_ROW):
            return False
        self.reader.findings.add("S0509", written.span, column=columns[0])
        return True


def _columns_used(block: Block) -> Iterator[str]:
    waiting = [block]
    while waiting:
        here = waiting.pop()
        yield from tables.placeholders(here.line.written.text)
        waiting.extend(here.children)


def _cases(row: tables.Row | None, body: _Body) -> Iterator[t.Case]:
    kept = None if row is None else row.kept
    if not body.readings:
        yield t.Case(None, kept, tuple(body.blocks))
    for reading, own in body.readings:
        yield t.Case(reading, kept, (*body.blocks, *own.blocks))


def _remarks(remarks: list[h.Remark], reader: Reader) -> t.Remarks:
    reasons = [remark.reason for remark in remarks if isinstance(remark, h.KnownWrong)]
    for reason in reasons[1:]:
        (word,) = opening("known_wrong", reader.language)
        reader.findings.add_beside("S0305", reason.span, reasons[0].span, found=word)
    return t.Remarks(
        sources=tuple(text for remark in remarks if isinstance(remark, h.Source) for text in remark.texts),
        rulings=tuple(name for remark in remarks if isinstance(remark, h.Ruling) for name in remark.names),
        notes=tuple(remark.text for remark in remarks if isinstance(remark, h.Note)),
        tags=tuple(name for remark in remarks if isinstance(remark, h.Tags) for name in remark.names),
        known_wrong=reasons[0] if reasons else None,
    )
