"""A draft to a ruleset: cross references checked, expressions resolved, findings collected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter

from attrs import frozen

from interpreter.expressions import tree as e
from interpreter.expressions.parser import ExpressionError, parse_expression
from interpreter.model import draft as d
from interpreter.model import rules as r
from interpreter.model import terms as t
from interpreter.model.findings import Finding, Names
from interpreter.model.looking import Scope
from interpreter.model.needs import NEEDED
from interpreter.model.nodes import statements
from interpreter.model.references import check_references
from interpreter.model.resolve_steps import StepResolver
from interpreter.model.resolve_terms import TermResolver
from interpreter.model.sizes import oversized
from interpreter.model.terms import Term, type_of
from interpreter.model.walking import inside


def ruleset_from_draft(draft: d.Draft) -> tuple[r.Ruleset, Names]:
    """Resolve a draft. The ruleset may only be used if no error was found."""
    names = Names()
    terms = TermResolver(draft, names, _value_types(draft))
    steps = StepResolver(terms, dict(_scopes(draft)))
    ruleset = _Build(draft, terms, steps).ruleset()
    for finding in oversized(ruleset, terms.resolved):
        names.add(finding)
    check_references(draft, names)
    for pile, path in terms.returns:
        if any(pile in deal for deal in terms.deals):
            names.add(Finding("R0324", path, {"zone": pile}))
    return ruleset, names


def _value_types(draft: d.Draft) -> dict[str, str]:
    """Types of declared values: each is resolved after those that it names. One that is made of itself has none."""
    types: dict[str, str] = {}
    terms = TermResolver(draft, Names(), types)
    for name in _named_first(draft.values):
        kind = type_of(_value_term(terms, draft.values[name]))
        if kind != "unknown":
            types[name] = kind
    return types


def _named_first(values: Mapping[str, d.Value]) -> Iterator[str]:
    """The values, each behind those that it names; none that is made of itself."""
    order = TopologicalSorter({name: _words(value) & values.keys() for name, value in values.items()})
    with suppress(CycleError):
        order.prepare()
    while ready := order.get_ready():
        yield from ready
        order.done(*ready)


def _words(value: d.Value) -> set[str]:
    """The names in an expression; none if it is no expression."""
    try:
        expression = parse_expression(str(value.is_))
    except ExpressionError:
        return set()
    return {part.id for part in inside(expression) if isinstance(part, e.Name)}


def _value_term(terms: TermResolver, value: d.Value) -> Term:
    scope = Scope({value.of: value.of}) if value.of else Scope()
    return terms.term(value.is_, (*value.path, "is"), scope)


def _scopes(draft: d.Draft) -> Iterator[tuple[str, d.Path]]:
    """What `end` can leave, and where it stands."""
    yield from ((name, ("steps", name)) for name in draft.steps)
    for statement in statements(draft):
        parts = (statement.do, statement.repeat, statement.times, statement.while_)
        if statement.id and any(part is not None for part in parts):
            yield statement.id, (*statement.path, "id")


def _needs(action: d.Action) -> Scope:
    scope = Scope()
    for name, kind in action.needs.items():
        bound = kind if kind in NEEDED else f"card {kind}"
        scope = scope.bind(name, bound, (*action.path, "needs", name))
    return scope


@frozen
class _Build:
    draft: d.Draft
    terms: TermResolver
    steps: StepResolver

    def ruleset(self) -> r.Ruleset:
        """Resolve every part."""
        draft = self.draft
        return r.Ruleset(
            draft=draft,
            values={k: self._value(v) for k, v in draft.values.items()},
            used_if=dict(self._used_if()),
            refill_at_once=dict(self._refills()),
            rooms=dict(self._rooms()),
            ignored=dict(self._ignored()),
            demands={k: self._demand(x) for k, x in draft.demands.items()},
            setup=self.steps.block(draft.setup, Scope()),
            steps={k: self.steps.block(b, Scope()) for k, b in draft.steps.items()},
            actions={k: self._action(a) for k, a in draft.actions.items()},
            plays=self._plays(),
            score=self._score(),
            ties=self._ties(),
            worth=self._worth(),
            invariants=tuple(self._invariant(i) for i in draft.invariants.values()),
        )

    def _value(self, value: d.Value) -> r.Value:
        term = _value_term(self.terms, value)
        return r.Value(value.key, value.of, term, type_of(term))

    def _used_if(self) -> Iterator[tuple[str, Term]]:
        for key, card in self.draft.cards.items():
            if card.used_if is not None:
                path = (*card.path, "used-if")
                yield key, self.terms.term(card.used_if, path, Scope(), "condition")

    def _refills(self) -> Iterator[tuple[str, Term]]:
        for key, zone in self.draft.zones.items():
            if zone.refill is not None and zone.refill.at_once != "no":
                path = (*zone.refill.path, "at-once")
                yield key, self.terms.term(zone.refill.at_once, path, Scope(), "condition")

    def _ignored(self) -> Iterator[tuple[str, dict[str, Term]]]:
        for key, pool in self.draft.dice.items():
            path = (*pool.path, "ignored")
            term = self.terms.term
            yield key, {face: term(text, (*path, face), Scope(), "number") for face, text in pool.ignored.items()}

    def _rooms(self) -> Iterator[tuple[str, Term]]:
        for key, zone in self.draft.zones.items():
            if zone.room is not None:
                scope = Scope({zone.of: zone.of}) if zone.of else Scope()
                yield key, self.terms.term(zone.room, (*zone.path, "room"), scope, "number")

    def _demand(self, demand: d.Demand) -> r.Demand:
        term, path = self.terms.term, demand.path
        return r.Demand(
            id=demand.key,
            pool=demand.dice,
            free=tuple(demand.free),
            fewest=None if demand.fewest is None else term(demand.fewest, (*path, "fewest"), Scope(), "condition"),
            needs={k: term(text, (*path, "needs", k), Scope(), "number") for k, text in demand.needs.items()},
            helped_by=tuple(demand.helped_by),
            jokers=None if demand.jokers is None else term(demand.jokers, (*path, "jokers"), Scope(), "number"),
        )

    def _action(self, action: d.Action) -> r.Action:
        return r.Action(action.key, action.needs, self.steps.block(action.do, _needs(action)))

    def _plays(self) -> dict[str, tuple[r.Play, ...]]:
        plays: dict[str, list[r.Play]] = {}
        for key, card in self.draft.cards.items():
            if card.play is not None:
                plays.setdefault(card.play.in_, []).append(self._play(key, card, card.play))
        return {window: tuple(found) for window, found in plays.items()}

    def _play(self, key: str, card: d.Card, play: d.Play) -> r.Play:
        actor = Scope({"actor": "player"})
        by = None
        if play.by is not None:
            path = (*play.path, "by")
            members = self.terms.term(play.by, path, actor, "players", "player")
            by = r.Condition(path, key, _among(members), refuses=False, text=str(play.by))
        answer = self.steps.answer(key, card, Scope())
        conditions = tuple(self.steps.conditions(play, actor))
        return r.Play(
            card=key,
            path=card.path,
            window=play.in_,
            from_zone=play.from_,
            to_zone=play.to,
            by=by,
            answer=r.Answer(card.path, key, conditions, answer.choices, answer.body),
        )

    def _score(self) -> Term | None:
        scoring = self.draft.scoring
        if scoring is None:
            return None
        score = self.terms.term(scoring.score, ("scoring", "score"), _PLAYER, "number")
        for name, text in scoring.further.items():
            more = self.terms.term(text, ("scoring", "further", name), _PLAYER, "number")
            score = t.Arithmetic("+", score, more)
        return score

    def _ties(self) -> tuple[Term, ...]:
        ties = self.draft.scoring.ties if self.draft.scoring else []
        return tuple(
            self.terms.term(text, ("scoring", "ties", str(i)), _PLAYER, "number") for i, text in enumerate(ties)
        )

    def _worth(self) -> Term | None:
        bots = self.draft.bots
        return None if bots is None else self.terms.term(bots.worth, (*bots.path, "worth"), _PLAYER, "number")

    def _invariant(self, i: d.Invariant) -> r.Invariant:
        term = self.terms.term(i.holds, (*i.path, "holds"), Scope(), "condition")
        return r.Invariant(i.key, i.path, tuple(i.at), term)


_PLAYER = Scope({"player": "player"})


def _among(members: Term) -> Term:
    """The condition that the actor is one of `members`."""
    if isinstance(members, t.Broken):
        return members
    return t.Contains(t.Variable("actor", "player"), members, negated=False)
