"""`NAME=VALUE` as typed to options of a ruleset."""

from __future__ import annotations

from collections.abc import Iterable

import click

from interpreter.layering.choices import Setting
from interpreter.source.catalogue import phrase


def parsed_settings(texts: Iterable[str]) -> dict[str, Setting]:
    """The options that somebody set on the command line; the last of several counts.

    Raises:
        UsageError: A text sets nothing.
    """
    found: dict[str, Setting] = {}
    for text in texts:
        name, _, value = (part.strip() for part in text.partition("="))
        if not name or not value:
            raise click.BadParameter(phrase("write-setting", word=text), param_hint="--option")
        found[name] = value
    return found
