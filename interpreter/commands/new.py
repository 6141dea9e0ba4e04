"""`gulliver new`: a name in, files to begin with out: a house rule, a ruleset or a scenario."""

from __future__ import annotations

import re
from pathlib import Path as File

import click
from attrs import evolve, frozen

from interpreter.commands.drafts import Draft, as_spoken, filled, title_of
from interpreter.commands.output import give_up
from interpreter.commands.schema import schema_text
from interpreter.commands.stacks import StackName, parsed_stack
from interpreter.documents.schemas import schema_file
from interpreter.documents.writer import write_whole
from interpreter.layering.discovery import find, rulesets_on, shelves
from interpreter.layering.table import table_in
from interpreter.library import LoadedRuleset, load_ruleset
from interpreter.source.catalogue import phrase, worded
from interpreter.source.diagnostics import SourceError
from interpreter.source.speech import without_accents

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*(/[a-z][a-z0-9]*(-[a-z0-9]+)*)*")
_HOUSE = "house"
_LONGEST = 100  # file systems take 255 bytes, with endings


_at = click.option(
    "--at",
    "folder",
    type=click.Path(file_okay=False, path_type=File),
    default=".",
    help="The folder in which you keep your games; this one without it.",
)
_upon = click.option("--for", "stack", metavar="STACK", help="The game; without it, the one in table.yaml.")


@click.group()
def new() -> None:
    """Begin a house rule, a ruleset or a scenario: files that are right as they stand, to be changed.

    \b
    Examples:
      gulliver new house-rule calm --for NAME
      gulliver new ruleset my-game
      gulliver new scenario dispute --for 'NAME with house/calm'

    No file is ever overwritten. Exit codes: 0 written, 1 it could not be, 2 wrong usage.
    """


@new.command("house-rule")
@click.argument("name")
@_upon
@_at
def house_rule(name: str, stack: str | None, folder: File) -> None:
    """Write a house rule with a first change, and a scenario that shows what it makes true.

    \b
    Examples:
      gulliver new house-rule calm --for NAME
      gulliver new house-rule calm --for 'NAME with house/long' --at my-games
    """
    name = _checked(name)
    name = name if "/" in name else f"{_HOUSE}/{name}"
    files = _Files(folder)
    layer, scenario = files.new(f"rulesets/{name}.yaml"), files.new(f"scenarios/{name}.scenario")
    draft = _draft(name, stack, folder)
    schema = layer.with_name(f"{draft.stack.ruleset}.schema.json")
    files.write(layer, draft.house_rule(schema.name), phrase("new-house-rule"))
    files.write_unless_there(schema, schema_text(draft.loaded.stack) + "\n", phrase("new-schema"))
    text = draft.scenario_as_spoken(scenario, "house-rule")
    files.write(scenario, text, phrase("new-house-rule-claim"))
    _next(f"gulliver check {layer}", f"gulliver run {scenario}")


@new.command("ruleset")
@click.argument("name")
@_at
def ruleset(name: str, folder: File) -> None:
    """Write the rules of a small game, and a scenario about them.

    \b
    Example:
      gulliver new ruleset my-game
    """
    name = _checked(name)
    if "/" in name:
        told = phrase("new-no-slash", name=name.replace("/", "-"))
        raise click.BadParameter(told, param_hint=worded("NAME"))
    files = _Files(folder)
    rules, scenario = files.new(f"rulesets/{name}/ruleset.yaml"), files.new(f"scenarios/{name}/first-turn.scenario")
    if name in {known for shelf in shelves(folder) for known in rulesets_on(shelf)}:
        raise click.ClickException(phrase("new-known", name=name))
    words = {"name": name, "title": title_of(name), "schema": "ruleset.schema.json"}
    files.write(rules, filled("ruleset.yaml", words), phrase("new-ruleset"))
    schema = schema_file("ruleset").read_text("utf-8")
    files.write_unless_there(rules.with_name(words["schema"]), schema, phrase("new-schema"))
    files.write(scenario, as_spoken(filled("ruleset.scenario", words), scenario), phrase("new-ruleset-claim"))
    _next(f"gulliver check {rules.parent}", f"gulliver run {scenario}", f"gulliver simulate {_named(rules, name)}")


