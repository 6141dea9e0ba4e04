"""`gulliver why`: a case and a line of it in, the chain of events and rules that led there out."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path as File

import click
from attrs import frozen

from interpreter.commands.files import display, scenario_files
from interpreter.commands.output import SCHEMA, colour_option, give_up, is_coloured, object_text, say, shape_option
from interpreter.commands.settings import parsed_settings
from interpreter.commands.tables import HouseRules, house_rules
from interpreter.documents.reader import read_text
from interpreter.report.reasons import Explanation
from interpreter.scenario import tree as t
from interpreter.scenario.parser import parse
from interpreter.snapshots.names import case_id
from interpreter.source.catalogue import phrase, worded
from interpreter.source.diagnostics import SourceError, nearest
from interpreter.texts import number_or_text
from interpreter.trial.causes import story
from interpreter.trial.loading import Extra

_STOPPED = 1


@click.command()
@click.argument("place", metavar="FILE::ID[:LINE]")
@shape_option
@colour_option
@click.option("--with", "layers", multiple=True, metavar="LAYER", help="Play under this layer, too.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Play with this option.")
def why(place: str, shape: str, colour: str, layers: tuple[str, ...], options: tuple[str, ...]) -> None:
    """Tell what led to a result: the direct reason, the chain of events and rules, and what these read.

    \b
    Examples:
      gulliver why dispute.scenario::my-id
      gulliver why dispute.scenario::my-id:12
      gulliver why dispute.scenario::my-id.reading:12
      gulliver why dispute.scenario::my-id --option NAME=VALUE

    LINE is a line of the file; without it, it is the first expectation that fails, else the last ones.

    Exit codes: 0 told, 1 the scenario cannot be played so far, 2 wrong usage.
    """
    asked = _asked(place)
    try:
        rules = house_rules(Extra(layers, parsed_settings(options)))
        told = list(asked.told(rules))
    except SourceError as trouble:
        give_up(trouble, shape, colour)
    if shape == "json":
        say(object_text({"schema": SCHEMA, "cases": [each.as_object() for each in told]}), coloured=False)
    else:
        say("\n\n".join("\n".join(each.lines()) for each in told), coloured=is_coloured(colour))
    sys.exit(_STOPPED if any(each.story.stopped for each in told) else 0)


@frozen
class _Asked:
    """What is asked: a file, a scenario or one of its cases, and a line of the file."""

    file: File
    wanted: str
    line: int | None

    def told(self, rules: HouseRules) -> Iterator[Explanation]:
        """What is told about each case that is wanted."""
        shown = display(self.file)
        text = read_text(self.file, shown)
        parsed = parse(text, shown, only=self.wanted, is_question=True)
        last = text.rstrip("\n").count("\n") + 1
        for scenario, case in self._with_line(parsed, self._cases(parsed), last):
            yield Explanation(story(parsed, scenario, case, rules.upon(parsed), self.line), text)

    def _cases(self, file: t.ScenarioFile) -> list[tuple[t.Scenario, t.Case]]:
        found = [each for each in file.tests() if self.wanted in (each[0].id.text, case_id(*each))]
        if not found:
            known = [scenario.id.text for scenario in file.scenarios]
            meant = nearest(self.wanted, known)
            told = phrase("why-no-scenario", file=str(self.file), id=self.wanted, known=", ".join(known))
            raise click.UsageError(told if meant is None else phrase("why-meant", what=told, id=meant))
        return found

    def _with_line(
        self, file: t.ScenarioFile, cases: Sequence[tuple[t.Scenario, t.Case]], last: int
    ) -> Sequence[tuple[t.Scenario, t.Case]]:
        """The cases in which the line stands; of several readings only those that have it, if any has."""
        if self.line is None:
            return cases
        scenario = cases[0][0]
        below = (other.span.line for other in file.scenarios if other.span.line > scenario.span.line)
        if not scenario.span.line <= self.line < next(below, last + 1):
            raise click.UsageError(phrase("why-no-line", line=str(self.line), id=scenario.id.text))
        return [each for each in cases if self.line in _lines(each[1])] or cases


def _lines(case: t.Case) -> set[int]:
    """The lines of the file that are played or claimed in a case."""
    return {line.span.line for block in case.blocks for line in block.lines}


def _asked(place: str) -> _Asked:
    name, mark, rest = place.partition("::")
    wanted, colon, line = rest.partition(":")
    if not mark or not wanted or (colon and not isinstance(number_or_text(line), int)):
        raise click.BadParameter(phrase("why-place", place=place), param_hint=worded("FILE::ID[:LINE]"))
    file = File(name)
    found = [file] if list(scenario_files(file)) == [file] else []
    if not found:
        raise click.UsageError(phrase("why-one-file", path=name))
    return _Asked(file, wanted, int(line) if line else None)
