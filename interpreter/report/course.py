"""Steps, answers and choices of a ruleset to readable lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from interpreter.model import draft as d
from interpreter.prose.telling import RULES, Teller
from interpreter.report.marks import NO_MARKS, Marks

_APART = ("do", "else", "answers")  # what a step holds and its line does not say
_NOTHING: Mapping[str, str] = {}


def named_lines(
    path: d.Path,
    block: Iterable[d.Statement],
    marks: Marks = NO_MARKS,
    teller: Teller = RULES,
    needs: Mapping[str, str] = _NOTHING,
) -> Iterator[str]:
    """A sequence with its name, the last of its path, and with what it needs to be told."""
    yield f"  {teller.block(path[-1], needs, action=path[0] == 'actions')}{marks.at(path)}"
    yield from statement_lines(block, 2, marks, teller.acting(needs))


def statement_lines(
    block: Iterable[d.Statement], depth: int, marks: Marks = NO_MARKS, teller: Teller = RULES
) -> Iterator[str]:
    """Steps one below the other, what belongs to them indented."""
    for statement in block:
        inside = teller.inside(statement)
        yield "  " * depth + teller.step(statement) + marks.of(statement, _APART)
        yield from statement_lines(statement.do or (), depth + 1, marks, inside)
        for key, answer in statement.answers.items():
            yield "  " * (depth + 1) + inside.answer(key, answer, statement) + marks.of(answer, _APART)
            yield from statement_lines(answer.do, depth + 2, marks, inside.answering(statement, answer))
        if statement.else_:
            yield "  " * depth + teller.otherwise()
            yield from statement_lines(statement.else_, depth + 1, marks, teller)