@new.command("scenario")
@click.argument("name")
@_upon
@_at
def scenario(name: str, stack: str | None, folder: File) -> None:
    """Write a scenario that holds, to be made into yours.

    \b
    Examples:
      gulliver new scenario dispute --for NAME
      gulliver new scenario house/dispute --for 'NAME with house/calm, option mode = short'
    """
    name = _checked(name)
    files = _Files(folder)
    file = files.new(f"scenarios/{name}.scenario")
    files.write(file, _draft(name, stack, folder).scenario_as_spoken(file), phrase("new-scenario"))
    _next(f"gulliver run {file}", f"gulliver ask {file}")


# names


def _checked(name: str) -> str:
    """The name, if it is one."""
    if len(name) > _LONGEST:
        raise click.BadParameter(phrase("new-name-long", most=_LONGEST), param_hint=worded("NAME"))
    if _NAME.fullmatch(name):
        return name
    meant = re.sub(r"[^a-z0-9/]+", "-", without_accents(name).lower()).strip("-/").lstrip("0123456789-/")
    is_name = _NAME.fullmatch(meant) is not None
    told = phrase("new-name-meant", name=meant) if is_name else phrase("new-name")
    raise click.BadParameter(told, param_hint=worded("NAME"))


def _draft(name: str, stack: str | None, folder: File) -> Draft:
    """What to begin with upon the stack that somebody named, or upon the one that the folder suggests."""
    try:
        named = parsed_stack(stack or _suggested(folder))
        loaded = load_ruleset(named.ruleset, named.layers, named.options, named.table.folder if named.table else folder)
        return Draft(name, _by_name(named, loaded, folder), loaded)
    except SourceError as trouble:
        give_up(trouble, "text", "auto")


def _suggested(folder: File) -> str:
    """The table of the folder, or the only game that there is."""
    table = table_in(folder)
    if table is not None:
        return str(table)
    known = sorted({name for shelf in shelves(folder) for name in rulesets_on(shelf)})
    if len(known) == 1:
        return known[0]
    games = ", ".join(f"--for {name}" for name in known) or phrase("new-no-game")
    raise click.UsageError(phrase("new-which-game", games=games))


def _by_name(named: StackName, loaded: LoadedRuleset, folder: File) -> StackName:
    """The stack as files in the folder name it: by the ruleset's name, which must be found from there."""
    try:
        found = find(loaded.stack.ruleset, "ruleset", folder).resolve()
    except SourceError:
        found = None
    if found != loaded.stack.folder.resolve():
        place = folder / "rulesets" / loaded.stack.ruleset
        raise click.ClickException(phrase("new-copy", ruleset=named.ruleset, place=str(place)))
    return evolve(named, ruleset=loaded.stack.ruleset, layers=loaded.stack.layers)


def _named(rules: File, name: str) -> str:
    """How commands name a new ruleset: by its name where they find it, else by its folder."""
    return name if rules.parents[2].resolve() == File.cwd() else str(rules.parent)


# files


@frozen
class _Files:
    """Files below a folder, none of which is ever overwritten."""

    folder: File

    def new(self, name: str) -> File:
        """The path of a file that is not there yet."""
        file = self.folder / name
        if file.exists():
            raise click.ClickException(phrase("new-there", file=str(file)))
        return file

    def write(self, file: File, text: str, what: str) -> None:
        """Write a file, and say so."""
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text.encode())
        click.echo(phrase("new-wrote", file=str(file), what=what))

    def write_unless_there(self, file: File, text: str, what: str) -> None:
        """Write a file that others may have needed before."""
        if file.exists():
            click.echo(phrase("new-kept", file=str(file)))
        else:
            self.write(file, text, what)


def _next(*commands: str) -> None:
    for key, command in zip(("new-next", "new-then", "new-then"), commands, strict=False):
        click.echo(phrase(key, command=command))
