"""`gulliver ask`: a position in; who is asked, what is legal and what is refused out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path as File

import click
from attrs import evolve, frozen

from interpreter.commands.files import display, scenario_files
from interpreter.commands.output import colour_option, findings_text, give_up, is_coloured, say
from interpreter.commands.settings import parsed_settings
from interpreter.commands.tables import HouseRules, house_rules
from interpreter.documents.reader import read_text
from interpreter.report.questions import Question
from interpreter.report.stacks import stack_words
from interpreter.scenario import tree as t
from interpreter.scenario.parser import parse
from interpreter.snapshots.names import case_id
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import Diagnostic, SourceError
from interpreter.source.display import harmless
from interpreter.trial.faults import located
from interpreter.trial.loading import Extra, load
from interpreter.trial.retelling import teller_of
from interpreter.trial.runner import play, start
from interpreter.trial.translating import with_ids

_NOTHING = 5
_SHOWN = 12  # answers


@click.command()
@click.argument("path", metavar="FILE[::ID]")
@colour_option
@click.option("--with", "layers", multiple=True, metavar="LAYER", help="Ask under this layer, too.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Ask with this option.")
@click.option("--all", "everything", is_flag=True, help="List every legal answer, however many there are.")
def ask(path: str, colour: str, layers: tuple[str, ...], options: tuple[str, ...], *, everything: bool) -> None:
    """Play a script without expectations, and say what may be done there, under every reading.

    \b
    Examples:
      gulliver ask dispute.scenario
      gulliver ask dispute.scenario::my-id
      gulliver ask dispute.scenario::my-id.row
      gulliver ask dispute.scenario --option NAME=VALUE

    Exit codes: 0 answered, 1 the script does not fit the rules, 2 wrong usage, 5 no such scenario.
    """
    name, _, wanted = path.partition("::")
    try:
        rules = house_rules(Extra(layers, parsed_settings(options)))
    except SourceError as trouble:
        give_up(trouble, "text", colour)
    asked = _Asked(wanted, rules, None if everything else _SHOWN)
    answers = [answer for file in scenario_files(File(name)) for answer in asked.answers(file)]
    for answer in answers:
        say(answer.text(coloured=is_coloured(colour)), coloured=is_coloured(colour))
    if not answers:
        click.echo(phrase("ask-nothing", path=path), err=True)
    sys.exit(1 if any(answer.findings for answer in answers) else 0 if answers else _NOTHING)


@frozen
class _Answer:
    """What is said about one position, or why nothing can be said."""

    head: str
    lines: tuple[str, ...] = ()
    findings: tuple[Diagnostic, ...] = ()

    def text(self, *, coloured: bool) -> str:
        """All of it."""
        found = [findings_text(self.findings, "text", coloured=coloured)] if self.findings else []
        return "\n".join(filter(None, [self.head, *(f"  {line}" for line in self.lines), *found]))


@frozen
class _Asked:
    """What is asked: which scenario (all without a name), under which rules, for how many of the answers."""

    wanted: str
    rules: HouseRules
    most: int | None

    def answers(self, file: File) -> Iterator[_Answer]:
        """An answer for each case of a file that is wanted."""
        shown = display(file)
        try:
            parsed = parse(read_text(file, shown), shown, only=self.wanted, is_question=True)
        except SourceError as wrong:
            yield _Answer(harmless(shown), findings=wrong.diagnostics)
            return
        for scenario, case in parsed.tests():
            if self.wanted in ("", scenario.id.text, case_id(scenario, case)):
                yield self._answer(parsed, scenario, case)

    def _answer(self, file: t.ScenarioFile, scenario: t.Scenario, case: t.Case) -> _Answer:
        head = f"{harmless(file.file)}:{scenario.span.line} {case_id(scenario, case)}"
        try:
            loaded = load(file, scenario, case, self.rules.upon(file))
        except SourceError as wrong:
            return _Answer(head, findings=teller_of(file, case, None).findings(wrong.diagnostics))
        teller = teller_of(file, case, loaded)
        try:
            file, case = with_ids(file, case, loaded.stack)
            player = start(file, case, loaded)
            play(player, _script(case))
            with located(None, player.places):
                player = player.settled()
        except SourceError as wrong:
            return _Answer(head, findings=teller.findings(wrong.diagnostics))
        head += f"  [{stack_words(loaded.stack.full_name)}]"
        return _Answer(head, tuple(Question(loaded, player, teller, self.most).lines()))


def _script(case: t.Case) -> t.Case:
    """The script alone."""
    return evolve(case, blocks=tuple(block for block in case.blocks if not isinstance(block, t.Then)))
