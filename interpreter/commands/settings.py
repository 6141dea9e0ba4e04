"""`NAME=VALUE` as typed to options of a ruleset."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.layering.choices import Setting
from interpreter.source.diagnostics import SourceError, error


def parsed_settings(texts: Iterable[str]) -> dict[str, Setting]:
    """The options that somebody set on the command line; the last of several counts.

    Raises:
        SourceError: A text sets nothing.
    """
    pairs = [(text, *(part.strip() for part in text.partition("="))) for text in texts]
    findings = [error("L0304", None, text=text) for text, name, _, value in pairs if not name or not value]
    if findings:
        raise SourceError(findings)
    return {name: value for _, name, _, value in pairs}
