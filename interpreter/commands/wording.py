"""A command to the same command in the language that is spoken, with `--lang`; click says its own words in it, too."""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import copy
from itertools import pairwise, takewhile
from typing import TypeVar

import click

from interpreter.source.catalogue import filled, helps, worded
from interpreter.source.speech import languages, listed, plural, spoken

_LANG = "--lang"
_LANG_HELP = "{known}; without it GULLIVER_LANG and the locale say what is spoken."
_METAVAR = re.compile(r"[A-Z]+( [A-Z]+)*")
_NO_FILL = "\\b"  # as it is written in the file of the helps: click does not fill the paragraph below
_Command = TypeVar("_Command", bound=click.Command)
_CLICK = (click.core, click.decorators, click.exceptions, click.formatting, click.parser, click.termui, click.types)


def asked_for(arguments: Iterable[str]) -> str | None:
    """The language that the arguments ask for, wherever they do, as far as we speak it."""
    words = takewhile(lambda word: word != "--", arguments)
    wanted = None
    for before, word in pairwise(("", *words)):
        if before == _LANG or word.startswith(f"{_LANG}="):
            wanted = word.removeprefix(f"{_LANG}=").casefold()
    return wanted if wanted in languages() else None


def in_our_words(command: _Command, name: str) -> _Command:
    """The command with the help of the language that is spoken; that in English stands at the command."""
    said = copy(command)
    said.help = helps(spoken()).get(name, command.help or "").replace(_NO_FILL, "\b")
    said.params = [_parameter(each) for each in (*command.params, _language_option())]
    said.options_metavar = _metavar(command.options_metavar or "")
    if isinstance(said, click.Group):
        said.subcommand_metavar = _metavar(said.subcommand_metavar or "")
        said.commands = {key: in_our_words(inner, f"{name} {key}") for key, inner in said.commands.items()}
    return said


def _language_option() -> click.Option:
    """Read by `asked_for` before anything is parsed; here it is only checked."""
    known = click.Choice(languages(), case_sensitive=False)
    told = filled(worded(_LANG_HELP), {"known": listed(languages(), worded("or"))})
    return click.Option([_LANG], type=known, metavar="LANGUAGE", expose_value=False, help=told)


def _parameter(parameter: click.Parameter) -> click.Parameter:
    said = copy(parameter)
    if isinstance(said, click.Option):
        said.help = worded(said.help or "")
    if not (isinstance(said, click.Option) and said.is_flag):
        said.metavar = _metavar(parameter.make_metavar(click.Context(click.Command(None))))
    return said


def _metavar(text: str) -> str:
    return _METAVAR.sub(lambda found: worded(found[0]), text)


def _either(one: str, other: str, count: int) -> str:
    return worded(one if plural(count) == "one" else other)


for module in _CLICK:  # they look their words up by these names
    vars(module).update(_=worded, ngettext=_either)
