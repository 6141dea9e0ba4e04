"""A played position to what everybody may answer there: who is asked, what is legal, what is refused and why."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from interpreter.engine import describe
from interpreter.engine.decisions import Chance, Decision, Over
from interpreter.engine.machine import Machine, Reached
from interpreter.engine.program import Option
from interpreter.engine.reasons import Refusal, refused_here
from interpreter.library import LoadedRuleset
from interpreter.source.display import harmless
from interpreter.trial.playing import Player, rule_words


@frozen
class Question:
    """A position under one reading, and what may be done there."""

    loaded: LoadedRuleset
    player: Player
    most: int | None = None  # so many answers are listed; None: all

    def lines(self) -> Iterator[str]:
        """The answer to "what may be done here?", line by line."""
        machine = self.player.branches[0].machine
        waiting = machine.waiting
        if isinstance(waiting, Over):
            yield from self._over(waiting)
        elif isinstance(waiting, Chance):
            yield f"chance is open: {self._chance(waiting)}"
            yield f"  {self._place(waiting.site.rule)}"
        else:
            yield from self._asked(machine, waiting)
        yield from self._passed(machine)

    def _over(self, over: Over) -> Iterator[str]:
        names = self.player.vocabulary.players
        yield f"the game is over; winners: {', '.join(names[seat] for seat in over.winners) or 'nobody'}"
        yield from (f"  {names[seat]}: {score}" for seat, score in enumerate(over.scores))

    def _chance(self, chance: Chance) -> str:
        if chance.dice is not None:
            return f"{chance.dice} dice are thrown ({chance.site.of})"
        if chance.site.kind == "draw":
            return f"a card is drawn ({chance.site.stream}), one of {len(chance.outcomes)} kinds"
        return f"lots are drawn ({chance.site.stream})"

    def _asked(self, machine: Machine, decision: Decision) -> Iterator[str]:
        forced = " (nothing to choose)" if decision.forced else ""
        yield f"{self._name(decision.who)} is asked{forced}:"
        yield f"  {self._place(decision.site.rule)}"
        texts = [self.player.answer_text(decision, answer) for answer in decision.answers]
        yield from (f"  can: {text}" for text in texts[: self.most])
        if len(texts) > len(texts[: self.most]):
            yield f"  can: {len(texts[self.most :])} more (`--all` lists them)"
        yield from self._refused(machine, Reached(decision.site.index, machine.state, decision.who), decision.who)

    def _passed(self, machine: Machine) -> Iterator[str]:
        """Windows that closed since the last line, if somebody was refused something there."""
        waiting = machine.waiting
        here = None if isinstance(waiting, Over) else waiting.site.index
        last = {reach.site: reach for reach in machine.reached if reach.site != here}
        for site, reach in last.items():
            if machine.program.sites[site].kind == "window":
                seats = range(len(self.player.vocabulary.players))
                refused = [line for seat in seats for line in self._refused(machine, reach, seat, named=True)]
                yield from [f"window {machine.program.sites[site].stream}: passed", *refused] if refused else ()

    def _refused(self, machine: Machine, reach: Reached, seat: int, *, named: bool = False) -> Iterator[str]:
        site = machine.program.sites[reach.site]
        for option, reasons in refused_here(machine.program, reach.state, site, seat):
            who = f"{self._name(seat)} " if named else ""
            if any(reason.id == "held" for reason in reasons):
                continue
            yield f"  {who}cannot: {option.id}"
            for reason in reasons:
                yield f"    {self._reason(reason, option)}"
                yield f"      {self._place(reason.rule)}"

    def _reason(self, reason: Refusal, option: Option) -> str:
        if not reason.text:
            return f"{reason.id}: there is nothing to choose for {option.id}"
        label = self._label(reason.id)
        seen = "; ".join(f"{words} is {self._value(kind, value)}" for words, kind, value in reason.seen)
        stated = f"{reason.id}: {label}" if label else f"{reason.id}: {reason.text}"
        return f"{stated} [{seen}]" if seen else stated

    def _label(self, reason: str) -> str | None:
        label = self.player.vocabulary.labels.get("en", {}).get("refusals", {}).get(reason)
        return None if label is None else label.one

    def _value(self, kind: str, value: object) -> str:
        return describe.value_text(self.player.program, kind, value, self.player.vocabulary.players)

    def _name(self, seat: int) -> str:
        return harmless(self.player.vocabulary.players[seat])

    def _place(self, rule: int) -> str:
        """The rule, its file and line, and the page that it cites."""
        path = self.player.program.rules[rule].path
        span = self.loaded.stack.place(path).name
        source = self.loaded.stack.source(path)
        page = f", source {source}" if source else ""
        return f"rule {rule_words(self.player.program, rule)} ({span.file}:{span.line}{page})"
