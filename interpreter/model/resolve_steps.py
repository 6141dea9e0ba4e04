"""Draft statements to statements with terms, following which names each of them binds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrs import frozen

from interpreter.model import draft as d
from interpreter.model import rules as r
from interpreter.model import terms as t
from interpreter.model.draft import Path
from interpreter.model.findings import Declared, Finding, declared, keys, unknown
from interpreter.model.resolve_terms import Scope, TermResolver
from interpreter.model.terms import Term


@frozen
class StepResolver:
    """Resolves the statements of one ruleset."""

    terms: TermResolver
    scopes: Declared  # what `end` can leave

    def block(self, statements: Iterable[d.Statement] | None, scope: Scope) -> r.Block:
        """Resolve statements one after the other."""
        return tuple(self._statement(s, scope) for s in statements or ())

    def _statement(self, s: d.Statement, scope: Scope) -> r.Statement:
        self._check_adverbs(s)
        head = r.Head(s.path, s.id, s.event)
        inner = scope.bind(s.each, "player", (*s.path, "each")) if s.each else scope
        done = self._verbs()[s.verb](s, head, inner)
        if s.each is not None:
            done = self._loop(s, head, scope, inner, done)
        if s.if_ is None:
            return done
        condition = self.terms.term(s.if_, (*s.path, "if"), scope, "condition")
        otherwise = self.block(s.else_, scope)
        return r.Guarded(head, condition, str(s.if_), (done,), otherwise)

    def _check_adverbs(self, s: d.Statement) -> None:
        """A key that the verb does not read is a finding: nothing may be ignored in silence."""
        allowed = _ADVERBS[s.verb] | ({"from", "after", "among", "where", "together"} if s.each else set())
        for key in _HOW:
            value = getattr(s, key.replace("-", "_") + ("_" if key in _TRAILING else ""))
            if value not in (None, [], {}) and key not in allowed:
                values = {"key": key, "verb": s.verb}
                self.terms.names.add(Finding("R0301", (*s.path, key), values, on_key=True))
        if s.else_ and s.if_ is None:
            values = {"key": "else", "verb": s.verb}
            self.terms.names.add(Finding("R0301", (*s.path, "else"), values, on_key=True))

    def _loop(self, s: d.Statement, head: r.Head, scope: Scope, inner: Scope, done: r.Statement) -> r.Loop:
        start = s.after if s.after is not None else s.from_ if s.verb not in _OWN_FROM else None
        key = "after" if s.after is not None else "from"
        optional = self._optional
        return r.Loop(
            head=head,
            variable=str(s.each),
            start=None if start is None else self.terms.term(start, (*s.path, key), scope, "player"),
            skip_start=s.after is not None,
            among=optional(s, "among", inner, "players") if s.verb != "window" else None,
            where=optional(s, "where", inner, "condition"),
            together=optional(s, "together", Scope(), "condition"),
            body=(done,),
        )

    def _optional(self, s: d.Statement, key: str, scope: Scope, *types: str) -> Term | None:
        text = getattr(s, key.replace("-", "_") + ("_" if key in _TRAILING else ""))
        return None if text is None else self.terms.term(text, (*s.path, key), scope, *types)

    def _required(self, s: d.Statement, key: str, scope: Scope, *types: str) -> Term:
        found = self._optional(s, key, scope, *types)
        if found is None:
            self.terms.names.add(Finding("R0302", (*s.path, s.verb), {"key": key, "verb": s.verb}, on_key=True))
            return t.Broken()
        return found

    def _verbs(self) -> Mapping[str, Callable[[d.Statement, r.Head, Scope], r.Statement]]:
        return {
            "ask": self._ask,
            "window": self._window,
            "roll": self._roll,
            "reroll": self._reroll,
            "clear": lambda s, head, _scope: r.Clear(head, self._known(s, "clear", "dice")),
            "move": self._move,
            "draw": self._draw,
            "give": self._give,
            "take-away": self._take_away,
            "place": self._place,
            "advance": self._advance,
            "lay": self._lay,
            "set": self._set,
            "run": self._run,
            "do": lambda s, head, scope: r.Do(head, self.block(s.do, scope)),
            "repeat": self._repeat,
            "end": self._end,
        }

    # asking

    def _ask(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        who = self.terms.term(s.ask, (*s.path, "ask"), scope, "player")
        answers = tuple(self.answer(key, a, scope) for key, a in s.answers.items())
        if not answers:
            self.terms.names.add(Finding("R0302", (*s.path, "ask"), {"key": "answers", "verb": "ask"}, on_key=True))
        return r.Ask(head, who, answers)

    def answer(self, key: str, a: d.Answer | d.Card, scope: Scope) -> r.Answer:
        """Resolve an answer: its conditions, its choices, what it does."""
        actor = scope.bind("actor", "player")
        conditions = [] if isinstance(a, d.Card) else self.conditions(a, actor)
        inner, choices = actor, []
        for name, choice in a.choose.items():
            choices.append(self._choice(name, choice, inner))
            inner = inner.bind(name, _CHOSEN[choices[-1].kind], choice.path)
        return r.Answer(a.path, key, tuple(conditions), tuple(choices), self.block(a.do, inner))

    def conditions(self, a: d.Answer | d.Play, scope: Scope) -> list[r.Condition]:
        """The `if` and the named refusals of an answer or a play."""
        found = []
        if a.if_ is not None:
            path = (*a.path, "if")
            term = self.terms.term(a.if_, path, scope, "condition")
            found.append(r.Condition(path, a.key, term, refuses=False, text=str(a.if_)))
        for key, text in a.refuse.items():
            path = (*a.path, "refuse", key)
            term = self.terms.term(text, path, scope, "condition")
            found.append(r.Condition(path, key, term, refuses=True, text=str(text)))
        return found

    def _choice(self, name: str, c: d.Choice, scope: Scope) -> r.Choice:
        by = None if c.by is None else self.terms.term(c.by, (*c.path, "by"), scope, "player")
        if c.player is not None:
            among = self.terms.term(c.player, (*c.path, "player"), scope, "players", "player")
            return r.Choice(name, "player", c.path, among=among, by=by)
        if c.dice is not None:
            pool = self._reference("dice", c.dice, (*c.path, "dice"), "pool of dice")
            return r.Choice(name, "dice", c.path, pool=pool, by=by)
        demand = self._reference("demands", str(c.payment), (*c.path, "payment"), "demand")
        zone = self.terms.term(c.from_, (*c.path, "from"), scope, "zone")
        return r.Choice(
            name, "payment", c.path, demand=demand, zone=zone if isinstance(zone, t.ZoneOf) else None, by=by
        )

    def _window(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        window = self._known(s, "window", "windows")
        start = self._required(s, "from", scope, "player")
        among = self._optional(s, "among", scope, "players")
        rounds = None if s.rounds is None else int(s.rounds)
        return r.OpenWindow(head, window, start, among, rounds)

    # doing

    def _roll(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        return r.Roll(head, self._known(s, "roll", "dice"), self._amount(s, scope))

    def _amount(self, s: d.Statement, scope: Scope) -> Term:
        return t.Number(1) if s.count is None else self._required(s, "count", scope, "number")

    def _reroll(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        pool = self._known(s, "reroll", "dice")
        if s.which is not None and scope.variables.get(s.which) != "picked":
            known = scope.of_type("picked")
            self.terms.names.add(unknown("choice of dice", s.which, known, (*s.path, "which")))
        path = ("dice", pool, "faces")
        faces = keys(self.terms.draft.dice[pool].faces, path) if pool in self.terms.draft.dice else {}
        for index, face in enumerate(s.showing):
            self.terms.names.use(*path, face)
            if faces and face not in faces:
                self.terms.names.add(unknown(f"face of {pool}", face, faces, (*s.path, "showing", str(index))))
        return r.Reroll(head, pool, s.which, tuple(s.showing))

    def _move(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        if scope.variables.get(str(s.move)) != "cards":
            known = scope.of_type("cards")
            self.terms.names.add(unknown("choice of cards", str(s.move), known, (*s.path, "move")))
        source, target = self._zone(s, "from", scope), self._zone(s, "to", scope)
        for key, zone in (("from", source), ("to", target)):
            declared = self.terms.draft.zones.get(zone.zone)
            if declared is not None and declared.pile:
                self.terms.names.add(Finding("R0309", (*s.path, key), {"zone": zone.zone}))
        return r.MoveCards(head, str(s.move), source, target)

    def _zone(self, s: d.Statement, key: str, scope: Scope) -> t.ZoneOf:
        found = self._required(s, key, scope, "zone")
        return found if isinstance(found, t.ZoneOf) else t.ZoneOf("", None)

    def _draw(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        source = self.terms.term(s.draw, (*s.path, "draw"), scope, "zone")
        target = self._zone(s, "to", scope)
        pile = source if isinstance(source, t.ZoneOf) else t.ZoneOf("", None)
        zones = self.terms.draft.zones
        if pile.zone in zones and target.zone in zones:
            self._same_kind(s, zones[pile.zone], zones[target.zone])
        return r.Draw(head, pile, target, self._amount(s, scope))

    def _same_kind(self, s: d.Statement, source: d.Zone, target: d.Zone) -> None:
        if not source.pile:
            self.terms.names.add(Finding("R0303", (*s.path, "draw"), {"zone": source.key}))
        if target.pile:
            self.terms.names.add(Finding("R0309", (*s.path, "to"), {"zone": target.key}))
        if source.holds != target.holds:
            values = {"from": source.key, "to": target.key, "holds": source.holds}
            self.terms.names.add(Finding("R0304", (*s.path, "to"), values))

    def _give(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        role = self._known(s, "give", "roles")
        if s.at_random_among is not None:
            among = self._required(s, "at-random-among", scope, "players")
            return r.GiveAtRandom(head, role, among)
        declared = self.terms.draft.roles.get(role)
        several = declared is not None and declared.held_by == "several"
        kinds = ("players", "player") if several else ("player",)
        return r.Give(head, role, self._required(s, "to", scope, *kinds))

    def _take_away(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        role = self._known(s, "take-away", "roles")
        return r.TakeAway(head, role, self._required(s, "from", scope, "player", "players"))

    def _place(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        return r.PutPawn(head, self._known(s, "place", "pawns"), self._required(s, "at", scope, "place"))

    def _advance(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        by = t.Number(1) if s.by is None else self._required(s, "by", scope, "number")
        return r.Advance(head, self._known(s, "advance", "pawns"), by)

    def _lay(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        where = self._optional(s, "where", scope.bind("space", "place"), "condition")
        return r.Lay(head, self._known(s, "lay", "tracks"), where)

    def _set(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        counter = self._known(s, "set", "counters")
        declared = self.terms.draft.counters.get(counter)
        owner = None
        if declared is not None and declared.of is not None:
            owner = self._required(s, "for", scope, declared.of)
        return r.SetCounter(head, counter, owner, self._required(s, "to", scope, "number"))

    def _run(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        name = str(s.run)
        action = self.terms.draft.actions.get(name)
        self.terms.names.use("actions" if action else "steps", name)
        if action is None and name not in self.terms.draft.steps:
            callable_ = {**declared(self.terms.draft.actions), **keys(self.terms.draft.steps, ("steps",))}
            self.terms.names.add(unknown("action or sequence", name, callable_, (*s.path, "run")))
        needs = action.needs if action else {}
        needed = keys(needs, ("actions", name, "needs"))
        arguments = {}
        for key, text in s.with_.items():
            path = (*s.path, "with", key)
            if key not in needs and action is not None:
                self.terms.names.add(unknown(f"need of {name}", key, needed, path, on_key=True))
            arguments[key] = self.terms.term(text, path, scope, *([needs[key]] if key in needs else []))
        for key in needs.keys() - s.with_.keys():
            self.terms.names.add(Finding("R0305", (*s.path, "run"), {"action": name, "key": key}))
        return r.Run(head, name, arguments)

    def _repeat(self, s: d.Statement, head: r.Head, _scope: Scope) -> r.Statement:
        for index, name in enumerate(s.repeat or ()):
            self._reference("steps", name, (*s.path, "repeat", str(index)), "sequence of steps")
        return r.Repeat(head, tuple(s.repeat or ()))

    def _end(self, s: d.Statement, head: r.Head, _scope: Scope) -> r.Statement:
        if s.end not in self.scopes:
            path = (*s.path, "end")
            self.terms.names.add(unknown("step that can be ended", str(s.end), self.scopes, path))
        self.terms.names.use("steps", str(s.end))
        return r.End(head, str(s.end))

    def _known(self, s: d.Statement, key: str, group: str) -> str:
        word = str(getattr(s, key.replace("-", "_")))
        return self._reference(group, word, (*s.path, key), _SINGULAR[group])

    def _reference(self, group: str, word: str, path: Path, what: str) -> str:
        found = getattr(self.terms.draft, group)
        known = keys(found, (group,))
        self.terms.names.use(group, word)
        if word not in known:
            self.terms.names.add(unknown(what, word, known, path))
        return word


_CHOSEN = {"player": "player", "dice": "picked", "payment": "cards"}
_SINGULAR = {
    "dice": "pool of dice",
    "windows": "window",
    "roles": "role",
    "pawns": "pawn",
    "tracks": "track",
    "counters": "counter",
}
_TRAILING = {"from", "for", "with"}
_OWN_FROM = {"move", "take-away", "window"}
_HOW = (
    "after",
    "from",
    "among",
    "where",
    "together",
    "answers",
    "rounds",
    "count",
    "which",
    "showing",
    "to",
    "at",
    "by",
    "for",
    "at-random-among",
    "with",
)
_ADVERBS: dict[str, set[str]] = {
    "ask": {"answers"},
    "window": {"from", "among", "rounds"},
    "roll": {"count"},
    "reroll": {"which", "showing"},
    "clear": set(),
    "move": {"from", "to"},
    "draw": {"to", "count"},
    "give": {"to", "at-random-among"},
    "take-away": {"from"},
    "place": {"at"},
    "advance": {"by"},
    "lay": {"where"},
    "set": {"for", "to"},
    "run": {"with"},
    "do": set(),
    "repeat": set(),
    "end": set(),
}
