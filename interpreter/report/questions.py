"""A played position to what everybody may answer there: who is asked, what is legal, what is refused and why."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from interpreter.engine.decisions import Chance, Decision, Over
from interpreter.engine.machine import Machine, Reached
from interpreter.engine.program import PASS, Program
from interpreter.engine.reasons import Refusal, refused_here
from interpreter.library import LoadedRuleset
from interpreter.source.catalogue import phrase
from interpreter.source.display import harmless
from interpreter.trial.playing import Player, rule_words
from interpreter.trial.retelling import Teller


@frozen
class Question:
    """A position under one reading, and what may be done there."""

    loaded: LoadedRuleset
    player: Player
    teller: Teller
    most: int | None = None  # so many answers are listed; None: all

    def lines(self) -> Iterator[str]:
        """The answer to "what may be done here?", line by line."""
        machine = self.player.branches[0].machine
        waiting = machine.waiting
        if isinstance(waiting, Over):
            yield from self._over(waiting)
        elif isinstance(waiting, Chance):
            yield phrase("ask-chance", what=self._chance(waiting))
            yield f"  {self._place(waiting.site.rule)}"
        else:
            yield from self._asked(machine, waiting)
        yield from self._passed(machine)

    def _over(self, over: Over) -> Iterator[str]:
        names = self.player.vocabulary.players
        yield phrase("ask-over", winners=", ".join(names[seat] for seat in over.winners) or phrase("nobody"))
        yield from (f"  {names[seat]}: {score}" for seat, score in enumerate(over.scores))

    def _chance(self, chance: Chance) -> str:
        if chance.dice is not None:
            return phrase("ask-dice", count=chance.dice, dice=self._words(chance.site.of))
        stream = self._words(chance.site.stream)
        if chance.site.kind == "draw":
            return phrase("ask-draw", stream=stream, count=len(chance.outcomes))
        return phrase("ask-lots", stream=stream)

    def _asked(self, machine: Machine, decision: Decision) -> Iterator[str]:
        yield phrase("ask-forced" if decision.forced else "ask-asked", player=self._name(decision.who))
        yield f"  {self._place(decision.site.rule)}"
        texts = [self._words(self.player.answer_text(decision, answer), is_answer=True) for answer in decision.answers]
        yield from ("  " + phrase("ask-can", answer=text) for text in texts[: self.most])
        if len(texts) > len(texts[: self.most]):
            yield "  " + phrase("ask-more", count=len(texts[self.most :]))
        here = Reached(decision.site.index, machine.state, decision.who, len(machine.events))
        yield from self._refused(machine, here, decision.who)

    def _passed(self, machine: Machine) -> Iterator[str]:
        """Windows that closed since the last line, if somebody was refused something there."""
        waiting = machine.waiting
        here = None if isinstance(waiting, Over) else waiting.site.index
        last = {reach.site: reach for reach in machine.reached if reach.site != here}
        for site, reach in last.items():
            if machine.program.sites[site].kind == "window":
                seats = range(len(self.player.vocabulary.players))
                refused = [line for seat in seats for line in self._refused(machine, reach, seat, named=True)]
                told = phrase("ask-window", window=self._words(machine.program.sites[site].stream))
                yield from [told, *refused] if refused else ()

    def _refused(self, machine: Machine, reach: Reached, seat: int, *, named: bool = False) -> Iterator[str]:
        site = machine.program.sites[reach.site]
        for option, reasons in refused_here(machine.program, reach.state, site, seat):
            is_idle = named and option.id == PASS  # nobody can pass in a window that has closed
            if is_idle or any(reason.id == "held" for reason in reasons):
                continue
            answer = self._words(option.id, is_answer=True)
            who = phrase("ask-who-cannot" if named else "ask-cannot", player=self._name(seat), answer=answer)
            yield f"  {who}"
            for reason in reasons:
                yield f"    {self._reason(reason, answer, machine, reach.events)}"
                yield f"      {self._place(reason.rule)}"
                yield from (f"      {self._place(rule)}" for rule in self.player.refusals.compelling(reason))

    def _reason(self, reason: Refusal, answer: str, machine: Machine, events: int) -> str:
        name = self._words(reason.id)
        if not reason.text:
            return phrase("ask-no-choice", reason=name, answer=answer)
        told = self.player.refusals
        seen = "; ".join(told.seen(reason, machine, events))
        stated = f"{name}: {told.label(reason) or told.condition(reason)}"
        return f"{stated} [{seen}]" if seen else stated

    def _words(self, text: str, *, is_answer: bool = False) -> str:
        return self.teller.answers(text) if is_answer else self.teller.words(text)

    def _name(self, seat: int) -> str:
        return harmless(self.player.vocabulary.players[seat])

    def _place(self, rule: int) -> str:
        return place_words(self.loaded, self.player.program, rule)


def place_words(loaded: LoadedRuleset, program: Program, rule: int) -> str:
    """The rule, its file and line, and the page that it cites."""
    path = program.rules[rule].path
    span = loaded.stack.place(path).name
    source = loaded.stack.source(path)
    page = phrase("ask-source", source=source) if source else ""
    return phrase("ask-rule", rule=rule_words(program, rule), place=f"{span.file}:{span.line}{page}")
