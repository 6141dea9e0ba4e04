"""`gulliver rulings`: rulesets and scenarios in, every question with its answer and whether it holds out."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path as File

import click
from attrs import Factory, define

from interpreter.commands.files import display, scenario_files
from interpreter.commands.layers import rules_with_rulings
from interpreter.commands.output import colour_option, findings_text, give_up, is_coloured, object_text, say
from interpreter.commands.outputs import files_of, write_output
from interpreter.commands.stacks import StackCommand, StackName, is_path, parsed_stack
from interpreter.commands.tables import stack_or_table
from interpreter.commands.targets import targets
from interpreter.documents.reader import read_text
from interpreter.documents.shipped import shipped
from interpreter.layering.table import table_in
from interpreter.library import LoadedRuleset, load_ruleset
from interpreter.report.rulings import Entry, Faq, Status, entries_of, faq
from interpreter.report.rulings_pages import as_html, as_markdown
from interpreter.report.rulings_text import as_object, as_text
from interpreter.scenario.parser import parse
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import Diagnostic, SourceError
from interpreter.trial.citing import Citation, citations
from interpreter.trial.loading import NO_EXTRA, Extra

_FAILS, _NOTHING = 1, 5
_RULES, _SCENARIOS = "rulesets", "scenarios"
_SHAPES = ("text", "md", "html", "json")


@click.command(cls=StackCommand)
@click.argument("names", nargs=-1, metavar="[STACK] [PATH]...")
@click.option("--format", "shape", type=click.Choice(_SHAPES), default="text", help="How the answers are written.")
@click.option("-k", "keyword", default="", help="Only the ruling of this number, or those whose words contain this.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=File), help="Write it to this file.")
@colour_option
def rulings(names: tuple[str, ...], shape: str, keyword: str, output: File | None, colour: str) -> None:
    """Write every question about the rules with its answer, the scenarios that decide it, and whether they hold.

    \b
    Examples:
      gulliver rulings                              everything in rulesets/ and scenarios/
      gulliver rulings NAME -k B7
      gulliver rulings 'NAME with house/long' my.scenario
      gulliver rulings --format html -o rulings.html

    Without a folder rulesets/ or scenarios/ here, what comes with the program counts. Only scenarios
    that name a ruling are run; under a STACK, those of its ruleset, with its layers and options.

    Exit codes: 0 no ruling fails, 1 some do or something cannot be read, 2 wrong usage, 5 no such ruling.
    """
    session = _Session()
    try:
        entries = _matching(session.entries(names), keyword)
        found = session.run(entries, _paths(names))
    except SourceError as trouble:
        give_up(trouble, shape, colour)
    if found.findings and shape != "json":
        click.echo(findings_text(found.findings, "text", coloured=is_coloured(colour)), err=True)
    if found.entries or shape == "json":
        _deliver(_written(found, shape, output), output, session.files)
    else:
        click.echo(phrase("rulings-none"), err=True)
    sys.exit(_exit_code(found))


def _is_stack(name: str) -> bool:
    """Whether a name means rules; what lies at a path without rules means scenarios."""
    path = File(name)
    return not is_path(name) or path.suffix in (".yaml", ".yml") or (path.is_dir() and any(path.glob("*.yaml")))


def _paths(names: tuple[str, ...]) -> tuple[File, ...]:
    """Where the scenarios lie."""
    given = names[1:] if names and _is_stack(names[0]) else names
    here = File(_SCENARIOS)
    return tuple(map(File, given)) or (here if here.is_dir() else shipped(_SCENARIOS),)


def _matching(entries: Iterable[Entry], keyword: str) -> tuple[Entry, ...]:
    return tuple(entry for entry in entries if not keyword or _is_meant(entry, keyword.casefold()))


def _is_meant(entry: Entry, word: str) -> bool:
    words = entry.words
    if word in (number.casefold() for number in (entry.id, *words.also)):
        return True
    return any(word in text.casefold() for text in (words.question, words.answer, *words.also.values()))


def _ruleset(path: File) -> LoadedRuleset:
    return load_ruleset(path.resolve())


@define
class _Session:
    """Reads rules and runs scenarios, and keeps what is wrong with them."""

    stack: StackName | None = None
    ruleset: str | None = None  # of the stack
    findings: list[Diagnostic] = Factory(list)
    files: list[File] = Factory(list)  # those that were read

    def entries(self, names: tuple[str, ...]) -> tuple[Entry, ...]:
        """The rulings of the stack that is named, else of the table, else of all rules that lie here.

        Raises:
            SourceError: The stack cannot be used.
        """
        if names and _is_stack(names[0]):
            self.stack = parsed_stack(names[0])
        elif table_in(File()) is not None:
            self.stack = stack_or_table(None)
        if self.stack is None:
            return entries_of(self._rules())
        loaded = self.stack.load()
        self.files += [*self.stack.files, *files_of(loaded.stack)]
        self.ruleset = loaded.stack.ruleset
        return entries_of([loaded])

    def _rules(self) -> Iterator[LoadedRuleset]:
        """Every ruleset, then every layer upon its ruleset."""
        found = targets([File(_RULES) if File(_RULES).is_dir() else shipped(_RULES)])
        for kind, load in (("ruleset", _ruleset), ("layer", rules_with_rulings)):
            for target in found:
                try:
                    for loaded in [load(target.path)] if target.kind == kind else []:
                        self.files += files_of(loaded.stack)
                        yield loaded
                except SourceError as wrong:
                    self.findings += wrong.diagnostics

    def run(self, entries: tuple[Entry, ...], paths: Iterable[File]) -> Faq:
        """Run the scenarios that cite one of the rulings."""
        wanted = {entry.id for entry in entries}
        cited = [each for path in paths for file in scenario_files(path) for each in self._citations(file, wanted)]
        mine = [each for each in cited if self.ruleset in (None, each.ruleset)]
        return faq(entries, mine, self.findings)

    def _citations(self, file: File, wanted: set[str]) -> list[Citation]:
        extra = Extra(self.stack.layers, self.stack.options) if self.stack else NO_EXTRA
        self.files.append(file)
        try:
            text = read_text(file, display(file))
            if not any(ruling in text for ruling in wanted):
                return []
            return list(citations(parse(text, display(file)), text, extra, wanted))
        except SourceError as wrong:
            self.findings += wrong.diagnostics
            return []


def _written(found: Faq, shape: str, output: File | None) -> str:
    match shape:
        case "json":
            return object_text(as_object(found))
        case "html":
            return as_html(found)
        case "md":
            return as_markdown(found, output.parent if output else File())
        case _:
            return as_text(found)


def _deliver(text: str, output: File | None, inputs: Iterable[File]) -> None:
    if output is None:
        say(text, coloured=False)
        return
    write_output(output, text.rstrip("\n") + "\n", inputs)
    click.echo(phrase("rulings-wrote", file=str(output)))


def _exit_code(found: Faq) -> int:
    if found.findings or found.count(Status.FAILS):
        return _FAILS
    return 0 if found.entries else _NOTHING
