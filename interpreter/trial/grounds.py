"""An expectation and a position to the direct reasons why it holds or not: an event, a rule, what a condition saw."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from interpreter.engine.decisions import Decision, Over
from interpreter.engine.machine import Event, Machine
from interpreter.engine.program import PASS
from interpreter.engine.reasons import Refusal, offered
from interpreter.model.reading import tables_read
from interpreter.model.rules import Ruleset
from interpreter.scenario import tree as t
from interpreter.source.catalogue import Phrase
from interpreter.trial import facts
from interpreter.trial import vocabulary as n
from interpreter.trial.branches import Branch
from interpreter.trial.expectations import Judge, reached_now
from interpreter.trial.history import changes
from interpreter.trial.playing import written_text


@frozen
class Ground:
    """A direct reason in words.

    `rule` is the rule that decides, `event` the number of the event behind it, `label` the id of what refuses an
    answer, `seen` what its condition saw.
    """

    text: Phrase
    rule: int | None = None
    event: int | None = None
    label: str = ""
    seen: tuple[str, ...] = ()


@frozen
class Seen:
    """A refusal, on the table of a machine after so many of its events."""

    refusal: Refusal
    machine: Machine
    events: int


@frozen
class Grounds:
    """Looks for the reasons of expectations in one branch."""

    ruleset: Ruleset
    judge: Judge
    branch: Branch

    @property
    def machine(self) -> Machine:
        """Where the branch has come to."""
        return self.branch.machine

    def of(self, line: t.ThenLine) -> Iterator[Ground]:
        """The reasons of one line."""
        match line:
            case t.Snapshot():
                return
            case t.Fact(subject=subject) | t.Odds(of=t.Fact(subject=subject)) | t.Branches(of=t.Fact(subject=subject)):
                yield from self._changed(self.judge.player.vocabulary.subject(subject))
            case t.Changed(subjects=subjects):
                for subject in subjects:
                    yield from self._changed(self.judge.player.vocabulary.subject(subject))
            case t.Legal():
                for answer in line.answers:
                    yield from self._answer(line, answer)
                if line.permission is t.Permission.CAN_ONLY:
                    yield from self._others(line)
            case t.Asked():
                yield self._waiting()
            case t.Happened(events=events):
                for name in events:
                    yield from self._happened(self.judge.names.event(name))
            case t.Odds(of=t.Subject() as words) | t.Branches(of=t.Subject() as words):
                yield from self._happened(self.judge.names.event_of(words))
            case t.Sees(facts=claims):
                for fact in claims:
                    yield from self._changed(self.judge.player.vocabulary.subject(fact.subject))
            case _:
                yield self._waiting()

    # what is on the table

    def _changed(self, ref: n.Ref) -> Iterator[Ground]:
        vocabulary = self.judge.player.vocabulary
        words = facts.subject_words(vocabulary, ref)
        values: dict[str, str] = {"subject": words, "value": facts.words(self.machine, ref, vocabulary)}
        found = [(i, event) for i, event in enumerate(self.machine.events) if self._concerns(event, ref)]
        if not found:
            yield Ground(Phrase("why-as-given", **values))
            return
        number, event = found[-1]
        yield Ground(Phrase("why-changed", **values), event[0], number)

    def _concerns(self, event: Event, ref: n.Ref) -> bool:
        """Whether an event changed a subject; a score changes with what it counts."""
        if not isinstance(ref, n.ScoreRef | n.WinnersRef):
            return changes(event, ref)
        read = tables_read(self.ruleset, self.ruleset.score) if self.ruleset.score is not None else ()
        owner = ref.seat if isinstance(ref, n.ScoreRef) else -1
        zones = (n.ZoneRef(name, owner) for kind, name, _ in read if kind == "zone")
        return changes(event, ref) or any(changes(event, zone) for zone in zones)

    # answers

    def _answer(self, line: t.Legal, answer: t.Answer) -> Iterator[Ground]:
        seat = self.judge.player.vocabulary.seat(line.player)
        machine, at = self.machine, None
        if line.permission is not t.Permission.CANNOT:
            asked = self.judge.asked_next(self.branch, seat)
            if asked is None:
                yield self._waiting()
                return
            machine = asked[0]
            at = reached_now(machine)
        refused = self.judge.against(machine, seat, answer, at)
        for refusal, events in refused:
            yield from self._refused(line, answer, Seen(refusal, machine, events))
        if not refused:
            yield self._allowed(machine, line, answer)

    def _others(self, line: t.Legal) -> Iterator[Ground]:
        """What refuses the answers that are offered there and not claimed."""
        asked = self.judge.asked_next(self.branch, self.judge.player.vocabulary.seat(line.player))
        if asked is None:
            return
        machine, decision = asked
        offers = [option.id for option in decision.site.options]
        named = {self.judge.names.answer(answer.head, offers) for answer in line.answers}
        known = {PASS, *named, *(str(answer[0]) for answer in decision.answers)}
        for other in (offer for offer in offers if offer not in known):
            answer = t.Answer(t.Name(other, line.span), (), line.span)
            for refusal, events in self.judge.against(machine, decision.who, answer, reached_now(machine)):
                yield from self._refused(line, answer, Seen(refusal, machine, events))

    def _allowed(self, machine: Machine, line: t.Legal, answer: t.Answer) -> Ground:
        waiting = machine.waiting
        option = offered(waiting.site, answer.head.text) if isinstance(waiting, Decision) else None
        if option is None:
            return self._waiting()
        key = "why-offered" if line.permission is t.Permission.CANNOT else "why-allowed"
        return Ground(Phrase(key, who=line.player.text, answer=written_text(answer)), option.rule)

    def _refused(self, line: t.Legal, answer: t.Answer, seen: Seen) -> Iterator[Ground]:
        player, refusal = self.judge.player, seen.refusal
        written = written_text(answer)
        text = player.refusals.label(refusal) or player.reason_text(refusal, answer)
        told = Phrase("why-refused", who=line.player.text, answer=written, reason=refusal.id, text=text)
        parts = player.refusals.seen(refusal, seen.machine, seen.events)
        yield Ground(told, refusal.rule, None, refusal.id, parts)
        for rule in player.refusals.compelling(refusal):
            yield Ground(Phrase("why-compulsory", answer=written), rule)

    # turns, events, chance

    def _waiting(self) -> Ground:
        waiting = self.machine.waiting
        now = Phrase("why-now", now=self.judge.now(self.machine))
        if isinstance(waiting, Over):
            last = len(self.machine.events) - 1
            return Ground(now, waiting.rule, last if last >= 0 else None)
        return Ground(now, waiting.site.rule)

    def _happened(self, name: str) -> Iterator[Ground]:
        history = self.judge.history
        events = self.machine.events
        recent = range(self.machine.mark, len(events))
        found = [number for number in recent if history.name_of(events[number]) == name]
        if found:
            yield Ground(Phrase("why-happened", event=name), events[found[-1]][0], found[-1])
            return
        yield Ground(Phrase("why-not-happened", event=name, happened=history.summary(self.machine)))
        yield self._waiting()
