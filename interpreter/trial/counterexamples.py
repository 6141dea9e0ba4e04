"""A branch in which an expectation fails, to a scenario of its own in which it fails: nothing in it is left open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from interpreter.library import LoadedRuleset
from interpreter.scenario import tree as t
from interpreter.scenario import writing as w
from interpreter.scenario.formatter import format_text
from interpreter.source.speech import DEFAULT
from interpreter.trial.branches import Branch, is_open
from interpreter.trial.loading import Extra
from interpreter.trial.rewording import naming
from interpreter.trial.translating import meaning, renamed


@frozen
class Counterexamples:
    """Writes them for one block of a case."""

    file: t.ScenarioFile
    scenario: t.Scenario
    case: t.Case
    block: t.Then
    loaded: LoadedRuleset
    extra: Extra

    def __call__(self, branch: Branch, line: t.ThenLine, reach: t.Circumstances) -> str:
        """The scenario in which a line fails as it does in the branch, in the language of the file."""
        text = "\n".join(self._lines(branch, line, reach)) + "\n"
        if self.file.language == DEFAULT:
            return format_text(text, self.file.file)
        language = self.file.language
        return format_text(text, self.file.file, language, lambda tree: naming(tree, language))

    def _lines(self, branch: Branch, line: t.ThenLine, reach: t.Circumstances) -> Iterator[str]:
        yield from self._ruleset()
        if self.file.background:
            yield from w.block("background", map(w.placing, self.file.background))
        title = "" if self.scenario.title is None else f" {w.quoted(self.scenario.title.text)}"
        yield f"scenario {'-'.join([self.scenario.id.text, *self.case.path])}-example{title}"
        for given in (block for block in self.case.blocks if isinstance(block, t.Given)):
            yield from w.block(w.given(given), map(w.placing, given.lines), 1)
        for lines in self._script(branch.taken):
            yield from w.block("when", lines, 1)
        until = t.Circumstances(until=reach.until)
        yield from w.block(f"then{w.reach(until)}", [w.claim(plain(line))], 1)

    def _ruleset(self) -> Iterator[str]:
        assert self.file.stack is not None
        reading = () if self.case.reading is None else (self.case.reading.changes,)
        laid = [self.file.stack.changes, self.scenario.changes, *reading]
        layers = dict.fromkeys([name.text for change in laid for name in change.layers] + list(self.extra.layers))
        settings = {key: str(value) for key, value in (self.extra.options or {}).items()}
        written = renamed(tuple(laid), meaning(self.loaded.stack, self.file.language))
        settings |= {each.option.text: each.value.text for change in written for each in change.settings}
        yield f"ruleset {w.name(self.file.stack.ruleset)}{w.changes(layers, settings.items())}"

    def _script(self, taken: Iterable[str]) -> list[list[str]]:
        """What each `when` up to the block says, with what came up; the last goes on with what was looked at beyond."""
        left = iter(taken)
        scripts = [list(filter(None, (_come_up(line, left) for line in when.lines))) for when in self._whens()]
        beyond = list(left)
        return [*scripts[:-1], [*scripts[-1], *beyond]] if scripts else [beyond] if beyond else []

    def _whens(self) -> Iterator[t.When]:
        for block in self.case.blocks:
            if block is self.block:
                return
            if isinstance(block, t.When):
                yield block


def _come_up(line: t.WhenLine, taken: Iterator[str]) -> str:
    """A line of the script; where it leaves something open, what came up."""
    return next(taken) if is_open(line) else w.happening(line)


def plain(line: t.ThenLine) -> t.ThenLine:
    """What a line claims of a single branch."""
    if not isinstance(line, t.Odds | t.Branches):
        return line
    must = line.frequency is t.Frequency.ALWAYS if isinstance(line, t.Branches) else line.numerator > 0
    if isinstance(line.of, t.Fact) and must:
        return evolve(line.of, because=line.because)
    if isinstance(line.of, t.Fact):
        return t.Branches(t.Frequency.NEVER, line.of, t.Circumstances(), line.span, line.because)
    return t.Happened(line.of.words, line.span, line.because, holds=must)
