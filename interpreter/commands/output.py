"""Findings to the terminal or to a program: formats and colours are decided here, once for all verbs."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NoReturn, TypeVar

import click

from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import Diagnostic, SourceError
from interpreter.source.display import harmless
from interpreter.source.rendering import as_brief, as_github, as_json, as_text

FORMATS = ("text", "brief", "json", "github")
SCHEMA = 1
_WRONG = 1
_Command = TypeVar("_Command", bound=Callable[..., Any])
_DELETE = "\x7f"
_PLAINER = str.maketrans({"\N{MINUS SIGN}": "-", "\N{MULTIPLICATION SIGN}": "x", "\N{HORIZONTAL ELLIPSIS}": "...",
                          "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
                          "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"'})  # fmt: skip
_COLOURS = {"error": "red", "warning": "yellow"}


def format_option(command: _Command) -> _Command:
    """The option `--format` of a verb."""
    shapes = click.Choice(FORMATS)
    return click.option("--format", "shape", type=shapes, default="text", help="How findings are written.")(command)


def shape_option(command: _Command) -> _Command:
    """The option `--format` of a verb whose results are for people or for programs."""
    return click.option(
        "--format",
        "shape",
        type=click.Choice(("text", "json")),
        default="text",
        show_default=True,
        help="For people, or one object for programs.",
    )(command)


def colour_option(command: _Command) -> _Command:
    """The option `--color` of a verb."""
    return click.option(
        "--color",
        "colour",
        type=click.Choice(("auto", "always", "never")),
        default="auto",
        help="Colours: before FORCE_COLOR, NO_COLOR and whether this is a terminal.",
    )(command)


def is_coloured(colour: str, environment: Mapping[str, str] = os.environ) -> bool:
    """`--color` counts most, then FORCE_COLOR, NO_COLOR, TERM=dumb, and whether this is a terminal."""
    if colour != "auto":
        return colour == "always"
    if environment.get("FORCE_COLOR"):
        return True
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


def say(text: str, *, coloured: bool) -> None:
    """Write results; what the terminal's encoding lacks is written in plainer signs, else as `?`."""
    encoding = sys.stdout.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = text.translate(_PLAINER).encode(encoding, errors="replace").decode(encoding)
    click.echo(text, color=coloured)


def findings_text(findings: Iterable[Diagnostic], shape: str, *, coloured: bool) -> str:
    """The findings in one of the formats, except JSON."""
    match shape:
        case "brief":
            return as_brief(findings)
        case "github":
            return as_github(findings)
        case _:
            text = as_text(findings)
            return _painted(text) if coloured else text


def findings_json(findings: Iterable[Diagnostic], **further: Any) -> str:
    """One JSON object."""
    return object_text({"schema": SCHEMA, "findings": as_json(findings), **further})


def object_text(found: Mapping[str, Any]) -> str:
    """A result for programs."""
    text = json.dumps(found, ensure_ascii=False, indent=2)
    return text if text.isascii() and _DELETE not in text else "".join(map(_escaped, text))


def _escaped(sign: str) -> str:
    """What a terminal would obey, or nobody would see, is written by its number."""
    if sign == "\n" or harmless(sign) == sign:
        return sign
    return json.dumps(sign).strip('"') if sign > "\uffff" else f"\\u{ord(sign):04x}"


def give_up(trouble: SourceError, shape: str, colour: str) -> NoReturn:
    """End with the findings: for programs among the results, for people beside them."""
    if shape == "json":
        say(findings_json(trouble.diagnostics), coloured=False)
    else:
        coloured = is_coloured(colour)
        click.echo(findings_text(trouble.diagnostics, "text", coloured=coloured), err=True, color=coloured)
    sys.exit(_WRONG)


def _painted(text: str) -> str:
    """The text with the heads of the findings in colour."""
    for severity, colour in _COLOURS.items():
        head = re.compile(rf"^{re.escape(phrase(f'severity-{severity}'))}\[[A-Z][0-9]+\]", re.MULTILINE)
        text = head.sub(partial(_styled, colour), text)
    return text


def _styled(colour: str, head: re.Match[str]) -> str:
    return click.style(head[0], fg=colour, bold=True)
