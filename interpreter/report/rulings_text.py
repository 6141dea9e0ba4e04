"""An executable FAQ to text for a terminal, and to one object for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import fill
from typing import Any

from interpreter.layering.stack import Stack
from interpreter.report.rulings import Deciding, Entry, Faq, Reading, Status
from interpreter.source.catalogue import phrase
from interpreter.source.display import harmless
from interpreter.source.rendering import as_json
from interpreter.source.speech import spoken
from interpreter.trial.verdicts import Outcome

SCHEMA = 1
_WIDTH = 80
_INDENT = "     "


def as_text(faq: Faq) -> str:
    """For people: each entry with its readings and the scenarios that decide them, then how many hold."""
    sections = ("\n\n".join([heading(entries[0]), *map(_entry, entries)]) for _, entries in faq.sections)
    return "\n\n".join([*sections, fill(summary(faq), _WIDTH)])


def heading(entry: Entry) -> str:
    """What the rules are called that declare an entry: a game, or a layer upon it."""
    stack, game = entry.loaded.stack, entry.loaded.ruleset.draft.title
    if entry.owner == stack.ruleset:
        return harmless(game)
    return phrase("rulings-upon", layer=_title(stack, entry.owner), game=game)


def _title(stack: Stack, layer: str) -> str:
    """The title of a layer in the language that is spoken; for want of one, its name."""
    title = stack.layer_documents(layer)[0].data.get("title", layer)
    return str(title.get(spoken()) or next(iter(title.values())) if isinstance(title, dict) else title)


def summary(faq: Faq) -> str:
    """The last line: how many entries there are, and how they fare."""
    told = [phrase(f"rulings-count-{s.value}", count=faq.count(s)) for s in Status if faq.count(s)]
    return phrase("rulings-summary", count=len(faq.entries), found=", ".join(told))


def status_words(status: Status) -> str:
    """A status in the language that is spoken."""
    return phrase(f"rulings-{status.value}")


def _entry(entry: Entry) -> str:
    lines = [_filled(f"{entry.id:<4} {entry.words.question}", ""), _filled(entry.words.answer)]
    lines += [_filled(f"{number} {question}") for number, question in entry.words.also.items()]
    if entry.source:
        title = f" ({entry.register.title})" if entry.register else ""
        lines.append(_filled(phrase("verdict-source", source=f"{entry.source}{title}")))
    return "\n".join([*lines, *(line for reading in entry.readings for line in _reading(entry, reading))])


def _filled(text: str, indent: str = _INDENT) -> str:
    return fill(harmless(text), _WIDTH, initial_indent=indent, subsequent_indent=_INDENT, break_on_hyphens=False)


def _reading(entry: Entry, reading: Reading) -> Iterator[str]:
    said = entry.said(reading)
    chosen = f" {phrase('rulings-chosen')}" if said and reading.is_chosen else ""
    status = status_words(reading.status)
    yield _filled(phrase("rulings-reading", reading=f"{said}{chosen}", status=status) if said else status)
    for file, group in groupby(reading.deciding, key=lambda each: each.verdict.file):
        yield f"{_INDENT}  {harmless(file)}"
        yield from (f"{_INDENT}    {_scenario(entry, each)}" for each in group)


def _scenario(entry: Entry, each: Deciding) -> str:
    said = f"{each.verdict.scenario.span.line} {each.id}"
    said += "" if each.outcome is Outcome.PASSED else f": {phrase(f'outcome-{each.outcome.value}')}"
    under = entry.under(each)
    return harmless(f"{said}  [{under}]" if under else said)


def as_object(faq: Faq) -> dict[str, Any]:
    """For programs."""
    return {
        "schema": SCHEMA,
        "rulings": [_plain(entry) for entry in faq.entries],
        "sources": [
            {
                "id": source.key,
                "ruleset": ruleset,
                "title": source.title,
                "language": source.language,
                "edition": source.edition,
                "address": source.address,
            }
            for ruleset, source in faq.sources
        ],
        "findings": as_json(faq.findings),
    }


def _plain(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "ruleset": entry.owner,
        "question": entry.words.question,
        "answer": entry.words.answer,
        "also": dict(entry.words.also),
        "option": dict(entry.readings[0].settings),
        "readings": [_plain_reading(reading) for reading in entry.readings],
        "source": entry.source,
        "status": entry.status.value,
        "scenarios": _plain_scenarios(entry.deciding),
    }


def _plain_reading(reading: Reading) -> dict[str, Any]:
    return {
        "option": dict(reading.settings),
        "chosen": reading.is_chosen,
        "status": reading.status.value,
        "scenarios": [each.id for each in reading.deciding],
    }


def _plain_scenarios(deciding: Sequence[Deciding]) -> list[dict[str, Any]]:
    return [
        {
            "file": each.verdict.file,
            "line": each.verdict.scenario.span.line,
            "id": each.id,
            "title": each.title or None,
            "outcome": each.outcome.value,
            "under": each.verdict.stack,
        }
        for each in deciding
    ]
