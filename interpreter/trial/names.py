"""A program and a word of a scenario to the event, rule, answer, step or throw that it names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, reduce

from attrs import frozen

from interpreter.engine.machine import SETUP
from interpreter.engine.program import Choice, Condition, Option, Program, Site
from interpreter.scenario import tree as t
from interpreter.source.catalogue import Phrase
from interpreter.source.diagnostics import Diagnostic, SourceError, allowed_set, error, nearest
from interpreter.source.span import Span
from interpreter.trial.choosing import readings
from interpreter.trial.vocabulary import Vocabulary

_EVENT_GROUPS = ("events", "steps", "answers", "cards")
_ANSWER_GROUPS = ("answers", "cards", "choices")


@frozen(slots=False)
class Names:
    """Looks up what belongs to the rules of a game, not to its box."""

    program: Program
    vocabulary: Vocabulary

    # rules

    @cached_property
    def ids(self) -> frozenset[str]:
        """Every id that a rule has, or the group of rules that it belongs to."""
        rules = self.program.rules
        return frozenset({rule.name for rule in rules if rule.name} | {r.path[1] for r in rules if len(r.path) > 1})

    @cached_property
    def reasons(self) -> frozenset[str]:
        """Every id under which an answer may be refused."""
        conditions = (c for site in self.program.sites for c in (*site.guards, *_conditions(site.options)))
        return frozenset({condition.id for condition in conditions} | {"choice"})

    def of_rule(self, rule: int) -> frozenset[str]:
        """The ids by which a rule is known: its own, and those of the rules around it."""
        found = self.program.rules[rule]
        return frozenset(part for part in (*found.path, found.name) if part in self.ids)

    def causes_in(self, rule: int) -> frozenset[str]:
        """What `because` may cite for a rule: ids, its path or that of a rule around it, options and their rulings."""
        found = self.program.rules[rule]
        return self.of_rule(rule) | _addresses(found.path) | frozenset(found.options)

    @cached_property
    def _cited(self) -> frozenset[str]:
        """Paths, options and rulings that `because` may cite."""
        rules = self.program.rules
        return frozenset().union(*(_addresses(rule.path) | frozenset(rule.options) for rule in rules))

    def check_reason(self, line: t.ThenLine) -> None:
        """Whether `because` names a rule, and the line claims something that a rule can have decided.

        Raises:
            SourceError: There is no such rule, or it could decide nothing here.
        """
        because = reason_of(line)
        if because is None:
            return
        known = self.ids | self.reasons
        if because.text not in known and because.text not in self._cited:
            paths = {cited for cited in self._cited if "." in cited}
            raise self.vocabulary.unknown("E0108", because, sorted(paths if "." in because.text else known))
        if not _can_be_decided(line):
            raise SourceError([error("E0111", because.span, word=because.text)])

    # events

    @cached_property
    def event_names(self) -> frozenset[str]:
        """Every name that an event of this game may have: of a rule that logs one, or of an answer."""
        named = {self.program.rules[rule].name for rule in self.program.logged} - {""}
        return frozenset(named | {option.id for site in self.program.sites for option in site.options})

    def event(self, name: t.Name) -> str:
        """The event that a word names: by id or label.

        Raises:
            SourceError: No rule of this game causes such an event.
        """
        for group in _EVENT_GROUPS:
            found = self.vocabulary.known(group, self.event_names, name.text)
            if found:
                return found[0]
        raise self.vocabulary.unknown("E0205", name, sorted(self.event_names))

    def event_of(self, words: t.Subject) -> str:
        """The event that a claim about all branches names.

        Raises:
            SourceError: No rule of this game causes such an event.
        """
        if len(words.words) > 1:
            text = " ".join(word.text for word in words.words)
            raise SourceError([error("E0205", words.span, word=text, allowed=allowed_set(sorted(self.event_names)))])
        return self.event(words.words[0])

    # steps

    def step(self, start: t.Start) -> str:
        """The step where a position starts.

        Raises:
            SourceError: There is no such step, or it wants to know whose turn it is.
        """
        entries = self.program.entries
        if inside := self._steps_in(start.step.text):
            word = start.step
            raise SourceError([error("P0315", word.span, word=word.text, allowed=allowed_set(inside))])
        step = self.vocabulary.one("steps", [*entries, SETUP], start.step, "P0301")
        wants = step in entries and entries[step].wants_player
        if wants and start.player is None:
            raise SourceError([error("P0207", start.span, step=step)])
        if not wants and start.player is not None:
            raise SourceError([error("P0208", start.player.span, step=step)])
        return step

    def _steps_in(self, word: str) -> list[str]:
        """The steps of a list that has this name, if no step has it."""
        if word in self.program.entries:
            return []
        inside = {rule.path[-1] for rule in self.program.rules if rule.path[:2] == ("steps", word)}
        return [step for step in reversed(list(self.program.entries)) if step in inside]

    @cached_property
    def stops(self) -> frozenset[str]:
        """The ids of everything within which something is asked or left to chance."""
        return frozenset().union(*(self.of_rule(site.rule) for site in self.program.sites))

    def check_reach(self, reach: t.Circumstances) -> None:
        """Whether a claim can reach so far.

        Raises:
            SourceError: Nobody of a name plays; nothing stops in a step of a name, and no event has it.
        """
        for player in reach.choices_of:
            self.vocabulary.seat(player)
        known = self.stops | self.event_names
        for name in reach.until.names if reach.until is not None else ():
            if name.text not in known:
                raise self.vocabulary.unknown("E0505", name, [*sorted(self.stops), *sorted(self.event_names)])

    # chance

    def chances(self, kind: str) -> list[Site]:
        """Where chance decides in one of its ways: roll, draw or pick."""
        return [site for site in self.program.sites if site.kind == kind]

    def serves(self, site: Site, purpose: t.Name) -> bool:
        """Whether a throw or lot may be called so."""
        return purpose.text in self.purposes(site)

    def purposes(self, site: Site) -> frozenset[str]:
        """Everything that a throw, a draw or a lot may be called."""
        return self.of_rule(site.rule) | {site.of, site.stream}

    def check_purpose(self, sites: Iterable[Site], purpose: t.Name) -> list[Site]:
        """Those of the sites that may be called so.

        Raises:
            SourceError: None of them.
        """
        known = list(sites)
        found = [site for site in known if self.serves(site, purpose)]
        if not found:
            words = sorted({word for site in known for word in self.purposes(site)})
            values = {"word": purpose.text, "meant": allowed_set(words) or Phrase("nothing")}
            raise SourceError([error("P0304", purpose.span, nearest(purpose.text, words), (), **values)])
        return found

    # answers

    @cached_property
    def options(self) -> dict[str, list[Option]]:
        """What may be answered anywhere, by id."""
        found: dict[str, list[Option]] = {}
        for site in self.program.sites:
            for option in site.options:
                found.setdefault(option.id, []).append(option)
        return found

    def answer(self, head: t.Name, among: Iterable[str]) -> str | None:
        """The id of an answer: as written, or by its label."""
        ids = list(among)
        if head.text in ids:
            return head.text
        found = (self.vocabulary.known(group, ids, head.text) for group in _ANSWER_GROUPS)
        return next((ids[0] for ids in found if ids), None)

    def check_answer(self, written: t.Answer) -> None:
        """Whether somebody may at some time be offered such an answer.

        Raises:
            SourceError: No rule offers it, or its words name nothing that goes with it.
        """
        head = self.answer(written.head, self.options)
        if head is None:
            raise self.vocabulary.unknown("P0312", written.head, sorted(self.options))
        trouble: SourceError | None = None
        for option in self.options[head]:
            try:
                if self._goes_with(option, written):
                    return
            except SourceError as wrong:
                trouble = trouble or wrong
        raise trouble or SourceError([_misfit(written.span, head, self.options[head][0].choices)])

    def _goes_with(self, option: Option, written: t.Answer) -> bool:
        if not written.choices:
            return True
        return bool(option.choices) and any(True for _ in readings(self.vocabulary, option.choices, written.choices))


def _addresses(path: tuple[str, ...]) -> frozenset[str]:
    """The path of a rule as text, and those of the rules around it."""
    return frozenset(".".join(path[:length]) for length in range(2, len(path) + 1))


def reason_of(line: t.ThenLine) -> t.Name | None:
    """The rule that a line cites with `because`."""
    return None if isinstance(line, t.Sees | t.CannotTell | t.Knows | t.Order | t.Snapshot) else line.because


def _can_be_decided(line: t.ThenLine) -> bool:
    """Whether a line claims that something happens: what does not happen has no cause."""
    match line:
        case t.Asked(holds=holds) | t.Happened(holds=holds):
            return holds
        case t.Changed(subjects=subjects):
            return bool(subjects)
        case t.Branches(frequency=frequency):
            return frequency is not t.Frequency.NEVER
        case t.Odds(bound=bound, numerator=numerator):
            return bound is not t.Bound.AT_MOST and numerator > 0
        case _:
            return True


def _conditions(options: Iterable[Option]) -> Iterator[Condition]:
    return (condition for option in options for condition in option.conditions)


def _misfit(span: Span, head: str, choices: tuple[Choice, ...]) -> Diagnostic:
    told: Iterable[str] = (Phrase(f"chosen-{choice.kind}") for choice in choices) if choices else (Phrase("nothing"),)
    takes = reduce(lambda first, second: Phrase("then", first=first, second=second), told)
    return error("P0314", span, answer=head, takes=takes)
