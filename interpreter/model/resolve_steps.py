"""Draft statements to statements with terms, following which names each of them binds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from attrs import evolve, frozen

from interpreter.model import draft as d
from interpreter.model import rules as r
from interpreter.model.choices import ChoiceResolver
from interpreter.model.findings import Declared, Finding, declared, keys, unknown
from interpreter.model.keys import KeyReader, value_of
from interpreter.model.looking import Scope
from interpreter.model.needs import NEEDED
from interpreter.model.resolve_effects import Effects, Resolve
from interpreter.model.resolve_terms import TermResolver
from interpreter.model.terms import Term
from interpreter.texts import Words


@frozen(slots=False)
class StepResolver:
    """Resolves the statements of one ruleset."""

    terms: TermResolver
    scopes: Declared  # what `end` can leave

    @cached_property
    def _keys(self) -> KeyReader:
        return KeyReader(self.terms)

    @cached_property
    def _verbs(self) -> Mapping[str, Resolve]:
        return {
            **Effects(self._keys).verbs(),
            "ask": self._ask,
            "window": self._window,
            "run": self._run,
            "do": lambda s, head, scope: r.Do(head, self.block(s.do, scope)),
            "repeat": self._repeat,
            "end": self._end,
        }

    def block(self, statements: Iterable[d.Statement] | None, scope: Scope) -> r.Block:
        """Resolve statements one after the other."""
        return tuple(self._statement(s, scope) for s in statements or ())

    def _statement(self, s: d.Statement, scope: Scope) -> r.Statement:
        self._check_adverbs(s)
        head = r.Head(s.path, s.id, s.event)
        done = self._looped(s, head, scope)
        if s.times is not None or s.while_ is not None:
            done = self._again(s, head, scope, done)
        if s.if_ is None:
            return done
        condition = self.terms.term(s.if_, (*s.path, "if"), scope, "condition")
        otherwise = self.block(s.else_, scope)
        return r.Guarded(head, condition, str(s.if_), (done,), otherwise)

    def _looped(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        """The verb, for each player or place if there is an `each`."""
        if s.each is None:
            return self._verbs[s.verb](s, head, scope)
        kind = "player" if s.in_ is None else "place"
        inner = scope.bind(s.each, kind, (*s.path, "each"))
        done = self._verbs[s.verb](s, head, inner)
        if s.in_ is None:
            return self._loop(s, head, scope, inner, done)
        return r.EachPlace(head, s.each, self._keys.required(s, "in", scope, "places"), (done,))

    def _again(self, s: d.Statement, head: r.Head, scope: Scope, done: r.Statement) -> r.Again:
        """The id names the whole loop: `end` with it leaves all of it."""
        times = self._keys.optional(s, "times", scope, "number")
        condition = self._keys.optional(s, "while", scope, "condition")
        if times is not None and condition is not None:
            self.terms.names.add(Finding("R0301", (*s.path, "while"), {"key": "while", "verb": "times"}, on_key=True))
        if isinstance(done, r.Do):
            done = evolve(done, head=r.Head(s.path, None, head.name or None))
        return r.Again(head, times, condition, (done,))

    def _check_adverbs(self, s: d.Statement) -> None:
        """A key that the verb does not read is a finding: nothing may be ignored in silence."""
        allowed = _ADVERBS[s.verb] | ({"times", "while"})
        if s.each:
            allowed |= {"in"} if s.in_ is not None else {"from", "after", "among", "where", "together"}
        for key in _HOW:
            if value_of(s, key) not in (None, [], {}) and key not in allowed:
                values = {"key": key, "verb": s.verb}
                self.terms.names.add(Finding("R0301", (*s.path, key), values, on_key=True))
        if s.else_ and s.if_ is None:
            values = {"key": "else", "verb": s.verb}
            self.terms.names.add(Finding("R0301", (*s.path, "else"), values, on_key=True))

    def _loop(self, s: d.Statement, head: r.Head, scope: Scope, inner: Scope, done: r.Statement) -> r.Loop:
        start = s.after if s.after is not None else s.from_ if s.verb not in _OWN_FROM else None
        key = "after" if s.after is not None else "from"
        optional = self._keys.optional
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

    # asking

    def _ask(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        who = self.terms.term(s.ask, (*s.path, "ask"), scope, "player")
        answers = tuple(self.answer(key, a, scope) for key, a in s.answers.items())
        if not answers:
            self.terms.names.add(Finding("R0302", (*s.path, "ask"), {"key": "answers", "verb": "ask"}, on_key=True))
        plays = None if s.plays is None else self._keys.known(s, "plays", "windows")
        self._check_unless(s, plays)
        return r.Ask(head, who, answers, plays)

    def _check_unless(self, s: d.Statement, plays: str | None) -> None:
        """An answer can stand back behind others that do not stand back themselves."""
        cards = {k: c.path for k, c in self.terms.draft.cards.items() if c.play is not None and c.play.in_ == plays}
        known: Declared = {**{k: a.path for k, a in s.answers.items() if not a.unless}, **cards}
        for answer in s.answers.values():
            for reason, names in answer.unless.items():
                for index, name in enumerate(names):
                    if name not in known:
                        path = (*answer.path, "unless", reason, str(index))
                        self.terms.names.add(unknown("answer that is given without `unless`", name, known, path))

    def answer(self, key: str, a: d.Answer | d.Card, scope: Scope) -> r.Answer:
        """Resolve an answer: its conditions, its choices, what it does."""
        actor = scope.bind("actor", "player")
        conditions = [] if isinstance(a, d.Card) else self.conditions(a, actor)
        unless = {} if isinstance(a, d.Card) else a.unless
        inner, choices = actor, []
        for name, choice in a.choose.items():
            choices.append(ChoiceResolver(self._keys).choice(name, choice, inner))
            inner = inner.bind(name, choices[-1].type, choice.path)
        return r.Answer(
            path=a.path,
            id=key,
            conditions=tuple(conditions),
            choices=tuple(choices),
            body=self.block(a.do, inner),
            unless=tuple(r.Unless((*a.path, "unless", name), name, tuple(others)) for name, others in unless.items()),
        )

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

    def _window(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        window = self._keys.known(s, "window", "windows")
        start = self._keys.required(s, "from", scope, "player")
        among = self._keys.optional(s, "among", scope, "players")
        rounds = None if s.rounds is None else int(s.rounds)
        return r.OpenWindow(head, window, start, among, rounds)

    # parts and calls

    def _run(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        name = str(s.run)
        action = self.terms.draft.actions.get(name)
        self.terms.names.use("actions" if action else "steps", name)
        if action is None and name not in self.terms.draft.steps:
            callable_ = {**declared(self.terms.draft.actions), **keys(self.terms.draft.steps, ("steps",))}
            self.terms.names.add(unknown("action or sequence", name, callable_, (*s.path, "run")))
        return r.Run(head, name, self._arguments(s, name, action, scope))

    def _arguments(self, s: d.Statement, name: str, action: d.Action | None, scope: Scope) -> dict[str, Term]:
        """What an action is given, each of the type that it needs."""
        needs = action.needs if action else {}
        needed = keys(needs, ("actions", name, "needs"))
        arguments: dict[str, Term] = {}
        for key, text in s.with_.items():
            path = (*s.path, "with", key)
            if key not in needs and action is not None:
                self.terms.names.add(unknown(Words("need of {action}", action=name), key, needed, path, on_key=True))
            arguments[key] = self._argument(text, path, scope, needs.get(key))
        for key in needs.keys() - s.with_.keys():
            self.terms.names.add(Finding("R0305", (*s.path, "run"), {"action": name, "key": key}))
        return arguments

    def _argument(self, text: d.Text, path: d.Path, scope: Scope, needed: str | None) -> Term:
        if needed in self.terms.draft.types:
            return self.terms.card(str(text), path, scope, str(needed))
        return self.terms.term(text, path, scope, *([needed] if needed in NEEDED else []))

    def _repeat(self, s: d.Statement, head: r.Head, _scope: Scope) -> r.Statement:
        for index, name in enumerate(s.repeat or ()):
            self._keys.reference("steps", name, (*s.path, "repeat", str(index)), "sequence of steps")
        return r.Repeat(head, tuple(s.repeat or ()))

    def _end(self, s: d.Statement, head: r.Head, scope: Scope) -> r.Statement:
        path = (*s.path, "end")
        if s.end not in self.scopes:
            self.terms.names.add(unknown("step that can be ended", str(s.end), self.scopes, path))
        self.terms.names.use("steps", str(s.end))
        if s.winners is not None and s.end != GAME:
            self.terms.names.add(Finding("R0320", (*s.path, "winners"), {"scope": str(s.end)}, on_key=True))
        return r.End(head, str(s.end), self._keys.optional(s, "winners", scope, "players", "player"))


GAME = "game"
_OWN_FROM = {"move", "take-away", "window"}
_HOW = (
    "after",
    "from",
    "among",
    "where",
    "together",
    "in",
    "answers",
    "plays",
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
    "has",
    "lacks",
    "winners",
)
_ADVERBS: dict[str, set[str]] = {
    "ask": {"answers", "plays"},
    "window": {"from", "among", "rounds"},
    "roll": {"count"},
    "reroll": {"which", "showing"},
    "put": {"showing", "count"},
    "turn": {"which", "to"},
    "clear": {"which", "showing", "count"},
    "move": {"from", "to", "count"},
    "tell": {"has", "lacks"},
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
    "end": {"winners"},
}
