"""Lines to nodes, one at a time: one that cannot be read becomes a finding, and the next is read all the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from attrs import evolve, field, frozen
from lark import UnexpectedInput

from interpreter.scenario import heads as h
from interpreter.scenario import tables
from interpreter.scenario import tree as t
from interpreter.scenario.findings import Findings
from interpreter.scenario.grammar import Place, opening, opens
from interpreter.scenario.lines import Block, Line
from interpreter.scenario.misreadings import explained
from interpreter.scenario.statements import statement
from interpreter.source.diagnostics import Diagnostic, Related, SourceError, nearest


@frozen
class Reader:
    """Reads the lines of a file; a line is read once, however many rows it serves."""

    findings: Findings
    _known: dict[tuple[int, Place], Any] = field(factory=dict)

    @property
    def language(self) -> str:
        """The language whose words the file uses."""
        return self.findings.language

    def node(self, block: Block, place: Place, row: tables.Row | None = None) -> Any | None:
        """The node of a line; a stand-in if only what is below can be read; None if nothing can."""
        line = block.line
        if tables.placeholders(line.written.text):
            node = self._node_of_row(line, place, row)
        else:
            key = (line.number, place)
            if key not in self._known:
                self._known[key] = self._read(line, place)
            node = self._known[key]
        return self._stand_in(block, place) if node is None and block.children else node

    def opens(self, block: Block, statement: str) -> bool:
        """Whether a line begins as this statement of the grammar does."""
        return opens(block.line.written.text, self.language, statement)

    def _stand_in(self, block: Block, place: Place) -> Any | None:
        """What an unreadable line above a block probably was, so that the block can be read."""
        possible = {opening(name, self.language)[0]: make for name, make in _STAND_INS.get(place, {}).items()}
        word = nearest(block.line.written.text.split()[0], possible)
        return None if word is None else possible[word](block.line)

    def content(self, block: Block) -> tuple[Block, ...]:
        """What is below a line that opens a block; if there is nothing, that is a finding."""
        if not block.children:
            said = block.line.written
            self.findings.add("S0301", said.span, opener=said.text)
        return block.children

    def end(self, block: Block) -> None:
        """Nothing can be below this line; if there is something, that is a finding."""
        if block.children:
            self.findings.add("S0302", block.children[0].line.written.span, opener=block.line.written.text)

    def _node_of_row(self, line: Line, place: Place, row: tables.Row | None) -> Any | None:
        if row is tables.UNREADABLE:
            return None
        columns = () if row is None else tuple(row.cells)
        is_known = tables.check_placeholders(line.written, columns, self.findings)
        return self._read(line, place, row) if is_known else None

    def _read(self, line: Line, place: Place, row: tables.Row | None = None) -> Any | None:
        if not line.is_readable:
            return None
        written = line.written if row is None else tables.filled(line.written, row)
        try:
            return statement(written, place, self.language)
        except UnexpectedInput as trouble:
            found: tuple[Diagnostic, ...] = (explained(written, place, trouble, self.language),)
        except SourceError as trouble:
            found = trouble.diagnostics
        self.findings.extend(_beside_template(finding, line) for finding in found)
        return None


def _beside_template(finding: Diagnostic, line: Line) -> Diagnostic:
    """A finding in a cell also says which line the cell fills in."""
    here = line.written.span
    if finding.span is None or finding.span.line == here.line:
        return finding
    return evolve(finding, related=(*finding.related, Related(here, "scenario-filled")))


# ---- what a line was meant to open ----------------------------------------------------------------------------------


def _scenario(line: Line, *, is_dispute: bool) -> h.OpensScenario:
    return h.OpensScenario(_nameless(line), None, t.Changes(), is_dispute)


def _nameless(line: Line) -> t.Name:
    return t.Name(f"line-{line.number}", line.written.span)


# the names are those of the statements in the grammar
_STAND_INS: dict[Place, dict[str, Callable[[Line], Any]]] = {
    Place.TOP: {
        "background": lambda _: h.OpensBackground(),
        "scenario": partial(_scenario, is_dispute=False),
        "dispute": partial(_scenario, is_dispute=True),
    },
    Place.MEMBER: {
        "given": lambda _: h.OpensGiven(),
        "when": lambda _: h.OpensWhen(),
        "then": lambda _: h.OpensThen(t.Circumstances(), is_question=False),
        "reading": lambda line: h.OpensReading(_nameless(line), None, t.Changes()),
    },
    Place.WHEN: {"together": lambda _: h.OpensTogether(), "in_any_order": lambda _: h.OpensInAnyOrder()},
}
