"""`sees`, `cannot tell` and `everybody knows` to findings: none if the views of the players are as claimed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from attrs import evolve, frozen

from interpreter.engine.box import Zone
from interpreter.engine.knowledge import nothing_known
from interpreter.engine.machine import Machine
from interpreter.engine.unseen import Unseen, unseen
from interpreter.engine.views import sees
from interpreter.scenario import tree as t
from interpreter.source.diagnostics import Diagnostic, error
from interpreter.trial import facts
from interpreter.trial import vocabulary as n
from interpreter.trial.remembering import claimed, knowledge_words, public
from interpreter.trial.values import agrees, check_value, items_of, named
from interpreter.trial.vocabulary import Vocabulary

_Things = t.Items | t.Only


@frozen
class KnowledgeJudge:
    """Judges what players see and know; `fact` judges what is true."""

    vocabulary: Vocabulary
    fact: Callable[[Machine, t.Fact], Iterator[Diagnostic]]

    def judge(self, machine: Machine, line: t.Sees | t.CannotTell | t.Knows) -> Iterator[Diagnostic]:
        """What is wrong with a line."""
        match line:
            case t.Sees(player=player, facts=seen):
                seat = self.vocabulary.seat(player)
                for fact in seen:
                    yield from self._sees(machine, player, seat, fact)
            case t.Knows():
                yield from self._knows(machine, line)
            case t.CannotTell():
                yield from self._cannot_tell(machine, line)

    # what a player sees

    def _sees(self, machine: Machine, player: t.Name, seat: int, fact: t.Fact) -> Iterator[Diagnostic]:
        ref = self.vocabulary.subject(fact.subject)
        check_value(self.vocabulary, ref, fact.value)
        if self.visible(ref, seat):
            yield from self.fact(machine, fact)
        elif isinstance(ref, n.ZoneRef):
            yield from self._hidden(machine, player, ref, fact)
        else:
            yield error("E0304", fact.span, player=player.text, subject=self._words(ref))

    def _hidden(self, machine: Machine, player: t.Name, ref: n.ZoneRef, fact: t.Fact) -> Iterator[Diagnostic]:
        """Of what lies hidden a player sees how many there are, and what everybody knows."""
        values = {"player": player.text, "subject": self._words(ref)}
        if isinstance(fact.value, t.Some | t.Without) and self._zone(ref).remembered:
            if not self._is_public(machine, ref, fact.value):
                known = self._known(machine, ref)
                yield error("E0305", fact.span, None, (), **values, known=known)
        elif items_of(fact.value):
            size = str(facts.contents(machine, ref).size)
            yield error("E0301", fact.span, None, (), **values, size=size)
        else:
            yield from self.fact(machine, fact)

    def visible(self, ref: n.Ref, seat: int) -> bool:
        """Whether a player sees what lies there, not only how much."""
        match ref:
            case n.ScoreRef():
                return ref.seat == seat
            case n.ZoneRef():
                return sees(self._zone(ref), ref.owner, seat)
            case _:
                return True

    # what everybody knows

    def _knows(self, machine: Machine, line: t.Knows) -> Iterator[Diagnostic]:
        ref = self.vocabulary.subject(line.subject)
        check_value(self.vocabulary, ref, line.value)
        if not isinstance(ref, n.ZoneRef) or self._zone(ref).seen_by == "everybody":
            yield from self.fact(machine, t.Fact(line.subject, line.value, line.span))
        elif not self._is_public(machine, ref, line.value):
            yield error("E0306", line.span, subject=self._words(ref), known=self._known(machine, ref))

    def _is_public(self, machine: Machine, ref: n.ZoneRef, value: t.Some | t.Without) -> bool:
        known, things = public(machine, ref), named(self.vocabulary, ref, value)
        if isinstance(value, t.Without):
            return known.denied >= things.keys()
        return agrees(Counter(dict(enumerate(known.least))), things, value)

    # what a player cannot tell

    def _cannot_tell(self, machine: Machine, line: t.CannotTell) -> Iterator[Diagnostic]:
        seat, ref = self.vocabulary.seat(line.player), self.vocabulary.subject(line.subject)
        if self.visible(ref, seat):
            yield error("E0302", line.span, player=line.player.text, subject=self._words(ref))
        elif not isinstance(ref, n.ZoneRef):
            check_value(self.vocabulary, ref, line.value or t.Limit(t.Bound.AT_LEAST, 0, line.span))
        elif line.value is not None and items_of(line.value):
            yield from self._could_hold(machine, seat, ref, line, line.value)
        else:
            yield from self._could_differ(machine, seat, ref, line)

    def _could_hold(
        self, machine: Machine, seat: int, ref: n.ZoneRef, line: t.CannotTell, value: t.Value
    ) -> Iterator[Diagnostic]:
        """Whether the view of a player would be the same if this were true of a hidden zone."""
        check_value(self.vocabulary, ref, value)
        claim, size = claimed(self.vocabulary, ref, value), facts.contents(machine, ref).size
        values = {"player": line.player.text, "subject": self._words(ref)}
        if isinstance(value, _Things) and sum(claim.least) != size:
            yield error("E0303", value.span, None, (), **values, size=str(size))
            return
        hidden = self._unseen(machine, seat, ref)
        if hidden.could_hold(claim):
            return
        if self._without_knowledge(hidden, ref).could_hold(claim):
            yield error("E0307", value.span, None, (), **values, known=self._known(machine, ref))
        else:
            yield error("E0308", value.span, None, (), **values)

    def _without_knowledge(self, hidden: Unseen, ref: n.ZoneRef) -> Unseen:
        nothing = nothing_known(self.vocabulary.box, self._zone(ref))
        return evolve(hidden, spot=evolve(hidden.spot, knowledge=nothing))

    def _could_differ(self, machine: Machine, seat: int, ref: n.ZoneRef, line: t.CannotTell) -> Iterator[Diagnostic]:
        """Whether the view of a player would be the same if something else lay in a hidden zone."""
        lying = facts.lying(machine, ref)
        values = {"player": line.player.text, "subject": self._words(ref)}
        claim = None if line.value is None else t.Fact(line.subject, line.value, line.span)
        if lying.total == 0 or (claim is not None and any(True for _ in self.fact(machine, claim))):
            yield error("E0303", line.span, None, (), **values, size=str(lying.total))
        elif not self._unseen(machine, seat, ref).could_differ():
            things = tuple(kind for kind, count in enumerate(lying.counts) for _ in range(count))
            actual = facts.listing(self.vocabulary, ref, things)
            yield error("E0309", line.span, None, (), **values, actual=actual)

    def _unseen(self, machine: Machine, seat: int, ref: n.ZoneRef) -> Unseen:
        return unseen(self.vocabulary.box, machine.state, seat, facts.lying(machine, ref))

    # words

    def _zone(self, ref: n.ZoneRef) -> Zone:
        return self.vocabulary.box.zones[ref.zone]

    def _words(self, ref: n.Ref) -> str:
        return facts.subject_words(self.vocabulary, ref)

    def _known(self, machine: Machine, ref: n.ZoneRef) -> str:
        return knowledge_words(self.vocabulary, ref, public(machine, ref))
