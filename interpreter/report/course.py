"""Steps, answers and choices of a ruleset to readable lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from interpreter.model import draft as d
from interpreter.report.marks import NO_MARKS, Marks

_APART = ("do", "else", "answers")  # what a step holds and its line does not say
_UNSAID = frozenset({"path", "source", "unverified", "note", "id", "if_", "else_", "do", "answers"})
_NOTHING: Mapping[str, str] = {}
_CHOSEN = {
    "player": "a player of",
    "dice": "dice of",
    "die": "a die of",
    "face": "a face of",
    "card": "a card of",
    "cards": "cards of",
    "kind": "a kind of",
    "payment": "a payment for",
}


def named_lines(
    path: d.Path, block: Iterable[d.Statement], marks: Marks = NO_MARKS, needs: Mapping[str, str] = _NOTHING
) -> Iterator[str]:
    """A sequence with its name, the last of its path, and with what it needs to be told."""
    told = f" ({', '.join(f'{name}: {kind}' for name, kind in needs.items())})" if needs else ""
    yield f"  {path[-1]}{told}:{marks.at(path)}"
    yield from statement_lines(block, 2, marks)


def statement_lines(block: Iterable[d.Statement], depth: int, marks: Marks = NO_MARKS) -> Iterator[str]:
    """Steps one below the other, what belongs to them indented."""
    for statement in block:
        yield "  " * depth + statement_line(statement) + marks.of(statement, _APART)
        yield from statement_lines(statement.do or (), depth + 1, marks)
        for key, answer in statement.answers.items():
            yield "  " * (depth + 1) + _answer(key, answer) + marks.of(answer, _APART)
            yield from statement_lines(answer.do, depth + 2, marks)
        if statement.else_:
            yield "  " * depth + "else:"
            yield from statement_lines(statement.else_, depth + 1, marks)


def statement_line(statement: d.Statement) -> str:
    """A step without those that it holds."""
    name = f"{statement.id}: " if statement.id else ""
    condition = f"if {statement.if_}: " if statement.if_ is not None else ""
    words = [f"{key} {_plain(value)}" for key, value in _said(statement)]
    return (name + condition + ", ".join(words)).rstrip()


def _said(statement: d.Statement) -> Iterator[tuple[str, object]]:
    """The keys that are written, the verb first."""
    verb = statement.verb.replace("-", "_")
    names = sorted(attrs.fields_dict(d.Statement), key=lambda name: name != verb)
    for name in names:
        value = getattr(statement, name)
        if name not in _UNSAID and value not in (None, [], {}):
            yield name.rstrip("_").replace("_", "-"), value


def _answer(key: str, answer: d.Answer) -> str:
    choices = "".join(f", choosing {choice_words(name, choice)}" for name, choice in answer.choose.items())
    allowed = f", if {answer.if_}" if answer.if_ is not None else ""
    refused = "".join(f", refused ({name}) if {text}" for name, text in answer.refuse.items())
    others = ((name, " or ".join(names)) for name, names in answer.unless.items())
    last = "".join(f", refused ({name}) while {names} is possible" for name, names in others)
    return f"- {key}{choices}{allowed}{refused}{last}"


def choice_words(name: str, choice: d.Choice) -> str:
    """What is chosen, out of what."""
    kind, of = next((kind, value) for kind in _CHOSEN if (value := getattr(choice, kind)) is not None)
    words = f"{name}: {_CHOSEN[kind]} {of}"
    if choice.from_ is not None:
        words += f" from {choice.from_}"
    if choice.least is not None or choice.most is not None:
        words += f" (at least {choice.least or 1}" + (f", at most {choice.most})" if choice.most else ")")
    words += f" where {choice.where}" if choice.where is not None else ""
    return words + (f", chosen by {choice.by}" if choice.by is not None else "")


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} = {item}" for key, item in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)
