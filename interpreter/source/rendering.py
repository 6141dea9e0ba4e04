"""Findings to text for people, lines for experts, annotations for a build, and plain data for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import Diagnostic, Related, in_source_order
from interpreter.source.display import LONGEST, harmless, short, width
from interpreter.source.span import Span

Sources = Callable[[str], str | None]  # the file of a span to its text; None: it cannot be quoted

_SHOWN_FINDINGS = 20


def on_disk(file: str) -> str | None:
    """The text of a file, as far as it is there and readable."""
    try:
        return Path(file).read_text(encoding="utf-8-sig", errors="replace")
    except (OSError, ValueError):
        return None


def in_memory(texts: Mapping[str, str], otherwise: Sources = on_disk) -> Sources:
    """The given texts by file, and something else for every other file."""

    def source(file: str) -> str | None:
        return texts[file] if file in texts else otherwise(file)

    return source


def as_text(diagnostics: Iterable[Diagnostic], sources: Sources = on_disk) -> str:
    """The findings for people: what, where, the line as written, what to do; twenty at most."""
    return _capped(diagnostics, lambda finding: _block(finding, sources), "\n\n")


def as_brief(diagnostics: Iterable[Diagnostic]) -> str:
    """One line a finding: `file:line:column: code message`; twenty at most."""
    return _capped(diagnostics, str, "\n")


def as_github(diagnostics: Iterable[Diagnostic]) -> str:
    """One annotation of a build a finding."""
    return "\n".join(map(_annotation, in_source_order(diagnostics)))


def as_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """The findings as plain data, all of them."""
    return [_plain(finding) for finding in in_source_order(diagnostics)]


def _capped(diagnostics: Iterable[Diagnostic], show: Callable[[Diagnostic], str], between: str) -> str:
    findings = in_source_order(diagnostics)
    shown = [show(finding) for finding in findings[:_SHOWN_FINDINGS]]
    rest = len(findings) - _SHOWN_FINDINGS
    if rest > 0:
        shown.append(phrase("findings-more", count=rest))
    return between.join(shown)


def _block(finding: Diagnostic, sources: Sources) -> str:
    head = f"{phrase(f'severity-{finding.severity.value}')}[{finding.code}]: {finding.message}"
    gutter = " " * (len(str(finding.span.line)) + 1 if finding.span else 2)
    quoted = _quoted(finding.span, finding.label, sources, gutter) if finding.span else ()
    advice = (f"{gutter} = {phrase('finding-help', help=finding.help)}",) if finding.help else ()
    notes = (f"{gutter} = {phrase('finding-note', note=_note(related))}" for related in finding.related)
    return "\n".join((head, *quoted, *advice, *notes, *_example(finding, gutter)))


def _example(finding: Diagnostic, gutter: str) -> Iterator[str]:
    """The scenario that shows what is wrong, to be copied."""
    if finding.scenario is not None:
        yield f"{gutter} = {phrase('finding-note', note=phrase('finding-scenario'))}"
        yield ""
        yield from (f"{gutter}   {harmless(line)}".rstrip() for line in finding.scenario.splitlines())


def _quoted(span: Span, label: str | None, sources: Sources, gutter: str) -> tuple[str, ...]:
    if span.is_whole_file:
        return (f"{gutter}--> {harmless(span.file)}",)
    arrow = f"{gutter}--> {harmless(str(span))}"
    line = _line(sources(span.file), span.line)
    if line is None:
        return (arrow,)
    before, marked = _marked(span, line)
    caret = " " * width(before) + "^" * max(1, width(marked)) + (f" {label}" if label else "")
    return (arrow, f"{gutter} |", f" {span.line} | {short(line)}".rstrip(), f"{gutter} | {caret}")


def _marked(span: Span, line: str) -> tuple[str, str]:
    """What stands before the caret, and what it marks: never more than the first line of the span."""
    end = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())
    if span.column > LONGEST:
        return "", ""
    return harmless(line[: span.column - 1]), harmless(line[span.column - 1 : min(end, LONGEST)])


def _line(text: str | None, number: int) -> str | None:
    if text is None:
        return None
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines[number - 1] if 0 < number <= len(lines) else None


def _note(related: Related) -> str:
    return related.message if related.span is None else f"{related.message} ({harmless(str(related.span))})"


def _annotation(finding: Diagnostic) -> str:
    place = "" if finding.span is None else _github_place(finding.span)
    help_ = f" ({finding.help})" if finding.help else ""
    return f"::{finding.severity.value} {place}title={finding.code}::{_escaped(finding.message + help_)}"


def _github_place(span: Span) -> str:
    file = _escaped(span.file).replace(":", "%3A").replace(",", "%2C")
    same_line = f",endColumn={span.end_column}" if span.end_line == span.line else ""
    return f"file={file},line={span.line},col={span.column},endLine={span.end_line}{same_line},"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _plain(finding: Diagnostic) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "file": finding.span and finding.span.file,
        "range": _range(finding.span),
        "message": finding.message,
        "help": finding.help,
        "related": [_plain_note(related) for related in finding.related],
        **({} if finding.scenario is None else {"scenario": finding.scenario}),
    }


def _plain_note(related: Related) -> dict[str, Any]:
    return {
        "file": related.span and related.span.file,
        "range": _range(related.span),
        "message": related.message,
    }


def _range(span: Span | None) -> dict[str, dict[str, int]] | None:
    if span is None:
        return None
    return {
        "start": {"line": span.line, "column": span.column},
        "end": {"line": span.end_line, "column": span.end_column},
    }
