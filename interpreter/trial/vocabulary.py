"""Names as written to what they mean in a game: players first, then ids, then labels of any language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from unicodedata import normalize

from attrs import frozen

from interpreter.engine.box import Box
from interpreter.layering.labels import Label, Labels, one_word
from interpreter.scenario import tree as t
from interpreter.scenario.wording import Wording
from interpreter.scenario.writing import quoted, written_name
from interpreter.source.diagnostics import Diagnostic, Severity, SourceError, allowed_set, error, nearest
from interpreter.source.span import Span
from interpreter.source.speech import DEFAULT, spoken, without_accents


@frozen
class ZoneRef:
    """A zone of the table, or of the seat or place `owner`."""

    zone: str
    owner: int | None


@frozen
class RoleRef:
    """A role: its holder, or its holders."""

    role: str


@frozen
class PawnRef:
    """Where a pawn stands."""

    pawn: str


@frozen
class TrackRef:
    """The places on a track."""

    track: str


@frozen
class PoolRef:
    """The dice on the table."""

    pool: str


@frozen
class CounterRef:
    """A counter, of a seat or place if it has owners."""

    counter: str
    owner: int | None


@frozen
class ScoreRef:
    """What a seat would score now."""

    seat: int


@frozen
class WinnersRef:
    """Who wins, once the game is over."""


@frozen
class GameRef:
    """Whether the game is `running` or `over`."""


Ref = ZoneRef | RoleRef | PawnRef | TrackRef | PoolRef | CounterRef | ScoreRef | WinnersRef | GameRef

DICE = "dice"
NOTHING = "nothing"
NONE = "none"
_CACHED_WORDS = 4096
_CACHED_GROUPS = 512
_NOBODY = ("nobody", "no-one", "noone")
FIXED_SUBJECTS: Mapping[str, Ref] = {"winner": WinnersRef(), "winners": WinnersRef(), "game": GameRef()}


@frozen(slots=False)
class Vocabulary:
    """All names of one game."""

    box: Box
    players: tuple[str, ...]
    labels: Mapping[str, Labels]
    wordings: tuple[Wording, ...] = ()  # words for ids in other languages that matter here: the file's, the spoken one
    language: str = DEFAULT  # that of the file

    # players and places

    @cached_property
    def written_players(self) -> tuple[str, ...]:
        """The players as a scenario writes them: in quotes if something else could be meant."""
        return tuple(quoted(name) if self._is_thing(name) else written_name(name) for name in self.players)

    def seat(self, name: t.Name) -> int:
        """The seat of a player.

        Raises:
            SourceError: Nobody of this name plays.
        """
        if name.text in self.players:
            return self.players.index(name.text)
        raise self.unknown("P0101", name, (*self.players, NONE) if name.text in _NOBODY else self.players)

    def check_players(self, names: Iterable[t.Name]) -> None:
        """Whether every player is told from the things of the game.

        Raises:
            SourceError: Somebody is called like one of them, without quotes; carries all.
        """
        alike = [name for name in names if not name.is_quoted and self._is_thing(name.text)]
        if alike:
            raise SourceError([error("P0111", name.span, word=name.text) for name in alike])

    def _is_thing(self, word: str) -> bool:
        cards = [("cards", ids) for ids in self.box.cards.values()]
        faces = [("faces", pool.faces) for pool in self.box.pools.values()]
        tables = [("places", self.box.places), ("zones", self.box.zones), ("counters", self.box.counters)]
        more = [(group, ids) for group, ids, _ in self._tables()]
        return any(self.known(group, ids, word) for group, ids in (*cards, *faces, *tables, *more))

    def place(self, name: t.Name) -> int:
        """The index of a place."""
        return self.box.places.index(self.one("places", self.box.places, name, "P0102"))

    # subjects

    def subject(self, subject: t.Subject) -> Ref:
        """What a statement is about.

        Raises:
            SourceError: There is no such thing.
        """
        words = subject.words
        if len(words) == 1:
            return self._single(words[0])
        owner, rest, *more = words
        if more:
            raise SourceError([error("P0109", subject.span, words=" ".join(w.text for w in words))])
        is_place = bool(self.known("places", self.box.places, owner.text))
        if owner.text in self.players and (owner.is_quoted or not is_place):
            return self._owned("player", self.players.index(owner.text), rest)
        if is_place:
            return self._owned("place", self.place(owner), rest)
        raise self.unknown("P0103", owner, (*self.players, *self.box.places))

    def _single(self, word: t.Name) -> Ref:
        if word.text in FIXED_SUBJECTS:
            return FIXED_SUBJECTS[word.text]
        if word.text == DICE and len(self.box.pools) == 1:
            return PoolRef(next(iter(self.box.pools)))
        for group, ids, make in self._tables():
            found = self.known(group, ids, word.text)
            if found:
                ref: Ref = make(found[0])
                return ref
        return self._owned("table", None, word)

    def _tables(self) -> Iterator[tuple[str, Iterable[str], type]]:
        yield "roles", self.box.roles, RoleRef
        yield "pawns", self.box.pawns, PawnRef
        yield "tracks", self.box.tracks, TrackRef
        yield "dice", self.box.pools, PoolRef

    def _owned(self, of: str, owner: int | None, word: t.Name) -> Ref:
        zones = [zone.id for zone in self.box.zones.values() if zone.of == of]
        found = self.known("zones", zones, word.text)
        if found:
            return ZoneRef(found[0], owner)
        counters = [counter for counter, (kind, _) in self.box.counters.items() if kind == of]
        found = self.known("counters", counters, word.text)
        if found:
            return CounterRef(found[0], owner)
        if of == "player" and word.text == "score" and owner is not None:
            return ScoreRef(owner)
        raise self.unknown("P0104", word, self._subjects(of, zones, counters))

    def _subjects(self, of: str, zones: list[str], counters: list[str]) -> list[str]:
        more = ["score"] if of == "player" else []
        if of == "table":
            more = [*self.box.roles, *self.box.pawns, *self.box.tracks, DICE, *FIXED_SUBJECTS]
        return [*zones, *self._labelled("zones", zones), *counters, *more]

    def _labelled(self, group: str, ids: Iterable[str]) -> list[str]:
        """What people call these things besides; another language has its words for the ids themselves."""
        known = self.labels.get(DEFAULT, {}).get(group, {}) if self.language == spoken() == DEFAULT else {}
        found = map(known.get, ids)
        return list(dict.fromkeys(_as_written(label.one) for label in found if label is not None))

    # things

    def cards(self, item: t.Item, kind: str, at: int | None = None) -> tuple[int, ...]:
        """The kinds of card that a word may mean; `at` is the place whose zone they lie in.

        Raises:
            SourceError: There is none.
        """
        ids = self.box.cards[kind]
        found = [ids.index(card) for card in self.known("cards", ids, item.name.text)]
        homes = self.box.homes[kind]
        if item.of is not None:
            home = self.place(item.of)
            found = [card for card in found if home in homes[card]]
        elif at is not None:
            found = [card for card in found if not homes[card] or at in homes[card]] or found
        if not found:
            raise self.unknown("P0105", item.name, self._card_names(kind), None if item.of is None else item.span)
        return tuple(found)

    def card(self, item: t.Item, kind: str, at: int | None = None) -> int:
        """The one kind of card that a word means.

        Raises:
            SourceError: There is none, or there are several.
        """
        found = self.cards(item, kind, at)
        if len(found) > 1:
            meant = ", ".join(self._in_full(item.name.text, kind, card) for card in found)
            raise SourceError([error("P0106", item.span, word=item.name.text, meant=meant)])
        return found[0]

    def _in_full(self, word: str, kind: str, card: int) -> str:
        """A word for a kind of card that no other has: with the place that it comes from, else its id."""
        homes = self.box.homes[kind][card]
        return f"{word} of {self.box.places[homes[0]]}" if homes else self.box.cards[kind][card]

    def _card_names(self, kind: str) -> list[str]:
        ids, homes = self.box.cards[kind], self.box.homes[kind]
        free = [card for card, home in zip(ids, homes, strict=True) if not home]
        return list(dict.fromkeys([*free, *self._labelled("cards", ids), *ids]))

    def dice(self, items: Sequence[t.Item], pool: str) -> tuple[int, ...]:
        """Faces, sorted."""
        faces = self.box.pools[pool].faces
        found = []
        for item in items:
            face = self.one("faces", faces, item.name, "P0107")
            found += [faces.index(face)] * item.count
        return tuple(sorted(found))

    # looking up

    def known(self, group: str, ids: Iterable[str], word: str) -> list[str]:
        """The ids that a word means: the id itself, or those with such a label; accents may be left out."""
        allowed = tuple(ids)
        return [word] if word in allowed else list(_index(_These(self.labels), group, allowed).meant(_folded(word)))

    def unknown(self, code: str, name: t.Name, allowed: Iterable[str], span: Span | None = None) -> SourceError:
        """The finding that there is nothing of this name; what is meant may be a word of another language."""
        known = list(allowed)
        words = (word for wording in self.wordings for id_ in known for word in wording.words.get(id_, ()))
        return unknown(code, name, known, span, words)

    def one(self, group: str, ids: Iterable[str], name: t.Name, code: str) -> str:
        """The id that a word means.

        Raises:
            SourceError: There is none.
        """
        allowed = list(ids)
        found = self.known(group, allowed, name.text)
        if not found:
            raise self.unknown(code, name, allowed)
        return found[0]


def vocabulary_for(
    box: Box,
    players: Iterable[t.Name],
    labels: Mapping[str, Labels],
    wordings: Iterable[Wording] = (),
    language: str = DEFAULT,
) -> Vocabulary:
    """The names of a game for these players, for a file in a language.

    Raises:
        SourceError: A player has the name of something else.
    """
    names = tuple(players)
    found = Vocabulary(box, tuple(name.text for name in names), labels, tuple(wordings), language)
    found.check_players(names)
    return found


def _as_written(label: str) -> str:
    return label if len(label.split()) == 1 else f'"{label}"'


class _These:
    """Labels by identity: those of a stack are made once, and never change."""

    def __init__(self, labels: Mapping[str, Labels]) -> None:
        self.labels = labels

    def __hash__(self) -> int:
        return id(self.labels)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _These) and other.labels is self.labels


@frozen(eq=False)
class _Index:
    """Some ids by each form of their labels, and the forms by how they are typed without accents."""

    ids: Mapping[str, list[str]]
    typed: Mapping[str, set[str]]

    def meant(self, word: str) -> Iterable[str]:
        """The ids with one label that differs in its accents only, if at all; of two such labels neither is meant."""
        near = self.typed.get(without_accents(word), ())
        return self.ids[word] if word in self.ids else self.ids[next(iter(near))] if len(near) == 1 else ()


@lru_cache(_CACHED_GROUPS)
def _index(these: _These, group: str, ids: tuple[str, ...]) -> _Index:
    """The labels of some things of a group: every name of every scenario is looked up here."""
    labelled: dict[str, list[str]] = {}
    typed: dict[str, set[str]] = {}
    for key in ids:
        labels = (labels.get(group, {}).get(key) for labels in these.labels.values())
        for form in dict.fromkeys(form for label in labels if label is not None for form in _folded_forms(label)):
            labelled.setdefault(form, []).append(key)
            typed.setdefault(without_accents(form), set()).add(form)
    return _Index(labelled, typed)


@lru_cache(_CACHED_WORDS)
def _folded_forms(label: Label) -> tuple[str, ...]:
    """Every form of a label that may be written."""
    forms = (label.one, label.other, label.written, label.written_many, one_word(label.one), one_word(label.other))
    return tuple(map(_folded, forms))


@lru_cache(_CACHED_WORDS)
def _folded(word: str) -> str:
    """A word in small letters, each with its accents in one piece."""
    return normalize("NFC", word.casefold())


def unknown(
    code: str, name: t.Name, allowed: Iterable[str], span: Span | None = None, words: Iterable[str] = ()
) -> SourceError:
    """The finding that there is nothing of this name; `words` are other words for what there is."""
    known = list(allowed)
    values = {"word": name.text, "allowed": allowed_set(known)}
    near = NONE if name.text in _NOBODY and NONE in known else nearest(name.text, known) or nearest(name.text, words)
    return SourceError([Diagnostic(code, Severity.ERROR, values, span or name.span, (), near)])


def span_of(items: Sequence[t.Item]) -> Span:
    """Where a list of things stands."""
    return items[0].span.through(items[-1].span)
