"""Asks, windows and their answers, to blocks: who answers what, and what each answer does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, evolve

from interpreter.compiler.calls import call
from interpreter.compiler.card_changes import change_count, where_text
from interpreter.compiler.context import Context, Env
from interpreter.compiler.flow import Branch, Jump, Label, Stop
from interpreter.compiler.listing import Listing, given
from interpreter.compiler.notes import Probe
from interpreter.compiler.repeated import found_once, multiplied_once
from interpreter.compiler.seeing import see
from interpreter.compiler.words import looked_at
from interpreter.engine.program import PASS, Choice, Condition, Option, Seen
from interpreter.engine.reasons import ENTITLED
from interpreter.model import rules as r
from interpreter.model import terms as t
from interpreter.texts import Words

CompileBlock = Callable[[Context, r.Block, Env, Label], Label]
_X = "x"


@define
class Asking:
    """Compiles asks and windows; `block` compiles what the answers do."""

    c: Context
    block: CompileBlock

    @property
    def listing(self) -> Listing:
        """Lists the forms of an answer."""
        return Listing(self.c)

    # asks

    def ask(self, s: r.Ask, env: Env, after: Label, *, store: str | None = None) -> Label:
        """Ask one player. With `store` the answer is kept there in secret and nothing happens yet."""
        c, rule = self.c, self.c.head(s.head)
        who, env, lines = self._actor(s.who, env)
        plays = self._plays(s.plays)
        options = (*[self._option(a, s, env) for a in s.answers], *self._play_options(plays, self._guarded(env)))
        guards = env.guards if env.guarded == s.head.path else ()
        guards += self._who_guard(s, env, rule)
        name = s.head.id or "ask"
        site = c.site("ask", rule, stream=name, guards=guards, options=options, store=(store or "").removeprefix("s."))
        c.site_at[s.head.path] = site
        resume = c.graph.open(f"on_{name}", rule)
        c.graph.blocks[resume].takes_answer = True
        if store is None:
            self._dispatch(s, resume, site, who, env, after, plays)
        else:
            c.graph.fill(resume, [f"{store} = put({store}, {who}, a)"], Jump(after))
        lines = [*lines, *self.reach(site, who), *found_once(self._answers(s, plays, env))]
        return c.graph.block(f"ask_{name}", rule, lines, Stop(site, who, "answers", resume))

    def stored(self, s: r.Ask, env: Env, after: Label, store: str) -> Label:
        """Carry out an answer that was given in secret; nothing if there was none."""
        c, rule = self.c, self.c.head(s.head)
        who, env, lines = self._actor(s.who, env)
        carry = c.graph.open(f"reveal_{s.head.id}", rule)
        self._dispatch(s, carry, c.site_at[s.head.path], who, env, after, self._plays(s.plays))
        block = c.graph.blocks[carry]
        first = [f"a = {store}[{who}]", *lines]
        c.graph.fill(carry, [*first, *[line.text for line in block.lines]], block.exit)
        return c.graph.branch(f"asked_{s.head.id}", rule, f"{store}[{who}]", carry, after)

    def _actor(self, who: t.Term, env: Env) -> tuple[str, Env, list[str]]:
        """The player asked, as a field that nothing changes while his answer is carried out."""
        text = self.c.text(who, env)
        if text.startswith("s.v_"):
            return text, env.bind("actor", text), []
        cell = self.c.cell("actor")
        return cell, env.bind("actor", cell), [f"{cell} = {text}"]

    def _who_guard(self, s: r.Ask, env: Env, rule: int) -> tuple[Condition, ...]:
        names = {**env.names, "actor": _X}
        if env.loop is not None:
            names[env.loop] = _X
        text = self.c.writer.text(s.who, names)
        if text == _X:
            return ()
        seen = (see(self.c, s.who, names),)
        return (Condition(rule, "asked", f"{text} == {_X}", Words("is asked here"), seen=seen),)

    def _plays(self, window: str | None) -> list[r.Play]:
        """The cards of a window that are in the box."""
        if window is None:
            return []
        return [p for p in self.c.ruleset.plays.get(window, ()) if _in_box(self.c, p.card)]

    def _answers(self, s: r.Ask, plays: Sequence[r.Play], env: Env) -> list[str]:
        """Lines that list all legal answers in `answers`; those that stand back come last."""
        first = [a for a in s.answers if not a.unless]
        fixed = [a for a in first if not self.listing.now(a)]
        lines = [f"answers = {self._fixed(fixed, env)}"] if fixed else ["answers = ()"]
        for answer in first:
            if self.listing.now(answer):
                forms = self._forms(answer.id, answer, env)
                lines += _when(self._legal(answer.conditions, env), f"answers += {forms}")
        own = {answer.id for answer in first}
        if any(set(unless.answers) == own for answer in s.answers for unless in answer.unless):
            lines.append("some = bool(answers)")
        for play in plays:
            lines += self._playable(play, env)
        for answer in s.answers:
            if answer.unless:
                legal = [self._legal(answer.conditions, env), *(self._clear(unless, own) for unless in answer.unless)]
                kept = " and ".join(text for text in legal if text != "True")
                lines += _when(kept, f"answers += {self._forms(answer.id, answer, env)}")
        return lines

    def _clear(self, unless: r.Unless, own: set[str]) -> str:
        """Whether none of the answers is legal behind which another stands back; for all its `own`, `some` says it."""
        found = "some" if set(unless.answers) == own else f"any([q[0] in {unless.answers} for q in answers])"
        return f"not {self.c.writer.observed(unless.path, 'refuse', f'{_either(unless)} is possible', found)}"

    def _forms(self, name: str, answer: r.Answer, env: Env) -> str:
        """Every form of an answer, which is called by its id or by the card that is played for it."""
        now = self.listing.now(answer)
        if now:
            return self.listing.text(name, now, env)
        return self.c.globals.add(f"answer_{_plain(name)}", ((name,),))

    def _fixed(self, answers: Sequence[r.Answer], env: Env) -> str:
        """Answers without choices: one look-up by which of them are legal."""
        conditions = [self._legal(a.conditions, env) for a in answers]
        open_ = [(i, text) for i, text in enumerate(conditions) if text not in ("True", "False")]
        table = []
        for bits in range(1 << len(open_)):
            legal = {i for n, (i, _) in enumerate(open_) if bits >> n & 1}
            legal |= {i for i, text in enumerate(conditions) if text == "True"}
            table.append(tuple((a.id,) for i, a in enumerate(answers) if i in legal))
        name = self.c.globals.add(f"answers_{_plain(answers[0].id)}", tuple(table))
        tests = [f"({1 << n} if {text} else 0)" for n, (_, text) in enumerate(open_)]
        return f"{name}[{' | '.join(tests) or '0'}]"

    def _legal(self, conditions: Sequence[r.Condition], env: Env) -> str:
        terms = tuple(t.Not(x.term) if x.refuses else x.term for x in conditions)
        return self.c.writer.text(t.AllOf(terms), env.names)

    # what the answers do

    def _dispatch(  # where it goes on, and with what
        self, s: r.Ask, label: Label, site: int, who: str, env: Env, after: Label, plays: Sequence[r.Play]
    ) -> None:
        c, rule = self.c, self.c.head(s.head)
        done = [(a.id, self.carry_out(a, env, after)) for a in s.answers]
        done += [(p.card, self._play_if_held(p, env, after)) for p in plays]
        chain = done[-1][1]
        for name, target in done[-2::-1]:
            chain = c.graph.branch(f"if_{name}", rule, f"a[0] == {name!r}", target, chain)
        lines = c.log(rule, "answer", str(site), who, "a")
        c.graph.fill(label, lines, Jump(chain))

    def carry_out(
        self, a: r.Answer, env: Env, after: Label, first: Sequence[str] = (), kind: str = "answer"
    ) -> Label:
        """What one answer does: keep its choices, ask the deferred ones, run its statements."""
        return self.c.noted((a.path, a.id), Probe(a.path, kind), lambda: self._carried_out(a, env, after, first))

    def _carried_out(self, a: r.Answer, env: Env, after: Label, first: Sequence[str]) -> Label:
        c, rule = self.c, self.c.rule(a.path, a.id)
        now, lines = self.listing.now(a), list(first)
        for index, choice in enumerate(now):
            cell = c.cell(choice.name)
            lines.append(f"{cell} = a[{index + 1}]")
            env = env.bind(choice.name, cell)
        later = [choice for choice in a.choices if choice not in now]
        body = self._ask_later(a, later, env, after)
        return c.graph.block(f"do_{a.id}", rule, lines, Jump(body)) if lines else body

    def _ask_later(self, a: r.Answer, later: list[r.Choice], env: Env, after: Label) -> Label:
        """Choices that somebody else makes are asks of their own, named after the choice."""
        c = self.c
        if not later:
            return self.block(c, a.body, env, after)
        choice, *rest = later
        cell = c.cell(choice.name)
        body = self._ask_later(a, rest, env.bind(choice.name, cell), after)
        rule = c.rule(choice.path, choice.name)
        option = Option(choice.name, rule, (), (_choice(choice),), None)
        site = c.site("ask", rule, stream=choice.name, options=(option,))
        resume = c.graph.open(f"on_{choice.name}", rule)
        c.graph.blocks[resume].takes_answer = True
        who = c.cell("chooser")
        lines = [*c.log(rule, "answer", str(site), who, "a"), f"{cell} = a[1]"]
        c.graph.fill(resume, lines, Jump(body))
        first = [f"{who} = {c.text(given(choice.by), env)}", *self.reach(site, who)]
        listing = f"answers = {self.listing.text(choice.name, [choice], env)}"
        return c.graph.block(f"ask_{choice.name}", rule, [*first, listing], Stop(site, who, "answers", resume))

    def reach(self, site: int, who: str) -> list[str]:
        """The line that records that an ask was reached, and who is asked."""
        return [f"reach({site}, s, {who})"] if self.c.inspecting else []

    def reach_window(self, site: int, turns: str) -> list[str]:
        """The line that records that a window was reached, and who may play, one after the other."""
        return [f"reach({site}, s, None, {turns})"] if self.c.inspecting else []

    # for those who ask why not

    def _guarded(self, env: Env) -> Env:
        """The names around an ask, for a player `x` who may be anybody."""
        names = {**env.names, "actor": _X}
        if env.loop is not None:
            names[env.loop] = _X
        return evolve(env, names=names)

    def _option(self, a: r.Answer, s: r.Ask, env: Env) -> Option:
        inner = self._guarded(env)
        option = self.option(a, a.conditions, inner)
        return evolve(option, conditions=(*option.conditions, *(self._unless(u, s, inner) for u in a.unless)))

    def _unless(self, unless: r.Unless, s: r.Ask, env: Env) -> Condition:
        """The reason that another answer is legal."""
        behind = unless.answers
        answers = [(a.id, a, self._legal(a.conditions, env)) for a in s.answers if a.id in behind]
        plays = [(p.card, p.answer, self._may_play(p, env)) for p in self._plays(s.plays) if p.card in behind]
        firsts = (*answers, *plays)
        parts = [self._possible(*first, env) for first in firsts]
        seen = tuple(Seen(first[0], self._listed(*first, env), "answers") for first in firsts)
        text = f"{_either(unless)} is possible"
        test = self.c.writer.observed(unless.path, "refuse", text, f"bool({' or '.join(parts)})")
        return Condition(self.c.rule(unless.path, unless.id), unless.id, test, text, refuses=True, seen=seen)

    def _listed(self, name: str, answer: r.Answer, legal: str, env: Env) -> str:
        """The possible forms of an answer."""
        return f"({self._forms(name, answer, env)} if {legal} else ())"

    def _possible(self, name: str, answer: r.Answer, legal: str, env: Env) -> str:
        now = self.listing.now(answer)
        return f"({legal} and {self.listing.text(name, now, env)})" if now else f"({legal})"

    def option(self, a: r.Answer, conditions: Sequence[r.Condition], env: Env) -> Option:
        """What a site offers, with the reasons that may refuse it to player `x`."""
        c = self.c
        now = self.listing.now(a)
        reasons = tuple(self._reason(x, env) for x in conditions)
        listing = self.listing.text(a.id, now, env) if now else None
        choices = tuple(_choice(choice) for choice in now)
        return Option(a.id, c.rule(a.path, a.id), reasons, choices, listing)

    def _reason(self, x: r.Condition, env: Env) -> Condition:
        c = self.c
        seen = tuple(see(c, part, env.names) for part in looked_at(x.term))
        test = c.writer.noting(lambda: c.writer.text(x.term, env.names))
        return Condition(c.rule(x.path, x.id), x.id, test, x.text, refuses=x.refuses, seen=seen)

    # windows

    def window(self, s: r.OpenWindow, env: Env, after: Label) -> Label:
        """Everybody entitled may play, clockwise, until all pass in a row (or once, with rounds)."""
        c, rule, name = self.c, self.c.head(s.head), s.window
        plays = self._plays(name)
        if not plays:
            return after
        key = f"window {name}"
        if key in c.recursive:
            arguments = {"first-to-act": c.text(s.start, env)}
            return call(c, key, rule, arguments, after, lambda env, done: self._window(s, env, done, plays))
        return self._window(s, env.entering(key, s.head.path), after, plays)

    def _window(self, s: r.OpenWindow, env: Env, after: Label, plays: list[r.Play]) -> Label:
        c, rule, name = self.c, self.c.head(s.head), s.window
        actor, left = c.cell("actor"), c.cell("left")
        inner = env.bind("actor", actor)
        site = c.site(
            "window", rule, stream=name, guards=self._members(s, env, rule), options=self._window_options(plays, env)
        )
        c.site_at[s.head.path] = site
        turn = c.graph.open(f"window_{name}", rule)
        goes_on = c.graph.open(f"turn_{name}", rule)
        opened = [f"{left} = TURNS[{env.names.get('first-to-act') or c.text(s.start, env)}]"]
        opened += self.reach_window(site, left)
        if s.rounds is not None and s.rounds > 1:
            rounds = c.cell("rounds")
            again = [f"{rounds} -= 1", f"{left} = TURNS[LEFT[{actor}]]", *self.reach_window(site, left)]
            once_more = c.graph.lead(f"round_{name}", rule, again, turn)
            after = c.graph.branch(f"again_{name}", rule, rounds, once_more, after)
            opened.append(f"{rounds} = {s.rounds - 1}")
        c.graph.fill(turn, [], Branch(left, goes_on, after))
        resume = self._played(s, plays, site, inner, turn, actor, left)
        lines = [f"answers = {c.globals.add('PASSES', ((PASS,),))}"]
        for play in plays:
            lines += self._playable(play, inner)
        lines = multiplied_once(lines)
        wait = c.graph.block(f"ask_{name}", rule, [], Stop(site, actor, "answers", resume, is_free=True))
        listed = c.graph.block(f"list_{name}", rule, lines, Branch("len(answers) == 1", turn, wait))
        entitled = listed
        if s.among is not None:
            inside = f"{c.text(s.among, env)} >> {actor} & 1"
            entitled = c.graph.branch(f"member_{name}", rule, inside, listed, turn)
        c.graph.fill(goes_on, [f"{actor}, {left} = {left}"], Jump(entitled))
        return c.graph.lead(f"open_{name}", rule, opened, turn)

    def _playable(self, p: r.Play, env: Env) -> list[str]:
        return _when(self._may_play(p, env), f"answers += {self._forms(p.card, p.answer, env)}")

    def _may_play(self, p: r.Play, env: Env) -> str:
        """Whether the actor has the card and all conditions hold."""
        conditions = [*([p.by] if p.by else []), *p.answer.conditions]
        legal = self.c.writer.noting(lambda: self._legal(conditions, env))
        held = self._held(p, env)
        return held if legal == "True" else f"{held} and {legal}"

    def _held(self, p: r.Play, env: Env) -> str:
        number = t.Number(self.c.box.card_index[p.card][1])  # no rule names the card here
        count = t.CountCards(self._owned(p.from_zone), number)
        return self.c.writer.text(count, {**env.names, _OWNER: env.names["actor"]})

    def _owned(self, zone: str) -> t.ZoneOf:
        """The zone of the player who plays, or the table's."""
        of_player = self.c.box.zones[zone].of == "player"
        return t.ZoneOf(zone, t.Variable(_OWNER, "player") if of_player else None)

    def _played(
        self,
        s: r.OpenWindow,
        plays: list[r.Play],
        site: int,
        env: Env,
        turn: Label,
        actor: str,
        left: str,
    ) -> Label:
        """What a play or a pass does: the card goes where it says, then its effects, then the next turn."""
        c, rule = self.c, self.c.head(s.head)
        anew = [f"{left} = TURNS[LEFT[{actor}]]"] if s.rounds is None else []
        after_play = c.graph.lead(f"next_{s.window}", rule, [*anew, *self.reach_window(site, left)], turn)
        chain = turn
        for play in reversed(plays):
            target = self._play(play, env, after_play)
            chain = c.graph.branch(f"if_{play.card}", rule, f"a[0] == {play.card!r}", target, chain)
        resume = c.graph.open(f"on_{s.window}", rule)
        c.graph.blocks[resume].takes_answer = True
        c.graph.fill(resume, c.log(rule, "answer", str(site), actor, "a"), Jump(chain))
        return resume

    def _play_if_held(self, p: r.Play, env: Env, after: Label) -> Label:
        """What a play does, or nothing: a card that was named in secret may be gone when its turn comes."""
        play = self._play(p, env, after)
        return self.c.graph.branch(f"has_{p.card}", self.c.rule(p.path, p.card), self._held(p, env), play, after)

    def _play(self, p: r.Play, env: Env, after: Label) -> Label:
        c = self.c
        rule = c.rule(p.path, p.card)
        kind = str(c.box.card_index[p.card][1])
        source, target = self._owned(p.from_zone), t.ZoneOf(p.to_zone, None)
        owned = env.bind(_OWNER, env.names["actor"])
        lines = [
            *change_count(c, source, owned, kind, "-= 1", target.zone),
            *change_count(c, target, owned, kind, "+= 1", source.zone),
            *c.log(rule, "play", f"({kind},)", where_text(c, source, owned), where_text(c, target, owned)),
        ]
        return self.carry_out(p.answer, env, after, lines, "play")

    def _members(self, s: r.OpenWindow, env: Env, rule: int) -> tuple[Condition, ...]:
        guards = env.guards if env.guarded == s.head.path else ()
        if s.among is None:
            return guards
        test = f"{self.c.text(s.among, env)} >> {_X} & 1"
        seen = (see(self.c, s.among, env.names),)
        return (*guards, Condition(rule, ENTITLED, test, Words("may play here"), seen=seen))

    def _window_options(self, plays: list[r.Play], env: Env) -> tuple[Option, ...]:
        found = self._play_options(plays, env)
        rule = self.c.rule(("windows", plays[0].window))
        return (*found, Option(PASS, rule, (), (), None))

    def _play_options(self, plays: Sequence[r.Play], env: Env) -> tuple[Option, ...]:
        found = []
        for play in plays:
            inner = evolve(env, names={**env.names, "actor": _X, _OWNER: _X})
            conditions = [*([play.by] if play.by else []), *play.answer.conditions]
            option = self.option(play.answer, conditions, inner)
            told = Words("holds {card}", card=play.card)
            has = Condition(option.rule, "held", f"{self._held(play, inner)} > 0", told)
            found.append(evolve(option, conditions=(has, *option.conditions)))
        return tuple(found)


_OWNER = "owner of the card"


def _either(unless: r.Unless) -> str:
    return " or ".join(unless.answers)


def _in_box(c: Context, card: str) -> bool:
    kind, index = c.box.card_index[card]
    return c.box.copies[kind][index] > 0


def _choice(choice: r.Choice) -> Choice:
    return Choice(choice.name, choice.kind, choice.of)


def _when(condition: str, line: str) -> list[str]:
    if condition in ("True", "False"):
        return [line] if condition == "True" else []
    return [f"if {condition}: {line}"]


def _plain(name: str) -> str:
    return name.replace("-", "_")
