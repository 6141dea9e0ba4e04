"""A draft to a ruleset: cross references checked, expressions resolved, findings collected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from interpreter.model import draft as d
from interpreter.model import rules as r
from interpreter.model import terms as t
from interpreter.model.findings import Finding, Findings, unknown
from interpreter.model.resolve_steps import StepResolver
from interpreter.model.resolve_terms import Scope, TermResolver
from interpreter.model.terms import Term, type_of


def ruleset_from_draft(draft: d.Draft) -> tuple[r.Ruleset, Findings]:
    """Resolve a draft. The ruleset may only be used if the findings hold no error."""
    findings = Findings()
    used: set[tuple[str, str]] = set()
    types = _value_types(draft)
    terms = TermResolver(draft, findings, used, types)
    steps = StepResolver(terms, frozenset(_scopes(draft)))
    ruleset = _Build(draft, terms, steps).ruleset()
    _References(draft, findings, used).check()
    _unused(draft, findings, used)
    return ruleset, findings


def _value_types(draft: d.Draft) -> dict[str, str]:
    """Types of declared values, found by resolving them in passes until nothing new is learnt."""
    types: dict[str, str] = {}
    for _ in draft.values:
        terms = TermResolver(draft, Findings(), set(), dict(types))
        found = {k: type_of(_value_term(terms, v)) for k, v in draft.values.items()}
        known = {k: kind for k, kind in found.items() if kind != "unknown"}
        if known == types:
            break
        types = known
    return types


def _value_term(terms: TermResolver, value: d.Value) -> Term:
    scope = Scope({value.of: value.of}) if value.of else Scope()
    return terms.term(value.is_, (*value.path, "is"), scope)


def _scopes(draft: d.Draft) -> Iterator[str]:
    yield from draft.steps
    for statement in statements(draft):
        if statement.do is not None and statement.id:
            yield statement.id


def statements(draft: d.Draft) -> Iterator[d.Statement]:
    """Every statement of a draft, outer before inner."""
    blocks = [draft.setup, *draft.steps.values()]
    blocks += [a.do for a in draft.actions.values()]
    blocks += [c.do for c in draft.cards.values()]
    for block in blocks:
        yield from _nested(block)


def _nested(block: Iterable[d.Statement]) -> Iterator[d.Statement]:
    for statement in block:
        yield statement
        yield from _nested(statement.do or ())
        yield from _nested(statement.else_)
        for answer in statement.answers.values():
            yield from _nested(answer.do)


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
            demands={k: self._demand(x) for k, x in draft.demands.items()},
            setup=self.steps.block(draft.setup, Scope()),
            steps={k: self.steps.block(b, Scope()) for k, b in draft.steps.items()},
            actions={k: self._action(a) for k, a in draft.actions.items()},
            plays=self._plays(),
            score=self._score(),
            ties=self._ties(),
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

    def _demand(self, demand: d.Demand) -> r.Demand:
        path = (*demand.path, "fewest")
        fewest = None
        if demand.fewest is not None:
            fewest = self.terms.term(demand.fewest, path, Scope(), "condition")
        return r.Demand(demand.key, demand.dice, tuple(demand.free), fewest)

    def _action(self, action: d.Action) -> r.Action:
        return r.Action(action.key, action.needs, self.steps.block(action.do, Scope(action.needs)))

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
        return self.terms.term(scoring.score, ("scoring", "score"), _PLAYER, "number")

    def _ties(self) -> tuple[Term, ...]:
        ties = self.draft.scoring.ties if self.draft.scoring else []
        return tuple(
            self.terms.term(text, ("scoring", "ties", str(i)), _PLAYER, "number") for i, text in enumerate(ties)
        )

    def _invariant(self, i: d.Invariant) -> r.Invariant:
        term = self.terms.term(i.holds, (*i.path, "holds"), Scope(), "condition")
        return r.Invariant(i.key, i.path, tuple(i.at), term)


_PLAYER = Scope({"player": "player"})


def _among(members: Term) -> Term:
    """The condition that the actor is one of `members`."""
    if isinstance(members, t.Broken):
        return members
    return t.Contains(t.Variable("actor", "player"), members, negated=False)


@frozen
class _References:
    """Names that stand alone in a key: each must be declared."""

    draft: d.Draft
    findings: Findings
    used: set[tuple[str, str]]

    def check(self) -> None:
        """Check them all."""
        draft = self.draft
        for card in draft.cards.values():
            self._card(card)
        for zone in draft.zones.values():
            self._zone(zone)
        for place in draft.places.values():
            self._attributes(place, draft.attributes.places)
        for pawn in draft.pawns.values():
            self._known("tracks", "track", pawn.on, (*pawn.path, "on"))
        for demand in draft.demands.values():
            self._demand(demand)
        for pool in draft.dice.values():
            self._faces(pool)
        for option in draft.options.values():
            self._option(option)
        for invariant in draft.invariants.values():
            self._invariant(invariant)
        self._sources()

    def _known(self, group: str, what: str, word: str, path: d.Path) -> None:
        known: Mapping[str, object] = getattr(self.draft, group)
        self.used.add((group, word))
        if word not in known:
            self.findings.add(unknown(what, word, known, path))

    def _card(self, card: d.Card) -> None:
        self._known("types", "type of component", card.type, (*card.path, "type"))
        homes = [card.of] if isinstance(card.of, str) else card.of or []
        for index, place in enumerate(homes):
            last = ("of",) if isinstance(card.of, str) else ("of", str(index))
            self._known("places", "place", place, (*card.path, *last))
        faces = {face for pool in self.draft.dice.values() for face in pool.faces}
        for index, face in enumerate(card.meets):
            self.used.add(("faces", face))
            if face not in faces:
                self.findings.add(unknown("face of a die", face, faces, (*card.path, "meets", str(index))))
        self._attributes(card, self.draft.attributes.cards)
        if card.play is not None:
            self._play(card.play)

    def _play(self, play: d.Play) -> None:
        self._known("windows", "window", play.in_, (*play.path, "in"))
        self._known("zones", "zone", play.from_, (*play.path, "from"))
        self._known("zones", "zone", play.to, (*play.path, "to"))

    def _attributes(self, node: d.Card | d.Place, declared: list[str]) -> None:
        what = "key or number of a card" if isinstance(node, d.Card) else "number of a place"
        known = [*declared, *(_CARD_KEYS if isinstance(node, d.Card) else ())]
        for key in node.attributes:
            if key not in declared:
                self.findings.add(unknown(what, key, known, (*node.path, key), on_key=True))

    def _zone(self, zone: d.Zone) -> None:
        self._known("types", "type of component", zone.holds, (*zone.path, "holds"))
        if zone.refill is not None:
            self._known("zones", "zone", zone.refill.from_, (*zone.refill.path, "from"))

    def _demand(self, demand: d.Demand) -> None:
        self._known("dice", "pool of dice", demand.dice, (*demand.path, "dice"))
        pool = self.draft.dice.get(demand.dice)
        for index, face in enumerate(demand.free):
            self.used.add(("faces", face))
            if pool is not None and face not in pool.faces:
                path = (*demand.path, "free", str(index))
                self.findings.add(unknown(f"face of {pool.key}", face, pool.faces, path))

    def _faces(self, pool: d.Pool) -> None:
        for face in pool.shows:
            if face not in pool.faces:
                path = (*pool.path, "shows", face)
                self.findings.add(unknown(f"face of {pool.key}", face, pool.faces, path, on_key=True))

    def _option(self, option: d.Option) -> None:
        path = (*option.path, "default")
        if option.values is not None and str(option.default) not in option.values:
            self.findings.add(unknown("value of this option", str(option.default), option.values, path))
        if option.ruling is not None:
            self._known("rulings", "ruling", option.ruling, (*option.path, "ruling"))

    def _invariant(self, invariant: d.Invariant) -> None:
        ids = {s.id for s in statements(self.draft) if s.id}
        for index, step in enumerate(invariant.at):
            if step not in ids:
                path = (*invariant.path, "at", str(index))
                self.findings.add(unknown("step", step, ids, path))

    def _sources(self) -> None:
        for node in _nodes(self.draft):
            word = None if node.source is None else str(node.source).split(",", maxsplit=1)[0].strip()
            if word is not None and word not in self.draft.sources:
                path = (*node.path, "source")
                self.findings.add(unknown("source", word, self.draft.sources, path, (0, len(word))))
            for key in node.unverified:
                if not _carries(node, key):
                    path = (*node.path, "unverified", key)
                    self.findings.add(Finding("R0306", path, {"key": key}, on_key=True))


_CARD_KEYS = ("type", "copies", "of", "used-if", "meets", "covers", "play", "choose", "do")


def _carries(node: d.Node, key: str) -> bool:
    attributes = getattr(node, "attributes", None)
    if isinstance(attributes, dict) and key in attributes:
        return True
    return getattr(node, key.replace("-", "_"), None) is not None


def _nodes(value: object) -> Iterator[d.Node]:
    """Every mapping of the draft that may carry a source."""
    if isinstance(value, d.Node):
        yield value
        for name in value.__attrs_attrs__:
            yield from _nodes(getattr(value, name.name))
    elif isinstance(value, dict):
        for item in value.values():
            yield from _nodes(item)
    elif isinstance(value, list):
        for item in value:
            yield from _nodes(item)


_MUST_BE_USED = (
    "options",
    "values",
    "actions",
    "windows",
    "tracks",
    "roles",
    "counters",
    "demands",
    "dice",
    "zones",
    "types",
)


def _unused(draft: d.Draft, findings: Findings, used: set[tuple[str, str]]) -> None:
    for group in _MUST_BE_USED:
        for name in getattr(draft, group):
            if (group, name) not in used:
                values = {"what": group, "word": name}
                path = (group, name)
                findings.add(Finding("R0401", path, values, on_key=True, warning=True))
