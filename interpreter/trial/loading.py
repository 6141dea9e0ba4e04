"""A case and what a command lays upon it to checked rules, and to a program for the players it names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path as File

from attrs import evolve, frozen

from interpreter.engine.machine import Runner
from interpreter.library import LoadedRuleset, load_ruleset, runner_of
from interpreter.scenario import tree as t
from interpreter.scenario.quoting import quoter
from interpreter.source.diagnostics import Diagnostic, Related, Severity, SourceError, allowed_set, error, nearest
from interpreter.source.span import Span
from interpreter.source.speech import DEFAULT
from interpreter.texts import number_or_text
from interpreter.trial.retelling import teller_for
from interpreter.trial.translating import meaning, renamed


@frozen
class Extra:
    """What a command lays upon every scenario: layers and options."""

    layers: tuple[str, ...] = ()
    options: Mapping[str, str | int] | None = None


NO_EXTRA = Extra()
_OF_OPTIONS = frozenset({"L0301", "L0302", "L0303"})
_WRONG_KINDS = frozenset({"L0003", "L0009", "L0010"})  # what was named is not what is wanted there


def load(file: t.ScenarioFile, scenario: t.Scenario, case: t.Case, extra: Extra = NO_EXTRA) -> LoadedRuleset:
    """The ruleset that a case runs under, with all its layers and options.

    Raises:
        SourceError: It cannot be found or used.
    """
    changes = [scenario.changes] + ([case.reading.changes] if case.reading is not None else [])
    return load_stack(file, changes, extra)


def load_stack(file: t.ScenarioFile, changes: Iterable[t.Changes] = (), extra: Extra = NO_EXTRA) -> LoadedRuleset:
    """The ruleset that a file names, with what it and further lines lay upon it.

    Raises:
        SourceError: It cannot be found or used.
    """
    if file.stack is None:
        nowhere = error("S0901", Span(file.file, 1, 1, 1, 1))
        raise SourceError([quoter(file.language).finding(nowhere)])
    laid = [file.stack.changes, *changes]
    settings = [setting for change in laid for setting in change.settings]
    names = [name for change in laid for name in change.layers]
    layers = tuple(dict.fromkeys([*(name.text for name in names), *extra.layers]))
    try:
        settings = _with_ids(file, layers, settings)
        options = dict(extra.options or {}) | {each.option.text: number_or_text(each.value.text) for each in settings}
        places = {each.option.text: each.span for each in settings}
        return load_ruleset(file.stack.ruleset.text, layers, options, File(file.file).parent, places)
    except SourceError as wrong:
        placed = [_placed(each, file.stack.ruleset, names, extra) for each in wrong.diagnostics]
        raise SourceError(_in_words(file, layers, placed)) from wrong


def _with_ids(file: t.ScenarioFile, layers: tuple[str, ...], settings: list[t.Setting]) -> list[t.Setting]:
    """The settings with ids, whatever language they are written in."""
    if file.language == DEFAULT or not settings or file.stack is None:
        return settings
    stack = load_ruleset(file.stack.ruleset.text, layers, None, File(file.file).parent).stack
    return list(renamed(tuple(settings), meaning(stack, file.language)))


def _in_words(file: t.ScenarioFile, layers: tuple[str, ...], found: list[Diagnostic]) -> Iterable[Diagnostic]:
    """What is wrong with an option, with the words of the file for it: its rules are sound."""
    if file.stack is None or not all(finding.code in _OF_OPTIONS for finding in found):
        return found
    stack = load_ruleset(file.stack.ruleset.text, layers, None, File(file.file).parent).stack
    return teller_for(stack, (), file.language).findings(found)


def _placed(finding: Diagnostic, ruleset: t.Name, layers: Iterable[t.Name], extra: Extra) -> Diagnostic:
    """A finding about no line of a file is about the layer that it names, else about the ruleset.

    One about what the command laid upon it keeps no place: it is the same for every file.
    """
    if finding.span is not None and finding.code not in _WRONG_KINDS:
        return finding
    named = {finding.values.get("name"), finding.values.get("option")}
    meant = next((layer for layer in layers if named & {layer.text, File(layer.text).stem}), None)
    if meant is None and named & {*extra.layers, *(extra.options or {})}:
        return finding
    return evolve(finding, span=(meant or ruleset).span)


def remark_findings(scenario: t.Scenario, case: t.Case, loaded: LoadedRuleset) -> Iterator[Diagnostic]:
    """Rulings and sources must be registered."""
    draft = loaded.ruleset.draft
    remarks = [scenario.remarks] + ([case.reading.remarks] if case.reading is not None else [])
    for remark in remarks:
        for ruling in remark.rulings:
            if ruling.text not in draft.rulings:
                yield _unknown("P0401", ruling.text, ruling.span, draft.rulings)
        for source in remark.sources:
            word = source.text.split(",", maxsplit=1)[0].strip()
            if word not in draft.sources:
                yield _unknown("P0402", word, source.span, draft.sources)


def _unknown(code: str, word: str, span: Span, known: Iterable[str]) -> Diagnostic:
    names = list(known)
    values = {"word": word, "allowed": allowed_set(names)}
    return Diagnostic(code, Severity.ERROR, values, span, (), nearest(word, names))


MakeRunner = Callable[[LoadedRuleset, int], Runner]


def runner_for(loaded: LoadedRuleset, names: tuple[t.Name, ...], make: MakeRunner = runner_of) -> Runner:
    """The program for these players, as `make` makes it.

    Raises:
        SourceError: So many cannot play, or the rules cannot be compiled.
    """
    try:
        return make(loaded, len(names))
    except SourceError as wrong:
        here = names[0].span.through(names[-1].span)
        raise SourceError(_by_players(finding, here) for finding in wrong.diagnostics) from wrong


def _by_players(finding: Diagnostic, named: Span) -> Diagnostic:
    """A finding about the number of players is about the line that names them; the rules say how many can play."""
    if finding.code != "R0604":
        return finding
    return evolve(finding, span=named, related=(Related(finding.span, "note-players"),))
