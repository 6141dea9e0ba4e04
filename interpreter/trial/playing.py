"""`when` lines to what happens: each line takes the machine to the next stop, or is a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from attrs import Factory, define, evolve, frozen

from interpreter.engine import describe
from interpreter.engine.decisions import Answer, Chance, Decision, Outcome, Over
from interpreter.engine.machine import EndlessError, Machine
from interpreter.engine.program import Program
from interpreter.engine.reasons import Refusal, offered, refusals
from interpreter.scenario import tree as t
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import Diagnostic, Related, Severity, SourceError, allowed_set, error, nearest
from interpreter.source.span import Span
from interpreter.trial.choosing import readings
from interpreter.trial.facts import card_name
from interpreter.trial.faults import located
from interpreter.trial.names import Names
from interpreter.trial.refusing import Witness
from interpreter.trial.vocabulary import Vocabulary, span_of

Places = Callable[[int], Span]
Wanted = Callable[[Decision | Chance], bool]
_SHOWN = 8
_FORCED = 10_000
_CIRCLE = 50


@frozen
class Standing:
    """What `others: …` answers until the site changes; `but` are those who speak for themselves."""

    site: int
    answer: t.Answer
    but: frozenset[int]


@define
class Branch:
    """One way that things went, and how likely it is; `taken` says what came up where a line said `any`."""

    machine: Machine
    weight: Fraction = Fraction(1)
    standing: Standing | None = None
    taken: tuple[str, ...] = ()

    def copy(self) -> Branch:
        """An independent branch in the same state."""
        return evolve(self, machine=self.machine.copy())


@define
class Player:
    """Plays the script of one case. `places` says where a rule stands, by its number."""

    names: Names
    places: Places
    seeded: bool
    branches: list[Branch]
    since: list[Machine] = Factory(list)

    @property
    def vocabulary(self) -> Vocabulary:
        """What the things of the game are called."""
        return self.names.vocabulary

    @property
    def program(self) -> Program:
        """The game that is played."""
        return self.branches[0].machine.program

    def play(self, block: t.When, until: int | None = None) -> None:
        """Play all lines of a block, or those that stand no further down in the file than the line `until`.

        Raises:
            SourceError: A line fits nothing that happens here.
        """
        self.since = [branch.machine.copy() for branch in self.branches]
        for branch in self.branches:
            branch.machine.mark = len(branch.machine.events)
        for index, line in enumerate(block.lines):
            if until is not None and line.span.line > until:
                break
            for branch in self.branches:
                branch.machine.reached.clear()
                branch.machine.chapters += ((len(branch.machine.events), line.span),)
            spoken = frozenset(self._speakers(block.lines[index + 1 :]))
            with_every: list[Branch] = []
            for branch in self.branches:
                with_every += self._line(branch, line, spoken)
            self.branches = with_every

    def _speakers(self, lines: Sequence[t.WhenLine]) -> Iterator[int]:
        for line in lines:
            if isinstance(line, t.Choice):
                yield self.vocabulary.seat(line.player)

    def _line(self, branch: Branch, line: t.WhenLine, spoken: frozenset[int]) -> list[Branch]:
        with located(line.span, self.places):
            match line:
                case t.Roll():
                    return self._roll(branch, line)
                case t.Draw():
                    return self._draw(branch, line)
                case t.Choice():
                    return self._choice(branch, line)
                case t.Others():
                    return self._others(branch, line, spoken)
                case t.Together():
                    return self._together(branch, line)

    # moving on

    def advance(self, branch: Branch, wanted: Wanted) -> None:
        """Go on past what answers itself, until something is wanted, free or open.

        Raises:
            EndlessError: It goes on for ever.
        """
        machine = branch.machine
        for _ in range(_FORCED):
            waiting = machine.waiting
            if isinstance(waiting, Over) or wanted(waiting):
                return
            if isinstance(waiting, Chance):
                if len(waiting.outcomes) == 1:
                    machine.happen(next(iter(waiting.outcomes)))
                elif self.seeded:
                    machine.happen(machine.seeded())
                else:
                    return
            elif waiting.forced:
                machine.answer(waiting.answers[0])
            elif not self._stands(branch, waiting):
                return
        raise EndlessError(self._circle(machine))

    def _circle(self, machine: Machine) -> tuple[str, ...]:
        """The rules that follow each other without leaving anybody a choice."""
        rules = dict.fromkeys(event[0] for event in machine.events[-_CIRCLE:])
        return tuple(self._rule(rule) for rule in rules)

    def _stands(self, branch: Branch, decision: Decision) -> bool:
        """Let a standing answer of the others serve, if there is one for this decision."""
        standing = branch.standing
        if standing is None or standing.site != decision.site.index or decision.who in standing.but:
            return False
        found = [a for a in decision.answers if a[0] == standing.answer.head.text]
        if len(found) != 1:
            return False
        branch.machine.answer(found[0])
        return True

    # chance

    def _roll(self, branch: Branch, line: t.Roll) -> list[Branch]:
        self.advance(branch, lambda w: isinstance(w, Chance) and w.site.kind == "roll" and not _is_none(w))
        chance = self._chance(branch, line.span, "roll")
        if line.purpose is not None:
            self._purpose(chance, line.purpose)
        if isinstance(line.result, t.Every):
            return self.every(branch, chance)
        result = self.vocabulary.dice(line.result, chance.site.of)
        if len(result) != chance.dice:
            raise SourceError([self._wrong_number(chance, line.result, len(result))])
        return [self._happen(branch, chance, result, line.span)]

    def _wrong_number(self, chance: Chance, items: Sequence[t.Item], given: int) -> Diagnostic:
        values = {
            "given": str(given),
            "wanted": str(chance.dice),
            "example": self._example(self.branches[0].machine, chance),
        }
        return Diagnostic("P0303", Severity.ERROR, values, span_of(items), (self._asked_at(chance),))

    def _purpose(self, chance: Chance, purpose: t.Name) -> None:
        self.names.check_purpose([chance.site], purpose)

    def _happen(self, branch: Branch, chance: Chance, outcome: Outcome, span: Span) -> Branch:
        if outcome not in chance.outcomes:
            shown, *possible = (
                describe.outcome_text(self.program, chance, each, self.vocabulary.players)
                for each in (outcome, *chance.outcomes)
            )
            raise SourceError([error("P0305", span, word=shown, allowed=allowed_set(possible))])
        branch.machine.happen(outcome)
        return branch

    def _draw(self, branch: Branch, line: t.Draw) -> list[Branch]:
        kind = "draw" if line.player is not None or self._names_a_pile(line.purpose) else "pick"
        if isinstance(line.result, t.Every):
            self.advance(branch, lambda w: isinstance(w, Chance))
            return self.every(branch, self._chance(branch, line.span, kind))
        for item in line.result:
            for _ in range(item.count):
                self.advance(branch, lambda w: isinstance(w, Chance) and w.site.kind == kind)
                chance = self._chance(branch, line.span, kind)
                if line.purpose is not None:
                    self._purpose(chance, line.purpose)
                if kind == "pick":
                    self._happen(branch, chance, self.vocabulary.seat(item.name), item.span)
                else:
                    self._draw_one(branch, chance, line, item)
        return [branch]

    def _names_a_pile(self, purpose: t.Name | None) -> bool:
        """Whether `draw NAME:` means cards of a pile, not lots."""
        if purpose is None:
            return False
        return any(self.names.serves(site, purpose) for site in self.names.chances("draw"))

    def _draw_one(self, branch: Branch, chance: Chance, line: t.Draw, item: t.Item) -> None:
        card = self.vocabulary.card(item, chance.site.of, chance.owner)
        if card in chance.outcomes and line.player is not None:
            owner = self._drawn_to(branch.machine, card)
            if owner is not None and owner != self.vocabulary.seat(line.player):
                values = {"player": line.player.text, "who": self.vocabulary.players[owner], "card": item.name.text}
                raise SourceError([Diagnostic("P0306", Severity.ERROR, values, line.player.span)])
        self._happen(branch, chance, card, item.span)

    def _chance(self, branch: Branch, span: Span, kind: str) -> Chance:
        waiting = branch.machine.waiting
        if isinstance(waiting, Chance) and waiting.site.kind == kind:
            return waiting
        raise SourceError([self._not_now(branch, span, phrase(f"chance-{kind}"))])

    def _not_now(self, branch: Branch, span: Span, line: str) -> Diagnostic:
        """The finding that a line comes too early or too late, and what is open instead."""
        waiting = branch.machine.waiting
        if isinstance(waiting, Over):
            return error("P0307", span, line=line)
        if isinstance(waiting, Chance):
            words = phrase(f"chance-{waiting.site.kind}")
            return error(
                "P0308",
                span,
                line=line,
                open=words,
                rule=self._rule(waiting.site.rule),
                example=self._example(branch.machine, waiting),
                related=(self._asked_at(waiting),),
            )
        return error(
            "P0309",
            span,
            line=line,
            who=self.vocabulary.players[waiting.who],
            rule=self._rule(waiting.site.rule),
            legal=self.legal(waiting),
            related=(self._asked_at(waiting), *self._left_out(branch, waiting)),
        )

    def _left_out(self, branch: Branch, waiting: Decision) -> Iterator[Related]:
        """Who has lines of his own is none of the others."""
        standing = branch.standing
        if standing is not None and standing.site == waiting.site.index and waiting.who in standing.but:
            who = self.vocabulary.players[waiting.who]
            yield Related(standing.answer.head.span, "note-others", {"who": who})

    def _asked_at(self, waiting: Decision | Chance) -> Related:
        rule = waiting.site.rule
        return Related(self.places(rule), "note-rule", {"rule": self._rule(rule)})

    def _rule(self, rule: int) -> str:
        return rule_words(self.program, rule)

    def _example(self, machine: Machine, chance: Chance) -> str:
        outcome = next(iter(chance.outcomes))
        shown = describe.outcome_text(self.program, chance, outcome, self.vocabulary.players)
        if chance.site.kind == "draw" and isinstance(outcome, int):
            card = card_name(self.vocabulary, chance.site.of, outcome)
            owner = self._drawn_to(machine, outcome)
            if owner is None:
                return f"draw {chance.site.stream}: {card}"
            return f"{self.vocabulary.players[owner]} draws: {card}"
        return {"roll": f"roll: {shown}", "pick": f"draw {chance.site.stream}: {shown}"}[chance.site.kind]

    def _drawn_to(self, machine: Machine, card: int) -> int | None:
        """The seat to which the next card goes, if it goes to one."""
        trial = machine.copy()
        trial.happen(card)
        drawn = next(e for e in trial.events[len(machine.events) :] if e[1] == "draw")
        zone, owner = drawn[4]
        return owner if self.program.box.zones[zone].of == "player" else None

    def every(self, branch: Branch, chance: Chance) -> list[Branch]:
        """A branch for each outcome of chance."""
        total = sum(chance.outcomes.values())
        found = []
        for outcome, ways in chance.outcomes.items():
            other = branch.copy()
            other.machine.happen(outcome)
            other.weight *= Fraction(ways, total)
            shown = describe.outcome_text(self.program, chance, outcome, self.vocabulary.players)
            word = "roll" if chance.site.kind == "roll" else f"draw {chance.site.stream}"
            other.taken = (*branch.taken, f"{word}: {shown}")
            found.append(other)
        return found

    def settled(self) -> Player:
        """The same, but what can happen in one way only has happened."""
        branches = []
        for branch in self.branches:
            other = branch.copy()
            self.advance(other, lambda w: isinstance(w, Decision) or len(w.outcomes) > 1)
            branches.append(other)
        return evolve(self, branches=branches)

    def settle(self) -> None:
        """With a seed, let chance happen until somebody has to decide."""
        for branch in self.branches:
            self.advance(branch, lambda w: isinstance(w, Decision))

    def legal(self, decision: Decision) -> str:
        """The legal answers, as a scenario writes them."""
        texts = [self.answer_text(decision, answer) for answer in decision.answers]
        shown = "; ".join(texts[:_SHOWN])
        return phrase("and-more", listed=shown, count=len(texts) - _SHOWN) if len(texts) > _SHOWN else shown

    def answer_text(self, decision: Decision, answer: Answer) -> str:
        """One answer, as a scenario writes it."""
        return describe.answer_text(self.program, decision.site, answer, self.vocabulary.players)

    # answers

    def _choice(self, branch: Branch, line: t.Choice) -> list[Branch]:
        seat = self.vocabulary.seat(line.player)
        if isinstance(line.answers, t.Every):
            self.advance(branch, lambda w: isinstance(w, Decision) and w.who == seat)
            return self.each_answer(branch, self._decision(branch, seat, line.span))
        for answer in line.answers:
            self.advance(branch, lambda w, a=answer: self._is_meant(w, seat, a))  # type: ignore[misc]  # bound now
            self._answer(branch, seat, answer)
        return [branch]

    def _is_meant(self, waiting: Decision | Chance, seat: int, answer: t.Answer) -> bool:
        """Whether a decision is the one that a line answers: its player's, and it offers such an answer."""
        if not isinstance(waiting, Decision) or waiting.who != seat:
            return False
        return not waiting.forced or offered(waiting.site, answer.head.text) is not None

    def each_answer(self, branch: Branch, decision: Decision) -> list[Branch]:
        """A branch for each legal answer."""
        found = []
        for answer in decision.answers:
            other = branch.copy()
            other.machine.answer(answer)
            who = self.vocabulary.players[decision.who]
            other.taken = (*branch.taken, f"{who}: {self.answer_text(decision, answer)}")
            found.append(other)
        return found

    def _decision(self, branch: Branch, seat: int, span: Span) -> Decision:
        waiting = branch.machine.waiting
        if isinstance(waiting, Decision) and waiting.who == seat:
            return waiting
        line = phrase("answer-of", who=self.vocabulary.players[seat])
        raise SourceError([self._not_now(branch, span, line)])

    def _answer(self, branch: Branch, seat: int, written: t.Answer) -> None:
        decision = self._decision(branch, seat, written.span)
        fitting = [a for a in self.meant(decision, written) if a in decision.answers]
        short = [] if written.choices else self.called(decision, written)
        if len(fitting) > 1 or (short and not fitting):
            meant = "; ".join(self.answer_text(decision, a) for a in (fitting or short)[:_SHOWN])
            raise SourceError([error("P0310", written.span, word=written.head.text, meant=meant)])
        if not fitting:
            raise SourceError([self._illegal(branch.machine, decision, seat, written)])
        branch.machine.answer(fitting[0])

    def called(self, decision: Decision, written: t.Answer) -> list[Answer]:
        """The legal answers of a name, whatever is chosen with them."""
        head = self.names.answer(written.head, [option.id for option in decision.site.options])
        return [answer for answer in decision.answers if answer[0] == head]

    def _illegal(self, machine: Machine, decision: Decision, seat: int, written: t.Answer) -> Diagnostic:
        shown = written_text(written)
        values = {"word": shown, "who": self.vocabulary.players[seat], "legal": self.legal(decision)}
        tried = self.meant(decision, written) or [(written.head.text,)]
        found = refusals(self.program, machine.state, decision.site, seat, tried[0])
        related = self.reasons(found, written, machine)
        return Diagnostic("P0311", Severity.ERROR, values, written.span, related)

    @property
    def witness(self) -> Witness:
        """Tells what conditions saw."""
        return Witness(self.program, self.vocabulary.players)

    def reasons(
        self, found: Sequence[Refusal], written: t.Answer, machine: Machine, events: int | None = None
    ) -> tuple[Related, ...]:
        """Where each reason against an answer stands, and what it looked at, after so many events of the machine."""
        before = len(machine.events) if events is None else events
        return tuple(self._reason(refusal, written, machine, before) for refusal in found)

    def _reason(self, refusal: Refusal, written: t.Answer, machine: Machine, events: int) -> Related:
        seen = "; ".join(self.witness.parts(refusal, machine, events))
        values = {
            "reason": refusal.id,
            "text": refusal.text or phrase("no-choice", answer=written_text(written)),
            "seen": phrase("refused-seen", seen=seen) if seen else "",
        }
        return Related(self.places(refusal.rule), "note-refused", values)

    def meant(self, decision: Decision, written: t.Answer) -> list[Answer]:
        """The answers, legal or not, that the words may stand for at a site.

        Raises:
            SourceError: Words that nothing here is called.
        """
        names = [option.id for option in decision.site.options]
        head = self.names.answer(written.head, names) or self._unknown_answer(written, decision, names)
        option = offered(decision.site, head)
        assert option is not None
        if not option.choices:
            return [(head,)] if not written.choices else []
        return [(head, *values) for values in readings(self.vocabulary, option.choices, written.choices)]

    def _unknown_answer(self, written: t.Answer, decision: Decision, names: list[str]) -> str:
        known = list(dict.fromkeys(names))
        raise SourceError(
            [
                error(
                    "P0312",
                    written.head.span,
                    nearest(written.head.text, known),
                    word=written.head.text,
                    allowed=allowed_set(known),
                    legal=self.legal(decision),
                )
            ]
        )

    # the others, and all at once

    def _others(self, branch: Branch, line: t.Others, spoken: frozenset[int]) -> list[Branch]:
        said = line.answer.head.text
        self.advance(branch, lambda w: isinstance(w, Decision) and (not w.forced or w.answers[0][0] == said))
        waiting = branch.machine.waiting
        if not isinstance(waiting, Decision):
            raise SourceError([self._not_now(branch, line.span, phrase("answer-of-others"))])
        if waiting.who not in spoken:
            self._answer(branch, waiting.who, line.answer)
        branch.standing = Standing(waiting.site.index, line.answer, spoken)
        while isinstance(following := branch.machine.waiting, Decision) and self._stands(branch, following):
            pass
        return [branch]

    def _together(self, branch: Branch, line: t.Together) -> list[Branch]:
        given, others = self._secret_answers(line)
        while True:
            if given or not branch.machine.reached:
                self.advance(branch, lambda w: isinstance(w, Decision) and (w.who in given or not w.forced))
            waiting = branch.machine.waiting
            if not isinstance(waiting, Decision) or not waiting.site.secret:
                break
            answers = given.get(waiting.who)
            if answers:
                self._answer(branch, waiting.who, answers.pop(0))
                if not answers:
                    del given[waiting.who]
            elif others is not None:
                self._answer(branch, waiting.who, others.answer)
            elif waiting.forced:
                branch.machine.answer(waiting.answers[0])
            else:
                break
        for seat, answers in given.items():
            waiting = branch.machine.waiting
            if isinstance(waiting, Decision) and waiting.who == seat:
                raise SourceError([error("P0313", answers[0].span, who=self.vocabulary.players[seat])])
            raise SourceError(
                [self._not_now(branch, answers[0].span, phrase("secret-answer-of", who=self.vocabulary.players[seat]))]
            )
        return [branch]

    def _secret_answers(self, line: t.Together) -> tuple[dict[int, list[t.Answer]], t.Others | None]:
        given: dict[int, list[t.Answer]] = {}
        others = None
        for choice in line.choices:
            if isinstance(choice, t.Others):
                others = choice
            elif not isinstance(choice.answers, t.Every):
                given.setdefault(self.vocabulary.seat(choice.player), []).extend(choice.answers)
        return given, others


def _is_none(chance: Chance) -> bool:
    return chance.dice == 0


def written_text(answer: t.Answer) -> str:
    """An answer as it was written."""
    items = []
    for item in answer.choices:
        of = f" of {item.of.text}" if item.of is not None else ""
        items.append(f"{item.count} {item.name.text}{of}" if item.count != 1 else f"{item.name.text}{of}")
    return f"{answer.head.text} {', '.join(items)}".strip()


def rule_words(program: Program, rule: int) -> str:
    """A rule as messages name it: its path."""
    return ".".join(program.rules[rule].path)
