"""`when` lines to what happens: each line takes the machine to the next stop, or is a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from attrs import define, evolve

from interpreter.budgets import most
from interpreter.engine import describe
from interpreter.engine.decisions import Answer, Chance, Decision, Outcome, Over
from interpreter.engine.machine import EndlessError, Machine
from interpreter.engine.program import PASS, Program
from interpreter.engine.reasons import Refusal, offered, refusals
from interpreter.scenario import tree as t
from interpreter.scenario import writing
from interpreter.source.catalogue import Phrase
from interpreter.source.diagnostics import Diagnostic, Related, Severity, SourceError, allowed_set, error, nearest
from interpreter.source.span import Span
from interpreter.source.speech import DEFAULT, spoken
from interpreter.trial.branches import Branch, Standing, is_open, merged
from interpreter.trial.choosing import readings
from interpreter.trial.facts import card_name
from interpreter.trial.faults import located, over_budget
from interpreter.trial.names import Names
from interpreter.trial.orders import Deed, NotNowError, are_alike, order_words, orders
from interpreter.trial.pasts import Past
from interpreter.trial.refusing import Reasons
from interpreter.trial.vocabulary import Vocabulary, span_of

Places = Callable[[int], Span]
Wanted = Callable[[Decision | Chance], bool]
_SHOWN = 8
_CIRCLE = 50


@define
class Player:
    """Plays the script of one case. `places` says where a rule stands, by its number."""

    names: Names
    places: Places
    refusals: Reasons
    seeded: bool
    branches: list[Branch]
    past: Past
    orders: tuple[str, ...] = ()  # those in which the last `in any order` can be played

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
        for branch in self.branches:
            branch.mark()
        for index, line in enumerate(block.lines):
            if until is not None and line.span.line > until:
                break
            for branch in self.branches:
                branch.machine.reached.clear()
            self.branches = merged(self.branches, self.past) if len(self.branches) > 1 else self.branches
            spoken = frozenset(self._speakers(block.lines[index + 1 :]))
            self.branches = self._counted(line, (self._line(branch, line, spoken) for branch in self.branches))
            if isinstance(line, t.Roll | t.Draw | t.Choice) and line.if_possible:
                self._check_possible(line)

    @staticmethod
    def _counted(line: t.WhenLine, forks: Iterable[list[Branch]]) -> list[Branch]:
        """All branches of a line.

        Raises:
            SourceError: There are too many.
        """
        found: list[Branch] = []
        for branches in forks:
            found += branches
            if len(found) > most("branches"):
                raise SourceError([over_budget("P0320", "branches", line.span)])
        return found

    def _speakers(self, lines: Sequence[t.WhenLine]) -> Iterator[int]:
        for line in lines:
            if isinstance(line, t.Choice):
                yield self.vocabulary.seat(line.player)

    def _line(self, branch: Branch, line: t.WhenLine, spoken: frozenset[int]) -> list[Branch]:
        if isinstance(line, t.Roll | t.Draw) and line.if_possible:
            return self._where_possible(branch, line)
        branch.machine.chapters += ((len(branch.machine.events), line.span),)
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
                case t.InAnyOrder():
                    return self._in_any_order(branch, line)

    # moving on

    def advance(self, branch: Branch, wanted: Wanted, *, told: bool = False) -> None:
        """Go on past what answers itself, until something is wanted, free or open; `told` among what came up.

        Raises:
            EndlessError: It goes on for ever.
        """
        machine = branch.machine
        for _ in range(most("forced")):
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
                branch.taken += (self.line_of(waiting, waiting.answers[0]),) * told
                machine.answer(waiting.answers[0])
            elif not self._stands(branch, waiting):
                return
        raise endless(machine)

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
        kind = self._kind(line)
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

    def _kind(self, line: t.Draw) -> str:
        return "draw" if line.player is not None or self._names_a_pile(line.purpose) else "pick"

    def _names_a_pile(self, purpose: t.Name | None) -> bool:
        """Whether `draw NAME:` means cards of a pile, not lots."""
        if purpose is None:
            return False
        return any(self.names.serves(site, purpose) for site in self.names.chances("draw"))

    def _draw_one(self, branch: Branch, chance: Chance, line: t.Draw, item: t.Item) -> None:
        card = self.vocabulary.card(item, chance.site.of, chance.owner)
        if card in chance.outcomes and line.player is not None:
            owner = self._drawn_to(branch.machine, chance, card)
            if owner is not None and owner != self.vocabulary.seat(line.player):
                values = {"player": line.player.text, "who": self.vocabulary.players[owner], "card": item.name.text}
                raise SourceError([Diagnostic("P0306", Severity.ERROR, values, line.player.span)])
        self._happen(branch, chance, card, item.span)

    def _chance(self, branch: Branch, span: Span, kind: str) -> Chance:
        waiting = branch.machine.waiting
        if isinstance(waiting, Chance) and waiting.site.kind == kind:
            return waiting
        raise SourceError([self._not_now(branch, span, Phrase(f"chance-{kind}"))])

    def _not_now(self, branch: Branch, span: Span, line: str) -> Diagnostic:
        """The finding that a line comes too early or too late, and what is open instead."""
        waiting = branch.machine.waiting
        if isinstance(waiting, Over):
            return error("P0307", span, line=line)
        if isinstance(waiting, Chance):
            words = Phrase(f"chance-{waiting.site.kind}")
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
        return self._line_of(chance, outcome, self._drawn_to(machine, chance, outcome))

    def _line_of(self, chance: Chance, outcome: Outcome, owner: int | None) -> str:
        """The line of a script that lets chance give an outcome; `owner` is the seat to which a card goes."""
        names = self.vocabulary.written_players
        shown = describe.outcome_text(self.program, chance, outcome, names)
        if chance.site.kind == "draw" and isinstance(outcome, int):
            card = card_name(self.vocabulary, chance.site.of, outcome)
            return f"draw {chance.site.stream}: {card}" if owner is None else f"{names[owner]} draws: {card}"
        return {"roll": f"roll: {shown}", "pick": f"draw {chance.site.stream}: {shown}"}[chance.site.kind]

    def _drawn_to(self, machine: Machine, chance: Chance, outcome: Outcome) -> int | None:
        """The seat to which the next card goes, if one is drawn and goes to one."""
        if chance.site.kind != "draw":
            return None
        trial = machine.copy()
        trial.happen(outcome)
        drawn = next(e for e in trial.events[len(machine.events) :] if e[1] == "draw")
        zone, owner = drawn[4]
        return owner if self.program.box.zones[zone].of == "player" else None

    def every(self, branch: Branch, chance: Chance) -> list[Branch]:
        """A branch for each outcome of chance."""
        total = sum(chance.outcomes.values())
        owner = self._drawn_to(branch.machine, chance, next(iter(chance.outcomes)))
        return [
            self._fallen(branch, chance, outcome, owner, Fraction(ways, total))
            for outcome, ways in chance.outcomes.items()
        ]

    def _fallen(
        self, branch: Branch, chance: Chance, outcome: Outcome, owner: int | None, odds: Fraction
    ) -> Branch:
        other = branch.copy()
        other.machine.happen(outcome)
        other.weight *= odds
        other.taken = (*branch.taken, self._line_of(chance, outcome, owner))
        return other

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
        return Phrase("and-more", listed=shown, count=len(texts) - _SHOWN) if len(texts) > _SHOWN else shown

    def answer_text(self, decision: Decision, answer: Answer) -> str:
        """One answer, as a scenario writes it."""
        return describe.answer_text(self.program, decision.site, answer, self.vocabulary.players)

    # answers

    def _choice(self, branch: Branch, line: t.Choice) -> list[Branch]:
        seat = self.vocabulary.seat(line.player)
        if isinstance(line.answers, t.Every):
            self.advance(branch, lambda w: isinstance(w, Decision) and w.who == seat)
            return self.each_answer(branch, self._decision(branch, seat, line.span))
        if line.if_possible:
            return [self._tentative(branch, seat, line, line.answers)]
        for answer in line.answers:
            self.advance(branch, lambda w, a=answer: self._is_meant(w, seat, a))  # type: ignore[misc]  # bound now
            self._answer(branch, seat, answer)
        return [branch]

    def _tentative(self, branch: Branch, seat: int, line: t.Choice, answers: tuple[t.Answer, ...]) -> Branch:
        """Give as many of the answers as are legal; what came up says which."""
        given: list[t.Answer] = []
        for answer in answers:
            trial = branch.copy()
            self.advance(trial, lambda w, a=answer: self._is_meant(w, seat, a))  # type: ignore[misc]  # bound now
            waiting = trial.machine.waiting
            if not isinstance(waiting, Decision) or waiting.who != seat or not self._is_legal(waiting, answer):
                break
            self._answer(trial, seat, answer)
            branch, given = trial, [*given, answer]
        said = writing.happening(evolve(line, answers=tuple(given), if_possible=False)) if given else ""
        branch.taken += (said,)
        return branch

    def _is_legal(self, decision: Decision, answer: t.Answer) -> bool:
        """Whether an answer is offered by a decision, and legal."""
        if self.names.answer(answer.head, [option.id for option in decision.site.options]) is None:
            return False
        return any(meant in decision.answers for meant in self.meant(decision, answer))

    def _where_possible(self, branch: Branch, line: t.Roll | t.Draw) -> list[Branch]:
        """Let chance happen where it is next."""
        trial = branch.copy()
        kind = "roll" if isinstance(line, t.Roll) else self._kind(line)
        self.advance(trial, lambda w: isinstance(w, Chance) and w.site.kind == kind and not _is_none(w))
        waiting = trial.machine.waiting
        if not isinstance(waiting, Chance) or not self._is_for(waiting, kind, line.purpose):
            branch.taken += ("",)
            return [branch]
        certain = evolve(line, if_possible=False)
        branches = self._line(trial, certain, frozenset())
        if not is_open(certain):
            trial.taken += (writing.happening(certain),)
        return branches

    def _is_for(self, chance: Chance, kind: str, purpose: t.Name | None) -> bool:
        return chance.site.kind == kind and (purpose is None or self.names.serves(chance.site, purpose))

    def _check_possible(self, line: t.Roll | t.Draw | t.Choice) -> None:
        """What is never possible is no line of a script."""
        if not any(branch.taken[-1] for branch in self.branches):
            raise SourceError([error("P0316", line.span)])

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
            line = self.line_of(decision, answer)
            other.taken, other.chosen = (*branch.taken, line), (*branch.chosen, line)
            found.append(other)
        return found

    def line_of(self, decision: Decision, answer: Answer) -> str:
        """The line of a script that gives an answer."""
        names = self.vocabulary.written_players
        return f"{names[decision.who]}: {describe.answer_text(self.program, decision.site, answer, names)}"

    def _decision(self, branch: Branch, seat: int, span: Span) -> Decision:
        waiting = branch.machine.waiting
        if isinstance(waiting, Decision) and waiting.who == seat:
            return waiting
        line = Phrase("answer-of", who=self.vocabulary.players[seat])
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

    def reasons(
        self, found: Sequence[Refusal], written: t.Answer, machine: Machine, events: int | None = None
    ) -> tuple[Related, ...]:
        """Where each reason against an answer stands, and what it looked at, after so many events of the machine."""
        before = len(machine.events) if events is None else events
        return tuple(self._reason(refusal, written, machine, before) for refusal in found)

    def _reason(self, refusal: Refusal, written: t.Answer, machine: Machine, events: int) -> Related:
        seen = "; ".join(self.refusals.seen(refusal, machine, events))
        values = {
            "reason": refusal.id,
            "text": self.reason_text(refusal, written),
            "seen": Phrase("refused-seen", seen=seen) if seen else "",
        }
        return Related(self.places(refusal.rule), "note-refused", values)

    def reason_text(self, refusal: Refusal, written: t.Answer) -> str:
        """A reason as its rule states it."""
        if not refusal.text:
            return Phrase("no-choice", answer=written_text(written))
        told = self.refusals.label(refusal) if spoken() != DEFAULT else None
        return told or self.refusals.condition(refusal)

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

    # in any order

    def _in_any_order(self, branch: Branch, block: t.InAnyOrder) -> list[Branch]:
        """The branches of every order that can be; if all lead to the same, those of the first."""
        results: dict[str, list[Branch]] = {}
        for order in orders(block):
            words = order_words(order)
            try:
                results[words] = self._in_order(branch.copy(), order)
            except NotNowError:
                continue
            except SourceError as wrong:
                note = Related(None, "note-order", {"order": words})
                told = [evolve(finding, related=(*finding.related, note)) for finding in wrong.diagnostics]
                raise SourceError(told) from wrong
        if len(results) == 1:
            raise SourceError([error("P0319", block.span, order=next(iter(results)))])
        self.orders = tuple(results)
        if are_alike(list(results.values()), self.past):
            return next(iter(results.values()))
        return [evolve(each, order=words) for words, branches in results.items() for each in branches]

    def _in_order(self, branch: Branch, order: Sequence[Deed]) -> list[Branch]:
        """Do one deed after the other; who is asked too early passes, if he can."""
        before = branch.taken
        branch.order, branch.taken = None, ()
        branches = [branch]
        for at, deed in enumerate(order):
            later = frozenset(self._speakers([line for other in order[at + 1 :] for line in other]))
            branches = [after for each in branches for after in self._deed(each, deed, later)]
        for each in branches:
            each.taken = (*before, "\n".join(each.taken))
        return branches

    def _deed(self, branch: Branch, deed: Deed, later: frozenset[int]) -> list[Branch]:
        first, *_ = deed
        if isinstance(first, t.Choice):
            self._wait_for(branch, first, later)
        branches = [branch]
        for line in deed:
            known = () if is_open(line) else (writing.happening(line),)
            branches = [after for each in branches for after in self._line(each, line, frozenset())]
            for each in branches:
                each.taken += known
        return branches

    def _wait_for(self, branch: Branch, line: t.Choice, later: frozenset[int]) -> None:
        """Let those who come later pass until a player is asked.

        Raises:
            NotNowError: Somebody who comes later has to answer now.
        """
        seat = self.vocabulary.seat(line.player)
        for _ in range(most("forced")):
            self.advance(branch, lambda w: isinstance(w, Decision) and (w.who == seat or (w.who in later)))
            waiting = branch.machine.waiting
            if not isinstance(waiting, Decision) or waiting.who == seat or waiting.who not in later:
                return
            if (PASS,) not in waiting.answers:
                raise NotNowError(line.player.text)
            branch.taken += (self.line_of(waiting, (PASS,)),)
            branch.machine.answer((PASS,))
        raise endless(branch.machine)

    # the others, and all at once

    def _others(self, branch: Branch, line: t.Others, spoken: frozenset[int]) -> list[Branch]:
        self.names.check_answer(line.answer)  # whoever speaks for himself may leave nobody to give it
        said = line.answer.head.text
        self.advance(branch, lambda w: isinstance(w, Decision) and (not w.forced or w.answers[0][0] == said))
        waiting = branch.machine.waiting
        if not isinstance(waiting, Decision):
            raise SourceError([self._not_now(branch, line.span, Phrase("answer-of-others"))])
        if waiting.who not in spoken:
            self._answer(branch, waiting.who, line.answer)
        branch.standing = Standing(waiting.site.index, line.answer, spoken)
        for _ in range(most("forced")):
            following = branch.machine.waiting
            if not isinstance(following, Decision) or not self._stands(branch, following):
                return [branch]
        raise endless(branch.machine)

    def _together(self, branch: Branch, line: t.Together) -> list[Branch]:
        given, others = self._secret_answers(line)
        if others is not None:
            self.names.check_answer(others.answer)
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
                [self._not_now(branch, answers[0].span, Phrase("secret-answer-of", who=self.vocabulary.players[seat]))]
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


def endless(machine: Machine) -> EndlessError:
    """What happened last goes on for ever."""
    return EndlessError(machine.program, (event[0] for event in machine.events[-_CIRCLE:]))


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
