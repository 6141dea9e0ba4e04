"""A stack as typed, such as `'NAME with house/long, option mode = short'`, to the rules that it names.

Its words may be those of any language that scenarios are written in: `con`, `opción`. A file in which a table says what
it plays may be named instead.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path as File

import click
from attrs import evolve, frozen
from lark import UnexpectedInput

from interpreter.commands.settings import parsed_settings
from interpreter.layering.choices import Setting
from interpreter.layering.table import Table, is_table, read_table
from interpreter.library import LoadedRuleset, load_ruleset
from interpreter.scenario.grammar import Place, languages, laying_word, opening
from interpreter.scenario.lines import plainly_written
from interpreter.scenario.statements import statement
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import SourceError, error
from interpreter.source.span import at

_BARE_PATH = re.compile(r"(?<![^\s,])[./~][^\s,]*")
_LONG_NUMBER = re.compile(r"(?<![^\s=])-?[0-9]{10,}(?![^\s,])")  # longer than any in a scenario; a text says it
_NO_OPTIONS: Mapping[str, Setting] = {}


class StackCommand(click.Command):
    """A command upon a stack that says where quotes are missing around its name."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; a `with` that stands alone belongs to the name of a stack."""
        laying = {laying_word(language) for language in languages()}
        with_ = next((word for word in args[1:] if word in laying and not is_path(word)), None)
        if with_ is not None:
            command = f"{ctx.command_path} {_quoted(args, with_)}"
            raise click.UsageError(phrase("quote-the-stack", command=command), ctx)
        return super().parse_args(ctx, args)


def _quoted(words: list[str], with_: str) -> str:
    """The words with quotes around the stack: from the ruleset before `with` to the next option of the command."""
    begin = words.index(with_, 1) - 1
    end = next((number for number in range(begin, len(words)) if words[number].startswith("-")), len(words))
    return shlex.join([*words[:begin], " ".join(words[begin:end]), *words[end:]])


@frozen
class StackName:
    """A ruleset, the layers upon it from the lowest up, and the options that were chosen."""

    ruleset: str
    layers: tuple[str, ...] = ()
    options: Mapping[str, Setting] = _NO_OPTIONS
    table: Table | None = None  # the file that names it

    def load(self) -> LoadedRuleset:
        """The checked rules.

        Raises:
            SourceError: They cannot be found or used; carries every finding.
        """
        if self.table is None:
            return load_ruleset(self.ruleset, self.layers, self.options)
        places = {name: place for name, place in self.table.places.items() if self._is_theirs(name)}
        try:
            return load_ruleset(self.ruleset, self.layers, self.options, self.table.folder, places)
        except SourceError as trouble:
            raise self.table.placed(trouble) from trouble

    @property
    def files(self) -> tuple[File, ...]:
        """The file that names it, if one does."""
        return () if self.table is None else (File(self.table.file),)

    def __str__(self) -> str:
        laid = [*self.layers, *(f"option {name} = {value}" for name, value in self.options.items())]
        return f"{self.ruleset} with {', '.join(laid)}" if laid else self.ruleset

    def _is_theirs(self, option: str) -> bool:
        """Whether the value of an option is the one that the table chose."""
        return self.table is not None and self.options.get(option) == self.table.options[option]


def parsed_stack(text: str, layers: Iterable[str] = (), settings: Iterable[str] = ()) -> StackName:
    """The stack that somebody typed, with what `--with` and `--option` lay upon it.

    Raises:
        SourceError: The text names no stack.
        UsageError: A setting sets nothing.
    """
    named = _written(text)
    laid = tuple(dict.fromkeys((*named.layers, *layers)))
    return evolve(named, layers=laid, options={**named.options, **parsed_settings(settings)})


def is_stack(text: str) -> bool:
    """Whether a text can only be the name of a stack: no path, but layers or options behind a `with`."""
    return not is_path(text) and _language(text) is not None


def _language(text: str) -> str | None:
    """The language in which a text says that something lies upon a ruleset; None if it does not say so."""
    words = text.split() if " " in text else ()
    return next((language for language in languages() if laying_word(language) in words), None)


def is_path(text: str) -> bool:
    """Whether a file or folder of this name is there."""
    try:
        return File(text).exists()
    except OSError:  # a long list of layers is no possible name of a file
        return False


def _written(text: str) -> StackName:
    """What a scenario file would write behind `ruleset`; a path may also stand there without quotes."""
    if is_path(text) and is_table(File(text)):
        table = read_table(File(text))
        return StackName(table.ruleset, table.layers, table.options, table)
    language = None if is_path(text) else _language(text)
    if language is None:
        return StackName(text.strip())
    quoted = _LONG_NUMBER.sub(_in_quotes, _BARE_PATH.sub(_in_quotes, text))
    line = f"{opening('ruleset', language)[0]} {quoted}"
    try:
        stack = statement(plainly_written(line, at(text, 1, 1, len(line))), Place.TOP, language)
    except UnexpectedInput as unreadable:
        raise SourceError([error("L0401", None, text=text)]) from unreadable
    layers = tuple(dict.fromkeys(name.text for name in stack.changes.layers))
    return StackName(stack.ruleset.text, layers, {each.option.text: each.value.text for each in stack.changes.settings})


def _in_quotes(match: re.Match[str]) -> str:
    return f'"{match[0]}"'
