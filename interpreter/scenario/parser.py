"""The text of a scenario file to a `ScenarioFile`, or to everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from attrs import field, frozen

from interpreter.budgets import most, variable
from interpreter.scenario import heads as h
from interpreter.scenario import tree as t
from interpreter.scenario.bodies import BodyReader
from interpreter.scenario.complete import check_file
from interpreter.scenario.findings import Findings
from interpreter.scenario.grammar import Place, languages, naming_word
from interpreter.scenario.lines import Block, blocks
from interpreter.scenario.measuring import beyond_budget
from interpreter.scenario.members import ScenarioReader
from interpreter.scenario.quoting import quoter
from interpreter.scenario.reader import Reader
from interpreter.source.diagnostics import Diagnostic, SourceError, in_source_order
from interpreter.source.speech import DEFAULT, without_accents

_TOP_LINES = 2  # the version, then the language
_ORDER: dict[type, int] = {h.Version: 0, h.Language: 1, t.Stack: 2, h.OpensBackground: 3, h.OpensScenario: 3}


def parse(text: str, file: str, *, only: str = "", is_question: bool = False) -> t.ScenarioFile:
    """Parse a scenario file.

    Args:
        text: What stands in the file.
        file: Its name, for findings.
        only: The one scenario, or the case of one, that is wanted: others may be wrong.
        is_question: Whether a scenario may be without any expectation, because somebody asks what would happen.

    Raises:
        SourceError: The text is no scenario file; the findings say where.
    """
    tree, findings = examined(text, file, is_question=is_question)
    wrong = [finding for finding in findings if not only or _is_about(finding, tree, only)]
    if wrong:
        raise SourceError(wrong)
    return tree


def _is_about(finding: Diagnostic, tree: t.ScenarioFile, wanted: str) -> bool:
    """Whether something is wrong with the scenario that is wanted, or with what stands above all scenarios."""
    line = finding.span.line if finding.span else 0
    begun = [scenario.id.text for scenario in tree.scenarios if scenario.span.line <= line]
    return not begun or f"{wanted}.".startswith(f"{begun[-1]}.")


def examined(text: str, file: str, *, is_question: bool = False) -> tuple[t.ScenarioFile, tuple[Diagnostic, ...]]:
    """What can be read of a scenario file, and everything that is wrong with it."""
    roots, layout = blocks(text, file)
    findings = Findings(language_of(roots))
    findings.extend(layout)
    tree = _FileReader(file, Reader(findings), is_question=is_question).read(roots)
    return tree, in_source_order(map(quoter(findings.language).finding, findings.all()))


def language_of(roots: Iterable[Block]) -> str:
    """The language that a file names at its top; the default if it names none."""
    for block in islice(roots, _TOP_LINES):
        first, *rest = block.line.written.text.replace(":", " ").split() or [""]
        speaking = [known for known in languages() if without_accents(first) == naming_word(known)]
        if speaking:
            return rest[0] if rest and rest[0] in languages() else speaking[0]
    return DEFAULT


@frozen
class _FileReader:
    file: str
    reader: Reader
    is_question: bool = field(kw_only=True)

    def read(self, roots: tuple[Block, ...]) -> t.ScenarioFile:
        read = [(block, node) for block in roots if (node := self.reader.node(block, Place.TOP)) is not None]
        self._check_order(read)
        read = [*self._affordable(read)]
        heads = [node for _, node in read]
        tree = t.ScenarioFile(
            file=self.file,
            language=self.reader.findings.language,
            stack=next((node for node in heads if isinstance(node, t.Stack)), None),
            background=tuple(line for block, node in read for line in self._background(block, node)),
            scenarios=tuple(scenario for block, node in read for scenario in self._scenario(block, node)),
        )
        check_file(tree, heads, self.reader.findings)
        return tree

    def _check_order(self, read: list[tuple[Block, Any]]) -> None:
        first: dict[type, Block] = {}
        for block, node in read:
            kind = type(node)
            after = [other for other in first if _ORDER[other] > _ORDER[kind]]
            if after:
                self._beside("S0304", block, first[after[0]])
            elif kind in first and kind is not h.OpensScenario:
                self._beside("S0305", block, first[kind])
            first.setdefault(kind, block)
            if not isinstance(node, h.OpensBackground | h.OpensScenario):
                self.reader.end(block)

    def _affordable(self, read: list[tuple[Block, Any]]) -> Iterator[tuple[Block, Any]]:
        """What can be read without more lines for all tests together than are allowed."""
        scenarios = (block for block, node in read if isinstance(node, h.OpensScenario))
        background = (block for block, node in read if isinstance(node, h.OpensBackground))
        beyond = {id(block) for block in beyond_budget(scenarios, background, self.reader)}
        for block, node in read:
            if id(block) in beyond:
                words = {"most": str(most("lines")), "variable": variable("lines")}
                self.reader.findings.add("S0416", block.line.written.span, **words)
            else:
                yield block, node

    def _beside(self, code: str, block: Block, first: Block) -> None:
        found, other = block.line.written, first.line.written
        words = {"found": found.text.split()[0], "other": other.text.split()[0]}
        self.reader.findings.add_beside(code, found.span, other.span, **words)

    def _background(self, block: Block, node: Any) -> tuple[t.GivenLine, ...]:
        if not isinstance(node, h.OpensBackground):
            return ()
        return BodyReader(self.reader, None).position(self.reader.content(block))

    def _scenario(self, block: Block, node: Any) -> Iterator[t.Scenario]:
        if isinstance(node, h.OpensScenario):
            yield ScenarioReader(self.reader, block, node).read(is_question=self.is_question)
