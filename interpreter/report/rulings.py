"""Loaded rules, and the cases that cite their rulings, to the entries of an executable FAQ.

An entry is a ruling with its readings. A reading holds if those scenarios pass that cite the ruling and were played
under it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property
from itertools import groupby

from attrs import evolve, frozen

from interpreter.layering.labels import RULINGS, RulingText
from interpreter.layering.stack import Stack
from interpreter.library import LoadedRuleset
from interpreter.model import draft as d
from interpreter.model.references import cited_source
from interpreter.prose.sentences import teller
from interpreter.prose.telling import Teller
from interpreter.source.diagnostics import Diagnostic
from interpreter.source.speech import spoken
from interpreter.trial.citing import Citation
from interpreter.trial.verdicts import Outcome, Verdict

_GRAVEST = (Outcome.ERROR, Outcome.FAILED, Outcome.SNAPSHOT, Outcome.KNOWN_WRONG, Outcome.PASSED, Outcome.SKIPPED)
Settings = tuple[tuple[str, str], ...]  # each option, and its value


class Status(Enum):
    """Whether an answer holds, as far as scenarios decide it."""

    FAILS = "fails"
    KNOWN_WRONG = "known-wrong"
    HOLDS = "holds"
    UNDECIDED = "undecided"


def worded_ruling(stack: Stack, ruling: d.Ruling) -> d.Ruling | RulingText:
    """The words of a ruling in the language that is spoken; for want of them, as the rules state them."""
    texts = stack.ruling_texts(spoken()).get(ruling.key)
    return ruling if texts is None else evolve(texts, also={**ruling.also, **texts.also})


@frozen(eq=False)
class Deciding:
    """A scenario that cites a ruling, or one reading of it, with all rows of its table."""

    cases: tuple[Citation, ...]

    @property
    def verdict(self) -> Verdict:
        """The gravest of its verdicts."""
        return min((case.verdict for case in self.cases), key=lambda verdict: _GRAVEST.index(verdict.outcome))

    @property
    def outcome(self) -> Outcome:
        """How it came out; as its worst row."""
        return self.verdict.outcome

    @property
    def id(self) -> str:
        """The scenario, then its reading."""
        reading = self.verdict.case.reading
        return ".".join([self.verdict.scenario.id.text, *([reading.id.text] if reading else [])])

    @property
    def title(self) -> str:
        """What its author calls it; may be empty."""
        title = self.verdict.scenario.title
        return title.text if title else ""

    @property
    def text(self) -> str:
        """A scenario file with nothing else in it."""
        return self.cases[0].text

    @property
    def loaded(self) -> LoadedRuleset | None:
        """The rules that it was played under."""
        return self.cases[0].loaded


@frozen(eq=False)
class Reading:
    """One way to read the rules, and the scenarios that were played under it."""

    settings: Settings  # empty: no option decides it
    is_chosen: bool
    deciding: tuple[Deciding, ...]

    @property
    def status(self) -> Status:
        """Whether the answer that it gives holds."""
        return status_of(each.outcome for each in self.deciding)


def status_of(outcomes: Iterable[Outcome]) -> Status:
    """What scenarios say together."""
    found = set(outcomes) - {Outcome.SKIPPED}
    if found & {Outcome.ERROR, Outcome.FAILED, Outcome.SNAPSHOT}:
        return Status.FAILS
    if Outcome.KNOWN_WRONG in found:
        return Status.KNOWN_WRONG
    return Status.HOLDS if found else Status.UNDECIDED


@frozen(eq=False)
class Entry:
    """A ruling, the rules that declare it, and the cases that cite it."""

    ruling: d.Ruling
    loaded: LoadedRuleset
    citations: tuple[Citation, ...] = ()

    @property
    def id(self) -> str:
        """Its number."""
        return self.ruling.key

    @property
    def owner(self) -> str:
        """The ruleset or the layer that declares it."""
        return owner_of(self.loaded, self.id)

    @cached_property
    def words(self) -> d.Ruling | RulingText:
        """Question, answer and further questions in the language that is spoken."""
        return worded_ruling(self.loaded.stack, self.ruling)

    @property
    def source(self) -> str | None:
        """Where its answer is written: the id of a source, a comma, the place in it."""
        return self.loaded.stack.source(self.ruling.path)

    @property
    def register(self) -> d.Source | None:
        """What the register of sources says about it."""
        return self.loaded.ruleset.draft.sources.get(cited_source(self.source)) if self.source else None

    @property
    def options(self) -> tuple[str, ...]:
        """The options that choose its reading."""
        option = self.ruling.option
        return (option,) if isinstance(option, str) else tuple(option or ())

    @cached_property
    def deciding(self) -> tuple[Deciding, ...]:
        """The scenarios that cite it; first those in the language that is spoken, and upon no further layer."""
        groups: dict[tuple[str, ...], list[Citation]] = {}
        for citation in self.citations:
            groups.setdefault((citation.verdict.file, *_of_reading(citation)), []).append(citation)
        found = [Deciding(tuple(group)) for group in groups.values()]
        return tuple(sorted(found, key=lambda each: (each.cases[0].language != spoken(), self.under(each) != "")))

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """How it can be read: first as chosen, then with each other value of an option, then as scenarios read it."""
        chosen = _settings(self.loaded, self.options)
        found: dict[Settings, list[Deciding]] = {chosen: []}
        found.update({settings: [] for settings in self._alternatives(dict(chosen))})
        for each in self.deciding:
            settings = _settings(each.loaded, self.options) if each.loaded else chosen
            found.setdefault(settings, []).append(each)
        return tuple(Reading(key, key == chosen, tuple(deciding)) for key, deciding in found.items())

    def _alternatives(self, chosen: Mapping[str, str]) -> Iterator[Settings]:
        for option in self.options:
            for value in self.loaded.ruleset.draft.options[option].values or ():
                yield tuple({**chosen, option: value}.items())

    @property
    def status(self) -> Status:
        """Whether its answers hold."""
        return status_of(each.outcome for each in self.deciding)

    @cached_property
    def tell(self) -> Teller:
        """What its options and their values are called in the language that is spoken."""
        return teller(self.loaded.ruleset.draft, self.loaded.stack.labels.get(spoken(), {}))

    def said(self, reading: Reading) -> str:
        """The options of a reading with their values, in words; empty where no option decides."""
        tell = self.tell
        return ", ".join(f"{tell.name('options', o)} = {tell.option_value(o, v)}" for o, v in reading.settings)

    def under(self, each: Deciding) -> str:
        """The rules that a scenario was played under, if they differ from those that declare the ruling by a layer."""
        stack = each.loaded.stack if each.loaded else self.loaded.stack
        return "" if stack.name == self.loaded.stack.name else stack.name


def owner_of(loaded: LoadedRuleset, ruling: str) -> str:
    """The ruleset or the layer that declares a ruling."""
    return loaded.stack.origin((RULINGS, ruling)).layer or loaded.stack.ruleset


def _of_reading(citation: Citation) -> tuple[str, str]:
    verdict = citation.verdict
    return verdict.scenario.id.text, verdict.case.reading.id.text if verdict.case.reading else ""


def _settings(loaded: LoadedRuleset, names: Iterable[str]) -> Settings:
    options = loaded.ruleset.draft.options
    return tuple((name, str(options[name].default)) for name in names if name in options)


@frozen(eq=False)
class Faq:
    """Every entry, and what is wrong besides."""

    entries: tuple[Entry, ...]
    findings: tuple[Diagnostic, ...] = ()

    @property
    def sections(self) -> tuple[tuple[LoadedRuleset, tuple[Entry, ...]], ...]:
        """The rules that declare entries, and their entries."""
        groups = groupby(self.entries, key=lambda entry: (entry.loaded.stack.ruleset, entry.owner))
        listed = [tuple(group) for _, group in groups]
        return tuple((group[0].loaded, group) for group in listed)

    @property
    def sources(self) -> tuple[tuple[str, d.Source], ...]:
        """Every source that an answer rests on, with the ruleset whose register has it."""
        found = {
            (entry.loaded.stack.ruleset, entry.register.key): entry.register for entry in self.entries if entry.register
        }
        return tuple((ruleset, source) for (ruleset, _), source in found.items())

    def count(self, status: Status) -> int:
        """How many entries have a status."""
        return sum(entry.status is status for entry in self.entries)


def entries_of(rules: Iterable[LoadedRuleset]) -> tuple[Entry, ...]:
    """Every ruling of some rules, each once; those of a ruleset come before those of the layers upon it."""
    found: dict[tuple[str, str, str], Entry] = {}
    for loaded in rules:
        for ruling in loaded.ruleset.draft.rulings.values():
            entry = Entry(ruling, loaded)
            found.setdefault((loaded.stack.ruleset, entry.owner, entry.id), entry)
    games = list(dict.fromkeys(ruleset for ruleset, _, _ in found))
    return tuple(sorted(found.values(), key=lambda entry: games.index(entry.loaded.stack.ruleset)))


def faq(entries: Sequence[Entry], citations: Iterable[Citation], findings: Iterable[Diagnostic] = ()) -> Faq:
    """The entries with the cases that cite them; cases that cite none of them and cannot be played are findings."""
    cited: dict[Entry, list[Citation]] = {entry: [] for entry in entries}
    wrong = list(findings)
    for citation in citations:
        mine = [entry for entry in entries if _is_about(citation, entry)]
        for entry in mine:
            cited[entry].append(citation)
        if not mine and citation.verdict.outcome is Outcome.ERROR:
            wrong += citation.verdict.findings
    told = {(finding.code, finding.span): finding for finding in wrong}
    return Faq(tuple(evolve(entry, citations=tuple(cases)) for entry, cases in cited.items()), tuple(told.values()))


def _is_about(citation: Citation, entry: Entry) -> bool:
    if entry.id not in citation.verdict.rulings or citation.ruleset != entry.loaded.stack.ruleset:
        return False
    rules = citation.loaded
    return rules is None or (entry.id in rules.ruleset.draft.rulings and owner_of(rules, entry.id) == entry.owner)
