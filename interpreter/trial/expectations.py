"""`then` lines and a position to findings: none if what they claim is true in every branch."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction

from attrs import Factory, define, evolve

from interpreter.engine.decisions import Answer, Decision, Over
from interpreter.engine.machine import Event, Machine, Reached
from interpreter.engine.program import Option, Site
from interpreter.engine.reasons import Refusal, listed, offered, refusals
from interpreter.scenario import tree as t
from interpreter.scenario import writing
from interpreter.source.catalogue import Phrase
from interpreter.source.diagnostics import (
    Diagnostic,
    Related,
    Severity,
    SourceError,
    allowed_set,
    error,
    nearest,
)
from interpreter.trial import facts
from interpreter.trial import vocabulary as n
from interpreter.trial.branches import Branch
from interpreter.trial.claims import Claims, Shows, Trees, unshown
from interpreter.trial.history import History
from interpreter.trial.knowledge import KnowledgeJudge
from interpreter.trial.names import Names
from interpreter.trial.orders import outcomes
from interpreter.trial.playing import Player, rule_words, written_text
from interpreter.trial.values import agrees, check_value, meanings, named


@define
class Judge:
    """Judges the expectations of one case."""

    player: Player
    history: History
    shows: Shows = unshown
    reach: t.Circumstances = Factory(t.Circumstances)
    trees: Trees = Factory(dict)

    @property
    def names(self) -> Names:
        """What the rules of the game are called."""
        return self.player.names

    def judge(self, line: t.ThenLine) -> list[Diagnostic]:
        """What is wrong with one expectation; it must hold in every branch."""
        self.names.check_reason(line)
        if isinstance(line, t.Order):
            return list(self._order(line))
        if isinstance(line, t.Odds | t.Branches):
            return list(self._claims.judge(line))
        for branch in self.player.branches:
            found = list(self._judge(branch, line))
            if found:
                return self._in_branch(found, branch, line)
        return []

    def example(self, line: t.ThenLine) -> Branch:
        """The first branch in which a line holds or, of a claim about all branches, in which that happens.

        Raises:
            SourceError: The line cannot be judged.
        """
        found = self._claims.example(line) if isinstance(line, t.Odds | t.Branches) else None
        return found or self.player.branches[0]

    @property
    def _claims(self) -> Claims:
        return Claims(self.player, self.history, self._fact_holds, self.shows, self.trees)

    def _in_branch(self, found: list[Diagnostic], branch: Branch, line: t.ThenLine) -> list[Diagnostic]:
        """Findings, and in which branch they were made where there are several; the first one as a scenario, too."""
        if not branch.taken:
            return found
        where = Related(None, "note-branch", {"taken": branch.way})
        first, *others = (evolve(finding, related=(*finding.related, where)) for finding in found)
        return [evolve(first, scenario=self.shows(branch, line, self.reach)), *others]

    def _judge(self, branch: Branch, line: t.ThenLine) -> Iterator[Diagnostic]:
        match line:
            case t.Fact():
                yield from self._fact(branch.machine, line)
            case t.Legal():
                yield from self._legal(branch, line)
            case t.Asked():
                yield from self._asked(branch.machine, line)
            case t.Happened():
                yield from self._happened(branch.machine, line)
            case t.Sees() | t.CannotTell() | t.Knows():
                yield from KnowledgeJudge(self.player.vocabulary, self._fact).judge(branch.machine, line)
            case t.Changed():
                yield from self._changed(branch, line)
            case _:
                return

    # facts

    def _fact_holds(self, machine: Machine, fact: t.Fact) -> bool:
        return not list(self._fact(machine, fact))

    def _fact(self, machine: Machine, line: t.Fact) -> Iterator[Diagnostic]:
        ref = self.player.vocabulary.subject(line.subject)
        check_value(self.player.vocabulary, ref, line.value)
        if not self._equals(machine, ref, line.value):
            yield self._differs("E0101", machine, ref, line)
        elif line.because is not None:
            yield from self._caused(machine, ref, line.because)

    def _differs(self, code: str, machine: Machine, ref: n.Ref, line: t.Fact) -> Diagnostic:
        words = facts.subject_words(self.player.vocabulary, ref)
        values = {
            "subject": words,
            "actual": self._actual(machine, ref, line.value),
            "expected": _expected_words(line.value),
        }
        return Diagnostic(code, Severity.ERROR, values, line.span, self._last_change(machine, ref))

    def _actual(self, machine: Machine, ref: n.Ref, value: t.Value) -> str:
        """What is there; of a pile that nobody has seen, as much as was asked for."""
        if not isinstance(value, t.Some) or not isinstance(ref, n.ZoneRef):
            return facts.words(machine, ref, self.player.vocabulary)
        there = facts.surely(machine, ref)
        kinds = ((meanings(self.player.vocabulary, ref, item), item.name.text) for item in value.items)
        counts = ((sum(there[kind] for kind in set(meant)), name) for meant, name in kinds)
        return ", ".join(f"some {count} {name}" if count else f"no {name}" for count, name in counts)

    def _last_change(self, machine: Machine, ref: n.Ref) -> tuple[Related, ...]:
        event = self.history.last_change(machine, ref)
        if event is None:
            return ()
        rule = rule_words(machine.program, event[0])
        return (Related(self.player.places(event[0]), "note-changed-by", {"rule": rule}),)

    def _caused(self, machine: Machine, ref: n.Ref, because: t.Name) -> Iterator[Diagnostic]:
        event = self.history.last_change(machine, ref)
        if event is None or because.text not in self.names.causes_in(event[0]):
            actual = Phrase("nothing") if event is None else rule_words(machine.program, event[0])
            yield self._not_because(because, actual, self._last_change(machine, ref))

    def _not_because(self, because: t.Name, actual: str, related: tuple[Related, ...]) -> Diagnostic:
        values = {"because": because.text, "actual": actual}
        return Diagnostic("E0107", Severity.ERROR, values, because.span, related)

    def _equals(self, machine: Machine, ref: n.Ref, value: t.Value) -> bool:
        number = facts.number(machine, ref)
        if number is not None or isinstance(ref, n.GameRef):
            return self._number_is(machine, ref, number, value)
        now = facts.contents(machine, ref)
        if now.open is not None:
            return False
        match value:
            case t.Nothing():
                return now.size == 0
            case t.Count(number=count):
                return now.size == count
            case t.Limit(bound=bound, number=limit):
                return compares(now.size, bound, limit)
            case t.Only():
                return now.size == len(now.things) and self._same(ref, now, value.items)
            case t.Items():
                return self._same(ref, now, value.items)
            case t.Some():
                return agrees(facts.surely(machine, ref), named(self.player.vocabulary, ref, value), value)
            case t.Without():
                return agrees(facts.perhaps(machine, ref), named(self.player.vocabulary, ref, value), value)

    def _number_is(self, machine: Machine, ref: n.Ref, number: int | None, value: t.Value) -> bool:
        match value:
            case t.Limit(bound=bound, number=limit):
                return number is not None and compares(number, bound, limit)
            case t.Items(items=(item,)) if number is not None:
                return int(item.name.text) == number
            case t.Items(items=(item,)):
                return item.name.text == facts.words(machine, ref, self.player.vocabulary)
            case _:
                raise AssertionError(value)

    def _same(self, ref: n.Ref, now: facts.Contents, items: Sequence[t.Item]) -> bool:
        """Whether the words can name exactly these things."""
        options = [meanings(self.player.vocabulary, ref, item) for item in items for _ in range(item.count)]
        if len(options) != len(now.things):
            return False
        if now.is_ordered:
            return all(thing in kinds for thing, kinds in zip(now.things, options, strict=True))
        return matches(list(now.things), options)

    # answers

    def _legal(self, branch: Branch, line: t.Legal) -> Iterator[Diagnostic]:
        seat = self.player.vocabulary.seat(line.player)
        for answer in line.answers:
            self.names.check_answer(answer)
        if line.permission is t.Permission.CANNOT:
            for answer in line.answers:
                yield from self._cannot(branch.machine, seat, line, answer)
            return
        asked = self.asked_next(branch, seat)
        if asked is None:
            yield error("E0102", line.span, player=line.player.text, now=self.now(branch.machine))
            return
        yield from self._can(*asked, line)

    def asked_next(self, branch: Branch, seat: int) -> tuple[Machine, Decision] | None:
        """The decision of a player, once what is forced on others has answered itself."""
        trial = branch.copy()
        self.player.advance(trial, lambda w: isinstance(w, Decision) and w.who == seat)
        waiting = trial.machine.waiting
        if isinstance(waiting, Decision) and waiting.who == seat:
            return trial.machine, waiting
        return None

    def now(self, machine: Machine) -> str:
        """What the machine waits for, in words."""
        waiting = machine.waiting
        if isinstance(waiting, Over):
            return Phrase("game-over")
        if isinstance(waiting, Decision):
            who = self.player.vocabulary.players[waiting.who]
            return Phrase("now-asked", who=who, legal=self.player.legal(waiting))
        return Phrase("now-chance", rule=rule_words(machine.program, waiting.site.rule))

    def _can(self, machine: Machine, decision: Decision, line: t.Legal) -> Iterator[Diagnostic]:
        claimed: list[Answer] = []
        for answer in line.answers:
            if decision.forced and self._comes_later(decision, answer):
                only = self.player.legal(decision)
                values = {"player": line.player.text, "answer": written_text(answer), "legal": only}
                yield Diagnostic("E0112", Severity.ERROR, values, answer.span)
                continue
            meant = self._legal_ones(decision, answer)
            if not meant:
                yield self._refused(machine, decision, line, answer)
            elif line.because is not None:
                yield from self._allowed_by(decision, line.because, meant[0])
            claimed += meant
        if line.permission is t.Permission.CAN_ONLY:
            more = [a for a in decision.answers if a not in claimed]
            if more:
                texts = "; ".join(self.player.answer_text(decision, a) for a in more)
                yield error("E0104", line.span, player=line.player.text, more=texts)

    def _comes_later(self, decision: Decision, answer: t.Answer) -> bool:
        """Whether an answer is offered somewhere, and not here."""
        offered_here = [option.id for option in decision.site.options]
        return self.names.answer(answer.head, offered_here) is None and bool(
            self.names.answer(answer.head, self.names.options)
        )

    def _legal_ones(self, decision: Decision, answer: t.Answer) -> list[Answer]:
        """The legal answers that a line names: without choices, all of that name."""
        meant = self.player.meant(decision, answer)
        if not answer.choices:
            return self.player.called(decision, answer)
        return [a for a in meant if a in decision.answers]

    def _refused(self, machine: Machine, decision: Decision, line: t.Legal, answer: t.Answer) -> Diagnostic:
        values = {
            "player": line.player.text,
            "answer": written_text(answer),
            "legal": self.player.legal(decision),
        }
        tried = self.player.meant(decision, answer) or [(answer.head.text,)]
        found = refusals(machine.program, machine.state, decision.site, decision.who, tried[0])
        return Diagnostic("E0103", Severity.ERROR, values, answer.span, self.player.reasons(found, answer, machine))

    def _allowed_by(self, decision: Decision, because: t.Name, answer: Answer) -> Iterator[Diagnostic]:
        machine = self.player.branches[0].machine
        option = offered(decision.site, str(answer[0]))
        names = self.names.causes_in(decision.site.rule)
        if option is not None:
            names |= self.names.causes_in(option.rule)
        if because.text not in names:
            actual = rule_words(machine.program, option.rule if option else decision.site.rule)
            yield self._not_because(because, actual, ())

    def _cannot(self, machine: Machine, seat: int, line: t.Legal, answer: t.Answer) -> Iterator[Diagnostic]:
        reached = self._some_site(machine, answer)
        reasons: list[Refusal] = []
        related: tuple[Related, ...] = ()
        for reach in _views(reached, seat):
            site = machine.program.sites[reach.site]
            found = self._why_not(machine, site, reach, seat, answer)
            if not found:
                yield self._allowed(machine, site, line, answer)
                return
            reasons += found
            told = self.player.reasons(found, answer, machine, reach.events)
            related += tuple(reason for reason in told if reason not in related)
        if line.because is not None and not any(self._is_reason(r, line.because) for r in reasons):
            actual = ", ".join(dict.fromkeys(r.id for r in reasons))
            yield self._not_because(line.because, actual, related)

    def against(
        self, machine: Machine, seat: int, answer: t.Answer, at: Iterable[Reached] | None = None
    ) -> list[tuple[Refusal, int]]:
        """What refuses an answer where it is offered (`at` these asks), each with the number of events before it.

        Nothing if it is legal at one of them.

        Raises:
            SourceError: None of them offers it to anybody.
        """
        found: list[tuple[Refusal, int]] = []
        for reach in _views(self._some_site(machine, answer), seat) if at is None else at:
            reasons = self._why_not(machine, machine.program.sites[reach.site], reach, seat, answer)
            if not reasons:
                return []
            found += [(reason, reach.events) for reason in reasons]
        return list(dict.fromkeys(found))

    def _is_reason(self, refusal: Refusal, because: t.Name) -> bool:
        rules = (refusal.rule, *self.player.refusals.compelling(refusal))
        return because.text == refusal.id or any(because.text in self.names.causes_in(rule) for rule in rules)

    def _allowed(self, machine: Machine, site: Site, line: t.Legal, answer: t.Answer) -> Diagnostic:
        values = {"player": line.player.text, "answer": written_text(answer)}
        rule = Related(self.player.places(site.rule), "note-rule", {"rule": rule_words(machine.program, site.rule)})
        return Diagnostic("E0105", Severity.ERROR, values, answer.span, (rule,))

    def _why_not(self, machine: Machine, site: Site, reach: Reached, seat: int, answer: t.Answer) -> list[Refusal]:
        """The reasons against every way to read the answer; none if one of them is legal."""
        decision = Decision(seat, site, ())
        meant = self.player.meant(decision, answer)
        if not answer.choices:
            return self._why_none(machine, site, reach, seat, answer)
        found: list[Refusal] = []
        for reading in meant:
            reasons = refusals(machine.program, reach.state, site, seat, reading)
            if not reasons:
                return []
            found += reasons
        option = offered(site, answer.head.text)
        return found or [Refusal("choice", option.rule if option else site.rule, "")]

    def _why_none(self, machine: Machine, site: Site, reach: Reached, seat: int, answer: t.Answer) -> list[Refusal]:
        """The reasons against an answer whatever is chosen with it; none if some choice is legal."""
        option = self._option(site, answer)
        reasons = refusals(machine.program, reach.state, site, seat, (option.id,))
        if reasons or listed(machine.program, reach.state, option, seat):
            return list(reasons)
        return [Refusal("choice", option.rule, "")]

    def _option(self, site: Site, answer: t.Answer) -> Option:
        head = self.names.answer(answer.head, [option.id for option in site.options])
        found = offered(site, str(head))
        assert found is not None
        return found

    def _some_site(self, machine: Machine, answer: t.Answer) -> list[Reached]:
        """The asks and windows reached since the last line that offer such an answer to anyone.

        Raises:
            SourceError: None does.
        """
        reached = [*machine.reached, *reached_now(machine)]
        found = [r for r in reached if self._offers(machine.program.sites[r.site], answer)]
        if not found:
            sites = {r.site for r in reached}
            known = {o.id for site in sites for o in machine.program.sites[site].options}
            near = nearest(answer.head.text, known)
            values = {"answer": answer.head.text, "allowed": allowed_set(sorted(known)) or Phrase("nothing")}
            raise SourceError([Diagnostic("E0106", Severity.ERROR, values, answer.head.span, (), near)])
        return found

    def _offers(self, site: Site, answer: t.Answer) -> bool:
        return self.names.answer(answer.head, [option.id for option in site.options]) is not None

    # turns and events

    def _asked(self, machine: Machine, line: t.Asked) -> Iterator[Diagnostic]:
        seat = self.player.vocabulary.seat(line.player)
        waiting = machine.waiting
        is_asked = isinstance(waiting, Decision) and waiting.who == seat
        if is_asked != line.holds:
            code = "E0201" if line.holds else "E0202"
            yield error(code, line.span, player=line.player.text, now=self.now(machine))
        elif line.because is not None and isinstance(waiting, Decision):
            yield from self._allowed_by(waiting, line.because, waiting.answers[0])

    def _happened(self, machine: Machine, line: t.Happened) -> Iterator[Diagnostic]:
        for name in line.events:
            event = self.names.event(name)
            found = self.history.find(machine, event)
            if (found is not None) != line.holds:
                related = () if found is None else self._event_place(machine, found)
                code = "E0203" if line.holds else "E0204"
                values = {"event": name.text, "happened": self.history.summary(machine)}
                yield Diagnostic(code, Severity.ERROR, values, name.span, related)
            elif found is not None and line.because is not None:
                yield from self._happened_by(machine, found, line.because)

    def _happened_by(self, machine: Machine, event: Event, because: t.Name) -> Iterator[Diagnostic]:
        if because.text not in self.names.causes_in(event[0]):
            actual = rule_words(machine.program, event[0])
            yield self._not_because(because, actual, self._event_place(machine, event))

    def _event_place(self, machine: Machine, event: Event) -> tuple[Related, ...]:
        rule = rule_words(machine.program, event[0])
        return (Related(self.player.places(event[0]), "note-rule", {"rule": rule}),)

    # order

    def _order(self, line: t.Order) -> Iterator[Diagnostic]:
        """Whether the outcomes of the orders differ as is claimed."""
        if not self.player.orders:
            raise SourceError([error("E0509", line.span)])
        found = outcomes(self.player.branches, self.player.orders)
        first, *others = found
        differing = next((each for each in others if self._seen(found[each]) != self._seen(found[first])), None)
        if differing is None and line.matters:
            yield error("E0510", line.span, count=str(len(found)))
        elif differing is not None and not line.matters:
            yield self._differing(line, (first, found[first]), (differing, found[differing]))

    def _seen(self, branches: Sequence[Branch]) -> dict[Hashable, Fraction]:
        """What can be seen at the ends of an order, and how likely it is."""
        found: dict[Hashable, Fraction] = {}
        for branch in branches:
            key = (tuple(self._all(branch.machine).values()), self.now(branch.machine))
            found[key] = found.get(key, Fraction(0)) + branch.weight
        return found

    def _all(self, machine: Machine) -> dict[n.Ref, Hashable]:
        refs = facts.subjects(self.player.vocabulary.box)
        return {ref: facts.contents_or_number(machine, ref) for ref in refs}

    def _differing(self, line: t.Order, one: tuple[str, list[Branch]], other: tuple[str, list[Branch]]) -> Diagnostic:
        """The finding that two orders differ, and in what first."""
        here, there = one[1][0].machine, other[1][0].machine
        vocabulary = self.player.vocabulary
        values = {"one": one[0], "other": other[0]}
        before, after = self._all(here), self._all(there)
        ref = next((ref for ref in before if before[ref] != after[ref]), None)
        if ref is None:
            note = Related(None, "note-ends", {"one": self.now(here), "other": self.now(there)})
        else:
            told = {"one": facts.words(here, ref, vocabulary), "other": facts.words(there, ref, vocabulary)}
            note = Related(None, "note-differs", {"subject": facts.subject_words(vocabulary, ref), **told})
        return Diagnostic("E0511", Severity.ERROR, values, line.span, (note,))

    # change

    def _changed(self, branch: Branch, line: t.Changed) -> Iterator[Diagnostic]:
        vocabulary = self.player.vocabulary
        named = [vocabulary.subject(subject) for subject in line.subjects]
        before = branch.since
        changed = [
            ref
            for ref in facts.subjects(vocabulary.box)
            if facts.contents_or_number(before, ref) != facts.contents_or_number(branch.machine, ref)
        ]
        for ref in changed:
            if ref not in named:
                values = {
                    "subject": facts.subject_words(vocabulary, ref),
                    "before": facts.words(before, ref, vocabulary),
                    "after": facts.words(branch.machine, ref, vocabulary),
                }
                related = self._last_change(branch.machine, ref)
                yield Diagnostic("E0401", Severity.ERROR, values, line.span, related)
        for ref, subject in zip(named, line.subjects, strict=True):
            if ref not in changed:
                yield error("E0402", subject.span, subject=facts.subject_words(vocabulary, ref))
            elif line.because is not None:
                yield from self._caused(branch.machine, ref, line.because)


def reached_now(machine: Machine) -> list[Reached]:
    """The ask where the machine waits."""
    waiting = machine.waiting
    if not isinstance(waiting, Decision):
        return []
    return [Reached(waiting.site.index, machine.state, waiting.who, len(machine.events))]


def _views(reached: Sequence[Reached], seat: int) -> list[Reached]:
    """For each site the moments that count for a player: his own turns, else the last one."""
    found: list[Reached] = []
    for site in dict.fromkeys(r.site for r in reached):
        here = [r for r in reached if r.site == site]
        own = [r for r in here if r.who == seat]
        found += own or here[-1:]
    return found


def _expected_words(value: t.Value) -> str:
    """A value as the end of a sentence that begins with `is …, not`."""
    if isinstance(value, t.Without):
        return Phrase("without", items=writing.items(value.items))
    return writing.value(value)


def compares(number: int, bound: t.Bound, limit: int) -> bool:
    """Whether a number is on the stated side of a limit."""
    match bound:
        case t.Bound.EXACTLY:
            return number == limit
        case t.Bound.AT_LEAST:
            return number >= limit
        case t.Bound.AT_MOST:
            return number <= limit


def matches(things: list[int], options: list[tuple[int, ...]]) -> bool:
    """Whether each thing can be given one option of its own."""
    if not things:
        return not options
    first, rest = things[0], things[1:]
    return any(first in kinds and matches(rest, options[:i] + options[i + 1 :]) for i, kinds in enumerate(options))
