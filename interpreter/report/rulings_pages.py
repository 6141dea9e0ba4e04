"""An executable FAQ to one page of HTML, and to Markdown."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path as File
from urllib.parse import quote

from attrs import frozen

from interpreter.model import draft as d
from interpreter.report.html import page
from interpreter.report.rulings import Deciding, Entry, Faq, Reading, Status
from interpreter.report.rulings_text import heading, status_words, summary
from interpreter.source.catalogue import phrase
from interpreter.source.display import harmless
from interpreter.source.rendering import as_brief
from interpreter.trial.verdicts import Outcome

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&])")
_BEGINS_A_LIST = re.compile(r"^(\d*)([-+.)])(?=\s)")
_NO_ANCHOR = re.compile(r"[^A-Za-z0-9]+")


def as_html(faq: Faq) -> str:
    """For a browser: nothing is loaded, no script is run."""
    pages = Pages(faq)
    found = {s.value: faq.count(s) for s in Status if faq.count(s)}
    return page("rulings.html.j2", phrase("rulings-title"), faq=pages, statuses=found, summary=summary(faq))


@frozen(eq=False)
class Pages:
    """What the templates ask of a FAQ."""

    faq: Faq

    @property
    def sections(self) -> list[tuple[str, str, tuple[Entry, ...]]]:
        """Anchor and heading of the rules that declare entries, and their entries."""
        return [(_anchor(entries[0].owner), heading(entries[0]), entries) for _, entries in self.faq.sections]

    def anchor(self, entry: Entry) -> str:
        """Where an entry stands on the page."""
        return f"{_anchor(entry.owner)}-{entry.id}"

    def status(self, status: Status) -> str:
        """A status in words."""
        return status_words(status)

    def outcome(self, each: Deciding) -> str:
        """The outcome of a scenario in words; nothing if it is as it should be."""
        return "" if each.outcome is Outcome.PASSED else phrase(f"outcome-{each.outcome.value}")

    def findings(self, each: Deciding) -> str:
        """What is wrong with a scenario."""
        return as_brief(each.verdict.findings)

    def place(self, each: Deciding) -> str:
        """File and line of a scenario."""
        return f"{harmless(each.verdict.file)}:{each.verdict.scenario.span.line}"

    def source_anchor(self, ruleset: str, source: d.Source) -> str:
        """Where the page tells about a source."""
        return f"source-{_anchor(ruleset)}-{_anchor(source.key)}"

    def anchor_of_source(self, entry: Entry) -> str:
        """Where the page tells about the source of an entry; empty if no register has it."""
        return self.source_anchor(entry.loaded.stack.ruleset, entry.register) if entry.register else ""

    @property
    def sources(self) -> list[tuple[str, d.Source]]:
        """Anchor and entry of every source that an answer rests on, game by game."""
        return [(self.source_anchor(ruleset, source), source) for ruleset, source in self.faq.sources]


def _anchor(name: str) -> str:
    return _NO_ANCHOR.sub("-", name)


# ---- Markdown -------------------------------------------------------------------------------------------------------


def as_markdown(faq: Faq, folder: File) -> str:
    """For a wiki or a repository; scenarios are linked from the folder where the text will lie."""
    pages = Pages(faq)
    parts = [f"# {_marked(phrase('rulings-title'))}", _marked(summary(faq))]
    for _, title, entries in pages.sections:
        parts += [f"## {_marked(title)}", *("\n".join(_markdown_entry(pages, entry, folder)) for entry in entries)]
    sources = [_markdown_source(anchor, source) for anchor, source in pages.sources]
    return "\n\n".join([*parts, f"## {phrase('show-sources')}", "\n".join(sources)]) + "\n"


def _markdown_entry(pages: Pages, entry: Entry, folder: File) -> Iterator[str]:
    yield f'### <a id="{pages.anchor(entry)}"></a>{_marked(f"{entry.id} {entry.words.question}")}\n'
    yield from (f"*{_marked(f'{number} {question}')}*\n" for number, question in entry.words.also.items())
    yield f"{_marked(entry.words.answer)}\n"
    if entry.source:
        anchor, said = pages.anchor_of_source(entry), _marked(entry.source)
        yield f"{phrase('rulings-source')}: {f'[{said}](#{anchor})' if anchor else said}\n"
    columns = phrase("rulings-column-reading"), phrase("rulings-column-status"), phrase("rulings-column-scenarios")
    yield f"| {' | '.join(columns)} |"
    yield "|---|---|---|"
    for reading in entry.readings:
        links = ", ".join(_markdown_link(each, folder) for each in reading.deciding)
        yield f"| {_marked(_said(entry, reading))} | {status_words(reading.status)} | {links} |"


def _said(entry: Entry, reading: Reading) -> str:
    if not reading.settings:
        return phrase("dispute-as-it-stands")
    return f"{entry.said(reading)} {phrase('rulings-chosen')}" if reading.is_chosen else entry.said(reading)


def _markdown_link(each: Deciding, folder: File) -> str:
    file = os.path.relpath(each.verdict.file, folder).replace(os.sep, "/")
    outcome = "" if each.outcome is Outcome.PASSED else f" ({phrase(f'outcome-{each.outcome.value}')})"
    return f"[{_marked(each.id)}]({quote(file)}#L{each.verdict.scenario.span.line}){outcome}"


def _markdown_source(anchor: str, source: d.Source) -> str:
    about = ", ".join(filter(None, (source.language, source.edition)))
    said = _marked(f"{source.key}: {source.title} ({about})")
    link = f" <{source.address}>" if source.address else ""
    return f'- <a id="{anchor}"></a>{said}{link}'


def _marked(text: str) -> str:
    """A text that Markdown shows as it stands."""
    plain = _SPECIAL.sub(r"\\\1", harmless(" ".join(text.split())))
    return _BEGINS_A_LIST.sub(r"\1\\\2", plain)
